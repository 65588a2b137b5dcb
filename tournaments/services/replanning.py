"""The rest of an event planned anew after somebody left or came or a table fell away: options, choice, undo."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop, sentence
from tournaments.models import AuditEntry, Entry, Round, Seating, SeatingDraw, SeedCommitment, Tournament
from tournaments.seating import SeatingError
from tournaments.seating.certificate import new_seed
from tournaments.seating.draws import ReplanInputs
from tournaments.seating.replanning.replan import SUBSTITUTE, WAYS, Plan, Situation, option, options
from tournaments.selectors import log
from tournaments.selectors.field import who_plays
from tournaments.selectors.seating_quality import constraints_of
from tournaments.services import draw_commitments, draw_records, registration, seating
from tournaments.services.audit import Change, change
from tournaments.services.errors import UserError
from tournaments.wording.sentences import in_words

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
        shown = _newest(round_)
        if shown is None:
            continue
        plan = {table: tuple(e.number for e in people) for table, people in seating.plan_of(shown).items()}
        (played if round_.state in STARTED else planned).append({t: p for t, p in plan.items() if len(p) == 4})
    if not planned:
        raise UserError(_("No coming round is seated yet; draw it instead."))
    if unknown := sorted(set(tables_gone) - {table for plan in planned for table in plan}):
        raise UserError(
            _("No coming round has a table %(numbers)s.") % {"numbers": ", ".join(map(str, unknown))},
            field="tables_gone",
        )
    gone, chairless = unsettled(tournament)
    leaving = {entry.number for entry in (*leaves, *gone)}
    return Situation(
        played=_tables(played),
        played_numbers=tuple(tuple(plan) for plan in played),
        planned=_tables(planned),
        planned_numbers=tuple(tuple(plan) for plan in planned),
        leaves=frozenset(leaving),
        arrives=tuple(entry.number for entry in (*chairless, *arrives) if entry.number not in leaving),
        tables_gone=frozenset(tables_gone),
        substitutes=tuple(entry.number for entry in substitutes),
        constraints=constraints_of(tournament),
    )


def unsettled(tournament: Tournament) -> tuple[list[Entry], list[Entry]]:
    """Who sits in coming rounds but plays none of them, and who plays the next round but sits in none of them: every
    way to go on seats the second and not the first, whether or not they are named. Both by number.
    """
    coming = coming_rounds(tournament)
    if not coming:
        return [], []
    fields = [{entry.pk for entry in who_plays(round_)} for round_ in coming]
    seated: dict[int, list[bool]] = {}
    entries: dict[int, Entry] = {}
    for round_, field in zip(coming, fields, strict=True):
        for entry in (entry for table in seating.plan_of(_shown(round_)).values() for entry in table):
            entries[entry.pk] = entry
            seated.setdefault(entry.pk, []).append(entry.pk in field)
    gone = [entry for pk, entry in entries.items() if not any(seated[pk])]
    chairless = [entry for entry in who_plays(coming[0]) if entry.pk not in seated]
    return sorted(gone, key=lambda entry: entry.number), chairless


def plans_for(situation: Situation, seed: str) -> list[Plan]:
    """The options with their measures. Raises `UserError`."""
    try:
        return options(situation, seed=seed)
    except SeatingError as error:
        raise UserError(_("No seating could be made: %(why)s") % {"why": in_words(error)}) from error


def seed_for(tournament: Tournament, situation: Situation, asked: str = "") -> str:
    """The seed of every way on: what a promise names, else the one asked for, else a fresh one.

    Raises `UserError` where another one is asked for than was promised.
    """
    promise = _promise(coming_rounds(tournament))
    promised = "" if promise is None else draw_commitments.opened(promise).replan_seed(len(situation.played))
    if promised and asked not in ("", promised):
        raise UserError(
            _("These rounds are planned anew by the seed that follows from the promise; leave the seed empty."),
            field="seed",
        )
    return promised or asked or new_seed()


def _promise(rounds: Sequence[Round]) -> SeedCommitment | None:
    """The promise that the new plan of these rounds stands under.

    Raises `UserError` where a round of it was moved by hand and never shown: a stranger could not see what the new
    plan started from.
    """
    found = draw_commitments.of_replan(rounds)
    for round_ in rounds if found is not None else ():
        shown = _shown(round_)
        drawn = Seating.objects.filter(round=round_, draws__under__isnull=False)
        if shown.published_at is None and seating.plan_of(shown) not in map(seating.plan_of, drawn):
            raise UserError(
                _("Round %(number)s was moved by hand and is not public yet: publish it, then plan anew.")
                % {"number": round_.number}
            )
    return found


def coming_rounds(tournament: Tournament) -> list[Round]:
    """The rounds that are seated but have not started, in order."""
    rounds = tournament.rounds.exclude(state__in=STARTED).exclude(seatings=None).order_by("number")
    live = [*Seating.LIVE, Seating.State.DRAFT]
    return [round_ for round_ in rounds if round_.seatings.filter(state__in=live).exists()]


@change("seating.replan", gettext_noop("Rounds planned anew"))
def choose(
    change: Change, tournament: Tournament, *, situation: Situation, kind: str, seed: str = "", reason: str = ""
) -> SeatingDraw:
    """Take one option: players leave and join, and every coming round gets a draft, to be published as usual.

    Under a promise its seed follows from that of the promised draw (`seed_for`), and the new plan is listed with it.
    Raises `UserError` where the event has moved on since the options were shown, or the option is not there.
    """
    rounds = coming_rounds(tournament)
    if len(rounds) != len(situation.planned):
        raise UserError(_("The event has moved on; look at the options again."))
    seed = seed_for(tournament, situation, seed)
    promise = _promise(rounds)
    plan = option(situation, kind, seed=seed) if kind in WAYS else None
    if plan is None:
        raise UserError(_("This option does not exist any more; look at the options again."))
    entries = {entry.number: entry for entry in tournament.entries.all()}
    first = rounds[0].number
    before = [seating.plan_of(_shown(round_)) for round_ in rounds]
    left = [number for number in sorted(situation.leaves) if entries[number].status != Entry.Status.DROPPED]
    waited = {n: entries[n].team_id for n in plan.joins if entries[n].status == Entry.Status.WAITING}
    for number in sorted(situation.leaves):
        comes = plan.replaced.get(number)
        # Who plays already and sits out takes the chair without being anybody's substitute.
        if comes in waited and kind == SUBSTITUTE:
            registration.substitute(
                change.by, entries[number], from_round=first, stand_in=entries[comes], reason=reason
            )
        else:
            registration.drop(change.by, entries[number], from_round=first, reason=reason)
    if kind != SUBSTITUTE:
        for number in waited:
            registration.set_waiting(change.by, entries[number], waiting=False)
    made = ReplanInputs(kind, situation).draw_of(plan, seed)
    if promise is not None:
        made = made.under(promise.commitment, draw_commitments.opened(promise))
    why = sentence(gettext_noop("The field changed: the coming rounds were planned anew."))
    drafts = draw_records.drafts_of(change, tournament, rounds, made, reason=reason, why=why)
    draw = drafts[0].draws.get()
    tables_before = {
        str(round_.number): {str(table): [entry.number for entry in people] for table, people in plan_before.items()}
        for round_, plan_before in zip(rounds, before, strict=True)
    }
    change.note(
        draw,
        before=tables_before,
        after={"option": kind, "left": left, "joined": list(plan.joins), "waited": waited},
    )
    return draw


def undoable(tournament: Tournament) -> SeatingDraw | None:
    """The newest re-plan that was not taken back, while none of its rounds has started or was drawn otherwise since."""
    newer_taken_back = False
    for draw in tournament.draws.filter(kind=SeatingDraw.Kind.REPLAN).order_by("-number"):
        if draw.seatings.filter(round__state__in=STARTED).exists():
            return None
        if _notes(draw, "seating.replan_undo").exists():
            newer_taken_back = True
            continue
        stands = draw.seatings.exclude(state=Seating.State.SUPERSEDED).exists()
        changed = Seating.objects.filter(based_on__in=draw.seatings.all()).exists()
        others = Seating.objects.filter(draws__tournament=tournament, draws__number__gt=draw.number)
        drawn_since = others.exclude(draws__kind=SeatingDraw.Kind.REPLAN).exclude(state=Seating.State.SUPERSEDED)
        return draw if stands or changed or (newer_taken_back and not drawn_since.exists()) else None
    return None


def _notes(draw: SeatingDraw, action: str) -> QuerySet[AuditEntry]:
    return log.about(draw, draw.tournament).filter(action=action)


@change("seating.replan_undo", gettext_noop("New plan of the rounds taken back"))
def undo(change: Change, draw: SeatingDraw, *, reason: str = "") -> None:
    """Take a re-plan back: its drafts are put aside, who left is back, who joined waits again, old tables are drafted.

    Raises `UserError` once a round of it has started, and without a reason where the plan stands under a promise.
    """
    if draw.kind != SeatingDraw.Kind.REPLAN:
        raise UserError(_("Only a re-plan can be undone; other drafts are discarded on their page."))
    rows = list(draw.seatings.select_related("round__tournament").order_by("round__number"))
    if any(row.round.state in STARTED for row in rows):
        raise UserError(_("A round of this plan has started; its seating stays."))
    if _notes(draw, "seating.replan_undo").exists():
        raise UserError(_("This plan was taken back already."))
    inputs = draw.value.inputs
    if not isinstance(inputs, ReplanInputs):
        raise TypeError(draw.kind)
    situation = inputs.situation
    entries = {entry.number: entry for entry in draw.tournament.entries.all()}
    noted = _notes(draw, "seating.replan").last()
    done: dict[str, Any] = noted.after if noted else {}
    for number in done.get("left", sorted(situation.leaves)):
        registration.return_(change.by, entries[number], from_round=rows[0].round.number, reason=reason)
    for row in rows:
        row.refresh_from_db()
        if row.state == Seating.State.DRAFT:
            seating.discard(change.by, row, reason=reason)
    if inputs.way != SUBSTITUTE:
        plans = {
            row.round.number: {
                label: tuple(entries[p] for p in table) for label, table in zip(labels, tables, strict=True)
            }
            for row, labels, tables in zip(rows, situation.planned_numbers, situation.planned, strict=True)
        }
        for row in rows:
            plan = plans[row.round.number]
            versions = row.round.seatings.filter(version__lt=row.version).order_by("-version")
            was = next((each for each in versions if seating.plan_of(each) == plan), None)
            seating.draft(change.by, row.round, plan, reason=reason, earlier=plans, based_on=was)
    for number, team in done.get("waited", dict.fromkeys(done.get("joined", situation.arrives))).items():
        _wait_again(change, draw.tournament.entries.get(number=number), team)
    change.note(draw, after={"undone": True})


def _wait_again(change: Change, entry: Entry, team: int | None) -> None:
    """Who joined by a re-plan is on the waiting list again, unless a published seating still has a chair of theirs."""
    if seating.live_seats_of(entry).exists():
        return
    if entry.status == Entry.Status.DROPPED and entry.substitute_for_id is not None:
        # The absent player has the chair back; the substitute never sat in it.
        with change.edit(entry):
            entry.status, entry.substitute_for, entry.dropped_from_round = Entry.Status.WAITING, None, None
            entry.team_id = team
    elif entry.status in (Entry.Status.REGISTERED, Entry.Status.CHECKED_IN):
        registration.set_waiting(change.by, entry, waiting=True)


def _newest(round_: Round) -> Seating | None:
    """The tables of a round as they should be: a re-plan's draft that waits to be published, else those everybody sees,
    else the last draft.
    """
    drafts = round_.seatings.filter(state=Seating.State.DRAFT)
    replanned = None if round_.state in STARTED else drafts.filter(draws__kind=SeatingDraw.Kind.REPLAN).last()
    return replanned or round_.current_seating or drafts.last()


def _shown(round_: Round) -> Seating:
    shown = _newest(round_)
    if shown is None:
        raise UserError(_("Round %(number)s is not seated.") % {"number": round_.number})
    return shown


def _tables(plans: Sequence[dict[int, tuple[int, ...]]]) -> tuple[tuple[tuple[int, int, int, int], ...], ...]:
    return tuple(tuple((p[0], p[1], p[2], p[3]) for p in plan.values()) for plan in plans)
