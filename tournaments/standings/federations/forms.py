"""Known federations: one TOML file each, with columns, checks and the weight of an event."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Final

from engine.sentences import gettext_noop as _

FIELDS: Final = {
    "place": _("Place"),
    "number": _("Number"),
    "given_name": _("given name"),
    "family_name": _("family name"),
    "name": _("name"),
    "native_name": _("name in native script"),
    "ema_number": _("EMA number"),
    "member": _("member of EMA: YES or NO"),
    "country": _("country"),
    "club": _("club"),
    "team": _("team"),
    "table_points": _("Table points"),
    "score": _("Score"),
    "base_rank": _("base rank: 1000 for the first, 0 for the last"),
}
"""Labels of the possible contents of a column."""


Steps = tuple[tuple[int, Fraction], ...]
"""Pairs of (least count, addition), rising."""

COUNTED = ("days", "players", "countries")


@dataclass(frozen=True)
class WeightRule:
    days: Steps
    players: Steps
    countries: Steps
    qualification: Fraction


@dataclass(frozen=True)
class Federation:
    """Requirements of one federation; `columns` are pairs of (heading, key of `FIELDS`)."""

    key: str
    title: str
    file: str
    checks: tuple[str, ...]
    columns: tuple[tuple[str, str], ...]
    weight: WeightRule | None


@cache
def load_federations() -> dict[str, Federation]:
    """Return all federations by key, EMA first."""
    paths = sorted(Path(__file__).parent.glob("*.toml"), key=lambda path: (path.stem != "ema", path.stem))
    return {path.stem: _read(path.stem, tomllib.loads(path.read_text(encoding="utf-8"))) for path in paths}


def _read(key: str, raw: dict[str, Any]) -> Federation:
    columns = tuple((heading, name) for heading, name in raw["columns"])
    unknown = [name for _heading, name in columns if name not in FIELDS]
    if unknown:
        raise ValueError(f"{key}.toml: no such field: {', '.join(unknown)}")
    weight = raw.get("weight")
    return Federation(
        key=key,
        title=raw["title"],
        file=raw["file"],
        checks=tuple(raw["checks"]),
        columns=columns,
        weight=WeightRule(
            days=_read_steps(weight["days"]),
            players=_read_steps(weight["players"]),
            countries=_read_steps(weight["countries"]),
            qualification=Fraction(weight["qualification"]),
        )
        if weight
        else None,
    )


def _read_steps(raw: list[Any]) -> Steps:
    return tuple((least, Fraction(value)) for least, value in raw)


def get_step_value(steps: Steps, count: int) -> Fraction:
    """Return the addition for `count`.

    >>> get_step_value(((1, Fraction(0)), (41, Fraction(1, 2))), 40)
    Fraction(0, 1)
    """
    return next((value for least, value in reversed(steps) if count >= least), Fraction(0))
