"""Tables of language facts."""
