"""Checks of deals: boards follow from the committed seed, shares and public value; hands match their deals."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from engine.commitments import combine_shares, deals_commitment, share_commitment
from engine.family import ruleset
from engine.records.cases import answer_replay, read_events, read_setup
from engine.walls.deal import board_wind, make_deal, read_deal
from engine.walls.deal_check import first_difference
from engine.walls.wall import BoardName
from tournaments.exchange.verification.lines import (
    CHECKED,
    FAILED,
    UNKNOWN,
    CheckLine,
    compared,
    guarded,
    holds,
    promise_name,
)


def check_deals(bundle: Mapping[str, Any]) -> Iterator[CheckLine]:
    """Yield lines for each set of boards."""
    for made in bundle["deals"]:
        place = promise_name("boards", made["commitment"], made["committed_at"])
        yield from guarded(place, lambda m=made, p=place: _set(bundle, m, p))  # type: ignore[misc]


def _set(bundle: Mapping[str, Any], made: Mapping[str, Any], place: str) -> Iterator[CheckLine]:
    if made["promise"]:
        said = json.loads(made["promise"])
        for name in ("event", "sessions", "boards", "ruleset", "parameters", "model", "flowers"):
            yield from compared(f"{place}, {name}", made[name], said[name], "as promised")
        if said["shares"] == "none" and made["shares"]:
            yield CheckLine(FAILED, place, "shares of the seed are named, and the promise says that there are none")
        known = said["value"]["known_at"]
        if made["value"]:
            in_time = made["committed_at"] < known <= made["value_at"]
            good = "promised before the value could be known, which was added after"
            yield from holds(place, in_time, good, "the promise, its value's time and the value are not in this order")
    for board in made["all_boards"]:
        if board["text"]:
            name = f"{place}, {_board(board)}"
            yield from (
                line
                for line in guarded(name, lambda b=board, n=name: _sheet(made, b, n))  # type: ignore[misc]
                if line.outcome != CHECKED
            )
    yield from _plays(bundle, made, place)
    yield from guarded(place, lambda: _openings(made, place))
    if not made["seed"]:
        yield CheckLine(UNKNOWN, place, "the seed is sealed until the last table has played")
        return
    seed = bytes.fromhex(made["seed"])
    found = deals_commitment(made["promise"], seed, made["event"], made["sessions"], made["boards"])
    yield from compared(place, made["commitment"], found, "the seed has the hash that was published")
    shares = []
    for share in made["shares"]:
        if share["dropped_reason"]:
            continue
        secret = bytes.fromhex(share["share"])
        shares.append(secret)
        stated = share_commitment(made["event"], share["holder"], secret)
        yield from compared(
            f"{place}, share of {share['holder']}", share["commitment"], stated, "it is the one committed to"
        )
    yield from _dealt(made, combine_shares(seed, shares), place)


def _openings(made: Mapping[str, Any], place: str) -> Iterator[CheckLine]:
    """Yield lines for replaced boards, and for what no file tells; bundles up to 0.3.0 list no openings."""
    listed = [each for each in made.get("openings", ()) if each["kind"] == "replaced"]
    if "openings" in made:
        there = {(board["session"], board["number"], board["reserve"]): board for board in made["all_boards"]}
        stated = {tuple(board): each["reason"] for each in listed for board in each["boards"]}
        retired = {key: board["retired_reason"] for key, board in there.items() if board["retired_reason"]}
        missing = [key for key in retired if (key[0], key[1], key[2] + 1) not in there]
        good = f"{len(listed)} boards gave way to their reserves, each with the reason in the log"
        bad = "the boards that gave way are not those of the log, or have no reserve in their place"
        yield from holds(place, stated == retired and not missing, good, bad)
    yield CheckLine(UNKNOWN, place, "who saw boards without opening them here: whoever holds the server can")


def _board(board: Mapping[str, Any]) -> str:
    reserve = f" R{board['reserve']}" if board["reserve"] else ""
    return f"session {board['session']}, board {board['number']}{reserve}"


def _sheet(made: Mapping[str, Any], board: Mapping[str, Any], place: str) -> Iterator[CheckLine]:
    deal = read_deal(board["text"])
    yield from compared(place, board["digest"], deal.digest, "the sheet has its digest")
    name = BoardName(board["number"], made["event"], str(board["session"]), board["reserve"], made["value"])
    yield from compared(place, deal.board, name, "the sheet is of this board")


def _dealt(made: Mapping[str, Any], secret: bytes, place: str) -> Iterator[CheckLine]:
    rules = ruleset(made["ruleset"], made["parameters"])
    good = 0
    for board in made["all_boards"]:
        name = BoardName(board["number"], made["event"], str(board["session"]), board["reserve"], made["value"])
        deal = make_deal(
            made["ruleset"],
            secret,
            name,
            model=made["model"],
            prevalent_wind=board_wind(rules, board["number"]),
            flowers=made["flowers"],
        )
        if deal.digest == board["digest"]:
            good += 1
        else:
            yield CheckLine(FAILED, f"{place}, {_board(board)}", "seed and value give another deal than was published")
    yield CheckLine(CHECKED, place, f"{good} of {len(made['all_boards'])} deals follow from seed and public value")
    expected = {
        (session, number) for session in range(1, made["sessions"] + 1) for number in range(1, made["boards"] + 1)
    }
    there = {(board["session"], board["number"]) for board in made["all_boards"] if not board["reserve"]}
    yield from compared(place, sorted(there), sorted(expected), "all promised boards are there, and no others")


def _plays(bundle: Mapping[str, Any], made: Mapping[str, Any], place: str) -> Iterator[CheckLine]:
    sheets = {(b["session"], b["number"], b["reserve"]): b["text"] for b in made["all_boards"]}
    places = [(play["session"], play["board"], play["table"]) for play in made["plays"]]
    if len(set(places)) != len(places):
        yield CheckLine(FAILED, place, "a table has played a board twice")
    if any(play["ruling"] not in ("", "stands", "fouled", "unplayable") for play in made["plays"]):
        yield CheckLine(FAILED, place, "a play has a ruling that there is not")
    if any(play["flag"] not in ("", "mismatch", "fouled", "unplayable") for play in made["plays"]):
        yield CheckLine(FAILED, place, "a play has a flag that there is not")
    if any(play["ruling"] and not play["flag"] for play in made["plays"]):
        yield CheckLine(FAILED, place, "a referee has ruled on a play that nobody flagged")
    logged = good = 0
    for play in made["plays"]:
        name = f"{place}, session {play['session']}, board {play['board']}, table {play['table']}"
        text = sheets[play["session"], play["board"], play["reserve"]]
        if not play["record"] or not text:
            continue
        logged += 1
        lines = list(guarded(name, lambda p=play, t=text, n=name: _log(p, t, n)))  # type: ignore[misc]
        good += all(line.outcome == CHECKED for line in lines)
        yield from (line for line in lines if line.outcome != CHECKED)
    if logged:
        yield CheckLine(
            CHECKED, place, f"{good} of {logged} logs follow the deal draw by draw and give the points written down"
        )
    if made["plays"] and logged < len(made["plays"]):
        text = f"{len(made['plays']) - logged} plays have no log: whether they followed the deal only the walls showed"
        yield CheckLine(UNKNOWN, place, text)
    yield from _sums(bundle, made, place)


def _log(play: Mapping[str, Any], text: str, place: str) -> Iterator[CheckLine]:
    case = play["record"]
    difference = first_difference(read_deal(text), read_setup(case), read_events(case))
    yield from compared(place, None, None if difference is None else difference.to_dict()["message"], "played as dealt")
    points = [points - penalty for points, penalty in zip(play["points"], play["penalties"], strict=True)]
    yield from compared(place, points, list(answer_replay(case)["deltas"]), "the log gives the points")  # type: ignore[call-overload]


def _sums(bundle: Mapping[str, Any], made: Mapping[str, Any], place: str) -> Iterator[CheckLine]:
    """Check that a table's sheet is the sum of its boards, if all of them are public."""
    total: dict[tuple[int, int], dict[int, int]] = {}
    for play in made["plays"]:
        own = total.setdefault((play["session"], play["table"]), {})
        for player, points in zip(play["players"], play["points"], strict=True):
            counts = 0 if play["ruling"] == "unplayable" or points is None else points
            own[player] = own.get(player, 0) + counts
    wrong = []
    for sheet in bundle["sheets"]:
        own = total.get((sheet["round"], sheet["table"]), {})
        start = bundle["scorings"][sheet["scoring"]].get("start_points", 0) or 0
        seats = {player: points for player, points, _official in sheet["seats"]}
        if own and {player: points + start for player, points in own.items()} != seats:
            wrong.append(f"round {sheet['round']}, table {sheet['table']}")
    if wrong:
        yield CheckLine(FAILED, place, f"sheets are not the sums of their boards: {'; '.join(wrong[:5])}")
    elif total:
        yield CheckLine(CHECKED, place, "the tables' sheets are the sums of their boards")
