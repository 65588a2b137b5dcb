"""The remaining rounds redrawn after somebody left or came or a table fell away."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.utils.translation import gettext as _

from engine.sentences import gettext_noop, sentence
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.core.text.sentences import in_words
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import players as registration
from tournaments.events.models import Tournament
from tournaments.rounds.models.rounds import Round, Seating
from tournaments.rounds.queries.field import who_plays
from tournaments.seating.logic import SeatingError
from tournaments.seating.logic.certificate import new_seed
from tournaments.seating.logic.draws import ReplanInputs
from tournaments.seating.logic.replanning.replan import REDRAW, Situation
from tournaments.seating.models.draws import SeatingDraw, SeedCommitment
from tournaments.seating.queries.quality import constraints_of
from tournaments.seating.services import draw_commitments, draw_records, seating

STARTED = (Round.State.PLAYING, Round.State.FINISHED)


@change("seating.replan", gettext_noop("Remaining rounds redrawn"))
def redraw(
    change: Change,
    tournament: Tournament,
    *,
    leaves: Collection[Entry] = (),
    arrives: Sequence[Entry] = (),
    tables_gone: Collection[int] = (),
    seed: str = "",
    reason: str = "",
) -> SeatingDraw:
    """Draft every coming round anew for those who play on, to be published as usual.

    `leaves` drop out, `arrives` come in from the waiting list. Whoever does not fill a table sits out in turn. Under a
    promise the seed follows from that of the promised draw, and the new draw is listed with it. Raises `UserError`
    where no coming round is seated, nobody can be seated, or another seed is asked for than was promised.
    """
    rounds = coming_rounds(tournament)
    if not rounds:
        raise UserError(_("No coming round is seated yet; draw it instead."))
    promise = _promise(rounds)
    before = {
        str(round_.number): {
            str(table): [entry.number for entry in people] for table, people in seating.plan_of(_shown(round_)).items()
        }
        for round_ in rounds
    }
    for entry in leaves:
        registration.drop(change.by, entry, from_round=rounds[0].number, reason=reason)
    for entry in arrives:
        if entry.status != Entry.Status.WAITING:
            raise UserError(_("Only players of the waiting list can come."), field="arrives")
        registration.set_waiting(change.by, entry, waiting=False)
    situation = _situation(tournament, tables_gone)
    seed = _seed(promise, situation, seed.strip())
    try:
        made = ReplanInputs(REDRAW, situation).again(seed, {})
    except SeatingError as error:
        raise UserError(_("No seating could be made: %(why)s") % {"why": in_words(error)}) from error
    if promise is not None:
        made = made.under(promise.commitment, draw_commitments.opened(promise))
    why = sentence(gettext_noop("The field changed: the coming rounds were planned anew."))
    drafts = draw_records.drafts_of(change, tournament, rounds, made, reason=reason, why=why)
    draw = drafts[0].draws.get()
    change.note(draw, before=before, after={"left": sorted(situation.leaves), "joined": list(situation.arrives)})
    return draw


def _situation(tournament: Tournament, tables_gone: Collection[int]) -> Situation:
    """Return where the event stands: started rounds as they are, coming rounds as published or last drafted."""
    played: list[dict[int, tuple[int, ...]]] = []
    planned: list[dict[int, tuple[int, ...]]] = []
    for round_ in tournament.rounds.order_by("number"):
        shown = _newest(round_)
        if shown is None:
            continue
        plan = {table: tuple(e.number for e in people) for table, people in seating.plan_of(shown).items()}
        (played if round_.state in STARTED else planned).append({t: p for t, p in plan.items() if len(p) == 4})
    if unknown := sorted(set(tables_gone) - {table for plan in planned for table in plan}):
        raise UserError(
            _("No coming round has a table %(numbers)s.") % {"numbers": ", ".join(map(str, unknown))},
            field="tables_gone",
        )
    gone, chairless = unsettled(tournament)
    return Situation(
        played=_tables(played),
        played_numbers=tuple(tuple(plan) for plan in played),
        planned=_tables(planned),
        planned_numbers=tuple(tuple(plan) for plan in planned),
        leaves=frozenset(entry.number for entry in gone),
        arrives=tuple(entry.number for entry in chairless),
        tables_gone=frozenset(tables_gone),
        constraints=constraints_of(tournament),
    )


def _seed(promise: SeedCommitment | None, situation: Situation, asked: str) -> str:
    """The seed that a promise names, else the one asked for, else a fresh one."""
    if promise is None:
        return asked or new_seed()
    promised = draw_commitments.opened(promise).replan_seed(len(situation.played))
    if asked not in ("", promised):
        raise UserError(
            _("These rounds are redrawn by the seed that follows from the promise; leave the seed empty."),
            field="seed",
        )
    return promised


def unsettled(tournament: Tournament) -> tuple[list[Entry], list[Entry]]:
    """Return two lists by number: players who left but are still seated, and players of the next round without a seat.

    A redraw seats the second and not the first.
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


def _promise(rounds: Sequence[Round]) -> SeedCommitment | None:
    """The promise that the redraw of these rounds stands under.

    Raises `UserError` where a round of it was moved by hand and never shown: a stranger could not see what the redraw
    started from.
    """
    found = draw_commitments.of_replan(rounds)
    for round_ in rounds if found is not None else ():
        shown = _shown(round_)
        drawn = Seating.objects.filter(round=round_, draws__under__isnull=False)
        if shown.published_at is None and seating.plan_of(shown) not in map(seating.plan_of, drawn):
            raise UserError(
                _("Round %(number)s was moved by hand and is not public yet: publish it, then redraw.")
                % {"number": round_.number}
            )
    return found


def coming_rounds(tournament: Tournament) -> list[Round]:
    """The rounds that are seated but have not started, in order."""
    rounds = tournament.rounds.exclude(state__in=STARTED).exclude(seatings=None).order_by("number")
    live = [*Seating.LIVE, Seating.State.DRAFT]
    return [round_ for round_ in rounds if round_.seatings.filter(state__in=live).exists()]


def _newest(round_: Round) -> Seating | None:
    """The tables of a round as they should be: a redraw's draft that waits to be published, else those everybody sees,
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
