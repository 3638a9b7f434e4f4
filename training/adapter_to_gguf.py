"""Writes a peft adapter as the GGUF that llama.cpp applies with `lora_path`.

python training/adapter_to_gguf.py build/adapter/epoch4 omem_cli/data/adapter.gguf
"""

import argparse
import json
from pathlib import Path

import gguf
import numpy as np
from safetensors.numpy import load_file

TENSORS = {
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}


def main() -> None:
    args = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    args.add_argument("peft")
    args.add_argument("out")
    a = args.parse_args()
    config = json.loads(Path(a.peft, "adapter_config.json").read_text())
    writer = gguf.GGUFWriter(a.out, "llama")
    writer.add_type("adapter")
    writer.add_string("adapter.type", "lora")
    writer.add_float32("adapter.lora.alpha", float(config["lora_alpha"]))
    for name, value in sorted(load_file(str(Path(a.peft, "adapter_model.safetensors"))).items()):
        parts = name.split(".")
        at = parts.index("layers")
        tensor = TENSORS[".".join(parts[at + 2 : -2])]
        side = "lora_a" if "lora_A" in parts else "lora_b"
        writer.add_tensor(f"blk.{parts[at + 1]}.{tensor}.weight.{side}", value.astype(np.float16))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


if __name__ == "__main__":
    main()
