"""Hands of the tests as one line: the hand, then in brackets how it was won, such as ``[self last E/S]``."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from engine.family import Ruleset, families, ruleset
from engine.rules.mcr.circumstances import Circumstances
from engine.scoring.score import ScoredHand, score
from engine.tiles.hand import Hand, Win, WinBy
from engine.tiles.seats import Wind

EXAMPLES: Path = families()["mcr"].folder / "examples"

LIKE_GB: dict[str, object] = {
    "two_concealed_kongs_value": 6,
    "mixed_kongs_value": 5,
    "concealed_form_self_draw": "self_drawn",
    "all_green_flush": False,
    "all_terminals_double_pung": False,
    "nine_gates_terminal_pungs": "exclude_one",
    "seven_pairs_hog": "count_all",
    "three_four_kongs_concealed": "pung_fans_only",
    "knitted_wait": "residual",
}
"""The parameters under which another engine counted the worked hands (MCR-9.2)."""


def named(name: str) -> Ruleset:
    return ruleset("mcr-2006", LIKE_GB) if name == "gb" else ruleset(name)


def examples(file: str) -> list[dict[str, Any]]:
    with (EXAMPLES / f"{file}.toml").open("rb") as handle:
        rows: list[dict[str, Any]] = tomllib.load(handle)["example"]
        return rows


def case(line: str) -> tuple[Hand, Win]:
    text, _, words = line.partition("[")
    marks = words.rstrip("] ").split()
    winds = next((mark for mark in marks if "/" in mark), "E/S")
    by = WinBy.SELF_DRAW if "self" in marks else WinBy.ROBBED_KONG if "robbed" in marks else WinBy.DISCARD
    return Hand.parse(text.strip()), Win(
        by,
        Wind.parse(winds[0]),
        Wind.parse(winds[2]),
        last_tile="last" in marks,
        replacement="replacement" in marks,
        flower_replacement="flower" in marks,
        special=Circumstances(last_copy="copy" in marks),
    )


def scored(line: str, rules: str = "mcr-2006", **parameters: object) -> ScoredHand:
    hand, win = case(line)
    return score(hand, win, ruleset(rules, parameters))


def fans(line: str, rules: str = "mcr-2006", **parameters: object) -> dict[str, int]:
    return {award.pattern: award.times for award in scored(line, rules, **parameters).awards}
