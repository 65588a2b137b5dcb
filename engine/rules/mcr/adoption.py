"""Adopted fans under the options, with their values and exclusions (MCR-4.24, MCR-4.25)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from engine.rules.mcr.conditions import kinds, win_circumstances
from engine.rules.mcr.parameters import Parameters
from engine.rules.mcr.patterns import CONCEALED_ONLY, FANS, Fan
from engine.scoring.patterns import Occurrences


def rows_in_force(parameters: Parameters) -> tuple[Fan, ...]:
    adopted = set(parameters.fan_set)
    single = parameters.mixed_kongs_single_fans or parameters.mixed_kongs_value == 3
    adopted.discard("mixed_kongs")
    if "two_melded_kongs" in adopted and not single:
        adopted.add("mixed_kongs")
    if not parameters.use_flowers:
        adopted.discard("flower_tiles")
    rows = []
    for fan in FANS:
        if fan.id in adopted:
            also = _excluded_by_option(fan.id, parameters)
            rows.append(
                replace(
                    fan,
                    value=_adopted_value(fan, parameters),
                    when=_adopted_condition(fan, parameters, adopted),
                    excludes=_keep((*fan.excludes, *also), adopted),
                    excludes_on_sets=_keep(fan.excludes_on_sets, adopted),
                )
            )
    return tuple(rows)


def _keep(names: Iterable[str], adopted: set[str]) -> tuple[str, ...]:
    return tuple(name for name in names if name in adopted)


def _adopted_value(fan: Fan, parameters: Parameters) -> int:
    by_option = {
        "two_concealed_kongs": parameters.two_concealed_kongs_value,
        "mixed_kongs": parameters.mixed_kongs_value,
        "flower_tiles": parameters.flower_value,
    }
    return by_option.get(fan.id, fan.value)


def _adopted_condition(fan: Fan, parameters: Parameters, adopted: set[str]) -> Callable[[Any], Occurrences]:
    if fan.id == "all_honors" and not parameters.all_honors_seven_pairs:
        return kinds.all_honors_in_sets
    if fan.id == "concealed_kong" and {"three_kongs", "four_kongs"} & adopted:
        return win_circumstances.up_to_two_concealed_kongs
    return fan.when


def _excluded_by_option(name: str, parameters: Parameters) -> tuple[str, ...]:
    also: list[str] = []
    if name in CONCEALED_ONLY and parameters.concealed_form_self_draw == "self_drawn":
        also.append("fully_concealed_hand")
    if name == "all_green" and not parameters.all_green_flush:
        also.append("half_flush")
    if name == "all_terminals" and not parameters.all_terminals_double_pung:
        also.append("double_pung")
    if name == "nine_gates" and parameters.nine_gates_terminal_pungs == "exclude_all":
        also.append("pung_of_terminals_or_honors")
    if name in ("three_kongs", "four_kongs") and parameters.three_four_kongs_concealed == "pung_fans_only":
        also += ["concealed_kong", "two_concealed_kongs"]
    if name == "seven_pairs" and not parameters.seven_pairs_all_types:
        also.append("all_types")
    return tuple(also)
