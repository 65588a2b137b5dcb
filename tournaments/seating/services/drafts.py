"""Ways to a draft: drawn by the generator, from the standings, or from a schedule made elsewhere."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core import jobs
from tournaments.core.audit import Actor, Change, change
from tournaments.core.errors import UserError
from tournaments.core.models.jobs import Job
from tournaments.core.text.sentences import in_words
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import players as registration
from tournaments.events.models import Tournament
from tournaments.rounds.models.rounds import Round, Seating
from tournaments.rounds.queries.field import who_plays
from tournaments.seating import logic as pure
from tournaments.seating.logic.draws import AddedInputs, Draw, FixedInputs, StandingsInputs, SwissInputs
from tournaments.seating.logic.lottery import SWISS, TOGETHER
from tournaments.seating.models.draws import SeatingDraw, SeedCommitment
from tournaments.seating.queries.met_before import pairs_met
from tournaments.seating.queries.quality import TablePlan, as_rounds, constraints_of, earlier_plans, played_rounds
from tournaments.seating.services import draw_commitments, draw_records, seating
from tournaments.seating.text.seatings import MODES
from tournaments.standings.queries.standings import compute_standings

if TYPE_CHECKING:
    from tournaments.seating.logic.swiss.rounds import SwissRound

T = TypeVar("T")

NO_BYES: Mapping[int, Collection[int]] = MappingProxyType({})

EFFORT = 20
"""Seconds that a better seating is searched for where nobody says otherwise."""
IMPROVABLE = (SeatingDraw.Kind.FIXED, SeatingDraw.Kind.ADDED)
MOST_EFFORT = 60
"""Seconds (about) that a search in the background may be given."""


@dataclass(frozen=True, slots=True)
class DraftBasis:
    """What a round is drawn from: the players in the order of their places, the rounds before, and how often each has
    sat out; all in entry numbers. `rounds` counts those before and those that the stage still has, with this one.
    """

    order: list[int]
    played: pure.Rounds
    byes: dict[int, int]
    constraints: pure.Constraints
    entries: dict[int, Entry]
    points: dict[int, Fraction]
    rounds: int

    def swiss_inputs(self, setting: str, *, in_brackets: bool) -> SwissInputs:
        """What a Swiss round of these players is drawn from; with `in_brackets` those of equal points stand alike."""
        return SwissInputs(
            order=tuple(self.order),
            played=self.played,
            setting=setting,
            constraints=self.constraints,
            brackets=self.brackets if in_brackets else None,
            byes=self.byes,
            event_rounds=self.rounds,
        )

    @property
    def brackets(self) -> list[list[int]]:
        """The players in groups of equal points, best first; those without a place yet are the last group."""
        groups: dict[Fraction | None, list[int]] = {}
        for number in self.order:
            groups.setdefault(self.points.get(number), []).append(number)
        return list(groups.values())


def field_of(
    round_: Round,
    *,
    after: int | None = None,
    substitutes: Sequence[Entry] = (),
    earlier: Tournament | None = None,
    lot: str = "",
) -> DraftBasis:
    """The round's players by their places after round `after` (default: the round before), confirmed results only.

    Players without a place yet come last, by `lot` where there is a seed for one, else by number; then as many of
    `substitutes` as fill the last table.
    """
    tournament = round_.tournament
    _require_cut([round_])
    table = compute_standings(tournament, after if after is not None else round_.number - 1)
    rows, first = table.individual, table.metrics[0]
    # Before the first result the table lists everybody by number; that is no place.
    counted_yet = any(row.games for row in rows)
    place = {row.key: position for position, row in enumerate(rows)} if counted_yet else {}
    people = sorted(who_plays(round_), key=lambda entry: (place.get(entry.pk, len(place)), _lot(lot, entry.number)))
    people += _joining(people, substitutes)
    numbers = {entry.pk: entry.number for entry in people}
    played = played_rounds(round_)
    seated = [{player for table in past for player in table} for past in played]
    counted = {entry.number: sum(1 for who in seated if entry.number not in who) for entry in people}
    return DraftBasis(
        order=[entry.number for entry in people],
        played=played,
        byes={number: count for number, count in counted.items() if count},
        constraints=wishes_of(tournament, people, earlier),
        entries={entry.number: entry for entry in people},
        points={numbers[row.key]: row.values[first] for row in rows if row.key in numbers},
        rounds=len(played) + round_.stage.rounds.filter(number__gte=round_.number).count(),
    )


def _lot(seed: str, number: int) -> tuple[bytes, int]:
    """Where a player without a place stands: drawn by the seed, in the order of numbers without one."""
    return hashlib.sha256(f"{seed}|{number}".encode()).digest() if seed else b"", number


def _require_cut(rounds: Sequence[Round]) -> None:
    """Nobody plays a stage with a cut before the cut is made, so its rounds cannot be seated. Raises `UserError`."""
    for round_ in rounds:
        if round_.stage.cut_to is not None and round_.stage.cut_at is None:
            raise UserError(_("Make the cut for “%(stage)s”") % {"stage": str(round_.stage)})


def _joining(people: Sequence[Entry], substitutes: Sequence[Entry]) -> list[Entry]:
    """As many substitutes as fill the last table, or none where they are too few."""
    spare = [entry for entry in substitutes if entry not in people]
    wanted = -len(people) % 4
    return spare[:wanted] if len(spare) >= wanted else []


def wishes_of(tournament: Tournament, people: Sequence[Entry], earlier: Tournament | None) -> pure.Constraints:
    """What the tournament asks of its seatings, and that pairs met in an earlier event meet as rarely as can be."""
    asked = constraints_of(tournament, people)
    return replace(asked, met_before=pairs_met(tournament, earlier)) if earlier else asked


@change("seating.generate", gettext_noop("Seating drawn"))
def generate(
    change: Change,
    tournament: Tournament,
    *,
    rounds: Sequence[Round],
    seed: str = "",
    substitutes: Sequence[Entry] = (),
    improve: int = 0,
    earlier: Tournament | None = None,
    why: str = "",
) -> list[Seating]:
    """Draw all these rounds at once by a seed: few repeated pairs, even winds, the tournament's wishes kept apart.

    With rounds before them already seated, the new ones are drawn on top of those. Without a seed a fresh one is taken
    and stored, so that anybody can draw again. `substitutes` fill the last table if they are enough, else some sit out
    in turn. Pairs met in the event `earlier` meet as rarely as can be. What was promised of these rounds decides the
    seed; drawn again, it needs a public `why`. Raises `UserError` where no table can be filled, or it was promised
    otherwise.
    """
    if not rounds:
        raise UserError(_("Choose the rounds to seat."), field="rounds")
    _require_cut(rounds)
    promise = draw_commitments.for_draw(tournament, rounds, TOGETHER, {}, seed=seed.strip(), why=why)
    seed = draw_commitments.seed_for(promise) if promise else seed.strip() or secrets.token_hex(8)
    field = who_plays(rounds[0])
    wishes = wishes_of(tournament, [*field, *substitutes], earlier)
    players, spare = tuple(entry.number for entry in field), tuple(entry.number for entry in substitutes)
    past, numbers = as_rounds(earlier_plans(rounds[0]))
    inputs = (
        AddedInputs(players, len(rounds), past, numbers, wishes, spare, improve)
        if past
        else FixedInputs(players, len(rounds), wishes, spare, improve)
    )
    draw = under(_drawn(lambda: inputs.draw(seed)), promise)
    _let_in(change, [entry for entry in substitutes if entry.number in draw.players])
    return draw_records.drafts_of(change, tournament, rounds, draw, why=why.strip())


def under(draw: Draw, promise: SeedCommitment | None) -> Draw:
    """The draw with the commitment that it was made under, opened."""
    if promise is None:
        return draw
    return draw.under(promise.commitment, draw_commitments.opened(promise) if promise.promise else None)


def _drawn(make: Callable[[], T]) -> T:
    """What the seating package makes; its errors become a `UserError`."""
    try:
        return make()
    except pure.SeatingError as error:
        raise UserError(_("No seating could be made: %(why)s") % {"why": in_words(error)}) from error


@change("seating.swiss", gettext_noop("Seating drawn by the Swiss system"))
def swiss(
    change: Change,
    round_: Round,
    *,
    setting: str = "balanced",
    seed: str = "",
    in_brackets: bool = False,
    seeded: bool = False,
    substitutes: Sequence[Entry] = (),
    earlier: Tournament | None = None,
    why: str = "",
) -> Seating:
    """A draft of one Swiss round from the confirmed results: close in standing, few repeats, by the slider's setting.

    With `in_brackets` players of equal points are drawn among themselves. Players without a place yet come last, by lot
    from the seed, or where they are `seeded` by number, as on a seeding list. Those who do not fill a table sit out,
    fewest byes first. What was promised of the round decides the seed; drawn again, it needs a public `why`. Raises
    `UserError` where no table can be filled, or it was promised otherwise.
    """
    options = {"setting": setting, "in_brackets": in_brackets}
    promise = draw_commitments.for_draw(round_.tournament, [round_], SWISS, options, seed=seed.strip(), why=why)
    seed = draw_commitments.seed_for(promise) if promise else seed.strip() or secrets.token_hex(8)
    field = field_of(round_, substitutes=substitutes, earlier=earlier, lot="" if seeded else seed)
    draw = under(_drawn(lambda: field.swiss_inputs(setting, in_brackets=in_brackets).draw(seed)), promise)
    _let_in(change, [entry for entry in substitutes if entry.number in field.entries])
    (draft,) = draw_records.drafts_of(
        change,
        round_.tournament,
        [round_],
        draw,
        source=Seating.Source.STANDINGS,
        algorithm=f"{pure.ALGORITHM_VERSION} {setting}",
        why=why.strip(),
    )
    return draft


def swiss_choices(
    round_: Round,
    *,
    seed: str,
    in_brackets: bool = False,
    seeded: bool = False,
    substitutes: Sequence[Entry] = (),
    earlier: Tournament | None = None,
) -> list[SwissRound]:
    """The round under each of the three settings, for a look before the choice; nothing is stored.

    The same seed in `swiss` gives the round that was looked at. Raises `UserError` where no table can be filled, and
    for a round that is promised: its setting stands.
    """
    if draw_commitments.promised(round_) is not None:
        raise UserError(_("The setting of this round was promised in public; draw it, or withdraw the promise."))
    field = field_of(round_, substitutes=substitutes, earlier=earlier, lot="" if seeded else seed)
    return _drawn(
        lambda: [field.swiss_inputs(setting, in_brackets=in_brackets).round(seed) for setting in pure.SETTINGS]
    )


@change("seating.by_standings", gettext_noop("Seating made by the standings"))
def by_standings(
    change: Change,
    round_: Round,
    *,
    mode: str = "standings",
    after: int | None = None,
    block: int | None = None,
    sit_out: bool = False,
    substitutes: Sequence[Entry] = (),
) -> Seating:
    """A draft from the places after round `after` (default: the round before), wind balance kept.

    mode: "standings" seats 1-4, 5-8 ...; "interval" spreads the strong; "snake" turns at each step. `block` forms each
    group of so many tables for itself. Players without a place yet come last, by number. Raises `UserError` where they
    do not fill tables of four, unless they may `sit_out` (fewest byes first, then the last in the standings).
    """
    if mode not in MODES:
        raise TypeError(mode)
    field = field_of(round_, after=after, substitutes=substitutes)
    count = len(field.order)
    if count < 4 or (count % 4 and not sit_out):
        raise UserError(
            _("%(count)s players do not fill tables of four; %(over)s too many.") % {"count": count, "over": count % 4}
        )
    inputs = StandingsInputs(
        order=tuple(field.order),
        played=field.played,
        mode=mode,
        block=block,
        byes=field.byes,
        constraints=field.constraints,
    )
    _let_in(change, [entry for entry in substitutes if entry.number in field.entries])
    (draft,) = draw_records.drafts_of(
        change, round_.tournament, [round_], inputs.draw(), source=Seating.Source.STANDINGS, algorithm=mode
    )
    return draft


def search_on(by: Actor, draw: SeatingDraw, effort: int) -> Job:
    """A job that searches for a better seating of the same seed for about `effort` seconds; it can be cancelled."""
    return jobs.create(
        "seating-improve",
        created_by=by.user,
        tournament=draw.tournament,
        params={"draw": draw.number, "effort": min(effort, MOST_EFFORT)},
    )


def price_wishes(by: Actor, draw: SeatingDraw) -> Job:
    """A job that works out what each wish costs in this draw; the one that is at work on it, if there is one."""
    return jobs.create_once(
        "seating-prices", created_by=by.user, tournament=draw.tournament, params={"draw": draw.number}
    )


def _let_in(change: Change, substitutes: Sequence[Entry]) -> None:
    """Those of the waiting list who fill the last table play from now on."""
    for entry in substitutes:
        if entry.status == Entry.Status.WAITING:
            registration.set_waiting(change.by, entry, waiting=False)


@change("seating.schedule", gettext_noop("Seating made from a schedule"))
def from_schedule(
    change: Change,
    tournament: Tournament,
    *,
    schedule: Mapping[int, Mapping[int, Sequence[int]]],
    byes: Mapping[int, Collection[int]] = NO_BYES,
    leave_out: bool = False,
    source: str = Seating.Source.SCHEDULE,
) -> list[Seating]:
    """Drafts of a schedule made elsewhere: round number -> table number -> four entry numbers, E S W N.

    `byes` are those who sit out, by round. Raises `UserError` whose `problems` name every round that does not exist
    and, by round, the players missing from it (unless `leave_out`), not of the tournament, or seated twice; then
    nothing is saved.
    """
    problems = misfits(tournament, schedule, byes=byes, leave_out=leave_out)
    if problems:
        raise UserError(
            _("The schedule does not fit this tournament: %(first)s") % {"first": problems[0]}, problems=problems
        )
    rounds = {round_.number: round_ for round_ in tournament.rounds.all()}
    everybody = {entry.number: entry for entry in tournament.entries.all()}
    plans: dict[int, TablePlan] = {
        number: {table: tuple(everybody[player] for player in players) for table, players in tables.items()}
        for number, tables in schedule.items()
    }
    return [
        seating.draft(change.by, rounds[number], plans[number], source=source, earlier=plans)
        for number in sorted(plans)
    ]


def misfits(
    tournament: Tournament,
    schedule: Mapping[int, Mapping[int, Sequence[int]]],
    *,
    byes: Mapping[int, Collection[int]] = NO_BYES,
    leave_out: bool = False,
) -> list[str]:
    """Why `from_schedule` would refuse this schedule, a sentence each; none where it fits."""
    rounds = {round_.number: round_ for round_ in tournament.rounds.all()}
    everybody = {entry.number: entry for entry in tournament.entries.all()}
    problems = [] if schedule else [_("There is no table in the schedule.")]
    for number, tables in sorted(schedule.items()):
        if number not in rounds:
            problems.append(_("The tournament has no round %(round)s.") % {"round": number})
            continue
        problems += _problems(rounds[number], tables, everybody, everybody if leave_out else byes.get(number, ()))
    return problems


def _problems(
    round_: Round, tables: Mapping[int, Sequence[int]], everybody: dict[int, Entry], may_sit_out: Collection[int]
) -> list[str]:
    """Every reason why these tables cannot seat the round, a sentence each."""
    problems: list[str] = []
    playing = {entry.number: entry for entry in who_plays(round_)}
    at: dict[int, int] = {}
    for table, players in sorted(tables.items()):
        if len(players) != 4:
            problems.append(
                _("Round %(round)s, table %(table)s has %(count)s players instead of 4.")
                % {"round": round_.number, "table": table, "count": len(players)}
            )
        for player in players:
            where = {"round": round_.number, "table": table, "player": everybody.get(player, player)}
            if player in at:
                problems.append(
                    _("Round %(round)s: player %(player)s sits at table %(table)s and at table %(other)s.")
                    % (where | {"other": at[player]})
                )
            elif player not in everybody:
                problems.append(_("Round %(round)s, table %(table)s: there is no player %(player)s.") % where)
            elif player not in playing:
                problems.append(_("Round %(round)s, table %(table)s: %(player)s does not play this round.") % where)
            at[player] = table
    missing = [entry for number, entry in playing.items() if number not in at and number not in may_sit_out]
    if missing:
        problems.append(
            _("Round %(round)s: these players are missing: %(names)s.")
            % {"round": round_.number, "names": ", ".join(str(entry) for entry in missing)}
        )
    return problems
