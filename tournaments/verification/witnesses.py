"""Who saw sealed boards: two people for each look and each reserve, nobody who plays, nobody who was made for it."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from typing import Any

from tournaments.duplicate.looks import NEW_WAITS, OPEN_FOR
from tournaments.verification.lines import FAILED, UNKNOWN, CheckLine, holds


def check_witnesses(made: Mapping[str, Any], place: str) -> Iterator[CheckLine]:
    """Lines for the looks, sights and replacements of a set of boards."""
    wrong = [*_looks(made), *_sights(made), *_replaced(made), *_people(made)]
    for text in wrong:
        yield CheckLine(FAILED, place, text)
    seen, gone = len(made["sights"]), len(made["replacements"])
    good = f"{seen} sights of sealed boards and {gone} reserves, each by two people who may"
    yield from holds(place, not wrong, good, "somebody saw boards, or replaced one, who may not")
    named = {director["name"] for director in made["directors"]}
    if others := sorted(_acted(made).keys() - named):
        text = f"whether they might, who are directors no more or never were: {', '.join(others[:5])}"
        yield CheckLine(UNKNOWN, place, text)
    yield CheckLine(UNKNOWN, place, "who saw boards otherwise: whoever holds the server can, and people talk")


def _time(text: str) -> datetime.datetime:
    return datetime.datetime.fromisoformat(text)


def _looks(made: Mapping[str, Any]) -> Iterator[str]:
    for look in made["looks"]:
        if look["asked_by"] == look["approved_by"]:
            yield f"{look['asked_by']} approved the own look at boards"
        if _time(look["expires_at"]) - _time(look["approved_at"]) != OPEN_FOR:
            yield f"a look of {look['asked_by']} was not open for its two hours"


def _sights(made: Mapping[str, Any]) -> Iterator[str]:
    for sight in made["sights"]:
        covered = any(
            sight["by"] in (look["asked_by"], look["approved_by"])
            and _time(look["approved_at"]) <= _time(sight["at"]) < _time(look["expires_at"])
            and all(board in look["boards"] for board in sight["boards"])
            for look in made["looks"]
        )
        if not covered:
            yield f"no approved look lets {sight['by']} see what was seen at {sight['at']}"


def _replaced(made: Mapping[str, Any]) -> Iterator[str]:
    asked = {(each["session"], each["number"], each["reserve"]): each for each in made["replacements"]}
    there = {(board["session"], board["number"], board["reserve"]): board for board in made["all_boards"]}
    retired = {key for key, board in there.items() if board["retired_reason"]}
    if retired != asked.keys():
        yield "the boards that gave way are not those whose replacement two people agreed on"
    for key, each in asked.items():
        if each["asked_by"] == each["approved_by"]:
            yield f"{each['asked_by']} alone replaced board {key[0]}/{key[1]}"
        if key in there and there[key]["retired_reason"] != each["reason"]:
            yield f"board {key[0]}/{key[1]} gave way for another reason than was agreed on"
        if (key[0], key[1], key[2] + 1) not in there:
            yield f"board {key[0]}/{key[1]} has no reserve in its place"


def _acted(made: Mapping[str, Any]) -> dict[str, list[datetime.datetime]]:
    """Account -> the times at which it approved something or saw boards."""
    found: dict[str, list[datetime.datetime]] = {}
    for each in (*made["looks"], *made["replacements"]):
        for name in (each["asked_by"], each["approved_by"]):
            found.setdefault(name, []).append(_time(each["approved_at"]))
    for sight in made["sights"]:
        found.setdefault(sight["by"], []).append(_time(sight["at"]))
    return found


def _people(made: Mapping[str, Any]) -> Iterator[str]:
    acted = _acted(made)
    for director in made["directors"]:
        since = _time(director["since"])
        times = acted.get(director["name"], [])
        if director["plays"] and times:
            yield f"{director['name']} plays, and saw or approved"
        if since > _time(made["committed_at"]) and any(since <= time < since + NEW_WAITS for time in times):
            yield f"{director['name']} became director after the commitment, and did not wait a day"
