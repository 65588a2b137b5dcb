"""Records of programs that are not read, recognised to tell what to export instead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.sentences import Sentence, gettext_noop

REFUSALS: Final[dict[str, str]] = {
    "kobalab": gettext_noop(
        "This is a record of kobalab's Mahjong (電脳麻将). Open it there in Tenhou's viewer, and bring the address of"
        " that page, or the JSON of Tenhou that it shows"
    ),
    "mahjong-soul": gettext_noop(
        "This is a record of Mahjong Soul. Save the game there as JSON of Tenhou with one of the scripts for it, and"
        " bring that file"
    ),
    "pantheon": gettext_noop(
        "This is an event of Pantheon, not the log of a game. Bring it under Import an event, or bring the game's log"
        " from Tenhou"
    ),
}


def program_of(value: object) -> str:
    """Return the program that wrote a JSON value, "" for one that is not refused.

    >>> program_of({"title": "x", "log": [[{"qipai": {}}]]}), program_of({"log": [[[0, 0, 0]]]})
    ('kobalab', '')
    """
    if not isinstance(value, Mapping):
        return ""
    return next((program for program, fits in _SIGNS.items() if fits(value)), "")


def refusal(value: object) -> Sentence | None:
    """Return the sentence about the program that wrote a value, None for one that is not refused."""
    program = program_of(value)
    return Sentence(REFUSALS[program], {}) if program else None


def _is_kobalab(value: Mapping[str, object]) -> bool:
    if "qipai" in value:
        return True
    hands = value.get("log")
    first = hands[0] if isinstance(hands, list) and hands else None
    first = first[0] if isinstance(first, list) and first else None
    return (isinstance(first, Mapping) and "qipai" in first) or ("qijia" in value and "player" in value)


def _is_mahjong_soul(value: Mapping[str, object]) -> bool:
    head = value.get("head")
    named = str(value.get("name", "")).startswith(".lq.")
    return named or (isinstance(head, Mapping) and bool({"accounts", "uuid"} & set(head)))


def is_pantheon(value: Mapping[str, object]) -> bool:
    """Return whether the value is the list of games that Pantheon's API answers, in its present or its former form."""
    if isinstance(value.get("result"), Mapping):
        value = value["result"]  # type: ignore[assignment]
    games = value.get("games")
    if not isinstance(games, list) or "players" not in value:
        return False
    return all(isinstance(game, Mapping) and {"finalResults", "final_results"} & set(game) for game in games)


_SIGNS: Final = {"kobalab": _is_kobalab, "mahjong-soul": _is_mahjong_soul, "pantheon": is_pantheon}
