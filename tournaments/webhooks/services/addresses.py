"""Addresses of services to which messages go."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit, urlunsplit


def split_chat(address: str) -> tuple[str, str]:
    """Return the address of Telegram's method, and the chat that its query names; empty if it names none.

    >>> split_chat("https://api.telegram.org/bot1:abc/sendMessage?chat_id=-42")
    ('https://api.telegram.org/bot1:abc/sendMessage', '-42')
    """
    parts = urlsplit(address)
    chat = parse_qs(parts.query).get("chat_id", [""])[0]
    return urlunsplit(parts._replace(query="")), chat
