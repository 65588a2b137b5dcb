from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext

from tournaments.core.text.numbers import format_column
from tournaments.standings.logic.metrics import METRICS


def get_metric_name(key: str) -> str:
    """Return the name of a metric; unknown keys of foreign files unchanged."""
    return gettext(METRICS[key].name) if key in METRICS else key


def describe_metrics(keys: Iterable[str]) -> str:
    return "; ".join(map(get_metric_name, keys))


def parse_metrics(text: str) -> tuple[list[str], list[str]]:
    """Return the metrics named in a text with semicolons, in the reader's language or by key, and the unknown names."""
    by_name = {gettext(metric.name).casefold(): key for key, metric in METRICS.items()} | {key: key for key in METRICS}
    plain = re.split(r"[\s,;]+", text.strip())
    names = plain if all(word in METRICS for word in plain) else [part.strip() for part in re.split(r"[;；]", text)]
    chosen = [name for name in names if name]
    return (
        [by_name[name.casefold()] for name in chosen if name.casefold() in by_name],
        [name for name in chosen if name.casefold() not in by_name],
    )


def format_columns(lines: Sequence[Any]) -> list[tuple[Any, list[str]]]:
    """Format the cells of standings' lines with aligned decimals."""
    columns = [format_column(column) for column in zip(*(line.cells for line in lines), strict=True)]
    return [(line, [column[index] for column in columns]) for index, line in enumerate(lines)]
