"""Encryption at rest of seeds and boards that nobody may see yet; only services import this. The key is derived from
the site's secret key, outside the database; `SECRET_KEY_FALLBACKS` still open old seals.
"""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils.translation import gettext as _

from tournaments.core.errors import UserError

if TYPE_CHECKING:
    from cryptography.fernet import Fernet, MultiFernet

_PURPOSE = b"mahjong-director duplicate deals"


def seal(text: str) -> str:
    """Return the text encrypted and authenticated; two seals of one text differ."""
    return _build_keys().encrypt(text.encode()).decode("ascii")


def unseal(sealed: str) -> str:
    """Decrypt a seal. Raises `UserError` if the site's secret key did not seal it."""
    from cryptography.fernet import InvalidToken

    try:
        return _build_keys().decrypt(sealed.encode("ascii")).decode()
    except InvalidToken:
        raise UserError(
            _("The boards were sealed with another secret key of this site; put that key back and try again.")
        ) from None


def reseal(sealed: str, former_key: str) -> str:
    """Return a seal by the key of this site of what a former secret key has sealed."""
    return seal(_derive_key(former_key).decrypt(sealed.encode("ascii")).decode())


def _build_keys() -> MultiFernet:
    from cryptography.fernet import MultiFernet

    return MultiFernet([_derive_key(secret) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def _derive_key(secret: str | bytes) -> Fernet:
    from cryptography.fernet import Fernet
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    material = secret if isinstance(secret, bytes) else secret.encode()
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=_PURPOSE).derive(material)
    return Fernet(base64.urlsafe_b64encode(derived))
