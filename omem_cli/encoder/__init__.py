"""A small multilingual encoder of text, multilingual-e5-small, with what was trained on top of it.

`container` reads the published weights, `pieces` cuts text into their tokens, `forward` runs the network;
`encoder` puts them together with the trained changes that ship with omem. Nothing here knows what the
vectors are used for.
"""

from omem_cli.encoder.encoder import Encoded, Encoder, load_encoder

__all__ = ["Encoded", "Encoder", "load_encoder"]
