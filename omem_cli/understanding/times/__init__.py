"""Expressions of time: the calendar, and the rules of each language."""
