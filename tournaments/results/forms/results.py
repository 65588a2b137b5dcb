from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from engine.match.declared import DeclaredHand
from engine.match.sheet_rules import KONG_LETTERS, SheetField, SheetRules, line_fields
from engine.sentences import Sentence
from tournaments.core.forms.fields import DependentReasonField, ReasonForm, SignedInput, WholeField
from tournaments.core.text.names import format_person, format_persons, map_marks
from tournaments.core.text.sentences import format_seat_word, format_wind, in_words
from tournaments.core.visibility import Visitor, is_hidden
from tournaments.results.logic import hand_lines
from tournaments.results.models.results import HandRecord, TableResult
from tournaments.results.papers.scoresheet import list_result_fields
from tournaments.results.queries import confirming, sheets
from tournaments.results.queries.board import BoardTable
from tournaments.results.queries.sheets import SheetSeat
from tournaments.results.text import KONGS, LABELS, get_choice_label
from tournaments.rounds.models import GameTable

MAX_POINTS = 10_000_000
MAX_VERSION = 32767


class PointsField(WholeField):
    """Points as typed by scorers: 1 200, 1,200, −40 with any kind of minus sign."""

    def __init__(self, *, signed: bool = True, **kwargs: Any) -> None:
        attributes = {"inputmode": "numeric", "autocomplete": "off", "size": "7", "data-points": ""}
        widget = (SignedInput if signed else forms.TextInput)(attributes)
        super().__init__(widget=widget, min_value=-MAX_POINTS if signed else 0, max_value=MAX_POINTS, **kwargs)

    def to_python(self, value: Any) -> int | None:
        if isinstance(value, str):
            value = re.sub(r"[\s,’']", "", value).replace("−", "-").replace("–", "-").removeprefix("+")
        return super().to_python(value)


class SheetReasonForm(forms.Form):
    reason = DependentReasonField()

    def clean_reason(self) -> str:
        reason: str = self.cleaned_data["reason"]
        if reason and not any(sign.isalpha() for sign in reason):
            raise ValidationError(_("Give the reason in words, not as a number."))
        return reason


class SheetForm(SheetReasonForm):
    """Final points of a table, in the order of the printed sheet."""

    leftover = PointsField(label=_("Points in sticks left"), required=False, signed=False)
    reason = DependentReasonField(help_text=_("Needed for corrections and if the sheet does not add up."))
    based_on = WholeField(widget=forms.HiddenInput, required=False, min_value=0)

    def __init__(self, *args: Any, rules: SheetRules, seats: Sequence[SheetSeat], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats = seats
        written = list_result_fields(rules, len(seats))
        self.written = [field.name for field in written]
        labels = describe_seats(seats)
        for field in written:
            if field.seat is not None:
                self.fields[field.name] = PointsField(label=labels[field.seat])
        self.order_fields(self.written)

    @classmethod
    def of_table(cls, table: GameTable, data: Any = None, **kwargs: Any) -> SheetForm:
        return cls(data, rules=sheets.get_round_sheet_rules(table.round), seats=sheets.list_seats(table), **kwargs)

    @classmethod
    def of_sheets(cls, stored: sheets.TableSheets, data: Any) -> SheetForm:
        return cls(data, rules=stored.rules, seats=stored.seats)

    @classmethod
    def opened(cls, table: GameTable, viewer: Visitor) -> SheetForm:
        """Return the table's form with the current sheet, unless hidden from the viewer."""
        versions = sheets.read_table_sheets(table)
        return cls(
            rules=versions.rules,
            seats=versions.seats,
            initial=build_initial_values(versions.current, viewer) | {"based_on": versions.newest},
        )

    @property
    def sheet_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.written]

    @property
    def points_fields(self) -> list[forms.BoundField]:
        return self.sheet_fields[: len(self.seats)]

    @property
    def sheet(self) -> dict[str, Any]:
        values = self.cleaned_data
        return {
            "points": self.points,
            "players": [seat.entry.pk for seat in self.seats],
            "leftover": values.get("leftover") or 0,
            "reason": values["reason"],
            "based_on": values["based_on"],
        }

    @property
    def points(self) -> list[int]:
        return [self.cleaned_data[f"points_{seat.order}"] for seat in self.seats]


def build_initial_values(result: TableResult | None, viewer: Visitor) -> dict[str, Any]:
    """Return initial values of a version's form; none if its points are hidden from the viewer."""
    if result is None or is_hidden(viewer, result):
        return {}
    values: dict[str, Any] = {f"points_{seat.order}": seat.points for seat in result.seats.all()}
    return values | {"leftover": result.leftover_points or None}


class TableEntryForm(SheetForm):
    """Line of a table on the entry page; `step` of a waiting sheet: ``confirm`` it, a ``second`` entry, or none."""

    def __init__(self, table: BoardTable, viewer: Visitor, *, rules: SheetRules, may_confirm: bool) -> None:
        result = table.result
        super().__init__(
            rules=rules,
            seats=table.seats,
            auto_id=f"id_t{table.number}_%s",
            initial=build_initial_values(result, viewer) | {"based_on": result.version if result else 0},
        )
        # A line of the page has no room for it.
        self.fields["reason"].help_text = ""
        self.table, self.step = table, ""
        if may_confirm and table.state == "entered" and result and not confirming.may_not_confirm(viewer, result):
            blind = result.table.round.tournament.blind_reentry
            self.step = "second" if blind and not result.twice_alike else "confirm"


class KongsInput(forms.TextInput):
    """Kongs of a hand in short notation; `static/js/results/kongs.js` lets fingers choose them instead."""

    def __init__(self, seats: Sequence[SheetSeat]) -> None:
        words = {
            "seats": describe_seats(seats),
            "kinds": {letter: str(KONGS[kind]) for letter, kind in KONG_LETTERS.items()},
            "who": _("Who made the kong?"),
            "from": _("From whom?"),
            "add": _("Add kong"),
            "win": _("A win came before the next kong"),
            "remove": _("Remove"),
        }
        super().__init__({"data-kongs": json.dumps(words, default=str), "autocapitalize": "off"})


class HandForm(forms.Form):
    """Line of a hand; the rules define the fields. ``number`` is its position, from 1."""

    def __init__(
        self, *args: Any, rules: SheetRules, seats: Sequence[SheetSeat], number: int = 1, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.rules, self.seats, self.number = rules, seats, number
        self.hand = DeclaredHand()
        for field in line_fields(rules):
            form_field = self._make_field(field)
            label = f"{LABELS[field.label]} {field.place or ''}".strip()
            if field.seat is not None and field.seat < len(seats):
                label = f"{label} {format_chair(seats[field.seat])}"
            form_field.label = form_field.widget.attrs["aria-label"] = label
            self.fields[field.name] = form_field

    def _make_field(self, field: SheetField) -> forms.Field:
        if field.kind == "seat":
            chairs = [("", "–"), *((str(seat.order), format_chair(seat)) for seat in self.seats)]
            return forms.ChoiceField(choices=chairs, required=False)
        if field.kind == "choice":
            choices = [("", "–"), *((choice, get_choice_label(choice)) for choice in field.choices)]
            return forms.ChoiceField(choices=choices, required=False)
        if field.kind == "tick":
            return forms.BooleanField(required=False)
        if field.kind == "kongs":
            return forms.CharField(required=False, max_length=60, widget=KongsInput(self.seats))
        if field.kind == "number":
            return forms.IntegerField(required=False, min_value=0, max_value=1000)
        return PointsField(required=False)

    @property
    def parts(self) -> list[HandPart]:
        parts: dict[object, HandPart] = {}
        for field in line_fields(self.rules):
            if field.place:
                key, heading = ("win", field.place), _("Win %(number)s") % {"number": field.place}
            elif field.seat is not None and field.label in ("state", "fan"):
                key, heading = ("end", 0), str(LABELS["state"])
            elif field.seat is not None:
                key, heading = (field.label, 0), str(LABELS[field.label])
            else:
                key, heading = ("hand", 0), ""
            parts.setdefault(key, HandPart(heading, [])).fields.append(self[field.name])
        return list(parts.values())

    @property
    def opens(self) -> bool:
        return self.number == 1 or bool(self.errors) or (self.written if self.is_bound else bool(self.initial))

    @property
    def written(self) -> bool:
        return any(value not in (None, "", False) for value in self.cleaned_data.values())

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if not self.errors:
            try:
                self.hand = hand_lines.declare_hand(self.rules, values)
            except hand_lines.ImpossibleHandError as error:
                self.refuse(error.reason)
        return values

    def refuse(self, reason: Sentence) -> None:
        names = dict(
            zip((seat.order for seat in self.seats), format_persons([seat.entry for seat in self.seats]), strict=True)
        )
        why = in_words(reason, lambda seat: names.get(seat) or format_seat_word(seat))
        refusal = _("Hand %(number)s cannot be: %(why)s.") % {"number": self.number, "why": why}
        self.add_error(None, ValidationError(refusal))

    def record(self) -> HandRecord:
        """Return the unsaved hand by players, not seats; `more` holds what one line cannot."""
        people = {seat.order: seat.entry.pk for seat in self.seats}
        first = hand_lines.build_hand_summary(self.hand)
        values = self.cleaned_data
        more = {
            name: value
            for name, value in values.items()
            if value not in (None, "", False) and name not in hand_lines.OWN_COLUMNS and not name.startswith("penalty_")
        }
        return HandRecord(
            number=self.number,
            winner_id=None if first.winner is None else people[first.winner],
            discarder_id=None if first.discarder is None else people[first.discarder],
            value=first.value,
            penalties=list(self.hand.fines) if any(self.hand.fines) else [],
            more=more,
        )


class HandPart(NamedTuple):
    heading: str
    fields: list[forms.BoundField]


def format_chair(seat: SheetSeat) -> str:
    """Return a seat's short name: its wind's letter, or its number if the wind is unknown."""
    return format_wind(seat.wind) if seat.wind is not None else str(seat.order + 1)


def describe_seats(seats: Sequence[SheetSeat]) -> list[str]:
    names = format_persons([seat.entry for seat in seats])
    return [f"{format_chair(seat)} · {name}" for seat, name in zip(seats, names, strict=True)]


def make_hand_forms(
    data: Any, *, rules: SheetRules, seats: Sequence[SheetSeat], initial: Sequence[dict[str, Any]] = ()
) -> list[HandForm]:
    """Return as many lines as the printed sheet has, or more if more hands were recorded."""
    count = max(rules.lines, len(initial))
    return [
        HandForm(
            data,
            prefix=f"hand_{number}",
            rules=rules,
            seats=seats,
            number=number,
            initial=initial[number - 1] if number <= len(initial) else {},
        )
        for number in range(1, count + 1)
    ]


class TakeBackResultForm(forms.Form):
    sheets = forms.RegexField(r"^\d{1,5}:\d{1,5}( \d{1,5}:\d{1,5})*$", label=_("Sheets"), max_length=10_000)


class RejectForm(ReasonForm):
    field_order = ("version", "reason")

    version = WholeField(min_value=1, max_value=MAX_VERSION)


class ConfirmReasonForm(SheetReasonForm):
    """Reason for confirming, which an account needs to confirm for the players."""

    reason = DependentReasonField(label=_("Reason for confirming"))


class ConfirmForm(ConfirmReasonForm):
    field_order = ("version", "reason")

    version = WholeField(min_value=1, max_value=MAX_VERSION)


class ConfirmingForm(forms.Form):
    way = forms.ChoiceField(choices=(("players", ""), ("own", "")))


class WhoForm(forms.Form):
    """Player who types on the phone."""

    player = forms.TypedChoiceField(label=_("Your name"), coerce=int, widget=forms.RadioSelect)
    initials = forms.CharField(
        label=_("Initials"),
        max_length=8,
        required=False,
        help_text=_("Needed only if another player has used this phone for the same sheet."),
    )

    def __init__(
        self, *args: Any, seats: Sequence[SheetSeat], one_phone: bool = False, owner: int | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"].initial = owner
        if not one_phone:
            del self.fields["initials"]
        chosen = self.fields["player"]
        if isinstance(chosen, forms.TypedChoiceField):
            told_apart = map_marks(seat.entry for seat in seats)
            chosen.choices = [
                (seat.entry.pk, f"{format_chair(seat)} · {format_person(seat.entry, told_apart)}") for seat in seats
            ]

    def is_typist(self, entry: int) -> bool:
        return str(self["player"].value()) == str(entry)
