from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.core.forms.fields import DependentReasonField, ReasonField, SignedInput, WholeField
from tournaments.core.forms.public_values import NamedValueForm, make_datetime_field
from tournaments.core.printing.documents import PAPERS
from tournaments.duplicate.models.board_plays import BoardPlay, PlaySeat
from tournaments.duplicate.models.deals import BoardSet
from tournaments.duplicate.services.board_plays import SeatEntry
from tournaments.rounds.models import GameTable
from tournaments.seating.models.draws import Movement

MAX_CHARACTERS = 20_000
MAX_POINTS = 1_000_000
AWARDS = (
    ("", _("own average of the session")),
    ("60", _("not at fault: at least 60 %")),
    ("50", _("partly at fault: 50 %")),
    ("40", _("at fault: at most 40 %")),
)
"""Awards for a board that was not played, as in bridge."""


class CommitForm(NamedValueForm):
    field_order = ("sessions", "boards", "model", "flowers", "kind", "source", "which", "value_known_at")

    sessions = WholeField(label=_("Sessions"), min_value=1, max_value=99, help_text=_("One session per round."))
    boards = WholeField(
        label=_("Boards in a session"),
        min_value=1,
        max_value=64,
        help_text=_("With a multiple of four, everybody deals equally often."),
    )
    model = forms.ChoiceField(label=_("Walls"), choices=BoardSet.Model.choices, initial=BoardSet.Model.SEAT_WALLS.value)
    flowers = forms.BooleanField(
        label=_("Flowers among the tiles of the seats"),
        required=False,
        help_text=_("Duplicate boards are usually played without; a shared wall has what the rules have."),
    )
    entries_close_at = make_datetime_field(
        _("Entries close"),
        _("Leave empty to close when the value is known. After that, only substitutes can enter."),
        required=False,
    )


class PrintBoardsForm(forms.Form):
    session = WholeField(label=_("Session"), min_value=1, max_value=99, initial=1)
    number = WholeField(
        label=pgettext_lazy("deal", "Board"),
        min_value=0,
        max_value=64,
        initial=0,
        help_text=_("0 for all boards of the session."),
    )
    reason = ReasonField(
        label=_("Reason (public)"),
        help_text=_("The public page shows it with your name, the time and the boards."),
    )
    paper = forms.ChoiceField(label=_("Paper"), choices=list(PAPERS.items()), initial="a4")


class MovementForm(forms.Form):
    kind = forms.ChoiceField(
        label=_("Movement"),
        choices=Movement.choices,
    )
    seed = forms.CharField(label=_("Seed of the lot"), required=False, max_length=64)
    first_sessions = forms.BooleanField(
        label=_("Only the first sessions, where the event has fewer rounds"),
        required=False,
        help_text=_("Then not everybody meets and is compared once."),
    )
    why = DependentReasonField(
        label=_("Reason for redrawing"),
        help_text=_("Needed to repeat a promised draw. Everybody can read it."),
    )


class PlanForm(forms.Form):
    copies = WholeField(
        label=_("Sets of each board"),
        required=False,
        min_value=1,
        max_value=200,
        help_text=_("Leave empty for one per table, so that all tables play the same board at once."),
    )


class OwnBoardForm(forms.Form):
    board = WholeField(label=_("Board on the table"), min_value=1)


class BoardOnTableForm(OwnBoardForm):
    field_order = ("table", "board")

    table = forms.ModelChoiceField(label=_("Table"), queryset=GameTable.objects.none())

    def __init__(self, *args: Any, tables: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["table"]
        field.queryset = tables  # type: ignore[attr-defined]
        field.label_from_instance = lambda table: str(table.number)  # type: ignore[attr-defined]
        if len(tables) == 1:
            field.widget, field.initial = forms.HiddenInput(), tables[0].pk


class BoardSeatForm(forms.Form):
    points = WholeField(label=_("Points"), min_value=-MAX_POINTS, max_value=MAX_POINTS, widget=SignedInput)
    penalty = WholeField(
        label=_("Penalty in them"),
        min_value=-MAX_POINTS,
        max_value=MAX_POINTS,
        required=False,
        initial=0,
        widget=SignedInput,
    )
    left = WholeField(label=_("Tiles left"), min_value=0, max_value=144, required=False)
    tail = forms.CharField(label=_("Their faces"), required=False, max_length=200)
    ticked = forms.BooleanField(label=_("Compared"), required=False)
    hand = forms.CharField(label=_("Hand and melds"), required=False, max_length=200)
    discards = forms.CharField(label=_("Discards"), required=False, max_length=200)
    claimed = forms.CharField(label=_("Claimed"), required=False, max_length=200)


class BoardResultForm(forms.Form):
    """Result of a board by seat; `at_table`: without the staff's fields; `shared`: one wall for the table."""

    based_on = WholeField(min_value=0, widget=forms.HiddenInput)
    reason = DependentReasonField(
        help_text=_("Needed for corrections and if the points do not add up."),
    )

    def __init__(
        self, *args: Any, seats: Sequence[PlaySeat], shared: bool, at_table: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.seats = list(seats)
        for seat in self.seats:
            names = {"points", "left", "tail"} if at_table else set(BoardSeatForm.base_fields)
            if shared:
                names -= {"hand", "discards", "claimed"} | ({"left", "tail", "ticked"} if seat.seat else set())
            for name, field in copy.deepcopy(BoardSeatForm.base_fields).items():
                if name in names:
                    field.initial = (seat.penalty or None) if name == "penalty" else getattr(seat, name, None)
                    self.fields[f"{name}_{seat.seat}"] = field

    @property
    def rows(self) -> list[tuple[PlaySeat, dict[str, forms.BoundField]]]:
        return [
            (seat, {name: self[field] for name, field in self._list_fields_of_place(seat.seat)}) for seat in self.seats
        ]

    @property
    def entries(self) -> list[SeatEntry]:
        """Return the entries seat by seat, for a valid form."""
        written = [
            {name: self.cleaned_data[field] for name, field in self._list_fields_of_place(place)} for place in range(4)
        ]
        return [SeatEntry(**{name: value for name, value in row.items() if value is not None}) for row in written]

    def _list_fields_of_place(self, place: int) -> list[tuple[str, str]]:
        fields = ((name, f"{name}_{place}") for name in BoardSeatForm.base_fields)
        return [(name, field) for name, field in fields if field in self.fields]


class FlagForm(forms.Form):
    kind = forms.ChoiceField(
        label=_("Problem"), choices=[c for c in BoardPlay.Flag.choices if c[0] in ("fouled", "unplayable")]
    )
    reason = ReasonField(label=_("What happened"), rows=2)


class BoardRulingForm(forms.Form):
    ruling = forms.ChoiceField(label=_("Ruling"), choices=[c for c in BoardPlay.Ruling.choices if c[0]])
    reason = ReasonField(rows=2)
    foul = forms.RegexField(
        r"^[A-Za-z]?$",
        label=_("Letter of the fault"),
        required=False,
        help_text=_("Tables that played the board with the same fault get the same letter and are compared."),
    )

    def __init__(self, *args: Any, seats: Sequence[PlaySeat], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.places = [seat.seat for seat in seats]
        for seat in seats:
            self.fields[f"award_{seat.seat}"] = forms.TypedChoiceField(
                label=_("Award for %(player)s where it was not played") % {"player": seat.entry},
                choices=AWARDS,
                coerce=int,
                empty_value=None,
                required=False,
                initial=seat.award,
            )

    @property
    def awards(self) -> list[int | None]:
        """Return percent by seat, None for the own average, for a valid form."""
        return [self.cleaned_data[f"award_{place}"] for place in self.places]


class DealSheetForm(forms.Form):
    text = forms.CharField(
        label=_("Deal sheet"),
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
        max_length=MAX_CHARACTERS,
    )
