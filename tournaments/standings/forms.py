"""Forms of the standings' page: what is hidden until when, and the ceremony."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core.forms.buttons import YesNoField
from tournaments.core.forms.numbers import WholeField
from tournaments.core.forms.reasons import ContinueForm
from tournaments.events.models import Tournament

BEGIN_WITH: Final = 10
"""The place that a ceremony begins with unless told otherwise: ten are read out in three minutes."""


class HideForm(ContinueForm):
    """What everybody is to see before the ceremony."""

    hidden = YesNoField(label=_("Hide until the ceremony"))
    from_round = WholeField(
        label=_("Hidden from round"),
        required=False,
        min_value=1,
        max_value=9999,
        help_text=_("Standings up to the round before stay open. Empty: all standings are hidden."),
    )
    results_open = forms.BooleanField(
        label=_("Results of hidden rounds are shown"),
        required=False,
        help_text=_("Whoever adds them up then knows the standings."),
    )


class CeremonyForm(ContinueForm):
    """What the projector reveals."""

    of = forms.ChoiceField(label=_("Who"), choices=[("players", _("Players")), ("teams", _("Teams"))])
    begin = WholeField(label=_("Begin with place"), required=False, min_value=1, initial=BEGIN_WITH)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not tournament.has_teams:
            self.fields["of"].choices = [("players", _("Players"))]  # type: ignore[attr-defined]
