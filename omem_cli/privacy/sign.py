"""Signatures (Ed25519, RFC 8032) that tell who shared something and who takes it back."""

import secrets
from hashlib import blake2b

_PURPOSE = b"omem-share-1\n"  # a signature made for this is good for nothing else


def new_seed() -> bytes:
    """A new private key: 32 random bytes."""
    return secrets.token_bytes(32)


def public(seed: bytes) -> bytes:
    """The public key of a private one, 32 bytes."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()


def sign(seed: bytes, data: bytes) -> bytes:
    """The signature, 64 bytes."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(seed).sign(_PURPOSE + data)


def is_signed(signer: bytes, signature: bytes, data: bytes) -> bool:
    """Whether the holder of `signer`'s private key signed the data."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(signer).verify(signature, _PURPOSE + data)
    except (InvalidSignature, ValueError):
        return False
    return True


def fingerprint(signer: bytes) -> str:
    """A public key in 20 hexadecimal digits, short enough to be read out to each other."""
    return blake2b(signer, digest_size=10).hexdigest()
