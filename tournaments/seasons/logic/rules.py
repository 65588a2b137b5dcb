"""Rule of a season as data: value of a result, combination of results, tie-breaks."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from engine.errors import EngineError
from engine.exact import NumberError, Range, read_exact, read_integer
from engine.sentences import Sentence
from engine.sentences import sentence as _
from tournaments.seasons.logic.ratings import SYSTEMS

RANKED = ("players", "teams")
UNITS = ("event", "day", "game")
VALUES = ("score", "table_points", "place_points", "base_rank")
COMBINATIONS = ("sum", "mean")
WEIGHTS = ("own", "federation")
AGE_UNITS = ("days", "years")
RATINGS = ("", *SYSTEMS)
TIE_BREAKS = ("best", "wins", "latest", "events", "games", "score", "table_points")

MAX_UNITS, MAX_STEPS = 9999, 400
COUNT = Range(0, MAX_UNITS)
DAYS = Range(1, 36_500)
NOTHING = Fraction(0)


class SeasonRuleError(EngineError):
    """Invalid rule; `at` names the field."""

    kind = "season_rule"

    def __init__(self, message: Sentence, field: str) -> None:
        super().__init__(message, at=field)
        self.field = field


@dataclass(frozen=True)
class SeasonRule:
    """Ranking rule of a season. A number of 0 sets no limit.

    ranked: players or teams. unit: source of one result: an event, a day or a game. value: a result's score, table
    points, points for the place (`place_points`, best first; tied people get the mean of their places), or 1000 x (N -
    p) / (N - 1). last: number of last units that are used. drop: number of a person's worst results to leave out. best:
    maximum of the others that count. combine: sum or weighted mean. fill: missing results up to `best` count as 0.
    least: minimum of results for a place. weights: the season's own factor of an event, or also the federation's
    weight. ages: (days, factor), rising: factor of results so many days before the season's last; with `years` as
    `age_unit`, of results more than so many years before it, by the last day of an event. expire: results that weigh 0
    are none. share: part of the results after the first `best` that counts too, rounded up. top: number of best results
    whose mean is half of the total. rating: system of the list of ratings beside the ranking; empty: no list.
    """

    ranked: str = "players"
    unit: str = "event"
    value: str = "score"
    place_points: tuple[Fraction, ...] = ()
    combine: str = "sum"
    best: int = 0
    last: int = 0
    drop: int = 0
    least: int = 0
    fill: bool = False
    weights: str = "own"
    ages: tuple[tuple[int, Fraction], ...] = ()
    age_unit: str = "days"
    expire: bool = False
    share: Fraction = NOTHING
    top: int = 0
    rating: str = ""
    tie_breaks: tuple[str, ...] = ("best", "wins")

    def to_dict(self) -> dict[str, Any]:
        """Return the rule as JSON values; the inverse of `read_rule`."""
        values = asdict(self)
        values["place_points"] = [str(points) for points in self.place_points]
        values["ages"] = [[days, str(factor)] for days, factor in self.ages]
        values["share"] = str(self.share)
        values["tie_breaks"] = list(self.tie_breaks)
        return values


def read_rule(raw: Mapping[str, Any]) -> SeasonRule:
    """Return the rule from data; missing parts take the defaults. Raises `SeasonRuleError`."""
    names = tuple(asdict(SeasonRule()))
    for name in raw:
        if name not in names:
            raise SeasonRuleError(_("“%(found)s” is none of %(known)s.", found=name, known=", ".join(names)), str(name))
    rule = SeasonRule(
        ranked=_read_choice(raw, "ranked", RANKED, "players"),
        unit=_read_choice(raw, "unit", UNITS, "event"),
        value=_read_choice(raw, "value", VALUES, "score"),
        place_points=tuple(_read_number(points, "place_points") for points in _read_list(raw, "place_points")),
        combine=_read_choice(raw, "combine", COMBINATIONS, "sum"),
        best=_read_count(raw, "best"),
        last=_read_count(raw, "last"),
        drop=_read_count(raw, "drop"),
        least=_read_count(raw, "least"),
        fill=_flag(raw, "fill"),
        weights=_read_choice(raw, "weights", WEIGHTS, "own"),
        ages=tuple(_read_age(age) for age in _read_list(raw, "ages")),
        age_unit=_read_choice(raw, "age_unit", AGE_UNITS, "days"),
        expire=_flag(raw, "expire"),
        share=_read_number(raw.get("share", 0), "share"),
        top=_read_count(raw, "top"),
        rating=_read_choice(raw, "rating", RATINGS, ""),
        tie_breaks=tuple(
            _require_choice(tie_break, "tie_breaks", TIE_BREAKS)
            for tie_break in _read_list(raw, "tie_breaks", SeasonRule.tie_breaks)
        ),
    )
    if rule.value == "place_points" and not rule.place_points:
        raise SeasonRuleError(_("Say how many points each place gives."), "place_points")
    if [days for days, _factor in rule.ages] != sorted({days for days, _factor in rule.ages}):
        raise SeasonRuleError(_("The days of age rise from step to step."), "ages")
    if len(set(rule.tie_breaks)) != len(rule.tie_breaks):
        raise SeasonRuleError(_("A tie-break stands twice."), "tie_breaks")
    if rule.fill and not rule.best:
        raise SeasonRuleError(_("Say how many results count before missing ones count as 0."), "best")
    _check_parts(rule)
    return rule


def _check_parts(rule: SeasonRule) -> None:
    if not NOTHING <= rule.share < 1:
        raise SeasonRuleError(_("The part of further results lies from 0 to less than 1."), "share")
    if rule.share and not rule.best:
        raise SeasonRuleError(_("Say how many results count before a part of the others does."), "best")
    if rule.top and rule.combine != "mean":
        raise SeasonRuleError(_("Only means are put together from two parts."), "top")
    if rule.top and rule.best and not rule.share and rule.top >= rule.best:
        raise SeasonRuleError(_("The second part takes fewer results than the first."), "top")


@cache
def load_presets() -> dict[str, SeasonRule]:
    """Return the predefined rules by key, in the order of their files' `order`."""
    presets = []
    for path in sorted(Path(__file__).with_name("published_rules").glob("*.toml")):
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        presets.append((raw.pop("order"), path.stem, read_rule(raw)))
    return {key: rule for _order, key, rule in sorted(presets, key=lambda row: row[0])}


def _read_choice(raw: Mapping[str, Any], name: str, choices: Collection[str], usual: str) -> str:
    return _require_choice(raw.get(name, usual), name, choices)


def _require_choice(value: Any, name: str, choices: Collection[str]) -> str:
    if not isinstance(value, str) or value not in choices:
        raise SeasonRuleError(_("“%(found)s” is none of %(known)s.", found=str(value), known=", ".join(choices)), name)
    return value


def _read_count(raw: Mapping[str, Any], name: str) -> int:
    try:
        return read_integer(raw.get(name, 0), COUNT)
    except NumberError as error:
        raise SeasonRuleError(error.message, name) from None


def _flag(raw: Mapping[str, Any], name: str) -> bool:
    value = raw.get(name, False)
    if not isinstance(value, bool):
        raise SeasonRuleError(_("Expected true or false, found %(found)s.", found=str(value)), name)
    return value


def _read_list(raw: Mapping[str, Any], name: str, usual: Collection[Any] = ()) -> list[Any]:
    value = raw.get(name, usual)
    if not isinstance(value, list | tuple) or len(value) > MAX_STEPS:
        raise SeasonRuleError(_("Expected a list of at most %(most)s.", most=MAX_STEPS), name)
    return list(value)


def _read_number(value: Any, name: str) -> Fraction:
    try:
        return read_exact(value)
    except NumberError as error:
        raise SeasonRuleError(error.message, name) from None


def _read_age(value: Any) -> tuple[int, Fraction]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise SeasonRuleError(_("A step of age is a number of days and a factor."), "ages")
    try:
        days = read_integer(value[0], DAYS)
    except NumberError as error:
        raise SeasonRuleError(error.message, "ages") from None
    factor = _read_number(value[1], "ages")
    if not NOTHING <= factor <= 1:
        raise SeasonRuleError(_("A factor of age lies from 0 to 1."), "ages")
    return days, factor
