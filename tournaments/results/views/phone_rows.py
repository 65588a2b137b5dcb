from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from django.forms import BoundField

from engine.match.scoring import places, shared_amount
from tournaments.core.text.numbers import format_exact
from tournaments.results.forms.results import SheetForm, WhoForm
from tournaments.results.models.results import ResultSeat
from tournaments.results.queries.sheets import SheetSeat


class PhoneRow(NamedTuple):
    """Player's row of the sheet: the field to type points, or the points with their place."""

    seat: SheetSeat | ResultSeat
    is_typist: bool = False
    field: BoundField | None = None
    points: int = 0
    place: int | None = None
    table_points: str = ""


def build_typed_rows(form: SheetForm, who: WhoForm) -> list[PhoneRow]:
    pairs = zip(form.seats, form.points_fields, strict=True)
    return [PhoneRow(seat, who.is_typist(seat.entry.pk), field) for seat, field in pairs]


def build_sheet_rows(seats: Sequence[ResultSeat], table_points: Sequence[Fraction], who: WhoForm) -> list[PhoneRow]:
    standing = places([seat.points for seat in seats])
    return [
        PhoneRow(
            seat,
            who.is_typist(seat.entry_id),
            points=seat.points,
            place=place,
            table_points=format_exact(shared_amount(table_points, place, tied)) if table_points else "",
        )
        for seat, (place, tied) in zip(seats, standing, strict=True)
    ]
