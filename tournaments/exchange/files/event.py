"""Event files for organisers: the complete event, and all data of one person."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.core.downloads import export
from tournaments.entries.fields import PLAYER, REGISTRATION, ModelColumn, list_exported_columns
from tournaments.entries.models.entries import Entry, Portrait
from tournaments.entries.models.registration import Application
from tournaments.events.models import Tournament
from tournaments.exchange.document.archive import pack
from tournaments.exchange.services.mentions import mentions
from tournaments.results.models.results import ResultSeat, TableResult
from tournaments.rounds.models import Seat
from tournaments.standings.models import ScoreLine


@export("whole.zip", name="event_whole", title=_("The whole event"), action="events.export")
def whole(tournament: Tournament, query: QueryDict) -> bytes:
    return pack(tournament)


def build_person_file(entry: Entry) -> bytes:
    return json.dumps(facts_of(entry), cls=DjangoJSONEncoder, ensure_ascii=False, indent=2).encode()


def facts_of(entry: Entry) -> dict[str, Any]:
    """Return entry, photo (JPEG in base64), registration, seats, confirmed sheets, ledger lines, mentions."""
    seats = Seat.objects.filter(entry=entry, seating__state__in=("published", "playing")).select_related(
        "seating__round"
    )
    sheets = ResultSeat.objects.filter(entry=entry, result__state=TableResult.State.CONFIRMED)
    lines = ScoreLine.objects.filter(entry=entry).select_related("round").order_by("pk")
    sent = Application.objects.filter(entry=entry).first()
    portrait = Portrait.objects.filter(entry=entry).first()
    return {
        "event": entry.tournament.name,
        "player": _map_exported_columns(PLAYER, entry)
        | {"team": entry.team.name if entry.team else "", "account": str(entry.account or "")},
        "registration": _map_exported_columns(REGISTRATION, sent) if sent else None,
        "seats": [
            {"round": seat.seating.round.number, "table": seat.table_number, "wind": seat.wind}
            for seat in seats.order_by("seating__round__number")
        ],
        "photo": base64.b64encode(bytes(portrait.picture)).decode() if portrait else None,
        "sheets": [
            {"round": seat.result.table.round.number, "table": seat.result.table.number, "points": seat.points}
            for seat in sheets.select_related("result__table__round").order_by("result__table__round__number")
        ],
        "ledger": [
            {
                "round": line.round.number if line.round else None,
                "kind": line.kind,
                "unit": line.unit,
                "amount": str(line.amount),
                "reason": str(line.reason),
                "voided": line.voided_at is not None,
            }
            for line in lines
        ],
        "named_in": [
            {"key": mention.key, "place": mention.place, "text": mention.excerpt} for mention in mentions(entry)
        ],
    }


def _map_exported_columns(table: Iterable[ModelColumn], row: Model) -> dict[str, Any]:
    return {column.name: column.field.value_from_object(row) for column in list_exported_columns(table)}
