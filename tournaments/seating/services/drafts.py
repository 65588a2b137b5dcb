"""Ways to a draft: drawn by the generator, from the standings, or from a schedule made elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core import jobs
from tournaments.core.audit import Actor, Change, change
from tournaments.core.audit.decorators import require_not_lent
from tournaments.core.errors import UserError
from tournaments.core.models.jobs import Job
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.events.services import require_not_closed
from tournaments.rounds.models import Round, Seating
from tournaments.rounds.queries.participants import who_may_play, who_plays
from tournaments.seating.logic import ALGORITHM_VERSION, SETTINGS
from tournaments.seating.logic.draws import Draw, RankedInputs
from tournaments.seating.logic.promises import SWISS, TOGETHER
from tournaments.seating.models.draws import SeatingDraw
from tournaments.seating.queries.draw_inputs import fixed_inputs, ranked_inputs
from tournaments.seating.queries.draw_options import DrawOptions
from tournaments.seating.queries.quality import TablePlan
from tournaments.seating.queries.started import require_not_started
from tournaments.seating.services import draw_records, promises, seating
from tournaments.seating.text.seatings import MODES, TEAMS

NO_BYES: Mapping[int, Collection[int]] = MappingProxyType({})
NO_OPTIONS = DrawOptions()

EFFORT = 20
"""Seconds that a better seating is searched for where nobody says otherwise."""
IMPROVABLE = (SeatingDraw.Kind.FIXED, SeatingDraw.Kind.ADDED)
MAX_EFFORT = 60
"""Seconds (about) that a search in the background may be given."""


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
    require_open(rounds, field="rounds")
    promise, seed = promises.for_draw(tournament, rounds, TOGETHER, {}, seed=seed, why=why)
    inputs = fixed_inputs(rounds, substitutes=substitutes, earlier=earlier, improve=improve)
    options = DrawOptions(seed=seed, promise=promise, substitutes=substitutes, why=why)
    return draw_records.draw(change, rounds, inputs, options)


@change("seating.swiss", gettext_noop("Seating drawn by the Swiss system"))
def swiss(change: Change, round_: Round, options: DrawOptions = NO_OPTIONS, *, drawn: Draw | None = None) -> Seating:
    """A draft of one Swiss round from the confirmed results: close in standing, few repeats, by the slider's setting.

    Players without a place yet come last. Those who do not fill a table sit out, fewest byes first. What was promised
    of the round decides the seed; drawn again, it needs a public `why`. `made` is the draw where it was made before.
    Raises `UserError` where no table can be filled, it was promised otherwise, or `made` is of other inputs than
    today's.
    """
    inputs, options = swiss_inputs(round_, options)
    (draft,) = draw_records.draw(
        change,
        [round_],
        inputs,
        options,
        ready=drawn,
        source=Seating.Source.STANDINGS,
        algorithm=f"{ALGORITHM_VERSION} {options.setting}",
    )
    return draft


def swiss_inputs(round_: Round, options: DrawOptions) -> tuple[RankedInputs, DrawOptions]:
    """Return the inputs of a Swiss round, and the options with the promise and the seed that it is drawn by.

    Raises `UserError` where the round cannot be drawn like this.
    """
    require_open([round_])
    _refuse_brackets_of_teams(round_, options.in_brackets)
    settings = {"setting": options.setting, "in_brackets": options.in_brackets}
    promise, seed = promises.for_draw(round_.tournament, [round_], SWISS, settings, seed=options.seed, why=options.why)
    options = replace(options.with_seed(seed), promise=promise)
    return ranked_inputs(round_, "swiss", options.setting, options), options


def choice_inputs(round_: Round, options: DrawOptions) -> list[RankedInputs]:
    """Return the inputs of the round under each of the three settings, for a look before the choice.

    The same seed in `swiss` gives the round that was looked at. Raises `UserError` for a round that cannot be drawn,
    and for one that is promised: its setting stands.
    """
    require_open([round_])
    _refuse_brackets_of_teams(round_, options.in_brackets)
    if promises.promised(round_) is not None:
        raise UserError(_("The setting of this round was promised in public; draw it, or withdraw the promise."))
    inputs = ranked_inputs(round_, "swiss", "", options.with_seed(options.seed))
    return [replace(inputs, mode=setting) for setting in SETTINGS]


def swiss_choices(round_: Round, options: DrawOptions) -> list[Draw]:
    """The round under each of the three settings by the seed of the options; nothing is stored.

    Raises `UserError` where no table can be filled.
    """
    return [draw_records.drawn(inputs, options.seed) for inputs in choice_inputs(round_, options)]


@change("seating.by_standings", gettext_noop("Seating made by the standings"))
def by_standings(
    change: Change,
    round_: Round,
    *,
    mode: str = "",
    after: int | None = None,
    block: int | None = None,
    sit_out: bool = False,
    substitutes: Sequence[Entry] = (),
) -> Seating:
    """A draft from the places after round `after` (default: the round before), wind balance kept.

    mode: "standings" seats 1-4, 5-8 ...; "interval" spreads the strong; "snake" turns at each step; "teams" seats the
    best of four teams at a table, and is the way after a cut by teams, and there alone (default: the first that is).
    `block` forms each group of so many tables for itself. Players without a place yet come last, by number. Raises
    `UserError` where they do not fill tables of four, unless they may `sit_out` (fewest byes first, then the last in
    the standings).
    """
    mode = mode or next(iter(modes_of(round_)))
    if mode not in MODES:
        raise TypeError(mode)
    require_open([round_])
    if mode not in modes_of(round_):
        if round_.stage.of_teams:
            raise UserError(
                _("“%(stage)s” is played by teams: seat it by the places of the teams.") % {"stage": str(round_.stage)},
                field="mode",
            )
        raise UserError(_("Teams by their places is for stages that teams qualify for."), field="mode")
    options = DrawOptions(after=after, substitutes=substitutes, block=block)
    inputs = ranked_inputs(round_, "standings", mode, options)
    count = len(inputs.order)
    if count < 4 or (count % 4 and not sit_out):
        raise UserError(
            _("%(count)s players do not fill tables of four; %(over)s too many.") % {"count": count, "over": count % 4}
        )
    (draft,) = draw_records.draw(
        change,
        [round_],
        inputs,
        options,
        source=Seating.Source.STANDINGS,
        algorithm=mode,
    )
    return draft


def modes_of(round_: Round) -> dict[str, Any]:
    """Return the ways to seat the round by the standings, with their descriptions."""
    return {mode: name for mode, name in MODES.items() if (mode == TEAMS) == round_.stage.of_teams}


def _refuse_brackets_of_teams(round_: Round, in_brackets: bool) -> None:
    if in_brackets and round_.stage.of_teams:
        raise UserError(
            _("“%(stage)s” is drawn by the places of teams: its players form no groups of equal points.")
            % {"stage": str(round_.stage)},
            field="in_brackets",
        )


def require_open(rounds: Sequence[Round], *, field: str | None = None) -> None:
    """Raise `UserError` where a round has started, or its stage waits for the cut before which nobody plays it."""
    require_not_started(rounds, field=field)
    for tournament in {round_.tournament for round_ in rounds}:
        require_not_closed(tournament)
    for round_ in rounds:
        if round_.stage.cut_to is not None and round_.stage.cut_at is None:
            raise UserError(_("Make the cut for “%(stage)s”") % {"stage": str(round_.stage)})


def search_on(by: Actor, draw: SeatingDraw, effort: int) -> Job:
    """A job that searches for a better seating of the same seed for about `effort` seconds; it can be cancelled."""
    require_not_lent(draw.tournament)
    return jobs.create(
        "seating-improve",
        created_by=by.user,
        tournament=draw.tournament,
        params={"draw": draw.number, "effort": min(effort, MAX_EFFORT)},
    )


def price_wishes(by: Actor, draw: SeatingDraw) -> Job:
    """A job that works out what each wish costs in this draw; the one that is at work on it, if there is one."""
    require_not_lent(draw.tournament)
    return jobs.create_once(
        "seating-prices", created_by=by.user, tournament=draw.tournament, params={"draw": draw.number}
    )


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
    """Return the errors of `from_schedule` for this schedule, a sentence each; none if it fits."""
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
    playing = {entry.number for entry in who_may_play(round_)}
    table_of: dict[int, int] = {}
    for table, players in sorted(tables.items()):
        if len(players) != 4:
            problems.append(
                _("Round %(round)s, table %(table)s has %(count)s players instead of 4.")
                % {"round": round_.number, "table": table, "count": len(players)}
            )
        for player in players:
            where = {"round": round_.number, "table": table, "player": everybody.get(player, player)}
            if player in table_of:
                problems.append(
                    _("Round %(round)s: player %(player)s sits at table %(table)s and at table %(other)s.")
                    % (where | {"other": table_of[player]})
                )
            elif player not in everybody:
                problems.append(_("Round %(round)s, table %(table)s: there is no player %(player)s.") % where)
            elif player not in playing:
                problems.append(_("Round %(round)s, table %(table)s: %(player)s does not play this round.") % where)
            table_of[player] = table
    missing = [
        entry
        for entry in who_plays(round_)
        if entry.number not in table_of and entry.number not in may_sit_out and not entry.is_spare
    ]
    if missing:
        problems.append(
            _("Round %(round)s: these players are missing: %(names)s.")
            % {"round": round_.number, "names": ", ".join(str(entry) for entry in missing)}
        )
    return problems
