"""Table of tai in rulebook order; conditions are in `win_conditions` and `conditions`, dealer's tai in `settlement`."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from engine.rules.taiwan import conditions as of_sets
from engine.rules.taiwan import view as has
from engine.rules.taiwan import win_conditions as of_win
from engine.rules.taiwan.parameters import Parameters
from engine.rules.taiwan.view import Tai, View
from engine.scoring.patterns import Occurrences

LOCAL_ALL_HONOURS: Final = 16
"""Value of all honours under local counting (TW-4.24)."""

LOCAL_DEDUCTION: Final = -4

Ids = tuple[str, ...]
CONCEALMENT: Final[Ids] = ("menqian", "menqian_zimo")
DECLARATIONS: Final[Ids] = ("tianting", "diting", "diting_yifa")
FLOWER_WINS: Final[Ids] = ("baxian", "manhua", "qiqiangyi", "peipai_huahu")
FLOWER_TAI: Final[Ids] = ("huapai", "huagang")

_FIVE_MELDS: Final = "5p chow(123m) chow(456m) chow(789s) pung(222s) pung(888p) +5p"
_OPEN: Final = "123m678m789s45s22p chow(345p) +3s"
_CONCEALED: Final = "123m678m345p789s45s22p +3s"
_EAST: Final = "45p789s22p678m pung(111z) chow(234s) +6p"
_PUNGS: Final = "111m555p999s222s77m33s +7m"
_WITH_KONG: Final = "123m678m789s45s44z ckong(5555p) +3s"
_READY: Final = "123m678m345p789s45s44z +3s"


def _row(
    id: str, value: int, when: Callable[[View], Occurrences], clause: str, needs: int, example: str, excludes: Ids = ()
) -> Tai:
    return Tai(id=id, value=value, when=when, clause=clause, needs=needs, example=example, excludes=excludes)


@lru_cache(maxsize=256)
def table(rules: Parameters) -> tuple[Tai, ...]:
    p = rules
    complete = has.COMPLETE
    sets = has.COMPLETE | has.STANDARD
    closed = complete | has.CLOSED
    first_turn = complete | has.FIRST_TURN
    concealed_self_draw = p.tai_menqian + p.tai_zimo + p.tai_buqiu_bonus
    all_honours = LOCAL_ALL_HONOURS if p.all_honors_mode == "local16" else p.tai_ziyise
    deduction = LOCAL_DEDUCTION if p.all_honors_mode == "local16" else 0
    contained: dict[str, Ids] = {"menqian": CONCEALMENT}
    in_wuanke = tuple(id for part in sorted(p.wuanke_contains) for id in contained.get(part, (part,)))
    in_ready = CONCEALMENT if p.ready_excludes_menqian else ()
    in_yifa = ("diting", *in_ready)
    in_form = (*CONCEALMENT, "buqiu_bonus")
    in_first_draw = (*in_form, *DECLARATIONS, *(() if p.start_win_adds_zimo else ("zimo",)))
    in_tianhu = (*in_first_draw, *(() if p.tianhu_wait_patterns else ("duting",)))
    on_first_discard = p.dihu_definition == "dealer_first_discard"
    in_dihu = tuple(id for id in in_first_draw if not (on_first_discard and id == "menqian"))
    in_from_deal = (*FLOWER_TAI, *(FLOWER_WINS[:3] if p.peipai_huahu_mode == "replaces" else ()))
    rows = (
        _row("menqian", p.tai_menqian, of_win.menqian, "TW-4.6", closed, "123m678m345p789s45s44z +3s"),
        _row("zimo", p.tai_zimo, of_win.zimo, "TW-4.7", complete | has.SELF_DRAWN, _OPEN),
        _row(
            "menqian_zimo",
            concealed_self_draw,
            of_win.menqian_zimo,
            "TW-4.7",
            closed,
            _CONCEALED,
            ("zimo", "buqiu_bonus"),
        ),
        _row("buqiu_bonus", p.tai_buqiu_bonus, of_win.buqiu_bonus, "TW-4.7", closed, _PUNGS),
        _row("quanqiu", p.tai_quanqiu, of_win.quanqiu, "TW-4.8", complete | has.MELDED_OUT, _FIVE_MELDS),
        _row("banqiu", p.tai_banqiu, of_win.banqiu, "TW-4.8", complete | has.MELDED_OUT, _FIVE_MELDS),
        _row("feng", p.tai_feng, of_sets.feng, "TW-4.10", complete | has.WIND_PUNG, _EAST),
        _row(
            "sanyuan",
            p.tai_sanyuan,
            of_sets.sanyuan,
            "TW-4.10",
            complete | has.DRAGON_PUNG,
            "789m123s99m56s pung(777z) chow(678p) +4s",
        ),
        _row("duting", p.tai_duting, of_sets.duting, "TW-4.11", complete, "123m789s44z12m chow(567s) pung(555s) +3m"),
        _row("haidi", p.tai_haidi, of_win.haidi, "TW-4.12", complete | has.LAST_TILE, _OPEN),
        _row(
            "gangkai",
            p.tai_gangkai,
            of_win.gangkai,
            "TW-4.13",
            complete | has.REPLACED,
            "123m678m22p45s chow(789s) ckong(5555p) +3s",
        ),
        _row(
            "qianggang",
            p.tai_qianggang,
            of_win.qianggang,
            "TW-4.14",
            complete | has.ROBBED_KONG,
            "123m789m22p78m pung(999s) chow(345p) +6m",
        ),
        _row(
            "huapai",
            p.tai_huapai,
            of_win.huapai,
            "TW-4.15",
            complete | has.FLOWERS_SHOWN,
            "678m345p789s44m34s pung(888p) +5s | 2f",
        ),
        _row(
            "huagang",
            p.tai_huagang,
            of_win.huagang,
            "TW-4.16",
            complete | has.FLOWERS_SHOWN,
            "123m345s789s77p78m pung(666s) +6m | 12345f",
        ),
        _row(
            "pinghu",
            p.tai_pinghu,
            of_sets.pinghu,
            "TW-4.17",
            sets | has.ALL_CHOWS | has.FROM_OTHER,
            "678m345p45s22p chow(123m) chow(789s) +6s",
        ),
        _row(
            "pengpenghu",
            p.tai_pengpenghu,
            of_sets.pengpenghu,
            "TW-4.18",
            sets | has.ALL_PUNGS,
            "77m33s pung(222m) pung(555p) pung(999s) pung(888p) +3s",
        ),
        _row(
            "hunyise",
            p.tai_hunyise,
            of_sets.hunyise,
            "TW-4.19",
            complete | has.ONE_SUIT | has.HONOURS_IN,
            "567s789s77s33z chow(234s) chow(345s) +3z",
        ),
        _row(
            "qingyise",
            p.tai_qingyise,
            of_sets.qingyise,
            "TW-4.19",
            complete | has.ONE_SUIT,
            "567s789s99s23s pung(666s) chow(345s) +1s",
            ("hunyise",),
        ),
        _row(
            "xiaosanyuan",
            p.tai_xiaosanyuan,
            of_sets.xiaosanyuan,
            "TW-4.20",
            sets | has.DRAGON_PUNG,
            "123m45p789s77z pung(555z) pung(666z) +6p",
            ("sanyuan",),
        ),
        _row(
            "dasanyuan",
            p.tai_dasanyuan,
            of_sets.dasanyuan,
            "TW-4.20",
            sets | has.DRAGON_PUNG,
            "45p789s22s pung(555z) pung(666z) pung(777z) +6p",
            ("sanyuan", "xiaosanyuan"),
        ),
        _row(
            "sananke",
            p.tai_sananke,
            of_sets.sananke,
            "TW-4.21",
            sets | has.THREE_CONCEALED,
            "111m555p33s77m chow(234p) chow(678s) +7m",
        ),
        _row(
            "sianke",
            p.tai_sianke,
            of_sets.sianke,
            "TW-4.21",
            sets | has.THREE_CONCEALED,
            "777m999m555p333z7p chow(345s) +7p",
            ("sananke",),
        ),
        _row(
            "wuanke",
            p.tai_wuanke,
            of_sets.wuanke,
            "TW-4.21",
            sets | has.THREE_CONCEALED,
            _PUNGS,
            ("sananke", "sianke", *in_wuanke),
        ),
        _row(
            "xiaosixi",
            p.tai_xiaosixi,
            of_sets.xiaosixi,
            "TW-4.22",
            sets | has.WIND_PUNG,
            "45p789s44z pung(111z) pung(222z) pung(333z) +6p",
            () if p.xiaosixi_adds_winds else ("feng",),
        ),
        _row(
            "dasixi",
            p.tai_dasixi,
            of_sets.dasixi,
            "TW-4.23",
            sets | has.WIND_PUNG,
            "111z22m56p pung(222z) pung(333z) pung(444z) +4p",
            ("feng", "xiaosixi"),
        ),
        _row(
            "ziyise",
            all_honours,
            of_sets.ziyise,
            "TW-4.24",
            complete | has.NO_SUIT,
            "55z77z pung(111z) pung(222z) pung(333z) pung(666z) +7z",
            () if p.all_honors_adds_all_pungs else ("pengpenghu",),
        ),
        _row(
            "local16_deduction",
            deduction,
            of_sets.local16_deduction,
            "TW-4.24",
            sets | has.NO_SUIT,
            "55z77z pung(111z) pung(222z) pung(333z) pung(666z) +7z",
        ),
        _row(
            "tianting",
            p.tai_tianting if p.tianting_enabled else 0,
            of_win.tianting,
            "TW-4.25",
            closed | has.READY,
            _READY,
            in_ready,
        ),
        _row(
            "diting",
            p.tai_diting if p.diting_enabled else 0,
            of_win.diting,
            "TW-4.26",
            closed | has.READY,
            _READY,
            in_ready,
        ),
        _row("diting_yifa", p.tai_diting_yifa, of_win.diting_yifa, "TW-4.27", closed | has.READY, _READY, in_yifa),
        _row("tianhu", p.tai_tianhu, of_win.tianhu, "TW-4.28", first_turn, _WITH_KONG, in_tianhu),
        _row("dihu", p.tai_dihu, of_win.dihu, "TW-4.29", first_turn, _READY, in_dihu),
        _row("renhu", p.tai_renhu, of_win.renhu, "TW-4.30", first_turn, _READY, (*CONCEALMENT, *DECLARATIONS)),
        _row(
            "xuangao",
            p.tai_xuangao,
            of_win.xuangao,
            "TW-4.31",
            complete | has.READY,
            "123m678m999s45s22p chow(345p) +3s",
        ),
        _row(
            "baxian",
            p.tai_baxian,
            of_win.baxian,
            "TW-5.6",
            has.FLOWER_WIN,
            "23s567s789s99s pung(666z) chow(345s) +1p | 12345678f",
            FLOWER_TAI,
        ),
        _row(
            "manhua",
            p.tai_manhua,
            of_win.manhua,
            "TW-5.6",
            complete | has.EIGHT_FLOWERS,
            "123m345p789s99m45p pung(444m) +6p | 12345678f",
            FLOWER_TAI,
        ),
        _row(
            "qiqiangyi",
            p.tai_qiqiangyi,
            of_win.qiqiangyi,
            "TW-5.7",
            has.ROBBED_FLOWER,
            "123m678m345p789s45s22z +3s | 12345678f",
            FLOWER_TAI,
        ),
        _row(
            "peipai_huahu",
            p.tai_peipai_huahu,
            of_win.peipai_huahu,
            "TW-5.9",
            has.ALL_FROM_DEAL,
            "123m678m345p789s45s22z +1p | 12345678f",
            in_from_deal,
        ),
        _row(
            "ligu",
            (p.tai_ligu or 0) if p.ligu_enabled else 0,
            of_sets.ligu,
            "TW-4.33",
            has.LIGU,
            "11m44m22s66s33p77p555z9p +9p",
            in_form,
        ),
        _row(
            "buda",
            (p.tai_buda or 0) if p.buda_enabled else 0,
            of_sets.buda,
            "TW-4.34",
            has.BUDA,
            "147m258p69s12345671z +2s",
            in_form,
        ),
    )
    return tuple(row for row in rows if row.value)
