"""Ways to a draft: drawn by the generator, from the standings, or from a schedule made elsewhere."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments import seating as pure
from tournaments.models import Entry, Round, Seating, Tournament
from tournaments.seating.certificate import certificate, swiss_certificate
from tournaments.selectors.field import who_plays
from tournaments.selectors.seating_quality import Plan, constraints_of, played_rounds
from tournaments.selectors.standings import compute_standings
from tournaments.services import drawn, seating
from tournaments.services.audit import Change, change
from tournaments.services.errors import UserError

STANDINGS_MODES = {
    "standings": gettext_lazy("1–4, 5–8 …"),
    "interval": gettext_lazy("Interval"),
    "snake": gettext_lazy("Snake"),
}


@change("seating.generate")
def generate(
    change: Change,
    tournament: Tournament,
    *,
    rounds: Sequence[Round],
    seed: str = "",
    substitutes: Sequence[Entry] = (),
    improve: int = 0,
    reason: str = "",
) -> list[Seating]:
    """Draw all these rounds at once by a seed: few repeated pairs, even winds, the tournament's wishes kept apart.

    With rounds before them already seated, each round is drawn against those. Without a seed a fresh one is taken and
    stored, so that anybody can draw again. Raises `UserError` where no table can be filled.
    """
    if not rounds:
        raise UserError(_("Choose the rounds to seat."), field="rounds")
    sealed = None if seed.strip() else drawn.open_commitment(tournament)
    seed = seed.strip() or (sealed.sealed_seed if sealed else secrets.token_hex(8))
    certificates: list[dict[str, Any]] = []
    field = who_plays(rounds[0])
    by_number = {entry.number: entry for entry in field} | {entry.number: entry for entry in substitutes}
    wishes = constraints_of(tournament, [*field, *substitutes])
    played = played_rounds(rounds[0])
    plans: dict[int, Plan] = {}
    try:
        if played:
            for round_ in rounds:
                order = [entry.number for entry in field]
                made = pure.swiss(
                    order,
                    played,
                    seed=f"{seed}-{round_.number}",
                    setting="fresh",
                    constraints=wishes,
                    brackets=[order],  # one bracket: standings play no part in this draw
                )
                certificates.append(swiss_certificate(made, order, played, constraints=wishes, brackets=[order]))
                played = (*played, made.round)
                plans[round_.number] = _plan(made.round, range(1, len(made.round) + 1), by_number)
        else:
            schedule = pure.generate(
                [entry.number for entry in field],
                len(rounds),
                seed=seed,
                constraints=wishes,
                substitutes=[entry.number for entry in substitutes],
                improve=improve,
            )
            for round_, tables, numbers in zip(rounds, schedule.rounds, schedule.table_numbers, strict=True):
                plans[round_.number] = _plan(tables, numbers, by_number)
            certificates.append(certificate(schedule, improve=improve, committed=sealed.commitment if sealed else None))
    except pure.SeatingError as error:
        raise UserError(_("No seating could be made: %(why)s") % {"why": error}) from error
    drafts = [
        seating.draft(
            change.by,
            round_,
            plans[round_.number],
            source=Seating.Source.GENERATED,
            algorithm=pure.ALGORITHM_VERSION,
            seed=seed,
            earlier=plans,
        )
        for round_ in rounds
    ]
    for index, value in enumerate(certificates):
        # One certificate holds all rounds of a fixed schedule; rounds drawn one after another have one each.
        drawn.record(change, tournament, drafts if len(certificates) == 1 else [drafts[index]], value, improved=improve)
    return drafts


@change("seating.swiss")
def swiss(change: Change, round_: Round, *, setting: str = "balanced", seed: str = "") -> Seating:
    """A draft of one Swiss round from the confirmed results: close in standing, few repeats, by the slider's setting.

    Players without a place yet come last, by number. Those who do not fill a table sit out, fewest byes first.
    Raises `UserError` where no table can be filled.
    """
    tournament = round_.tournament
    seed = seed.strip() or secrets.token_hex(8)
    rows = compute_standings(tournament, round_.number - 1).individual
    place = {row.key: position for position, row in enumerate(rows)}
    field = sorted(who_plays(round_), key=lambda entry: (place.get(entry.pk, len(place)), entry.number))
    order = [entry.number for entry in field]
    played = played_rounds(round_)
    wishes = constraints_of(tournament, field)
    seated = [{player for table in past for player in table} for past in played]
    byes = {number: sum(1 for people in seated if number not in people) for number in order}
    byes = {number: count for number, count in byes.items() if count}
    try:
        made = pure.swiss(order, played, seed=seed, setting=setting, constraints=wishes, byes=byes)
    except pure.SeatingError as error:
        raise UserError(_("No seating could be made: %(why)s") % {"why": error}) from error
    by_number = {entry.number: entry for entry in field}
    draft = seating.draft(
        change.by,
        round_,
        _plan(made.round, range(1, len(made.round) + 1), by_number),
        source=Seating.Source.STANDINGS,
        algorithm=f"{pure.ALGORITHM_VERSION} {setting}",
        seed=seed,
    )
    value = swiss_certificate(made, order, played, constraints=wishes, byes=byes)
    drawn.record(change, tournament, [draft], value)
    return draft


@change("seating.by_standings")
def by_standings(change: Change, round_: Round, *, mode: str = "standings", after: int | None = None) -> Seating:
    """A draft from the places after round `after` (default: the round before), wind balance kept.

    mode: "standings" seats 1-4, 5-8 ...; "interval" spreads the strong; "snake" turns at each step.
    Players without a place yet come last, by number. Raises `UserError` where they do not fill tables of four.
    """
    if mode not in STANDINGS_MODES:
        raise TypeError(mode)
    tournament = round_.tournament
    rows = compute_standings(tournament, after if after is not None else round_.number - 1).individual
    place = {row.key: position for position, row in enumerate(rows)}
    field = sorted(who_plays(round_), key=lambda entry: (place.get(entry.pk, len(place)), entry.number))
    if len(field) % 4 or not field:
        raise UserError(
            _("%(count)s players do not fill tables of four; %(over)s too many.")
            % {"count": len(field), "over": len(field) % 4}
        )
    by_number = {entry.number: entry for entry in field}
    tables = pure.by_standings([entry.number for entry in field], mode, played=played_rounds(round_))
    return seating.draft(
        change.by,
        round_,
        _plan(tables, range(1, len(tables) + 1), by_number),
        source=Seating.Source.STANDINGS,
        algorithm=mode,
    )


@change("seating.schedule")
def from_schedule(
    change: Change,
    tournament: Tournament,
    *,
    schedule: Mapping[int, Mapping[int, Sequence[int]]],
    leave_out: bool = False,
    source: str = Seating.Source.SCHEDULE,
) -> list[Seating]:
    """Drafts of a schedule made elsewhere: round number -> table number -> four entry numbers, E S W N.

    Raises `UserError` whose `problems` name every round that does not exist and, by round, the players missing from it
    (unless `leave_out`), not of the tournament, or seated twice; then nothing is saved.
    """
    rounds = {round_.number: round_ for round_ in tournament.rounds.all()}
    everybody = {entry.number: entry for entry in tournament.entries.all()}
    problems: list[str] = []
    for number, tables in sorted(schedule.items()):
        if number not in rounds:
            problems.append(_("The tournament has no round %(round)s.") % {"round": number})
            continue
        problems += _problems(rounds[number], tables, everybody, leave_out)
    if not schedule:
        problems.append(_("There is no table in the schedule."))
    if problems:
        raise UserError(
            _("The schedule does not fit this tournament: %(first)s") % {"first": problems[0]}, problems=problems
        )
    plans: dict[int, Plan] = {
        number: {table: tuple(everybody[player] for player in players) for table, players in tables.items()}
        for number, tables in schedule.items()
    }
    return [
        seating.draft(change.by, rounds[number], plans[number], source=source, earlier=plans)
        for number in sorted(plans)
    ]


def _problems(
    round_: Round, tables: Mapping[int, Sequence[int]], everybody: dict[int, Entry], leave_out: bool
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
    if not leave_out:
        missing = [entry for number, entry in playing.items() if number not in at]
        if missing:
            problems.append(
                _("Round %(round)s: these players are missing: %(names)s.")
                % {"round": round_.number, "names": ", ".join(str(entry) for entry in missing)}
            )
    return problems


def _plan(tables: Sequence[pure.Table], numbers: Sequence[int], by_number: dict[int, Entry]) -> Plan:
    return {number: tuple(by_number[player] for player in table) for number, table in zip(numbers, tables, strict=True)}
