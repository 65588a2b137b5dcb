"""Problems with draws from wrong standings, and with premature publication or closing."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core.errors import UserError
from tournaments.events.models import Tournament
from tournaments.repairs.forms.base import RepairForm, RoundField
from tournaments.repairs.queries.draws import compute_draw_difference, is_of_unknown_draw
from tournaments.repairs.services.sheets import Step
from tournaments.rounds.models import Round
from tournaments.seating.queries.draw_inputs import STARTED
from tournaments.seating.queries.outdated import list_open_differences
from tournaments.standings.models import InputRecord


class RepairRedrawForm(RepairForm):
    kind, title = "redraw", _("A round was drawn from wrong standings")
    help = _("The round is drawn again from today's standings, as long as play has not started.")
    words = _("draw, drawn, redraw, pairing, swiss, standings, corrected, seating, wrong standings")
    permission = "seating.publish"
    only = _("Only rounds drawn from standings that have changed since, and not started yet, can be drawn again.")

    round = RoundField()

    def list_offered_rounds(self) -> list[Round]:
        drawn = (
            draw_input.seating
            for draw_input in list_open_differences(self.tournament)
            if draw_input.kind == InputRecord.Kind.DRAW
        )
        changed = {seating.round_id for seating in drawn if seating is not None}
        rounds = self.tournament.rounds.exclude(state__in=STARTED).order_by("-number")
        return [round_ for round_ in rounds if round_.pk in changed or is_of_unknown_draw(round_)]

    def get_steps(self, data: dict[str, Any]) -> list[Step]:
        difference = compute_draw_difference(data["round"])
        if difference.started:
            raise UserError(
                _("Round %(number)s has begun: its draw stays, and its results count as they are.")
                % {"number": difference.round.number},
                field="round",
            )
        if difference.known and not difference.places and not difference.waiting:
            raise UserError(
                _("Round %(number)s was drawn from the standings as they are now.")
                % {"number": difference.round.number},
                field="round",
            )
        return [{"do": "redraw", "round": difference.round.number}]


class ReleasedForm(RepairForm):
    kind, title = "released", _("Results were released too early")
    help = _(
        "Results of this round and later ones leave the public pages until they are released again. Of an open evening "
        "only this table is withdrawn."
    )
    words = _("released, public, published, shown, results, too early, standings, hide, ceremony")
    permission = "results.release"
    only = _("Only rounds whose results are public are listed.")

    round = RoundField(label=_("From round"))
    hide = forms.BooleanField(
        label=_("Hide the standings"), required=False, help_text=_("From this round until the ceremony.")
    )

    def list_offered_rounds(self) -> list[Round]:
        return list(self.tournament.rounds.exclude(released_at=None).order_by("-number"))

    def get_steps(self, data: dict[str, Any]) -> list[Step]:
        first = data["round"].number
        public = self.tournament.rounds.filter(number__gte=first).exclude(released_at=None).order_by("-number")
        if data["round"].alone:
            public = public.filter(number=first)
        steps: list[Step] = [{"do": "release", "round": round_.number, "public": False} for round_ in public]
        if not steps:
            raise UserError(_("Results of these rounds are not public."), field="round")
        if data["hide"]:
            steps.append({"do": "hide", "hidden": True, "from_round": first, "results_open": False})
        return steps


class PublishedForm(RepairForm):
    kind, title = "published", _("A seating was published too early")
    help = _("The seating becomes a draft again, which the public pages do not show.")
    words = _("seating, published, public, shown, too early, withdraw, draft, draw")
    permission = "seating.publish"
    only = _("Only rounds whose seating is public, and not started yet, are listed.")

    round = RoundField()

    def list_offered_rounds(self) -> list[Round]:
        return list(self.tournament.rounds.filter(state=Round.State.PUBLISHED).order_by("-number"))

    def get_steps(self, data: dict[str, Any]) -> list[Step]:
        number, state = data["round"].number, data["round"].state
        if state == Round.State.PLANNED:
            raise UserError(_("The seating of round %(number)s is not public.") % {"number": number}, field="round")
        if state != Round.State.PUBLISHED:
            raise UserError(
                _("Round %(number)s has begun: its seating stays public. Correct who sat where instead.")
                % {"number": number},
                field="round",
            )
        return [{"do": "unpublish", "round": number}]


class ReopenForm(RepairForm):
    kind, title = "reopen", _("The event was closed too early")
    help = _("The event runs again: sheets, seats and players can be corrected.")
    words = _("closed, finished, archived, reopen, open again, event over, locked")
    permission = "tournament.edit"

    def get_steps(self, data: dict[str, Any]) -> list[Step]:
        if self.tournament.archived_at is None and self.tournament.state != Tournament.State.FINISHED:
            raise UserError(_("The event is open."))
        return [{"do": "state", "state": Tournament.State.RUNNING, "archived": False}]
