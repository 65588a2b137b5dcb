"""Metrics of the standings by their names, written and read, in the language in force."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext

from tournaments.game.terms.numbers import aligned
from tournaments.standings.logic.metrics import METRICS


def metric_name(key: str) -> str:
    """What a metric is called; a key of a foreign file that no metric has as it is."""
    return gettext(METRICS[key].name) if key in METRICS else key


def metrics_in_words(keys: Iterable[str]) -> str:
    """Metrics one after another, as `metrics_from` reads them."""
    return "; ".join(map(metric_name, keys))


def metrics_from(text: str) -> tuple[list[str], list[str]]:
    """The metrics that a text names, with semicolons between, and the names that none has.

    A metric is called as in the reader's language, or by its key; keys alone may have blanks or commas between.
    """
    by_name = {gettext(metric.name).casefold(): key for key, metric in METRICS.items()} | {key: key for key in METRICS}
    plain = re.split(r"[\s,;]+", text.strip())
    names = plain if all(word in METRICS for word in plain) else [part.strip() for part in re.split(r"[;；]", text)]
    given = [name for name in names if name]
    return (
        [by_name[name.casefold()] for name in given if name.casefold() in by_name],
        [name for name in given if name.casefold() not in by_name],
    )


def in_columns(lines: Sequence[Any]) -> list[tuple[Any, list[str]]]:
    """Lines of standings, each with its cells in writing: decimals stand under decimals."""
    columns = [aligned(column) for column in zip(*(line.cells for line in lines), strict=True)]
    return [(line, [column[at] for column in columns]) for at, line in enumerate(lines)]
