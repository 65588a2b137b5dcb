"""Log addresses that this program cannot fetch, with instructions for saving the log as a file."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import parse_qs, urlsplit

from engine.sentences import Sentence, gettext_noop

SITES: Final[tuple[tuple[str, str], ...]] = (
    (
        r"tenhou\.net",
        gettext_noop(
            "%(address)s leads to a log at Tenhou, which this site does not fetch. Open https://tenhou.net/0/log/?%(id)s,"
            " save that page as a file, and bring the file here"
        ),
    ),
    (
        r"tziakcha\.net",
        gettext_noop(
            "%(address)s leads to a record at tziakcha, which this site does not fetch. Save what"
            " https://tziakcha.net/_qry/record/ answers to id=%(id)s (your browser's tools for developers list it under"
            " Network while the record is open), and bring the file here"
        ),
    ),
    (
        r"botzone\.org(?:\.cn)?",
        gettext_noop(
            "%(address)s leads to a match at Botzone, which this site does not fetch. Open it with ?lite=true behind"
            " its address, save that page as a file, and bring the file here"
        ),
    ),
    (
        r"(?:.*\.)?(?:maj-soul|mahjongsoul|majsoul)\.(?:com|net|game\.yo-star\.com)|.*mahjongsoul.*\.yo-star\.com",
        gettext_noop(
            "%(address)s leads to a log at Mahjong Soul, which this site does not fetch. Save the log there as JSON of"
            " Tenhou with one of the scripts for it, and bring the file here"
        ),
    ),
)
"""Pattern of a host -> instructions. %(id)s is the id of the log in the address."""
OTHER: Final = gettext_noop(
    "%(address)s is an address, and this site does not fetch logs from %(host)s. Save the log there as a file, in a"
    " form that is listed under the field, and bring the file here"
)
_ADDRESS: Final = re.compile(r"https?://\S+", re.IGNORECASE)
_BARE: Final = re.compile(rf"(?:www\.)?(?:{'|'.join(pattern for pattern, _words in SITES)})/", re.IGNORECASE)
"""Address without scheme, as browsers show it; only for the known sites, because logs contain slashes."""


def download_hint(text: str) -> Sentence | None:
    """Return instructions for a text that is the address of a log, else None.

    >>> "tziakcha" in str(download_hint("https://tziakcha.net/record/?id=aBc"))
    True
    """
    words = text.split()
    if not words or not all(_ADDRESS.fullmatch(word) or _BARE.match(word[:200]) for word in words):
        return None
    address = words[0][:200]
    if not _ADDRESS.match(address):
        address = f"https://{address}"
    try:
        parts = urlsplit(address)
        host = (parts.hostname or "").removeprefix("www.")
    except ValueError:
        return None
    query = parse_qs(parts.query)
    named = (query.get("log") or query.get("id") or [parts.path.rstrip("/").rpartition("/")[2]])[0]
    message = next((words for pattern, words in SITES if re.fullmatch(pattern, host)), OTHER)
    return Sentence(message, {"address": address, "host": host, "id": named})
