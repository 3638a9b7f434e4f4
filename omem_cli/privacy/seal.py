"""Files that only a passphrase opens: exports and bundles, encrypted as a stream of authenticated chunks.

The key is scrypt's (Percival, RFC 7914) of the passphrase. Chunks of 64 KiB are encrypted with AES-256-GCM
under nonces that count them and mark the last one: the STREAM construction (Hoang, Reyhanitabar, Rogaway and
Vizár, 2015). So a chunk that was changed, moved, repeated or left out doesn't open, and a file that was cut
off at a chunk's end shows it.

    8 bytes   "OMEMSEAL"          1 byte   version (1)         1 byte   log2 of scrypt's N (r = 8, p = 1)
    16 bytes  salt                7 bytes  nonce prefix        32 bytes HMAC-SHA256 of all before
    chunks    ciphertext and 16 bytes of tag each; nonce: prefix, 4 bytes count, 1 byte "last"
"""

import hmac
import io
import secrets
import unicodedata
from collections.abc import Iterator
from types import TracebackType
from typing import IO, TYPE_CHECKING, Self

from omem_cli.errors import OmemError

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer as Buffer

MAGIC = b"OMEMSEAL"
CHUNK = 64 * 1024
_TAG = 16
_COST = 17  # 128 MiB and a few tenths of a second a guess, as OWASP advises
_COSTS = range(14, 19)  # what a file may ask for: more would be an attack on the reader's memory
_HEAD = len(MAGIC) + 2 + 16 + 7
_CHECK = 32


class SealError(OmemError):
    """A sealed file can't be opened."""


def _keys(passphrase: str, salt: bytes, cost: int) -> tuple[bytes, bytes]:
    """(key of the chunks, key of the header's check), 32 bytes each."""
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    # The same words typed on another system may come in another Unicode form.
    words = unicodedata.normalize("NFC", passphrase).encode("utf-8", "surrogatepass")
    both = Scrypt(salt=salt, length=64, n=1 << cost, r=8, p=1).derive(words)
    return both[:32], both[32:]


def _nonce(prefix: bytes, number: int, last: bool) -> bytes:
    return prefix + number.to_bytes(4, "big") + bytes([last])


class Sealer(io.BufferedIOBase):
    """A binary file to write to; what is written is encrypted into `out`. Without `close` (or if the `with`
    block fails) the last chunk is missing, and the file won't open. `cost` is log2 of scrypt's N."""

    name = "sealed"  # a text layer above wants one

    def __init__(self, out: IO[bytes], passphrase: str, *, cost: int = _COST) -> None:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        if not passphrase:
            raise SealError("the passphrase is empty")
        self._out, self._pending, self._number = out, bytearray(), 0
        salt, self._prefix = secrets.token_bytes(16), secrets.token_bytes(7)
        key, check = _keys(passphrase, salt, cost)
        self._cipher = AESGCM(key)
        self._head = MAGIC + bytes([1, cost]) + salt + self._prefix
        out.write(self._head + hmac.digest(check, self._head, "sha256"))

    def writable(self) -> bool:
        """It is."""
        return True

    def write(self, data: "Buffer", /) -> int:
        """Takes plain bytes."""
        plain = bytes(data)
        self._pending += plain
        while len(self._pending) > CHUNK:  # one byte more than a chunk: then this is not the last
            self._put(self._pending[:CHUNK], last=False)
            del self._pending[:CHUNK]
        return len(plain)

    def finish(self) -> None:
        """Writes the last chunk; nothing can be added then."""
        self._put(self._pending, last=True)
        self._pending = bytearray()
        self._out.flush()

    def _put(self, plain: bytes | bytearray, *, last: bool) -> None:
        nonce = _nonce(self._prefix, self._number, last)
        self._out.write(self._cipher.encrypt(nonce, bytes(plain), self._head))
        self._number += 1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.finish()


class Opener:
    """A sealed file, read from behind its `MAGIC`; checks the passphrase at once. `name` stands in errors.
    Raises SealError if it doesn't open, then or while it is read."""

    def __init__(self, source: IO[bytes], passphrase: str, name: str) -> None:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        self._source, self._name = source, name
        head = MAGIC + source.read(_HEAD - len(MAGIC))
        check = source.read(_CHECK)
        if len(check) < _CHECK:
            raise self._damaged()
        version, cost = head[len(MAGIC)], head[len(MAGIC) + 1]
        if version != 1:
            raise SealError(f"{name} was written by a newer omem: upgrade omem to open it")
        if cost not in _COSTS:
            raise self._damaged()
        salt, self._prefix = head[-23:-7], head[-7:]
        key, secret = _keys(passphrase, salt, cost)
        if not hmac.compare_digest(hmac.digest(secret, head, "sha256"), check):
            raise SealError(f"the passphrase does not open {name}")
        self._cipher, self._head = AESGCM(key), head

    def _damaged(self) -> SealError:
        return SealError(f"{self._name} is damaged or not complete: take it from its source again")

    def chunks(self) -> Iterator[bytes]:
        """The plain bytes, a chunk at a time, each after its check. Only when all were read is it known that
        none is missing: undo what was done with them if this raises."""
        from cryptography.exceptions import InvalidTag

        size, number = CHUNK + _TAG, 0
        found = self._source.read(size)
        while True:
            after = self._source.read(size) if len(found) == size else b""
            try:
                plain = self._cipher.decrypt(_nonce(self._prefix, number, not after), found, self._head)
            except (InvalidTag, ValueError):
                raise self._damaged() from None
            yield plain
            if not after:
                return
            found, number = after, number + 1

    def lines(self) -> Iterator[bytes]:
        """The plain bytes by lines, without their ends."""
        rest = b""
        for chunk in self.chunks():
            *whole, rest = (rest + chunk).split(b"\n")
            yield from whole
        if rest:
            yield rest
