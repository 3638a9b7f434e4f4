"""What a message does to a fact that was known before, as the encoder sees it.

The network reads the known line with the words that it came from, then the message, and tells four effects
apart. It was trained on labelled pairs (`training/data/effects-*.jsonl`).
"""

from typing import Final

import numpy as np

from omem_cli.encoder import Encoder, load_encoder
from omem_cli.records import Effect

EFFECTS: Final = ("holds", "same", "over", "wrong")
_QUOTE_CHARS, _MESSAGE_CHARS = 160, 400


def known_line(aspect: str, value: str, quote: str) -> str:
    """How the network is shown a fact."""
    return f"{aspect}: {value}. {quote[:_QUOTE_CHARS]}"


def judge(encoder: Encoder, aspect: str, value: str, quote: str, message: str) -> Effect:
    """What `message` does to the fact that `quote` told."""
    made = encoder.encode(known_line(aspect, value, quote), message[:_MESSAGE_CHARS])
    weights, bias = encoder.head("effect")
    mean = made.tokens.mean(axis=0) if len(made.tokens) else np.zeros_like(made.whole)
    scores = weights @ np.concatenate([made.whole, mean]) + bias
    parts = np.exp(scores - scores.max())
    return Effect(*(parts / parts.sum()).tolist())


def ask(aspect: str, value: str, quote: str, message: str) -> Effect | None:
    """The same by the encoder that ships with omem; None where its published part is not installed."""
    encoder = load_encoder()
    return None if encoder is None else judge(encoder, aspect, value, quote, message)
