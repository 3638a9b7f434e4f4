"""The three memories: what omem makes of messages, keeps, and finds again. Sees protocols, never a model."""
