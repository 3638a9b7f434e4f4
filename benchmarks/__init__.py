"""Measurements, outside the tests. Each prints a table and can file it, dated, in results/."""
