"""Encryption at rest of what nobody may see yet: the seed of an event's deals and its boards.

The key is derived from the site's secret key, which lies outside the database: a stolen copy of the database shows no
board. Older secret keys (`SECRET_KEY_FALLBACKS`) still open what was sealed with them. Only services import this.
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
    """The text encrypted and authenticated; two seals of one text differ."""
    return _keys().encrypt(text.encode()).decode("ascii")


def unseal(sealed: str) -> str:
    """The text of a seal. Raises `UserError` where the site's secret key is not the one that sealed it."""
    from cryptography.fernet import InvalidToken

    try:
        return _keys().decrypt(sealed.encode("ascii")).decode()
    except InvalidToken:
        raise UserError(
            _("The boards were sealed with another secret key of this site; put that key back and try again.")
        ) from None


def _keys() -> MultiFernet:
    from cryptography.fernet import MultiFernet

    return MultiFernet([_key(secret) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def _key(secret: str | bytes) -> Fernet:
    from cryptography.fernet import Fernet
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    material = secret if isinstance(secret, bytes) else secret.encode()
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=_PURPOSE).derive(material)
    return Fernet(base64.urlsafe_b64encode(derived))
