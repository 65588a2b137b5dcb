"""Checks of scores: games follow from sheets, standings from games and the ledger, after every round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from engine.exact import read_stored
from engine.match.scoring import MatchScoring
from tournaments.exchange.verification.coding import decode, encode
from tournaments.exchange.verification.lines import CHECKED, FAILED, UNKNOWN, CheckLine, compare_stated, guard_check
from tournaments.results.logic.sheets import TABLE_POINTS, Sheet, compute_ledger_lines
from tournaments.standings.logic import (
    Adjustment,
    Competitor,
    CountedForfeit,
    Game,
    Heirs,
    Out,
    RankingRules,
    Standings,
    StandingsInput,
    StandingsRow,
    Substitution,
    compute,
)


def check_scores(bundle: Mapping[str, Any]) -> Iterator[CheckLine]:
    games = {(game["player"], game["round"], game["table"]): game for game in bundle["games"]}
    if len(games) != len(bundle["games"]):
        yield CheckLine(FAILED, "games", "somebody has two games at one table of a round")
    game_keys: set[tuple[int, int, int]] = set()
    good = 0
    for sheet in bundle["sheets"]:
        place = f"sheet of round {sheet['round']}, table {sheet['table']}"
        lines = list(guard_check(place, lambda s=sheet, p=place: _check_sheet(bundle, s, p, games, game_keys)))  # type: ignore[misc]
        good += all(line.outcome == CHECKED for line in lines)
        yield from (line for line in lines if line.outcome != CHECKED)
    if extra := sorted(set(games) - game_keys):
        yield CheckLine(FAILED, "games", f"no sheet has player {extra[0][0]} in round {extra[0][1]}")
    yield CheckLine(CHECKED, "sheets", f"{good} of {len(bundle['sheets'])} sheets give the scores of the ledger")
    for postponement in bundle.get("to_come", ()):
        text = f"to come, the table is postponed to {postponement['postponed_to']}"
        yield CheckLine(UNKNOWN, f"result of {postponement['table']}", text)
    yield from _check_seated(bundle)
    yield from _check_fines(bundle)
    yield from _check_absent(bundle)
    yield from _check_teams(bundle)
    for stated in bundle["standings"]:
        place = f"standings after round {stated['after']}"
        yield from guard_check(place, lambda s=stated, p=place: _check_standings(bundle, s, p))  # type: ignore[misc]
    after = [stated["after"] for stated in bundle["standings"]]
    yield from compare_stated(
        "standings", after, list(range(1, bundle["through"] + 1)), "there are some for every round"
    )


def _check_sheet(
    bundle: Mapping[str, Any], sheet: Mapping[str, Any], place: str, games: Mapping[Any, Any], game_keys: set[Any]
) -> Iterator[CheckLine]:
    scoring = MatchScoring.from_dict(bundle["scorings"][sheet["scoring"]])
    rows = tuple((player, read_stored(points)) for player, points, _official in sheet["seats"])
    written = Sheet(rows, sheet["leftover"], {player: official for player, _points, official in sheet["seats"]})
    fines = {int(player): Fraction(amount) for player, amount in sheet["fines"].items()}
    worth: dict[int, dict[str, Any]] = {}
    for amount in compute_ledger_lines(written, scoring, fines, Heirs(dict.fromkeys(sheet["last"], True))):
        game = worth.setdefault(amount.player, {})
        if amount.unit == TABLE_POINTS:
            game["table_points"] = amount.amount
            continue
        game |= {"score": amount.amount, "points": amount.points, "uma": amount.uma}
        game |= {"place": amount.place, "shared": amount.shared}
    scores: dict[int, dict[str, Any]] = {}
    stated: dict[int, dict[str, Any] | None] = {}
    for player, values in worth.items():
        key = (player, sheet["round"], sheet["table"])
        game_keys.add(key)
        scored_game = Game(player, sheet["round"], sheet["table"], **values)
        listed = games.get(key)
        scores[player] = {name: figure for name, figure in encode(scored_game).items() if name != "reason"}
        stated[player] = None if listed is None else listed | {"team": None}
    yield from compare_stated(place, stated, scores, "the scores follow from the points")


def _check_seated(bundle: Mapping[str, Any]) -> Iterator[CheckLine]:
    plans = {
        (seating["round"], int(table)): sorted(players)
        for seating in bundle["seatings"]
        for table, players in seating["tables"].items()
    }
    wrong = [
        f"round {sheet['round']}, table {sheet['table']}"
        for sheet in bundle["sheets"]
        if sorted(player for player, _points, _official in sheet["seats"])
        != plans.get((sheet["round"], sheet["table"]))
    ]
    if wrong:
        yield CheckLine(FAILED, "sheets", f"other players than were seated: {'; '.join(wrong[:5])}")
    else:
        yield CheckLine(CHECKED, "sheets", "each has the players who were seated at its table")


def _check_fines(bundle: Mapping[str, Any]) -> Iterator[CheckLine]:
    """Check that every penalty at a table that counts before the places has a line in the ledger."""
    lines = {(adjustment["player"], adjustment["round"]) for adjustment in bundle["adjustments"]}
    fined = {(int(player), sheet["round"]) for sheet in bundle["sheets"] for player in sheet["fines"]}
    if silent := sorted(fined - lines):
        text = f"player {silent[0][0]} is fined in round {silent[0][1]} by no line of the ledger"
        yield CheckLine(FAILED, "sheets", text)
    elif fined:
        yield CheckLine(CHECKED, "sheets", f"{len(fined)} fines and payments at tables have their lines in the ledger")


def _check_absent(bundle: Mapping[str, Any]) -> Iterator[CheckLine]:
    """Check that players who left have no games, and that nobody plays beside their own substitute."""
    played: dict[Any, set[int]] = {}
    for game in bundle["games"]:
        played.setdefault(game["player"], set()).add(game["round"])
    wrong = [
        f"player {competitor['key']} left before playing, and has played"
        for competitor in bundle["competitors"]
        if competitor["withdrawn"] and played.get(competitor["key"])
    ]
    wrong += [
        f"player {competitor['key']} played beside player {competitor['substitute_for']}, whose substitute this is"
        for competitor in bundle["competitors"]
        if competitor["substitute_for"] is not None
        and played.get(competitor["key"], set()) & played.get(competitor["substitute_for"], set())
    ]
    if wrong:
        yield CheckLine(FAILED, "players", wrong[0])


def _check_teams(bundle: Mapping[str, Any]) -> Iterator[CheckLine]:
    teams = {team["key"] for team in bundle["teams"]} | {None}
    team_of = {competitor["key"]: competitor["team"] for competitor in bundle["competitors"]}
    wrong = [key for key, team in team_of.items() if team not in teams]
    wrong += [game["player"] for game in bundle["games"] if game["team"] != team_of.get(game["player"])]
    if wrong:
        yield CheckLine(
            FAILED, "teams", f"player {wrong[0]} is in a team that there is not, or not in that of the games"
        )
    else:
        yield CheckLine(CHECKED, "teams", "players and games are of the teams that there are")


def compute_standings_after(bundle: Mapping[str, Any], after: int) -> Standings:
    """Return the standings from the bundle's ledger. Raises as `decoded` does."""
    inputs = StandingsInput(
        [decode(Competitor, competitor) for competitor in bundle["competitors"]],
        [decode(Game, game) for game in bundle["games"]],
        decode(RankingRules, bundle["ranking"]),
        adjustments=[decode(Adjustment, adjustment) for adjustment in bundle["adjustments"]],
        teams=[decode(Competitor, team) for team in bundle["teams"]],
        forfeits=[decode(CountedForfeit, forfeit) for forfeit in bundle["forfeits"]],
        outs=[decode(Out, out) for out in bundle["outs"]],
        stand_ins=[decode(Substitution, stand_in) for stand_in in bundle.get("stand_ins", ())],
    )
    return compute(inputs, after)


def build_row(row: StandingsRow) -> dict[str, Any]:
    return {
        "key": row.key,
        "place": row.place,
        "shared": row.shared,
        "values": encode(row.values),
        "decided_by": row.decided_by,
    }


def _check_standings(bundle: Mapping[str, Any], stated: Mapping[str, Any], place: str) -> Iterator[CheckLine]:
    standings = compute_standings_after(bundle, stated["after"])
    for name, rows in (("individual", standings.individual), ("teams", standings.teams)):
        computed = [build_row(row) for row in rows]
        wrong = next((index for index, (a, b) in enumerate(zip(computed, stated[name], strict=False)) if a != b), None)
        if wrong is not None:
            yield from compare_stated(f"{place}, {name}, row {wrong + 1}", stated[name][wrong], computed[wrong], "")
        elif len(computed) != len(stated[name]):
            yield from compare_stated(f"{place}, {name}", len(stated[name]), len(computed), "")
        elif computed:
            yield CheckLine(CHECKED, f"{place}, {name}", f"{len(computed)} places with what decided each of them")
