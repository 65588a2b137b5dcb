"""What the printing page asks."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core.forms.numbers import WholeField
from tournaments.core.printing.documents import PAPERS
from tournaments.core.printing.registry import offered, paper_of
from tournaments.events.models import Tournament
from tournaments.events.queries import current_round


class PrintJobForm(forms.Form):
    """The player and the paper of a document."""

    player = WholeField(
        label=_("Player's number"),
        required=False,
        min_value=1,
        help_text=_("Personal schedules only; empty: everybody."),
    )
    paper = forms.ChoiceField(label=_("Paper"), choices=list(PAPERS.items()), initial="a4")


class PrintForm(PrintJobForm):
    """The same with the document, one of those that the printing page offers, and its round."""

    document = forms.ChoiceField(label=_("Document"), choices=lambda: [(each.key, each.title) for each in offered()])
    round = forms.TypedChoiceField(label=_("Round"), required=False, coerce=int, empty_value=None)
    field_order = ("document", "round", "player", "paper")

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        rounds = tournament.rounds.order_by("number").values_list("number", flat=True)
        self.fields["round"].choices = [("", _("whole event")), *((number, number) for number in rounds)]  # type: ignore[attr-defined]
        self.fields["round"].initial = current_round.of_event(tournament).number

    def clean(self) -> dict[str, Any]:
        """A document of a round needs the round; a named player must be there."""
        values = super().clean() or {}
        document = paper_of(values.get("document", ""))
        if document is not None and document.needs == "round" and not values.get("round"):
            self.add_error("round", _("Choose the round to print."))
        number = values.get("player")
        if number and not self.tournament.entries.filter(number=number).exists():
            self.add_error("player", _("There is no player %(number)s.") % {"number": number})
        return values
