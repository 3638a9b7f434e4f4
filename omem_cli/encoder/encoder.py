"""The encoder as omem uses it: the published network with the changes that training made to it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from omem_cli.encoder.container import Container, unpacked
from omem_cli.encoder.forward import MATRICES, NORMS, Array, Layer, normalised, run
from omem_cli.encoder.pieces import Span, Tokenizer
from omem_cli.encoder.weights import locate

Changes = Mapping[str, NDArray[Any]]
PROMPT = "query: "
"""What the published model wants texts of this kind to begin with."""


@dataclass(frozen=True, slots=True)
class Encoded:
    """A text after the network: a vector for the whole, shape (width,), one for each token, shape (T,
    width), and the span of the text that each token stands for."""

    whole: Array
    tokens: Array
    spans: list[Span]


class Encoder:
    """Reads a text after another one that it answers or goes with. Deterministic; holds no state."""

    def __init__(self, base: Container, changes: Changes) -> None:
        """`changes`: what training added to the tensors of the base, by their names: matrices as blocks of
        four-bit numbers (`container.packed`), vectors as they are."""
        self._base = base
        self.tokenizer = Tokenizer(base.pieces)
        sizes = base.sizes
        self._places = _vector(base, changes, "emb.pos", sizes.longest, sizes.width)
        self._heads = {
            name.removesuffix(".weights"): (changes[name], changes[name.removesuffix("weights") + "bias"])
            for name in changes
            if name.endswith(".weights")
        }
        self._places = self._places + base.tensor("emb.type", 2, sizes.width)[0]
        self._norm = _norm(base, changes, "emb.ln")
        self._layers = [
            Layer(
                {name: _matrix(base, changes, f"l{n}.{name}") for name in MATRICES},
                {name: _norm(base, changes, f"l{n}.{name}") for name in NORMS},
            )
            for n in range(sizes.layers)
        ]

    def head(self, name: str) -> tuple[Array, Array]:
        """Weights (outputs, width of what it reads) and bias of what was trained on top of the network."""
        return self._heads[name]

    def encode(self, before: str, text: str) -> Encoded:
        """Vectors of `text`, read after `before`; what goes beyond the network's length is left out."""
        sizes, special = self._base.sizes, self._base.pieces
        first, _ = self.tokenizer.cut(PROMPT + before)
        second, spans = self.tokenizer.cut(text)
        room = sizes.longest - len(first) - 4
        second, spans = second[:room], spans[:room]
        numbers = [special.begin, *first, special.end, special.end, *second, special.end]
        x = self._base.rows("emb.word", numbers) + self._places[: len(numbers)]
        x = run(normalised(x, self._norm, sizes.epsilon), self._layers, sizes.heads, sizes.epsilon)
        start = len(first) + 3
        return Encoded(x[0], x[start : start + len(second)], spans)


def _matrix(base: Container, changes: Changes, name: str) -> tuple[Array, Array]:
    """(in, out), for vectors are multiplied from the left."""
    sizes = base.sizes
    out = sizes.between if name.endswith(".fi") else sizes.width
    into = sizes.between if name.endswith(".fo") else sizes.width
    weights = base.tensor(f"{name}.w", out, into)
    if (added := changes.get(f"{name}.w")) is not None:
        weights = weights + unpacked(added.view(np.uint8), out, into)
    return np.ascontiguousarray(weights.T), _vector(base, changes, f"{name}.b", out)


def _norm(base: Container, changes: Changes, name: str) -> tuple[Array, Array]:
    width = base.sizes.width
    return _vector(base, changes, f"{name}.w", width), _vector(base, changes, f"{name}.b", width)


def _vector(base: Container, changes: Changes, name: str, *shape: int) -> Array:
    found = base.tensor(name, *shape)
    return found + changes[name].astype(np.float32) if name in changes else found


@lru_cache(maxsize=1)
def load_encoder() -> Encoder | None:
    """The encoder that ships with omem; None where its published part is not installed."""
    path = locate()
    if path is None:
        return None
    with (files("omem_cli") / "data" / "encoder.npz").open("rb") as file, np.load(file) as data:
        return Encoder(Container(path), {name: data[name] for name in data.files})
