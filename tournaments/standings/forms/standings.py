from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.core.forms.buttons import YesNoField
from tournaments.core.forms.fields import (
    AmountField,
    ContinueForm,
    ReasonField,
    RoundAndTableForm,
    SignedInput,
    WholeField,
    choose_from,
)
from tournaments.entries.models.entries import Entry, Team
from tournaments.events.models import Tournament
from tournaments.standings.models import ScoreLine

BEGIN_WITH: Final = 10
"""First place of a ceremony by default: ten are read out in three minutes."""


class HideForm(ContinueForm):
    hidden = YesNoField(label=_("Hide standings"))
    from_round = WholeField(
        label=_("Hidden from round"),
        required=False,
        min_value=1,
        max_value=9999,
        help_text=_("Standings before this round stay public. Leave empty to hide all standings."),
    )
    results_open = forms.BooleanField(
        label=_("Show results of hidden rounds"),
        required=False,
        help_text=_("The standings can then be worked out from the results."),
    )


class CeremonyForm(ContinueForm):
    of = forms.ChoiceField(label=_("Who"), choices=[("teams", _("Teams")), ("players", _("Players"))])
    begin = WholeField(label=_("Begin with place"), required=False, min_value=1, initial=BEGIN_WITH)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not tournament.has_teams:
            self.fields["of"].choices = [("players", _("Players"))]  # type: ignore[attr-defined]


class LineForm(RoundAndTableForm):
    first_fields = ("entry", "amount", "unit", "reason")
    more_help = _("A penalty for one player that counts in the overall standings.")

    kind = forms.ChoiceField(
        label=_("Kind"), choices=[c for c in ScoreLine.Kind.choices if c[0] != ScoreLine.Kind.RESULT], initial="penalty"
    )
    entry = forms.ModelChoiceField(
        label=_("Player"),
        queryset=Entry.objects.none(),
        to_field_name="number",
        required=False,
        error_messages={"invalid_choice": _("No player %(value)s in this event.")},
    )
    team = forms.ModelChoiceField(
        label=_("Team"),
        queryset=Team.objects.none(),
        to_field_name="code",
        required=False,
        error_messages={"invalid_choice": _("No team “%(value)s” in this event.")},
    )
    amount = AmountField(label=_("Amount"), max_length=20, help_text=_("With its sign; a penalty is negative."))
    unit = forms.ChoiceField(label=_("Unit"), choices=ScoreLine.Unit.choices)
    scope = forms.ChoiceField(label=_("Counts"), choices=ScoreLine.Scope.choices, initial="overall")
    hand = WholeField(label=pgettext_lazy("hand of play", "Hand"), required=False, min_value=1, max_value=32_000)
    reason = ReasonField()
    clause = forms.CharField(label=_("Clause"), required=False, max_length=120)

    field_order = ("kind", "entry", "team", "amount", "unit", "scope", "round_number", "table_number")

    def __init__(self, *args: Any, tournament: Tournament, kinds: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, tournament=tournament, **kwargs)
        choose_from(self, "entry", tournament.entries.order_by("number"))
        choose_from(self, "team", tournament.teams.all())
        if not tournament.has_teams:
            self.fields["team"].widget = forms.HiddenInput()
        if kinds:
            chosen = self.fields["kind"]
            if isinstance(chosen, forms.ChoiceField):
                chosen.choices = [choice for choice in ScoreLine.Kind.choices if choice[0] in kinds]


class TypedLineForm(LineForm):
    """Line of the ledger on the page, where a penalty may be typed without its sign."""

    amount = AmountField(
        label=_("Amount"),
        max_length=20,
        help_text=_("A penalty of 30 is saved as −30."),
        widget=SignedInput({"data-penalty": ""}, decimal=True),
    )

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        if values.get("kind") == ScoreLine.Kind.PENALTY and values.get("amount"):
            values["amount"] = -abs(values["amount"])
        return values


class VoidForm(forms.Form):
    reason = ReasonField()
