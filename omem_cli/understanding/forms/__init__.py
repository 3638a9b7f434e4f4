"""Forms of plain statements about oneself, a module a language.

Each form is an aspect and a pattern whose group `v` is the value. The patterns hold only what people commonly
say, with closed lists of words where a form needs them.
"""

UPPER = "[A-ZÀ-ÞĀ-Ž]"
"""A capital letter of the Latin script (and, of the rarer ones with marks, the small letter too)."""
