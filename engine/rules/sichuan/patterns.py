"""Table of the Sichuan patterns in the order of SC-4.6 to SC-4.16; their conditions are in `conditions`."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.rules.sichuan.conditions import (
    SichuanWin,
    all_pungs,
    earthly_win,
    four_of_a_kind,
    full_flush,
    golden_single,
    heavenly_win,
    last_copy,
    last_tile,
    outside_hand,
    replacement_win,
    robbed_kong,
    seven_pairs,
    shot_after_kong,
    two_five_eight,
)
from engine.rules.sichuan.parameters import Parameters
from engine.scoring.patterns import Pattern

MANGAN_HANDS: Final = frozenset({"tianhu", "dihu", "jiangdui"})
"""Hands worth the cap, which replaces the sum of fan (SC-4.14, SC-4.15)."""


@lru_cache(maxsize=64)
def patterns(parameters: Parameters) -> tuple[Pattern[SichuanWin], ...]:
    p = parameters
    capped = p.mangan_hand_fan if p.mangan_fan is None else p.mangan_fan
    rows = [
        Pattern(
            id="gen", value=p.fan_gen, when=four_of_a_kind, clause="SC-4.6", example="345p789p22s45s ckong(6666p) +3s"
        ),
        Pattern(
            id="daduizi",
            value=p.fan_daduizi,
            when=all_pungs,
            clause="SC-4.7",
            example="77m33s pung(222m) pung(555s) pung(999s) +3s",
        ),
        Pattern(
            id="jingoudiao",
            value=p.fan_jingoudiao,
            when=golden_single,
            clause="SC-4.8",
            example="5m pung(222m) pung(777m) pung(333s) pung(999s) +5m",
        ),
        Pattern(
            id="qingyise", value=p.fan_qingyise, when=full_flush, clause="SC-4.9", example="12345645p22p pung(999p) +3p"
        ),
        Pattern(id="qidui", value=p.fan_qidui, when=seven_pairs, clause="SC-4.10", example="112255m3366889s +9s"),
        Pattern(
            id="gangshanghua",
            value=p.fan_gangshanghua,
            when=replacement_win,
            clause="SC-4.11",
            example="12m45678955s ckong(7777m) +3m",
        ),
        Pattern(
            id="gangshangpao",
            value=p.fan_gangshangpao,
            when=shot_after_kong,
            clause="SC-4.11",
            example="23m45678955s pung(777m) +1m",
        ),
        Pattern(
            id="qianggang",
            value=p.fan_qianggang,
            when=robbed_kong,
            clause="SC-4.11",
            example="23m45678955s pung(888m) +4m",
        ),
        Pattern(id="haidi", value=p.fan_haidi, when=last_tile, clause="SC-4.12", example="234567m5678s pung(111s) +5s"),
    ]
    if p.enable_daiyao:
        example = "11m123m789m12s pung(999s) +3s"
        rows.append(Pattern(id="daiyao", value=p.fan_daiyao, when=outside_hand, clause="SC-4.13", example=example))
    if p.enable_tiandihu:
        example = "123456m3457788s +7s"
        rows.append(Pattern(id="tianhu", value=capped, when=heavenly_win, clause="SC-4.14", example=example))
        example = "234678m2345567s +8s"
        rows.append(Pattern(id="dihu", value=capped, when=earthly_win, clause="SC-4.14", example=example))
    if p.enable_jiangdui:
        example = "22m88s pung(555m) pung(888m) pung(222s) +8s"
        rows.append(Pattern(id="jiangdui", value=capped, when=two_five_eight, clause="SC-4.15", example=example))
    if p.enable_juezhang:
        example = "12m45678955s pung(333m) +3m"
        rows.append(Pattern(id="juezhang", value=p.fan_juezhang, when=last_copy, clause="SC-4.16", example=example))
    return tuple(rows)


STRUCTURAL: Final = frozenset({"gen", "daduizi", "jingoudiao", "qingyise", "qidui", "daiyao", "jiangdui"})
"""Patterns of the tiles alone, which count in the inspection (SC-6.5)."""
