"""Sites whose pages may show an event in a frame: origins after RFC 6454, separated by spaces, without framework."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit

_ORIGIN: Final = r"https?://[a-z0-9-]+(\.[a-z0-9-]+)*(:[0-9]{1,5})?"
ORIGINS: Final = rf"\A{_ORIGIN}( {_ORIGIN})*\Z"


class OriginError(ValueError):
    """Text that names no site; the message is the text."""


def are_origins(text: str) -> bool:
    return re.match(ORIGINS, text) is not None


def read_origins(text: str) -> str:
    """Return the origins of the addresses, once each. Raises `OriginError` for a text that is no site's address.

    >>> read_origins("club.example, https://Liga.example:8443/table/ https://club.example")
    'https://club.example https://liga.example:8443'
    """
    return " ".join(dict.fromkeys(_read_origin(address) for address in text.replace(",", " ").split()))


def _read_origin(address: str) -> str:
    try:
        parts = urlsplit(address if "://" in address else f"https://{address}")
        host = (parts.hostname or "").encode("idna").decode()
        port = parts.port
    except (UnicodeError, ValueError):
        raise OriginError(address) from None
    usual = {"http": 80, "https": 443}.get(parts.scheme)
    origin = f"{parts.scheme}://{host}" + (f":{port}" if port not in (None, usual) else "")
    if usual is None or parts.username is not None or port == 0 or not are_origins(origin):
        raise OriginError(address)
    return origin
