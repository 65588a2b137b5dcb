"""List waits and distance to ready: one JSON case per line in, one result per line out.

In: ruleset, hand, melds; out: waits, ready, shanten, by_form.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from typing import Any

from engine.commands import batch
from engine.records.hand_cases import read_waits_case
from engine.tiles.tile import format_tile


def answer(case: Mapping[str, Any]) -> dict[str, object]:
    hand, special, ruleset = read_waits_case(case)
    waits = ruleset.waits(hand, special)
    return {
        "waits": [format_tile(tile) for tile in waits.tiles],
        "ready": waits.ready,
        "shanten": waits.shanten,
        "by_form": dict(waits.by_form),
    }


EXAMPLE = """echo '{"ruleset": "RULESET", "hand": "123m456m789m11p99s"}' | python -m engine waits"""


def add_arguments(parser: ArgumentParser) -> None:
    batch.add_arguments(parser)


def run(arguments: Namespace) -> int:
    return batch.run(answer, arguments.files, arguments.jobs)
