"""Choice of the encoding of an uploaded text, with names as each reading shows them; the page keeps the file."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from django.http import HttpRequest
from django.utils.functional import Promise

from tournaments.core.tabular.encodings import ENCODINGS, list_names, rank_encodings
from tournaments.core.tabular.reading import is_spreadsheet
from tournaments.core.views import previews
from tournaments.events.models import Tournament

BEST: Final = 4
_KEPT: Final = "encoding-of-file"


@dataclass(frozen=True)
class DecodedText:
    encoding: str
    label: str | Promise
    names: str


@dataclass(frozen=True)
class EncodingChoice:
    used: str
    best: list[DecodedText]
    others: list[DecodedText]
    token: str
    carried: Mapping[str, str] = field(default_factory=dict)


def build_encoding_choice(
    tournament: Tournament | None, content: bytes, used: str, carried: Mapping[str, str] | None = None
) -> EncodingChoice | None:
    """Return the readings to choose from; None for a spreadsheet or pure ASCII."""
    if is_spreadsheet(content) or used not in ENCODINGS or (used == "utf-8-sig" and not list_names(content, used)):
        return None
    ranked = list(dict.fromkeys([used, *rank_encodings(content)]))[:BEST]
    readings = {
        name: DecodedText(name, label, ", ".join(list_names(content, name))) for name, label in ENCODINGS.items()
    }
    best = [readings[name] for name in ranked]
    others = [reading for name, reading in readings.items() if name not in ranked]
    token = previews.seal_preview(tournament, _KEPT, base64.b64encode(content).decode())
    return EncodingChoice(used, best, others, token, carried or {})


def reopen_uploaded_file(request: HttpRequest, tournament: Tournament | None) -> tuple[bytes, str] | None:
    parts = previews.open_preview(request, tournament, _KEPT, field="kept_file")
    chosen = request.POST.get("encoding", "")
    return None if parts is None else (base64.b64decode(parts[0]), chosen if chosen in ENCODINGS else "")
