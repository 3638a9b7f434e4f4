"""What the trainers of linear models on texts share: features as matrices, and how heads are stored."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix, hstack

from omem_cli.embedding import load_embedder
from omem_cli.protocols import Embedder
from omem_cli.understanding.heads import features

DATA = Path(__file__).parent.parent / "omem_cli" / "data"


def lines(*paths: str) -> list[dict]:
    """JSON lines of files."""
    texts = (Path(path).read_text("utf-8") for path in paths)
    return [json.loads(line) for text in texts for line in text.split("\n") if line.strip()]


def embeddings(embedder: Embedder, texts: list[str]) -> np.ndarray:
    """Shape (n, dimension)."""
    return np.concatenate([embedder.encode_documents(texts[n : n + 64]) for n in range(0, len(texts), 64)])


def matrix(
    texts: list[str], dense: np.ndarray, bits: int, signs: Callable[[str], Sequence[str]] = lambda _: ()
) -> csr_matrix:
    """Features of texts, shape (n, 2^bits + d)."""
    hashed = sparse([features(t, bits, signs(t)) for t in texts], 1 << bits)
    return hstack([hashed, csr_matrix(dense)]).tocsr() if dense.shape[1] else hashed


def sparse(parts: list[tuple[np.ndarray, np.ndarray]], width: int) -> csr_matrix:
    """Rows of (columns, values) as a matrix, shape (rows, width)."""
    pointers = np.cumsum([0, *(len(c) for c, _ in parts)])
    columns, values = (np.concatenate(x) for x in zip(*parts, strict=True))
    return csr_matrix((values, columns, pointers), shape=(len(parts), width))


def packed(kind: str, coefficients: np.ndarray, bias: float, platt: tuple[float, float], bits: int) -> dict:
    """A head as `omem_cli.understanding.heads` reads it."""
    hashed = coefficients[: 1 << bits]
    scale = np.abs(hashed).max() / 127
    return {
        f"{kind}_weights": np.round(hashed / scale).astype(np.int8),
        f"{kind}_scale": np.float32(scale),
        f"{kind}_dense": coefficients[1 << bits :].astype(np.float32),
        f"{kind}_bias": np.float32(bias),
        f"{kind}_platt": np.array(platt, np.float32),
    }


def write(name: str, heads: dict) -> None:
    """Writes omem_cli/data/NAME.npz."""
    path = DATA / f"{name}.npz"
    np.savez_compressed(path, fingerprint=np.array(load_embedder().fingerprint), **heads)
    print(f"{path.name}: {path.stat().st_size / 1024:.0f} KiB")
