"""Cuts text into the encoder's pieces and says where in the text each one stands."""

from omem_cli.encoder.container import Pieces

Span = tuple[int, int]


class Tokenizer:
    """Unigram pieces (Kudo 2018), as SentencePiece cuts them."""

    def __init__(self, pieces: Pieces) -> None:
        from tokenizers import Tokenizer as Backend
        from tokenizers.models import Unigram
        from tokenizers.pre_tokenizers import Metaspace

        self._normal = pieces.normal
        self._backend = Backend(Unigram(pieces.scored, unk_id=pieces.unknown, byte_fallback=False))
        self._backend.pre_tokenizer = Metaspace(prepend_scheme="always")

    def cut(self, text: str) -> tuple[list[int], list[Span]]:
        """Numbers of the pieces, and the span of `text` that each stands for (without a leading space)."""
        # Characters are replaced here rather than by the library, so that spans of the text itself come out.
        kept: list[str] = []
        places: list[int] = []
        for at, character in enumerate(text.encode("utf-8", "replace").decode("utf-8")):
            for part in self._normal.get(ord(character), character):
                if part == " " and kept and kept[-1] == " ":
                    continue
                kept.append(part)
                places.append(at)
        found = self._backend.encode("".join(kept), add_special_tokens=False)
        spans: list[Span] = []
        for low, high in found.offsets:
            high = min(high, len(places))
            while low < high - 1 and kept[low] == " ":
                low += 1
            spans.append((places[low], places[high - 1] + 1) if low < high else (0, 0))
        return list(found.ids), spans
