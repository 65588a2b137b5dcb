"""Problems with whole rounds that were started too early or cannot count."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core.errors import UserError
from tournaments.repairs.forms.base import RepairForm, RoundField
from tournaments.repairs.services.rounds import has_records
from tournaments.repairs.services.sheets import Step
from tournaments.rounds.models import Round

VOID, STAY = "void", "stay"
YES, NO = "yes", "no"


class UnstartForm(RepairForm):
    kind, title = "unstart", _("A round was started too early")
    help = _("The round waits for its start again, with the same seats; its clock begins anew.")
    words = _("started, start, too early, not yet, false start, clock, fire alarm, interrupted, wait, back")
    permission = "clock.control"
    only = _(
        "Only rounds being played in which nothing is entered are listed. Take sheets out first, or annul the round."
    )

    round = RoundField()

    def list_offered_rounds(self) -> list[Round]:
        rounds = self.tournament.rounds.filter(state=Round.State.PLAYING).order_by("-number")
        return [round_ for round_ in rounds if not has_records(round_)]

    def get_steps(self, data: dict[str, Any]) -> list[Step]:
        round_ = data["round"]
        if round_.state != Round.State.PLAYING:
            raise UserError(_("Round %(number)s is not being played.") % {"number": round_.number}, field="round")
        return [{"do": "unstart", "round": round_.number}]


class AnnulForm(RepairForm):
    kind, title = "annul", _("A round cannot count")
    help = _("Nothing of it counts, and it stays visible as annulled. Another round can repeat it.")
    words = _("annul, cancel, void, round, fire alarm, interrupted, abandoned, repeat, play again, does not count")
    only = _("Only rounds that have started are listed.")

    round = RoundField()
    fines = forms.ChoiceField(
        label=_("Penalties and lost sessions of the round"),
        choices=((VOID, _("are annulled too")), (STAY, _("still count"))),
        initial=VOID,
        widget=forms.RadioSelect,
    )
    repeat = forms.ChoiceField(
        label=_("Repetition"),
        choices=((YES, _("add a round to the stage")), (NO, _("the round is not repeated"))),
        initial=YES,
        widget=forms.RadioSelect,
        help_text=_("The repetition is seated like every round and has its own sheets."),
    )

    def list_offered_rounds(self) -> list[Round]:
        begun = (Round.State.PLAYING, Round.State.FINISHED)
        return list(self.tournament.rounds.filter(state__in=begun, annulled_at=None).order_by("-number"))

    def get_steps(self, data: dict[str, Any]) -> list[Step]:
        number = data["round"].number
        if data["round"] not in self.list_offered_rounds():
            raise UserError(
                _("Round %(number)s has not started, or is annulled already.") % {"number": number}, field="round"
            )
        fines, repeat = data["fines"] == VOID, data["repeat"] == YES
        return [{"do": "annul", "round": number, "fines": fines, "repeat": repeat}]
