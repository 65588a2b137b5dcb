"""The rest of an event planned anew after somebody left or came or a table fell away: options, choice, undo."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import Entry, Round, Seating, SeatingDraw, Tournament
from tournaments.seating import SeatingError
from tournaments.seating.certificate import replan_certificate
from tournaments.seating.replanning.replan import SUBSTITUTE, WAYS, Plan, Situation, option, options
from tournaments.selectors.seating_quality import constraints_of
from tournaments.sentences import in_words
from tournaments.services import drawn, registration, seating
from tournaments.services.audit import Change, change
from tournaments.services.errors import UserError

STARTED = (Round.State.PLAYING, Round.State.FINISHED)


def situation_of(
    tournament: Tournament,
    *,
    leaves: Collection[Entry] = (),
    arrives: Sequence[Entry] = (),
    tables_gone: Collection[int] = (),
    substitutes: Sequence[Entry] = (),
) -> Situation:
    """Where the event stands: started rounds as they are, coming rounds as published or last drafted.

    Raises `UserError` where no coming round is seated yet: then there is nothing to re-plan, only to draw.
    """
    played: list[dict[int, tuple[int, ...]]] = []
    planned: list[dict[int, tuple[int, ...]]] = []
    for round_ in tournament.rounds.order_by("number"):
        shown = round_.current_seating or round_.seatings.filter(state=Seating.State.DRAFT).last()
        if shown is None:
            continue
        plan = {table: tuple(e.number for e in people) for table, people in seating.plan_of(shown).items()}
        (played if round_.state in STARTED else planned).append({t: p for t, p in plan.items() if len(p) == 4})
    if not planned:
        raise UserError(_("No coming round is seated yet; draw it instead."))
    return Situation(
        played=_tables(played),
        played_numbers=tuple(tuple(plan) for plan in played),
        planned=_tables(planned),
        planned_numbers=tuple(tuple(plan) for plan in planned),
        leaves=frozenset(entry.number for entry in leaves),
        arrives=tuple(entry.number for entry in arrives),
        tables_gone=frozenset(tables_gone),
        substitutes=tuple(entry.number for entry in substitutes),
        constraints=constraints_of(tournament),
    )


def plans_for(situation: Situation, seed: str) -> list[Plan]:
    """The options with their measures. Raises `UserError`."""
    try:
        return options(situation, seed=seed)
    except SeatingError as error:
        raise UserError(_("No seating could be made: %(why)s") % {"why": in_words(error)}) from error


def coming_rounds(tournament: Tournament) -> list[Round]:
    """The rounds that are seated but have not started, in order."""
    rounds = tournament.rounds.exclude(state__in=STARTED).exclude(seatings=None).order_by("number")
    live = [*Seating.LIVE, Seating.State.DRAFT]
    return [round_ for round_ in rounds if round_.seatings.filter(state__in=live).exists()]


@change("seating.replan")
def choose(
    change: Change, tournament: Tournament, *, situation: Situation, kind: str, seed: str, reason: str = ""
) -> SeatingDraw:
    """Take one option: players leave and join, and every coming round gets a draft, to be published as usual.

    Raises `UserError` where the event has moved on since the options were shown, or the option is not there.
    """
    rounds = coming_rounds(tournament)
    if len(rounds) != len(situation.planned):
        raise UserError(_("The event has moved on; look at the options again."))
    plan = option(situation, kind, seed=seed) if kind in WAYS else None
    if plan is None:
        raise UserError(_("This option does not exist any more; look at the options again."))
    entries = {entry.number: entry for entry in tournament.entries.all()}
    first = rounds[0].number
    before = [seating.plan_of(_shown(round_)) for round_ in rounds]
    for number in sorted(situation.leaves):
        if kind == SUBSTITUTE:
            registration.substitute(
                change.by, entries[number], from_round=first, stand_in=entries[plan.replaced[number]], reason=reason
            )
        else:
            registration.drop(change.by, entries[number], from_round=first, reason=reason)
    for number in plan.joins if kind != SUBSTITUTE else ():
        if entries[number].status == Entry.Status.WAITING:
            registration.set_waiting(change.by, entries[number], waiting=False)
    plans = {
        round_.number: {label: tuple(entries[p] for p in table) for label, table in zip(labels, tables, strict=True)}
        for round_, labels, tables in zip(rounds, plan.table_numbers, plan.rounds, strict=True)
    }
    value = replan_certificate(plan, situation, seed)
    drafts = [
        seating.draft(
            change.by,
            round_,
            plans[round_.number],
            source=Seating.Source.GENERATED,
            algorithm=value["version"],
            seed=seed,
            reason=reason,
            earlier=plans,
        )
        for round_ in rounds
    ]
    draw = drawn.record(change, tournament, drafts, value)
    tables_before = {
        str(round_.number): {str(table): [entry.number for entry in people] for table, people in plan_before.items()}
        for round_, plan_before in zip(rounds, before, strict=True)
    }
    change.note(
        draw,
        before=tables_before,
        after={"option": kind, "left": sorted(situation.leaves), "joined": list(plan.joins)},
    )
    return draw


def undoable(tournament: Tournament) -> SeatingDraw | None:
    """The newest re-plan, while none of its rounds has started and it was not taken back."""
    draw = tournament.draws.filter(kind=SeatingDraw.Kind.REPLAN).last()
    if draw is None or draw.seatings.filter(round__state__in=STARTED).exists():
        return None
    stands = draw.seatings.exclude(state=Seating.State.SUPERSEDED).exists()
    return draw if stands or Seating.objects.filter(based_on__in=draw.seatings.all()).exists() else None


@change("seating.replan_undo")
def undo(change: Change, draw: SeatingDraw, *, reason: str = "") -> None:
    """Take a re-plan back: its drafts are put aside, who left is back, who joined waits again, old tables are drafted.

    Raises `UserError` once a round of it has started.
    """
    if draw.kind != SeatingDraw.Kind.REPLAN:
        raise UserError(_("Only a re-plan can be undone; other drafts are put aside on their page."))
    rows = list(draw.seatings.select_related("round__tournament").order_by("round__number"))
    if any(row.round.state in STARTED for row in rows):
        raise UserError(_("A round of this plan has started; its seating stays."))
    inputs: dict[str, Any] = json.loads(draw.certificate)["inputs"]
    entries = {entry.number: entry for entry in draw.tournament.entries.all()}
    for number in inputs["leaves"]:
        registration.return_(change.by, entries[number], from_round=rows[0].round.number, reason=reason)
    for row in rows:
        row.refresh_from_db()
        if row.state == Seating.State.DRAFT:
            seating.discard(change.by, row)
    if inputs["kind"] != SUBSTITUTE:
        joined = [number for number in inputs["arrives"] if entries[number].status == Entry.Status.REGISTERED]
        plans = {
            row.round.number: {
                label: tuple(entries[p] for p in table) for label, table in zip(labels, tables, strict=True)
            }
            for row, labels, tables in zip(rows, inputs["planned_numbers"], inputs["planned"], strict=True)
        }
        for row in rows:
            seating.draft(change.by, row.round, plans[row.round.number], reason=reason, earlier=plans)
        for number in joined:
            if not seating.live_seats_of(entries[number]).exists():
                registration.set_waiting(change.by, entries[number], waiting=True)
    change.note(draw, after={"undone": True})


def _shown(round_: Round) -> Seating:
    shown = round_.current_seating or round_.seatings.filter(state=Seating.State.DRAFT).last()
    if shown is None:
        raise UserError(_("Round %(number)s is not seated.") % {"number": round_.number})
    return shown


def _tables(plans: Sequence[dict[int, tuple[int, ...]]]) -> tuple[tuple[tuple[int, int, int, int], ...], ...]:
    return tuple(tuple((p[0], p[1], p[2], p[3]) for p in plan.values()) for plan in plans)
