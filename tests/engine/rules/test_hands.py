"""Scored hands and waits of every family: rows of `hands.toml` in the family's folder.

A row is a case of `python -m engine score` or `waits` over the `default` of its file, with some of what it must give:
`earns` and `lacks` name patterns, `awards` all of them with what each is worth in total; of a reason its code is
enough, or its code and clause. `sets` are the first tiles of the sets of an award, in a text for each occurrence.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine.errors import HandError
from engine.family import families, ruleset
from engine.records.hand_cases import read_score_case, read_waits_case
from engine.scoring.score import Award, ScoredHand, score
from engine.tiles.hand import Hand, Win, WinBy
from engine.tiles.tile import format_tile, format_tiles

FILES = sorted(Path(__file__).parent.glob("*/hands.toml"))
EXPECTED = {"earns", "lacks", "awards", "value", "payments", "reasons", "complete", "reading", "sets"}
EXPLAINED = {"steps", "not_counted", "alternatives"}


def rows(kind: str) -> list[Any]:
    read = {path.parent.name: tomllib.loads(path.read_text(encoding="utf-8")) for path in FILES}
    return [
        pytest.param({**data["default"], **row}, id=f"{family} {row['hand']} {number}")
        for family, data in read.items()
        for number, row in enumerate(data.get(kind, ()))
    ]


HANDS = rows("hands")


def scored(row: dict[str, Any]) -> ScoredHand:
    return score(*read_score_case({name: value for name, value in row.items() if name not in EXPECTED | EXPLAINED}))


def tiles_of(result: ScoredHand, award: Award) -> list[str]:
    sets = result.reading.sets if result.reading else ()
    return ["".join(format_tile(sets[index].first) for index in found) for found in award.sets]


def explained(result: ScoredHand) -> dict[str, object]:
    found = result.explain()
    return {
        "steps": [f"{clause} {text}" for text, clause in found.steps],
        "not_counted": [f"{lost.pattern} because of {lost.because}, {lost.clause}" for lost in found.not_counted],
        "alternatives": [one.total for one in found.alternatives],
    }


@pytest.mark.parametrize("row", HANDS)
def test_hand(row: dict[str, Any]) -> None:
    result = scored(row)
    totals = {award.pattern: award.total for award in result.awards}
    told = [f"{reason.code} {reason.clause} {reason.message}" for reason in result.reasons]
    found = {
        "earns": {name: totals.get(name) for name in row.get("earns", ())},
        "lacks": row.get("lacks") if row.get("lacks") not in totals else "",
        "awards": totals,
        "value": {name: result.value[name] for name in row.get("value", ())},
        "payments": dict(result.payments),
        "reasons": [next((want for want in row.get("reasons", ()) if f"{one} ".startswith(want)), one) for one in told],
        "complete": result.complete,
        "reading": str(result.reading),
        "sets": {
            award.pattern: tiles_of(result, award) for award in result.awards if award.pattern in row.get("sets", ())
        },
    } | (explained(result) if EXPLAINED & row.keys() else {})
    expected = {"complete": True} | {name: row[name] for name in found if name in row}
    assert {name: found[name] for name in expected} == expected
    assert result.win == (not told)


@pytest.mark.parametrize("family", families().values(), ids=lambda family: family.name)
def test_every_pattern_has_a_hit_a_near_miss_and_its_example(family: Any) -> None:
    own = [row for row in (param.values[0] for param in HANDS) if row["ruleset"].startswith(f"{family.name}-")]
    hits = {name: row for row in reversed(own) for name in (*row.get("earns", ()), *row.get("awards", ()))}
    patterns = [row for preset in family.presets for row in ruleset(f"{family.name}-{preset}").patterns]
    assert {row.id for row in patterns} - {row.get("lacks") for row in own} == set()
    for row in patterns:
        example = {**hits[row.id], "hand": row.example}
        by_wind = [scored({**example, "seat_wind": wind}) for wind in (example["seat_wind"], "S")]
        assert row.id in {award.pattern for result in by_wind for award in result.awards}


@pytest.mark.parametrize("row", rows("waits"))
def test_waits(row: dict[str, Any]) -> None:
    asked = read_waits_case(row)
    found = asked.ruleset.waits(asked.hand, asked.special)
    given = {
        "tiles": format_tiles(found.tiles),
        "shanten": found.shanten,
        "ready": found.ready,
        "by_form": found.by_form,
    }
    expected = {"ready": bool(row["tiles"])} | {name: row[name] for name in given if name in row}
    assert {name: given[name] for name in expected} == expected


@pytest.mark.parametrize("name", ["mcr-2006", "riichi-ema-2016", "sichuan-world-championship", "taiwan-aono"])
def test_a_hand_without_winning_tile_is_refused(name: str) -> None:
    rules = ruleset(name)
    with pytest.raises(HandError, match="winning tile"):
        score(Hand.parse("123m456p789s1122z" + "345m" * (rules.family.sets - 4)), Win(WinBy.DISCARD), rules)
