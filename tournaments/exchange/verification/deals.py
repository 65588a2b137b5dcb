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
    compare_stated,
    guard_check,
    holds,
    promise_name,
)


def check_deals(bundle: Mapping[str, Any]) -> Iterator[CheckLine]:
    for board_set in bundle["deals"]:
        place = promise_name("boards", board_set["commitment"], board_set["committed_at"])
        yield from guard_check(place, lambda m=board_set, p=place: _set(bundle, m, p))  # type: ignore[misc]


def _set(bundle: Mapping[str, Any], board_set: Mapping[str, Any], place: str) -> Iterator[CheckLine]:
    if board_set["promise"]:
        promise = json.loads(board_set["promise"])
        for name in ("event", "sessions", "boards", "ruleset", "parameters", "model", "flowers"):
            yield from compare_stated(f"{place}, {name}", board_set[name], promise[name], "as promised")
        if promise["shares"] == "none" and board_set["shares"]:
            yield CheckLine(FAILED, place, "shares of the seed are named, and the promise says that there are none")
        known_at = promise["value"]["known_at"]
        if board_set["value"]:
            in_time = board_set["committed_at"] < known_at <= board_set["value_at"]
            good = "promised before the value could be known, which was added after"
            yield from holds(place, in_time, good, "the promise, its value's time and the value are not in this order")
    for board in board_set["all_boards"]:
        if board["text"]:
            name = f"{place}, {_format_board(board)}"
            yield from (
                line
                for line in guard_check(name, lambda b=board, n=name: _check_sheet(board_set, b, n))  # type: ignore[misc]
                if line.outcome != CHECKED
            )
    yield from _check_plays(bundle, board_set, place)
    yield from guard_check(place, lambda: _check_openings(board_set, place))
    if not board_set["seed"]:
        yield CheckLine(UNKNOWN, place, "the seed is sealed until the last table has played")
        return
    seed = bytes.fromhex(board_set["seed"])
    commitment = deals_commitment(
        board_set["promise"], seed, board_set["event"], board_set["sessions"], board_set["boards"]
    )
    yield from compare_stated(place, board_set["commitment"], commitment, "the seed has the hash that was published")
    shares = []
    for share in board_set["shares"]:
        if share["dropped_reason"]:
            continue
        secret = bytes.fromhex(share["share"])
        shares.append(secret)
        stated = share_commitment(board_set["event"], share["holder"], secret)
        yield from compare_stated(
            f"{place}, share of {share['holder']}", share["commitment"], stated, "it is the one committed to"
        )
    yield from _check_deals(board_set, combine_shares(seed, shares), place)


def _check_openings(board_set: Mapping[str, Any], place: str) -> Iterator[CheckLine]:
    """Yield lines for replaced boards, and for unlisted ones: bundles up to 0.3.0 list no openings."""
    listed = [opening for opening in board_set.get("openings", ()) if opening["kind"] == "replaced"]
    if "openings" in board_set:
        boards = {(board["session"], board["number"], board["reserve"]): board for board in board_set["all_boards"]}
        stated = {tuple(board): opening["reason"] for opening in listed for board in opening["boards"]}
        retired = {key: board["retired_reason"] for key, board in boards.items() if board["retired_reason"]}
        missing = [key for key in retired if (key[0], key[1], key[2] + 1) not in boards]
        good = f"{len(listed)} boards gave way to their reserves, each with the reason in the log"
        bad = "the boards that gave way are not those of the log, or have no reserve in their place"
        yield from holds(place, stated == retired and not missing, good, bad)
    yield CheckLine(UNKNOWN, place, "who saw boards without opening them here: whoever holds the server can")


def _format_board(board: Mapping[str, Any]) -> str:
    reserve = f" R{board['reserve']}" if board["reserve"] else ""
    return f"session {board['session']}, board {board['number']}{reserve}"


def _check_sheet(board_set: Mapping[str, Any], board: Mapping[str, Any], place: str) -> Iterator[CheckLine]:
    deal = read_deal(board["text"])
    yield from compare_stated(place, board["digest"], deal.digest, "the sheet has its digest")
    name = BoardName(board["number"], board_set["event"], str(board["session"]), board["reserve"], board_set["value"])
    yield from compare_stated(place, deal.board, name, "the sheet is of this board")


def _check_deals(board_set: Mapping[str, Any], secret: bytes, place: str) -> Iterator[CheckLine]:
    rules = ruleset(board_set["ruleset"], board_set["parameters"])
    good = 0
    for board in board_set["all_boards"]:
        name = BoardName(
            board["number"], board_set["event"], str(board["session"]), board["reserve"], board_set["value"]
        )
        deal = make_deal(
            board_set["ruleset"],
            secret,
            name,
            model=board_set["model"],
            prevalent_wind=board_wind(rules, board["number"]),
            flowers=board_set["flowers"],
        )
        if deal.digest == board["digest"]:
            good += 1
        else:
            yield CheckLine(
                FAILED, f"{place}, {_format_board(board)}", "seed and value give another deal than was published"
            )
    yield CheckLine(CHECKED, place, f"{good} of {len(board_set['all_boards'])} deals follow from seed and public value")
    expected = {
        (session, number)
        for session in range(1, board_set["sessions"] + 1)
        for number in range(1, board_set["boards"] + 1)
    }
    listed = {(board["session"], board["number"]) for board in board_set["all_boards"] if not board["reserve"]}
    yield from compare_stated(place, sorted(listed), sorted(expected), "all promised boards are there, and no others")


def _check_plays(bundle: Mapping[str, Any], board_set: Mapping[str, Any], place: str) -> Iterator[CheckLine]:
    sheets = {(b["session"], b["number"], b["reserve"]): b["text"] for b in board_set["all_boards"]}
    places = [(play["session"], play["board"], play["table"]) for play in board_set["plays"]]
    if len(set(places)) != len(places):
        yield CheckLine(FAILED, place, "a table has played a board twice")
    if any(play["ruling"] not in ("", "stands", "fouled", "unplayable") for play in board_set["plays"]):
        yield CheckLine(FAILED, place, "a play has a ruling that there is not")
    if any(play["flag"] not in ("", "mismatch", "fouled", "unplayable") for play in board_set["plays"]):
        yield CheckLine(FAILED, place, "a play has a flag that there is not")
    if any(play["ruling"] and not play["flag"] for play in board_set["plays"]):
        yield CheckLine(FAILED, place, "a referee has ruled on a play that nobody flagged")
    logged = good = 0
    for play in board_set["plays"]:
        name = f"{place}, session {play['session']}, board {play['board']}, table {play['table']}"
        text = sheets[play["session"], play["board"], play["reserve"]]
        if not play["record"] or not text:
            continue
        logged += 1
        lines = list(guard_check(name, lambda p=play, t=text, n=name: _check_log(p, t, n)))  # type: ignore[misc]
        good += all(line.outcome == CHECKED for line in lines)
        yield from (line for line in lines if line.outcome != CHECKED)
    if logged:
        yield CheckLine(
            CHECKED, place, f"{good} of {logged} logs follow the deal draw by draw and give the points written down"
        )
    if unlogged := len(board_set["plays"]) - logged:
        text = f"{unlogged} plays have no log: whether they followed the deal only the walls showed"
        yield CheckLine(UNKNOWN, place, text)
    yield from _check_sums(bundle, board_set, place)


def _check_log(play: Mapping[str, Any], text: str, place: str) -> Iterator[CheckLine]:
    case = play["record"]
    difference = first_difference(read_deal(text), read_setup(case), read_events(case))
    yield from compare_stated(
        place, None, None if difference is None else difference.to_dict()["message"], "played as dealt"
    )
    points = [points - penalty for points, penalty in zip(play["points"], play["penalties"], strict=True)]
    yield from compare_stated(place, points, list(answer_replay(case)["deltas"]), "the log gives the points")  # type: ignore[call-overload]


def _check_sums(bundle: Mapping[str, Any], board_set: Mapping[str, Any], place: str) -> Iterator[CheckLine]:
    total: dict[tuple[int, int], dict[int, int]] = {}
    for play in board_set["plays"]:
        sums = total.setdefault((play["session"], play["table"]), {})
        for player, points in zip(play["players"], play["points"], strict=True):
            counts = 0 if play["ruling"] == "unplayable" or points is None else points
            sums[player] = sums.get(player, 0) + counts
    wrong = []
    for sheet in bundle["sheets"]:
        sums = total.get((sheet["round"], sheet["table"]), {})
        start = bundle["scorings"][sheet["scoring"]].get("start_points", 0) or 0
        seats = {player: points for player, points, _official in sheet["seats"]}
        if sums and {player: points + start for player, points in sums.items()} != seats:
            wrong.append(f"round {sheet['round']}, table {sheet['table']}")
    if wrong:
        yield CheckLine(FAILED, place, f"sheets are not the sums of their boards: {'; '.join(wrong[:5])}")
    elif total:
        yield CheckLine(CHECKED, place, "the tables' sheets are the sums of their boards")
