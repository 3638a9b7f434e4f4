"""Pages of an encrypted memory without SQLCipher, which gives up a file at its first damaged page.

SQLCipher 4's own defaults (https://www.zetetic.net/sqlcipher/design/): AES-256-CBC, a page's last 80 bytes
are its vector and an HMAC-SHA512 of both and of its number. So a damaged page is known for certain.
"""

import hashlib
import hmac
import re
from pathlib import Path

from omem_cli.errors import StoreError
from omem_cli.store.pages import DEFAULT_SIZE, MAGIC, Decode

_RAW = re.compile(r"[0-9a-fA-F]{64}")
_SALT, _VECTOR, _MAC = 16, 16, 64
_ROUNDS, _MAC_ROUNDS = 256_000, 2


def decoder(path: Path, key: str) -> Decode | None:
    """What turns pages on disk into pages; None if none of the file's pages is encrypted with this key.
    Raises StoreError without the library, OSError."""
    try:
        from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
    except ImportError:
        raise StoreError(
            "repairing an encrypted memory needs `cryptography`: pip install 'omem-cli[encrypted]'"
        ) from None
    with path.open("rb") as file:
        salt = file.read(_SALT)
    if _RAW.fullmatch(key):
        secret = bytes.fromhex(key)
    else:
        secret = hashlib.pbkdf2_hmac("sha512", key.encode(), salt, _ROUNDS, 32)
    mac_salt = bytes(byte ^ 0x3A for byte in salt)
    mac_key = hashlib.pbkdf2_hmac("sha512", secret, mac_salt, _MAC_ROUNDS, 32)

    def page(number: int, raw: bytes) -> bytes | None:
        begin = _SALT if number == 1 else 0
        body, mac = raw[begin:-_MAC], raw[-_MAC:]
        if not hmac.compare_digest(hmac.digest(mac_key, body + number.to_bytes(4, "little"), "sha512"), mac):
            return None
        text, vector = body[:-_VECTOR], body[-_VECTOR:]
        if len(text) % 16:
            return None
        run = Cipher(algorithms.AES(secret), modes.CBC(vector)).decryptor()
        clear = run.update(text) + run.finalize()
        return (MAGIC if number == 1 else b"") + clear + body[-_VECTOR:] + mac

    return page if _opens(path, page) else None


def _opens(path: Path, page: Decode) -> bool:
    with path.open("rb") as file:
        number = 1
        while raw := file.read(DEFAULT_SIZE):
            if len(raw) == DEFAULT_SIZE and page(number, raw) is not None:
                return True
            number += 1
    return False
