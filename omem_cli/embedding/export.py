"""sentence-transformers model -> ONNX files, pooling and normalisation inside, checked against the model."""

import json
import os
import shutil
import tempfile
import warnings
from pathlib import Path
from typing import Any, Final

import numpy as np

from omem_cli.embedding.locate import LocatedModel

_SAME: Final = 0.999  # cosine below which an export is not the model
_SAMPLES: Final = (
    "weekend plans",
    "I stopped eating meat in May, and my knee still hurts after the run.",
    "你好，我对花生过敏。",
    "Ça va? ¿Qué tal? Wie geht's? 🎉 " * 12,
    "x",
)


def export(model: LocatedModel, folder: Path) -> bool:
    """Makes `folder` with model.onnx, its weights, tokenizer.json and meta.json; False if the model is of a
    build that isn't known, or the cache can't be written (then sentence-transformers has to run it).

    The folder appears whole or not at all: it is made beside its place and renamed.
    """
    from omem_cli.embedding.torch_embedder import load_sentence_transformer

    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=".export-", dir=folder.parent))
    except OSError:
        return False
    try:
        # Eager attention: the fused kernels have no counterpart in ONNX.
        whole = load_sentence_transformer(model, attn_implementation="eager")
        meta = _describe(whole)
        good = meta is not None and _write(whole, meta, work)
        if not good:
            for file in work.iterdir():
                file.unlink()
            (work / "no-onnx").touch()
        os.rename(work, folder)
        return good
    except OSError:
        return (folder / "meta.json").exists()  # somebody else was faster, or the disk is full
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _describe(whole: Any) -> dict[str, Any] | None:
    """How to feed the graph; None unless the modules are transformer, mean or CLS pooling, normalisation."""
    modules = list(whole)
    names = [type(module).__name__ for module in modules]
    if names not in (["Transformer", "Pooling"], ["Transformer", "Pooling", "Normalize"]):
        return None
    pooling = modules[1].pooling_mode
    pooling = pooling if isinstance(pooling, str) else pooling[0] if len(pooling) == 1 else ""
    prompts = {name: whole.prompts.get(name) or "" for name in whole.prompts}
    query = prompts.get("query", "")
    document = next((prompts[n] for n in ("document", "passage", "corpus") if prompts.get(n)), "")
    backend = getattr(whole.tokenizer, "backend_tokenizer", None)
    if (
        pooling not in ("mean", "cls")
        or backend is None
        or not (modules[1].include_prompt or not (query or document))
    ):
        return None
    longest = whole.max_seq_length or 512
    return {
        "pooling": pooling,
        "dimension": int(whole.get_embedding_dimension()),
        "max_length": int(min(longest, 8192)),
        "pad_id": int(whole.tokenizer.pad_token_id or 0),
        "query_prompt": query,
        "document_prompt": document,
        "inputs": [
            n
            for n in whole.tokenizer.model_input_names
            if n in ("input_ids", "attention_mask", "token_type_ids")
        ],
    }


def _write(whole: Any, meta: dict[str, Any], work: Path) -> bool:
    import torch

    first = meta["pooling"] == "cls"
    transformer = whole[0].auto_model.eval()

    class Pooled(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.transformer = transformer

        def forward(self, *inputs: Any) -> Any:
            named = dict(zip(meta["inputs"], inputs, strict=True))
            hidden = self.transformer(**named).last_hidden_state
            mask = named["attention_mask"].unsqueeze(-1).to(hidden.dtype)
            pooled = hidden[:, 0] if first else (hidden * mask).sum(1) / mask.sum(1).clamp(min=1e-9)
            return torch.nn.functional.normalize(pooled, dim=1)

    example = whole.tokenizer(list(_SAMPLES[:2]), padding=True, return_tensors="pt")
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        raw = work / "raw.onnx"
        try:
            torch.onnx.export(
                Pooled().eval(),
                tuple(example[name] for name in meta["inputs"]),
                str(raw),
                input_names=meta["inputs"],
                output_names=["embedding"],
                dynamic_axes={name: {0: "batch", 1: "tokens"} for name in meta["inputs"]}
                | {"embedding": {0: "batch"}},
                opset_version=17,
                dynamo=False,
            )
        except (RuntimeError, TypeError, ValueError):
            return False  # an architecture the exporter can't follow
    _optimise(raw, work / "model.onnx")
    for file in [*work.glob("raw.onnx*")]:
        file.unlink()
    backend = whole.tokenizer.backend_tokenizer
    backend.no_padding()
    backend.no_truncation()
    (work / "tokenizer.json").write_text(backend.to_str(), "utf-8")
    (work / "meta.json").write_text(json.dumps(meta), "utf-8")
    return _same(whole, work)


def _optimise(raw: Path, target: Path) -> None:
    """Fuses the graph once, so that no later start has to. Level `extended` is the same on every CPU.

    The weights go into a file of their own: onnxruntime maps that one into memory, where weights inside of
    the graph's file are parsed and copied at every start (0.1 s and 80 MB of a question)."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    kept = "session.optimized_model_external_initializers"
    options.add_session_config_entry(f"{kept}_file_name", "weights.bin")
    options.add_session_config_entry(f"{kept}_min_size_in_bytes", "1024")
    options.log_severity_level = 3
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
    options.optimized_model_filepath = str(target)
    onnxruntime.InferenceSession(str(raw), options, providers=["CPUExecutionProvider"])


def _same(whole: Any, work: Path) -> bool:
    from omem_cli.embedding.onnx_embedder import OnnxEmbedder

    ours = OnnxEmbedder(work, "")
    texts = list(_SAMPLES)
    reference = np.asarray(whole.encode_document(texts, normalize_embeddings=True, show_progress_bar=False))
    question = np.asarray(whole.encode_query(texts[0], normalize_embeddings=True, show_progress_bar=False))
    cosines = [*(ours.encode_documents(texts) * reference).sum(1), ours.encode_query(texts[0]) @ question]
    return bool(min(cosines) >= _SAME)
