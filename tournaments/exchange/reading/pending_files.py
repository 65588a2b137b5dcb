"""Event files between preview and import: kept for a day, for the account that uploaded them."""

from __future__ import annotations

import datetime
import hashlib
import re

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.utils import timezone

FOLDER = "events"
KEPT = datetime.timedelta(days=1)


def put(account: int, content: bytes) -> str:
    discard_old()
    name = hashlib.sha256(content).hexdigest()
    path = _make_path(account, name)
    if not default_storage.exists(path):
        default_storage.save(path, ContentFile(content))
    return name


def find(account: int, name: str) -> bytes | None:
    if not re.fullmatch(r"[0-9a-f]{64}", name) or not default_storage.exists(_make_path(account, name)):
        return None
    with default_storage.open(_make_path(account, name)) as file:
        return bytes(file.read())


def _make_path(account: int, name: str) -> str:
    return f"{FOLDER}/{account}-{name}"


def discard_old() -> None:
    for path in _stored():
        if default_storage.get_modified_time(path) < timezone.now() - KEPT:
            default_storage.delete(path)


def discard_all() -> None:
    """Delete all of them: their contents are of any event, and packed."""
    for path in _stored():
        default_storage.delete(path)


def _stored() -> list[str]:
    try:
        return [f"{FOLDER}/{name}" for name in default_storage.listdir(FOLDER)[1]]
    except FileNotFoundError:
        return []
