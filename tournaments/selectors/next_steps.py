"""What is to do next: the one legal action that a page puts first, and what stands in its way.

Late players, drop-outs, substitutes and those who come back change what has to happen next; every state of a round has
a next step here, so that no page leads nowhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import Entry, Forfeit, Round, Seating, Tournament
from tournaments.selectors.field import absent_from, left_out, who_plays
from tournaments.selectors.forfeits import empty_chairs, in_force
from tournaments.services.rounds import unconfirmed_tables


@dataclass(frozen=True)
class NextStep:
    """`action` names it, `label` says it, `page` is the name of the address where it is done.

    `round` or `entry` is the number in that address, `control` the id of the place on the page where it is done.
    `needs` are sentences about what else wants to be looked at; they stop nothing by themselves.
    """

    action: str
    label: str
    page: str
    round: int | None = None
    needs: tuple[str, ...] = ()
    control: str = ""
    entry: int | None = None


def of_round(round_: Round) -> NextStep:
    """The next step of this round."""
    seating = round_.current_seating
    if round_.state == Round.State.FINISHED:
        if round_.released_at is None:
            return NextStep("release", _("Release the results"), "manage_results", round_.number, control="release")
        return NextStep("none", _("Finished"), "manage_round", round_.number)
    if seating is None:
        return _seat(round_)
    if absent := absent_from(seating):
        label = _("Seat substitutes for %(names)s")
        return _replace(seating, absent, label)
    if round_.state == Round.State.PUBLISHED:
        if not round_.tournament.published and not _has_begun(round_.tournament):
            label = _("Open the public pages: the players do not see the seating yet")
            return NextStep("open", label, "manage_edit", needs=_unseated(seating), control="public-pages")
        registered = [entry for entry in who_plays(round_) if entry.status == Entry.Status.REGISTERED]
        needs = _unseated(seating)
        if registered:
            needs += (_("%(count)s players have not checked in.") % {"count": len(registered)},)
        label = _("Start round %(number)s") % {"number": round_.number}
        return NextStep("start", label, "manage_round", round_.number, needs + _closed(round_), control="start")
    missing = unconfirmed_tables(round_)
    if missing:
        label = _("Enter and confirm the sheets: %(count)s to go") % {"count": len(missing)}
        needs = _unseated(seating) + _closed(round_)
        return NextStep("results", label, "manage_results", round_.number, needs, control="jump")
    label = _("Finish round %(number)s") % {"number": round_.number}
    return NextStep("finish", label, "manage_round", round_.number, _closed(round_), control="finish")


def of_tournament(tournament: Tournament) -> NextStep:
    """The next step of the whole tournament: players, then round after round, then the end."""
    if not tournament.entries.exclude(status=Entry.Status.WAITING).exists():
        return NextStep("entries", _("Enter the players"), "manage_import", control="roster")
    rounds = list(tournament.rounds.select_related("stage").order_by("number"))
    if not rounds:
        return NextStep("rounds", _("Add a round"), "manage_rounds", control="add-round")
    for round_ in rounds:
        step = of_round(round_)
        if step.action not in ("none", "release"):
            return step
    for round_ in rounds:
        if round_.released_at is None:
            return of_round(round_)
    if tournament.standings_hidden:
        return NextStep("reveal", _("Show the standings"), "manage_standings", control="visibility")
    if tournament.state != Tournament.State.FINISHED:
        return NextStep("close", _("Close the tournament"), "manage_edit", control="state")
    return NextStep("none", _("Everything is done"), "manage_home")


def _seat(round_: Round) -> NextStep:
    stage = round_.stage
    if stage.cut_to is not None and stage.cut_at is None:
        label = _("Make the cut for “%(stage)s”") % {"stage": str(stage)}
        return NextStep("cut", label, "manage_stages", control=f"cut-{stage.number}")
    drafts = list(round_.seatings.filter(state=Seating.State.DRAFT).order_by("-version"))
    if not drafts:
        label = _("Seat round %(number)s") % {"number": round_.number}
        return NextStep("seat", label, "manage_seating", round_.number, control="new-draft")
    newest = drafts[0]
    if absent := absent_from(newest):
        return _replace(newest, absent, _("Replace %(names)s in the draft, or draw again"))
    label = _("Publish the seating of round %(number)s") % {"number": round_.number}
    return NextStep("publish", label, "manage_seating", round_.number, _unseated(newest), control="publish")


def _replace(seating: Seating, absent: Sequence[Entry], label: str) -> NextStep:
    """To the page of the first of those who are missing, where a substitute takes the chair."""
    label %= {"names": ", ".join(str(entry) for entry in absent)}
    return NextStep(
        "replace", label, "manage_entry", needs=_unseated(seating), control="substitute", entry=absent[0].number
    )


def _has_begun(tournament: Tournament) -> bool:
    """Whether a round was started: an organiser who plays with closed pages wants them closed."""
    return tournament.rounds.filter(state__in=[Round.State.PLAYING, Round.State.FINISHED]).exists()


def _closed(round_: Round) -> tuple[str, ...]:
    return () if round_.tournament.published else (_("The public pages are closed."),)


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
