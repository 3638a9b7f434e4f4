"""Measuring omem on one's own labelled data: how well messages are understood, how well evidence is found."""
