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
from tournaments.rounds.queries.participants import list_possible_players, list_round_players
from tournaments.seating.logic import ALGORITHM_VERSION, SETTINGS
from tournaments.seating.logic.draws import Draw, FixedInputs, RankedInputs
from tournaments.seating.logic.promises import SWISS, TOGETHER
from tournaments.seating.logic.seeding import Seeding
from tournaments.seating.models.draws import SeatingDraw, SeedCommitment
from tournaments.seating.queries.draw_inputs import build_fixed_inputs, build_ranked_inputs
from tournaments.seating.queries.draw_options import DrawOptions
from tournaments.seating.queries.quality import TablePlan
from tournaments.seating.queries.started import require_not_started
from tournaments.seating.services import draw_records, promises, seating
from tournaments.seating.text.seatings import MODES, TEAMS

NO_BYES: Mapping[int, Collection[int]] = MappingProxyType({})
NO_OPTIONS = DrawOptions()

EFFORT = 20
IMPROVABLE = (SeatingDraw.Kind.FIXED, SeatingDraw.Kind.ADDED)
MAX_EFFORT = 60
"""Seconds (about) that a background search may last."""


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
    seeding: Seeding | None = None,
) -> list[Seating]:
    """Draw these rounds together after seated ones: few repeated pairs, even winds, wishes kept. The seed is the
    promised one, else `seed`, else a fresh one. `substitutes` fill the last table if they are enough, else some players
    sit out. Raises `UserError` where no table can be filled, something else was promised, a promised draw is repeated
    without a public `why`, or a `seeding` decides nothing.
    """
    if not rounds:
        raise UserError(_("Choose the rounds to seat."), field="rounds")
    require_open(rounds, field="rounds")
    promise, seed = promises.choose_promise_and_seed(tournament, rounds, TOGETHER, {}, seed=seed, why=why)
    inputs = build_fixed_inputs(rounds, substitutes=substitutes, earlier=earlier, improve=improve, seeding=seeding)
    _check_seeding(promise, inputs)
    options = DrawOptions(seed=seed, promise=promise, substitutes=substitutes, why=why)
    return draw_records.draw(change, rounds, inputs, options)


@change("seating.swiss", gettext_noop("Seating drawn by the Swiss system"))
def draft_swiss(
    change: Change, round_: Round, options: DrawOptions = NO_OPTIONS, *, drawn: Draw | None = None
) -> Seating:
    """Draft a Swiss round from confirmed results; players without a place come last, some sit out. A promise decides
    the seed; repeated, the draw needs a public `why`. Raises `UserError` where no table can be filled, something else
    was promised, or `drawn` (made before) has other inputs than today's.
    """
    inputs, options = build_swiss_inputs(round_, options)
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


def build_swiss_inputs(round_: Round, options: DrawOptions) -> tuple[RankedInputs, DrawOptions]:
    """Return the inputs, and the options with promise and seed. Raises `UserError` if it cannot be drawn."""
    require_open([round_])
    _refuse_brackets_of_teams(round_, options.in_brackets)
    settings = {"setting": options.setting, "in_brackets": options.in_brackets}
    promise, seed = promises.choose_promise_and_seed(
        round_.tournament, [round_], SWISS, settings, seed=options.seed, why=options.why
    )
    options = replace(options.with_seed(seed), promise=promise)
    inputs = build_ranked_inputs(round_, "swiss", options.setting, options)
    _check_seeding(promise, inputs)
    return inputs, options


def _check_seeding(promise: SeedCommitment | None, inputs: FixedInputs | RankedInputs) -> None:
    """Raise `UserError` under a promise, which names no ratings, and where ratings would play no part."""
    if inputs.seeding is None:
        return
    if promise is not None:
        raise UserError(
            _("Nothing was promised of ratings: draw without them, or withdraw the promise."), field="ratings"
        )
    if not inputs.seeding.ratings:
        raise UserError(_("None of these players has a rating in this list."), field="ratings")
    if isinstance(inputs, RankedInputs) and inputs.random:
        raise UserError(
            _("Nobody has a result yet: equal players drawn among themselves would be all, and ratings play no part."),
            field="ratings",
        )
    if isinstance(inputs, FixedInputs) and inputs.played:
        raise UserError(
            _("Ratings spread the players in the first round; these rounds follow seated ones."), field="ratings"
        )


def list_choice_inputs(round_: Round, options: DrawOptions) -> list[RankedInputs]:
    """Return the inputs under each setting. Raises `UserError` if they cannot be drawn, or are promised."""
    require_open([round_])
    _refuse_brackets_of_teams(round_, options.in_brackets)
    if promises.find_promise(round_) is not None:
        raise UserError(_("The setting of this round was promised in public; draw it, or withdraw the promise."))
    inputs = build_ranked_inputs(round_, "swiss", "", options.with_seed(options.seed))
    _check_seeding(None, inputs)
    return [replace(inputs, mode=setting) for setting in SETTINGS]


def draw_swiss_choices(round_: Round, options: DrawOptions) -> list[Draw]:
    """Draw the round under each setting; store nothing. Raises `UserError` where no table can be filled."""
    return [draw_records.draw_or_refuse(inputs, options.seed) for inputs in list_choice_inputs(round_, options)]


@change("seating.by_standings", gettext_noop("Seating made by the standings"))
def draft_by_standings(
    change: Change,
    round_: Round,
    *,
    mode: str = "",
    after: int | None = None,
    block: int | None = None,
    sit_out: bool = False,
    substitutes: Sequence[Entry] = (),
) -> Seating:
    """Draft a round from the places after round `after` (default: the round before), winds balanced. mode: "standings"
    seats 1-4, 5-8 ...; "interval" spreads the strong; "snake" turns at each step; "teams", only after a cut by teams,
    seats the best of four teams. `block` forms each group of so many tables for itself. Raises `UserError` without full
    tables, unless players may `sit_out` (fewest byes first, then the lowest).
    """
    mode = mode or next(iter(map_modes(round_)))
    if mode not in MODES:
        raise TypeError(mode)
    require_open([round_])
    if mode not in map_modes(round_):
        if round_.stage.of_teams:
            raise UserError(
                _("“%(stage)s” is played by teams: seat it by the places of the teams.") % {"stage": str(round_.stage)},
                field="mode",
            )
        raise UserError(_("Teams by their places is for stages that teams qualify for."), field="mode")
    options = DrawOptions(after=after, substitutes=substitutes, block=block)
    inputs = build_ranked_inputs(round_, "standings", mode, options)
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


def map_modes(round_: Round) -> dict[str, Any]:
    return {mode: name for mode, name in MODES.items() if (mode == TEAMS) == round_.stage.of_teams}


def _refuse_brackets_of_teams(round_: Round, in_brackets: bool) -> None:
    if in_brackets and round_.stage.of_teams:
        raise UserError(
            _("“%(stage)s” is drawn by the places of teams: its players form no groups of equal points.")
            % {"stage": str(round_.stage)},
            field="in_brackets",
        )


def require_open(rounds: Sequence[Round], *, field: str | None = None) -> None:
    """Raise `UserError` if a round has started, or its stage waits for a cut."""
    require_not_started(rounds, field=field)
    for tournament in {round_.tournament for round_ in rounds}:
        require_not_closed(tournament)
    for round_ in rounds:
        if round_.stage.cut_to is not None and round_.stage.cut_at is None:
            raise UserError(_("Make the cut for “%(stage)s”") % {"stage": str(round_.stage)})


def search_on(by: Actor, draw: SeatingDraw, effort: int) -> Job:
    """Return a job that searches for a better seating of the same seed for about `effort` seconds."""
    require_not_lent(draw.tournament)
    return jobs.create(
        "seating-improve",
        created_by=by.user,
        tournament=draw.tournament,
        params={"draw": draw.number, "effort": min(effort, MAX_EFFORT)},
    )


def price_wishes(by: Actor, draw: SeatingDraw) -> Job:
    """Return a job that prices each wish of this draw, the running one if there is one."""
    require_not_lent(draw.tournament)
    return jobs.create_once(
        "seating-prices", created_by=by.user, tournament=draw.tournament, params={"draw": draw.number}
    )


@change("seating.schedule", gettext_noop("Seating made from a schedule"))
def draft_schedule(
    change: Change,
    tournament: Tournament,
    *,
    schedule: Mapping[int, Mapping[int, Sequence[int]]],
    byes: Mapping[int, Collection[int]] = NO_BYES,
    leave_out: bool = False,
    source: str = Seating.Source.SCHEDULE,
) -> list[Seating]:
    """Draft a schedule made elsewhere: round -> table -> four entry numbers, E S W N; `byes` by round. Raises
    `UserError` whose `problems` name rounds that do not exist, and players who are missing (unless `leave_out`),
    foreign or seated twice; then nothing is saved.
    """
    problems = list_misfits(tournament, schedule, byes=byes, leave_out=leave_out)
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


def list_misfits(
    tournament: Tournament,
    schedule: Mapping[int, Mapping[int, Sequence[int]]],
    *,
    byes: Mapping[int, Collection[int]] = NO_BYES,
    leave_out: bool = False,
) -> list[str]:
    """Return the errors of `draft_schedule`, a sentence each; none if the schedule fits."""
    rounds = {round_.number: round_ for round_ in tournament.rounds.all()}
    everybody = {entry.number: entry for entry in tournament.entries.all()}
    problems = [] if schedule else [_("There is no table in the schedule.")]
    for number, tables in sorted(schedule.items()):
        if number not in rounds:
            problems.append(_("The tournament has no round %(round)s.") % {"round": number})
            continue
        problems += _list_problems(rounds[number], tables, everybody, everybody if leave_out else byes.get(number, ()))
    return problems


def _list_problems(
    round_: Round, tables: Mapping[int, Sequence[int]], everybody: dict[int, Entry], may_sit_out: Collection[int]
) -> list[str]:
    problems: list[str] = []
    playing = {entry.number for entry in list_possible_players(round_)}
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
        for entry in list_round_players(round_)
        if entry.number not in table_of and entry.number not in may_sit_out and not entry.is_spare
    ]
    if missing:
        problems.append(
            _("Round %(round)s: these players are missing: %(names)s.")
            % {"round": round_.number, "names": ", ".join(str(entry) for entry in missing)}
        )
    return problems
