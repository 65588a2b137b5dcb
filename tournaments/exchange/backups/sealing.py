"""Encryption of a backup with a passphrase, in parts, so that it may lie on another site.

A key of 256 bits is derived from the passphrase by scrypt. Each part is sealed by AES-GCM under the header, its number
and a mark of the last part: a file that is cut, reordered or changed does not open.
"""

from __future__ import annotations

import hashlib
import hmac
import os
from dataclasses import dataclass
from typing import IO, Final

from django.utils.translation import gettext as _

from tournaments.core.errors import UserError

MAGIC: Final = b"mahjong-sealed/1"
SALT, CHECK, PREFIX, TAG = 16, 16, 7, 16
HEADER: Final = len(MAGIC) + SALT + CHECK + PREFIX
PART: Final = 1_000_000
MOST_PARTS: Final = 2**32
COST: Final = {"n": 2**17, "r": 8, "p": 1}
"""Cost of scrypt by which a guess takes 128 MB and about half a second."""
SHORTEST, LONGEST = 12, 200


@dataclass(frozen=True)
class SealKey:
    """Key derived from a passphrase, which cannot be found by it."""

    salt: bytes
    secret: bytes

    @property
    def check(self) -> bytes:
        """Mark by which a wrong passphrase is told from a damaged file."""
        return hashlib.sha256(b"check" + self.secret).digest()[:CHECK]


def derive_key(passphrase: str, *, salt: bytes | None = None) -> SealKey:
    salt = os.urandom(SALT) if salt is None else salt
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    return SealKey(salt, Scrypt(salt=salt, length=32, **COST).derive(passphrase.encode()))


def compute_sealed_size(size: int) -> int:
    """Return the bytes of a sealed file of so many bytes.

    >>> compute_sealed_size(0), compute_sealed_size(1_000_000), compute_sealed_size(1_000_001)
    (71, 1000071, 1000088)
    """
    return HEADER + size + TAG * max(1, -(-size // PART))


def seal(source: IO[bytes], target: IO[bytes], key: SealKey) -> None:
    """Encrypt the source, part by part."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    header = MAGIC + key.salt + key.check + os.urandom(PREFIX)
    target.write(header)
    cipher, number, part = AESGCM(key.secret), 0, source.read(PART)
    while True:
        following = source.read(PART)
        target.write(cipher.encrypt(_make_nonce(header, number, last=not following), part, header))
        if not following:
            return
        number, part = number + 1, following


def unseal(source: IO[bytes], target: IO[bytes], passphrase: str) -> None:
    """Decrypt a sealed file. Raises `UserError` for another passphrase or file, or a damaged one.

    The target then holds at most the parts before the damage: use it only after the return.
    """
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    header = source.read(HEADER)
    if len(header) < HEADER or not header.startswith(MAGIC):
        raise UserError(_("This is not an encrypted backup of this program."))
    salt = header[len(MAGIC) : len(MAGIC) + SALT]
    key = derive_key(passphrase, salt=salt)
    if not hmac.compare_digest(key.check, header[len(MAGIC) + SALT : -PREFIX]):
        raise UserError(_("The passphrase is wrong."), field="passphrase")
    cipher, number, part = AESGCM(key.secret), 0, source.read(PART + TAG)
    while True:
        following = source.read(PART + TAG)
        try:
            target.write(cipher.decrypt(_make_nonce(header, number, last=not following), part, header))
        except InvalidTag as error:
            raise UserError(_("The encrypted backup is damaged or incomplete. Fetch it again.")) from error
        if not following:
            return
        number, part = number + 1, following


def _make_nonce(header: bytes, number: int, *, last: bool) -> bytes:
    if number >= MOST_PARTS:
        raise ValueError("too long to seal")
    return header[-PREFIX:] + number.to_bytes(4, "big") + bytes([last])
