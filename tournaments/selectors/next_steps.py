"""What is to do next: the one legal action that a page puts first, and what stands in its way.

Late players, drop-outs, substitutes and those who come back change what has to happen next; every state of a round has
a next step here, so that no page leads nowhere.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import Entry, Forfeit, Round, Seating, Tournament
from tournaments.selectors.field import absent_from, left_out, who_plays
from tournaments.selectors.forfeits import empty_chairs, in_force
from tournaments.services.rounds import unconfirmed_tables


@dataclass(frozen=True)
class NextStep:
    """`action` names it, `label` says it, `page` is the name of the address where it is done and `round` its argument.

    `needs` are sentences about what else wants to be looked at; they stop nothing by themselves.
    """

    action: str
    label: str
    page: str
    round: int | None = None
    needs: tuple[str, ...] = ()


def of_round(round_: Round) -> NextStep:
    """The next step of this round."""
    seating = round_.current_seating
    if round_.state == Round.State.FINISHED:
        if round_.released_at is None:
            return NextStep("release", _("Release the results"), "manage_results", round_.number)
        return NextStep("none", _("Finished"), "manage_round", round_.number)
    if seating is None:
        return _seat(round_)
    if absent := absent_from(seating):
        names = ", ".join(str(entry) for entry in absent)
        label = _("Seat substitutes for %(names)s") % {"names": names}
        return NextStep("replace", label, "manage_seating", round_.number, _unseated(seating))
    if round_.state == Round.State.PUBLISHED:
        registered = [entry for entry in who_plays(round_) if entry.status == Entry.Status.REGISTERED]
        needs = _unseated(seating)
        if registered:
            needs += (_("%(count)s players have not checked in.") % {"count": len(registered)},)
        return NextStep(
            "start", _("Start round %(number)s") % {"number": round_.number}, "manage_round", round_.number, needs
        )
    missing = unconfirmed_tables(round_)
    if missing:
        label = _("Enter and confirm the sheets: %(count)s to go") % {"count": len(missing)}
        return NextStep("results", label, "manage_results", round_.number, _unseated(seating))
    return NextStep("finish", _("Finish round %(number)s") % {"number": round_.number}, "manage_round", round_.number)


def of_tournament(tournament: Tournament) -> NextStep:
    """The next step of the whole tournament: players, then round after round, then the end."""
    if not tournament.entries.exclude(status=Entry.Status.WAITING).exists():
        return NextStep("entries", _("Enter the players"), "manage_entries")
    rounds = list(tournament.rounds.select_related("stage").order_by("number"))
    if not rounds:
        return NextStep("rounds", _("Add a round"), "manage_rounds")
    for round_ in rounds:
        step = of_round(round_)
        if step.action not in ("none", "release"):
            return step
    for round_ in rounds:
        if round_.released_at is None:
            return of_round(round_)
    if tournament.standings_hidden:
        return NextStep("reveal", _("Show the standings"), "manage_edit")
    if tournament.state != Tournament.State.FINISHED:
        return NextStep("close", _("Close the tournament"), "manage_home")
    return NextStep("none", _("Everything is done"), "manage_home")


def _seat(round_: Round) -> NextStep:
    stage = round_.stage
    if stage.cut_to is not None and stage.cut_at is None:
        return NextStep("cut", _("Make the cut for “%(stage)s”") % {"stage": str(stage)}, "manage_stages", None)
    drafts = list(round_.seatings.filter(state=Seating.State.DRAFT).order_by("-version"))
    if not drafts:
        return NextStep("seat", _("Seat round %(number)s") % {"number": round_.number}, "manage_seating", round_.number)
    newest = drafts[0]
    if absent := absent_from(newest):
        names = ", ".join(str(entry) for entry in absent)
        label = _("Replace %(names)s in the draft, or draw again") % {"names": names}
        return NextStep("replace", label, "manage_seating", round_.number, _unseated(newest))
    label = _("Publish the seating of round %(number)s") % {"number": round_.number}
    return NextStep("publish", label, "manage_seating", round_.number, _unseated(newest))


def _unseated(seating: Seating) -> tuple[str, ...]:
    needs: tuple[str, ...] = ()
    if out := left_out(seating):
        needs = (_("Without a seat: %(names)s.") % {"names": ", ".join(str(entry) for entry in out)},)
    lost = [one for one in in_force(seating.round.tournament) if one.round_id == seating.round_id]
    if chairs := empty_chairs(one for one in lost if one.kind in Forfeit.SESSION):
        names = ", ".join(str(chair.player) for chair in chairs)
        needs += (
            _("The session is lost, and nobody plays it yet for %(names)s: seat a substitute.") % {"names": names},
        )
    return needs
