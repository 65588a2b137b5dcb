"""Forms of sheets: final points, hand by hand, confirming, the ledger."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from engine.match.hand_sheet import HandLine, Kong, SheetError, Win, play_out
from tournaments.forms.numbers import AmountField, WholeField
from tournaments.models import Entry, ScoreLine, Team, Tournament
from tournaments.printing.sheet_fields import hand_fields, hands_on_sheet, result_fields
from tournaments.selectors.sheets import SheetSeat
from tournaments.services.results import HandRow, SheetRow
from tournaments.wording.sentences import in_words

WIND_LETTERS = "ESWN"
LARGEST_EVENT = 20_000_000
"""Bytes of an event file."""


class PointsField(WholeField):
    """Points as clerks type them: 1 200, 1,200, −40 with any kind of minus."""

    def __init__(self, **kwargs: Any) -> None:
        attributes = {"inputmode": "text", "autocomplete": "off", "size": "7", "data-points": ""}
        super().__init__(
            widget=forms.TextInput(attrs=attributes), min_value=-10_000_000, max_value=10_000_000, **kwargs
        )

    def to_python(self, value: Any) -> int | None:
        if isinstance(value, str):
            value = re.sub(r"[\s,’']", "", value).replace("−", "-").replace("–", "-").removeprefix("+")
        return super().to_python(value)


class SheetForm(forms.Form):
    """A table's final points, in the order of the printed sheet."""

    def __init__(self, *args: Any, family: str, seats: Sequence[SheetSeat], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seats = seats
        for field in result_fields(family, len(seats)):
            if field.seat is not None:
                self.fields[field.name] = PointsField(label=seats[field.seat].entry.name)
            else:
                self.fields[field.name] = PointsField(label=_("Points in sticks left"), required=False)
        self.sheet_order = list(self.fields)
        self.fields["reason"] = forms.CharField(
            label=_("Reason"),
            required=False,
            max_length=500,
            help_text=_("Needed where the sheet does not add up, and for a correction."),
        )
        self.fields["based_on"] = WholeField(widget=forms.HiddenInput, required=False, min_value=0)

    @property
    def rows(self) -> list[SheetRow]:
        """The sheet's lines for the service."""
        return [SheetRow(seat.entry.pk, self.cleaned_data[f"points_{seat.order}"]) for seat in self.seats]

    @property
    def leftover(self) -> int:
        """Points in sticks left on the table."""
        return self.cleaned_data.get("leftover") or 0

    @property
    def points(self) -> list[int]:
        """The four numbers in the order of the sheet."""
        return [self.cleaned_data[f"points_{seat.order}"] for seat in self.seats]


class HandForm(forms.Form):
    """One hand's line; the fields are those of the printed sheet."""

    def __init__(self, *args: Any, family: str, seats: Sequence[SheetSeat], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.family, self.seats = family, seats
        chairs = [("", "–"), *((str(seat.order), _chair(seat)) for seat in seats)]
        for field in hand_fields(family):
            if field.kind == "seat":
                made: forms.Field = forms.ChoiceField(choices=chairs, required=False)
            elif field.kind in ("riichi", "ready"):
                made = forms.BooleanField(required=False)
            elif field.kind == "kongs":
                made = forms.CharField(required=False, max_length=60)
            elif field.kind == "value":
                made = WholeField(required=False, min_value=0, max_value=1000)
            else:
                made = PointsField(required=False)
            made.label = HAND_LABELS[field.kind if field.kind != "seat" else field.name.split("_")[0]]
            if field.seat is not None and field.seat < len(seats):
                made.label = f"{made.label} {_chair(seats[field.seat])}"
            made.widget.attrs["aria-label"] = made.label
            self.fields[field.name] = made
        self.fields["drawn"] = forms.BooleanField(required=False, label=pgettext("hand without a winner", "Draw"))
        self.fields["drawn"].widget.attrs["aria-label"] = pgettext("hand without a winner", "Draw")

    @property
    def written(self) -> bool:
        """Whether anything stands on the line."""
        return any(value not in (None, "", False) for value in self.cleaned_data.values())

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if not self.errors:
            try:
                line = self.line(values)
                play_out([line], self.family if self.family != "free" else "mcr")
            except SheetError as error:
                raise _impossible(in_words(error.reason)) from error
        return values

    def line(self, values: dict[str, Any]) -> HandLine:
        """The hand as the engine pays it. Raises ValidationError for what cannot be read."""
        penalties = tuple(values.get(f"penalty_{seat}") or 0 for seat in range(4))
        riichi = tuple(seat for seat in range(4) if values.get(f"riichi_{seat}"))
        ready = tuple(seat for seat in range(4) if values.get(f"ready_{seat}"))
        return HandLine(tuple(self.events(values)), penalties, riichi, ready)

    def events(self, values: dict[str, Any]) -> list[Win | Kong]:
        """Wins and kongs in their order; Sichuan's kongs after a win stand behind a slash."""
        if self.family == "sichuan":
            groups = [read_kongs(part) for part in (values.get("kongs") or "").split("/")]
            events: list[Win | Kong] = list(groups[0])
            for number in (1, 2, 3):
                if values.get(f"winner_{number}"):
                    events.append(self.win(values, f"winner_{number}", f"discarder_{number}", f"value_{number}"))
                events += groups[number] if number < len(groups) else []
            return events
        if not values.get("winner"):
            return []
        if self.family != "riichi":
            return [self.win(values, "winner", "discarder", "value")]
        wins: list[Win | Kong] = [self.win(values, "winner", "discarder", "han", "fu")]
        if values.get("winner_2"):
            wins.append(self.win(values, "winner_2", "discarder", "han_2", "fu_2"))
        return wins

    def win(self, values: dict[str, Any], winner: str, discarder: str, value: str, fu: str = "") -> Win:
        given = values.get(value)
        if given is None:
            raise _impossible(gettext("the value is missing"))
        who = values.get(discarder)
        return Win(int(values[winner]), given, int(who) if who else None, values.get(fu) or 30)

    def row(self, number: int) -> HandRow:
        """The hand for the service: players, not chairs; what one line cannot hold is in `more`."""
        values = self.cleaned_data
        line = self.line(values)
        wins = [event for event in line.events if isinstance(event, Win)]
        people = {seat.order: seat.entry.pk for seat in self.seats}
        first = wins[0] if wins else None
        more = {
            name: value
            for name, value in values.items()
            if value not in (None, "", False) and name not in ("winner", "discarder", "value", "drawn")
            and not name.startswith("penalty_")
        }  # fmt: skip
        return HandRow(
            number=number,
            winner=people[first.winner] if first else None,
            discarder=people[first.discarder] if first and first.discarder is not None else None,
            value=first.value if first else None,
            penalties=list(line.penalties) if any(line.penalties) else [],
            more=more,
        )


HAND_LABELS = {
    "winner": _("Winner"),
    "discarder": _("Discarder"),
    "value": _("Value"),
    "penalty": _("Fine"),
    "riichi": _("Riichi"),
    "ready": _("Ready"),
    "kongs": _("Kongs"),
}

KONGS = {"c": "concealed", "d": "direct", "f": "fresh", "l": "late"}


def read_kongs(text: str) -> list[Kong]:
    """Kongs from short notation: seat, kind and, for a direct one, who fed it, such as ``Ec SdW Nf``.

    Raises `ValidationError` where it is none.
    """
    kongs = []
    for word in text.split():
        match = re.fullmatch(r"([ESWN])([cdfl])([ESWN]?)", word)
        if match is None:
            raise _impossible(gettext("“%(word)s” is no kong; write Ec, SdW, Nf or Wl") % {"word": word})
        seat, kind, feeder = match.groups()
        kongs.append(Kong(WIND_LETTERS.index(seat), KONGS[kind], WIND_LETTERS.index(feeder) if feeder else None))
    return kongs


def _impossible(why: str) -> ValidationError:
    return ValidationError(_("This hand cannot be: %(why)s.") % {"why": why})


def _chair(seat: SheetSeat) -> str:
    return WIND_LETTERS[seat.wind] if seat.wind is not None else str(seat.order + 1)


def hand_forms(
    data: Any, *, family: str, seats: Sequence[SheetSeat], initial: Sequence[dict[str, Any]] = ()
) -> list[HandForm]:
    """As many lines as the printed sheet has (more where more hands were recorded)."""
    count = max(hands_on_sheet(family), len(initial))
    return [
        HandForm(
            data,
            prefix=f"hand_{number}",
            family=family,
            seats=seats,
            initial=initial[number - 1] if number <= len(initial) else {},
        )
        for number in range(1, count + 1)
    ]


class WhoForm(forms.Form):
    """Which player of the table is typing."""

    player = forms.TypedChoiceField(label=_("You are"), coerce=int, widget=forms.RadioSelect)

    def __init__(self, *args: Any, seats: Sequence[SheetSeat], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chosen = self.fields["player"]
        if isinstance(chosen, forms.TypedChoiceField):
            chosen.choices = [(seat.entry.pk, f"{_chair(seat)} · {seat.entry.name}") for seat in seats]


class ReasonForm(forms.Form):
    """Why."""

    reason = forms.CharField(label=_("Reason"), max_length=500)


class LineForm(forms.Form):
    """A line of the ledger."""

    kind = forms.ChoiceField(
        label=_("Kind"), choices=[c for c in ScoreLine.Kind.choices if c[0] != ScoreLine.Kind.RESULT], initial="penalty"
    )
    entry = forms.ModelChoiceField(label=_("Player"), queryset=Entry.objects.none(), required=False)
    team = forms.ModelChoiceField(label=_("Team"), queryset=Team.objects.none(), required=False)
    amount = AmountField(label=_("Amount"), max_length=20, help_text=_("With its sign; a penalty is negative."))
    unit = forms.ChoiceField(label=_("Unit"), choices=ScoreLine.Unit.choices, initial="score")
    scope = forms.ChoiceField(label=_("Counts"), choices=ScoreLine.Scope.choices, initial="overall")
    round_number = WholeField(label=_("Round"), required=False, min_value=1)
    table_number = WholeField(label=_("Table"), required=False, min_value=1)
    hand = WholeField(label=pgettext_lazy("hand of play", "Hand"), required=False, min_value=1, max_value=999)
    reason = forms.CharField(label=_("Reason"), max_length=500)
    clause = forms.CharField(label=_("Clause"), required=False, max_length=120)

    def __init__(self, *args: Any, tournament: Tournament, kinds: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        self.fields["entry"].queryset = tournament.entries.order_by("number")  # type: ignore[attr-defined]
        self.fields["team"].queryset = tournament.teams.all()  # type: ignore[attr-defined]
        if not tournament.has_teams:
            del self.fields["team"]
        if kinds:
            chosen = self.fields["kind"]
            if isinstance(chosen, forms.ChoiceField):
                chosen.choices = [choice for choice in ScoreLine.Kind.choices if choice[0] in kinds]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        number, table = values.get("round_number"), values.get("table_number")
        values["round_"] = self.tournament.rounds.filter(number=number).first() if number else None
        if number and values["round_"] is None:
            self.add_error("round_number", _("There is no round %(number)s.") % {"number": number})
        values["table"] = values["round_"].tables.filter(number=table).first() if values["round_"] and table else None
        if table and values["table"] is None and not self.errors:
            self.add_error("table_number", _("There is no table %(number)s in that round.") % {"number": table})
        return values


class EventUploadForm(forms.Form):
    """A mahjong-event/1 file."""

    file = forms.FileField(label=_("Event file (mahjong-event/1, JSON)"))
    slug = forms.SlugField(
        label=_("Short name"), required=False, max_length=60, help_text=_("Empty: that of the file.")
    )
    published = forms.BooleanField(label=_("Open the public pages at once"), required=False, initial=True)

    def clean_file(self) -> Any:
        upload = self.cleaned_data["file"]
        if upload.size > LARGEST_EVENT:
            raise ValidationError(_("The file is larger than 20 MB; an event is not."))
        return upload
