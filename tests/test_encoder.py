"""The encoder: its file of weights, its pieces, its network, and what the second reader gains by it."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from omem_cli.encoder import load_encoder
from omem_cli.encoder.container import Container, packed, unpacked
from omem_cli.encoder.forward import Layer, normalised, run
from omem_cli.encoder.weights import locate
from omem_cli.errors import ModelError
from omem_cli.understanding import clause_encoder
from omem_cli.understanding.tagger import LABELS, clauses, load_tagger


@given(arrays(np.float32, (3, 64), elements=st.floats(-4, 4, width=16)))
def test_packed_numbers_come_back_to_within_a_step(matrix: np.ndarray) -> None:
    back = unpacked(packed(matrix), 3, 64)
    steps = np.abs(matrix.reshape(-1, 32)).max(axis=1) / 8
    # The end of the scale without the number furthest from zero is one step short of it.
    assert (np.abs(back - matrix).reshape(-1, 32) <= steps[:, None] * 1.02 + 1e-3).all()


def test_the_network_is_bert() -> None:
    torch = pytest.importorskip("torch")
    from transformers import BertConfig, BertModel

    torch.manual_seed(1)
    config = BertConfig(
        vocab_size=9, hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64,
        layer_norm_eps=1e-12,
    )  # fmt: skip
    bert = BertModel(config, add_pooling_layer=False).eval()
    parts = {
        "q": "attention.self.query", "k": "attention.self.key", "v": "attention.self.value",
        "ao": "attention.output.dense", "fi": "intermediate.dense", "fo": "output.dense",
    }  # fmt: skip

    def pair(module: object, turned: bool) -> tuple[np.ndarray, np.ndarray]:
        weight, bias = (getattr(module, name).detach().numpy() for name in ("weight", "bias"))
        return (weight.T if turned else weight), bias

    layers = [
        Layer(
            {name: pair(layer.get_submodule(path), True) for name, path in parts.items()},
            {
                "aln": pair(layer.attention.output.LayerNorm, False),
                "oln": pair(layer.output.LayerNorm, False),
            },
        )
        for layer in bert.encoder.layer
    ]
    words = np.random.default_rng(0).normal(size=(7, 32)).astype(np.float32)
    with torch.no_grad():
        wanted = bert(inputs_embeds=torch.tensor(words)[None]).last_hidden_state[0].numpy()
        first = bert.embeddings
        places = first.position_embeddings.weight[:7] + first.token_type_embeddings.weight[0]
    norm = pair(bert.embeddings.LayerNorm, False)
    x = normalised(words + places.numpy(), norm, 1e-12)
    assert np.allclose(run(x, layers, 4, 1e-12), wanted, atol=1e-5)


@given(st.text(max_size=80))
def test_pieces_stand_in_the_text_one_behind_the_other(text: str) -> None:
    encoder = load_encoder()
    assert encoder is not None
    numbers, spans = encoder.tokenizer.cut(text)
    assert len(numbers) == len(spans)
    seen = [s for s in spans if s != (0, 0)]
    assert all(0 <= a < b <= len(text) for a, b in seen)
    assert all(a[0] <= b[0] for a, b in pairwise(seen))


def test_pieces_are_words_and_their_parts() -> None:
    encoder = load_encoder()
    assert encoder is not None
    text = "I’m in Köln，在上海做护士"
    _, spans = encoder.tokenizer.cut(text)
    parts = [text[a:b] for a, b in spans]
    assert "Köln" in parts
    assert "护士" in parts
    assert "".join(parts).replace(" ", "") == text.replace(" ", "")


def test_a_text_of_any_length_is_read() -> None:
    encoder = load_encoder()
    assert encoder is not None
    assert len(encoder.encode("", "").tokens) == 0
    long = encoder.encode("before " * 50, "word " * 2000)
    assert 300 < len(long.tokens) == len(long.spans) < 512


@pytest.mark.parametrize("damage", [b"", b"E5S1", b"GGUF" + b"\0" * 100, b"E5S1" + b"\xff" * 400])
def test_damaged_weights_are_one_clear_error(tmp_path: Path, damage: bytes) -> None:
    file = tmp_path / "weights.bin"
    file.write_bytes(damage)
    with pytest.raises(ModelError, match=r"encoder's weights in .* are damaged"):
        Container(file)


def test_weights_that_end_early_are_damaged(tmp_path: Path) -> None:
    path = locate()
    assert path is not None
    file = tmp_path / "weights.bin"
    with path.open("rb") as whole:
        file.write_bytes(whole.read(6_000_000))
    with pytest.raises(ModelError, match="cut short"):
        Container(file)


def test_a_word_without_end_is_read_in_part() -> None:
    (tag,) = load_tagger().read("a" * 200_000, None)
    assert tag.span == (0, 8000)


def test_the_installed_weights_are_the_known_ones() -> None:
    path = locate()
    assert path is not None
    assert path.stat().st_size > 70_000_000


@pytest.mark.parametrize(
    ("text", "label", "words"),
    [
        ("finally got my own chair at the barbershop, feet are killing me", "occupation", "barbershop"),
        ("在社区医院值夜班，白天老睡不着", "occupation", "医院"),
        ("our beagle ate a whole pack of butter, vet or wait?", "pet", "beagle"),
        ("一碰芒果嘴就肿，这个酱里有没有芒果", "allergy", "芒果"),
    ],
)
def test_the_words_that_say_it_are_found(text: str, label: str, words: str) -> None:
    encoder = load_encoder()
    assert encoder is not None
    found = clause_encoder.read(encoder, text, clauses(text), None)
    at = max(range(len(found)), key=lambda n: found[n].odds[LABELS.index(label)])
    run_ = found[at].runs[LABELS.index(label)]
    assert run_ is not None
    assert words in text[run_[0] : run_[1]]


def test_a_title_keeps_both_of_its_marks() -> None:
    encoder = load_encoder()
    assert encoder is not None
    text = "最喜欢的书是刘慈欣的《三体》，我喜欢看科幻小说"
    found = clause_encoder.read(encoder, text, clauses(text), None)
    runs = [text[a:b] for clause in found for run in clause.runs if run is not None for a, b in [run]]
    assert any("《三体》" in run for run in runs)
    assert all(run.count("《") == run.count("》") for run in runs)


@pytest.mark.parametrize(
    ("text", "likely", "words"),
    [
        ("看《三体》", [0.9, 0.9, 0.9, 0.0, 0.0], "看《三体》"),  # the run ends in the middle of a title
        ("看《三体》", [0.9, 0.0, 0.0, 0.0, 0.0], "看"),
        ("看《三体》", [0.0, 0.0, 0.9, 0.9, 0.0], "《三体》"),
        ("老舍的《茶馆》", [0.9, 0.9, 0.0, 0.0, 0.0, 0.0, 0.0], "老舍的《茶馆》"),
        ("看三（体育）", [0.0, 0.0, 0.9, 0.9, 0.0, 0.0], "体"),  # no title
    ],
)
def test_a_title_is_no_value_by_half(text: str, likely: list[float], words: str) -> None:
    tokens = [(n, n + 1) for n in range(len(text))]
    run_ = clause_encoder._run(text, tokens, np.array(likely, np.float32), np.arange(len(text)))
    assert run_ is not None
    assert text[run_[0] : run_[1]] == words


@pytest.mark.parametrize(
    "text", ["just kidding, I don't own a yacht lol", "I haven’t got a dog, can I still come?"]
)
def test_a_run_begins_and_ends_with_whole_words(text: str) -> None:
    encoder = load_encoder()
    assert encoder is not None
    for clause in clause_encoder.read(encoder, text, clauses(text), None):
        for run_ in clause.runs:
            if run_ is not None:
                assert not text[run_[0] :].startswith(("t ", "n't", "n’t"))
                assert run_[0] == 0 or text[run_[0] - 1] in ' “"('


def test_without_the_encoder_the_second_reader_reads_alone() -> None:
    alone = replace(load_tagger(), encoder=None)
    text = "I'm allergic to peanuts, and I work nights"
    tags = alone.read(text, None)
    assert max(tag.of("allergy") for tag in tags) > 0.5
    assert all(tag.run("allergy") is None for tag in tags)
