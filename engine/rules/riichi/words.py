from __future__ import annotations

from collections.abc import Mapping

from engine.sentences import Sentence, gettext_noop
from engine.sentences import sentence as _
from engine.words import Words

WORDS = Words(
    circumstances={
        "riichi": gettext_noop("Riichi"),
        "double_riichi": gettext_noop("Double riichi"),
        "ippatsu": gettext_noop("Ippatsu"),
        "dora_indicators": gettext_noop("Dora indicators"),
        "ura_indicators": gettext_noop("Ura dora indicators"),
        "honba": gettext_noop("Counters (honba)"),
        "deposits": gettext_noop("Riichi sticks on the table"),
        "win_tile_mixed_in": gettext_noop("Winning tile mixed into the hand"),
    },
    events={
        "riichi": gettext_noop("riichi"),
        "dora": gettext_noop("dora indicator"),
        "ura": gettext_noop("ura indicators"),
    },
    ends={
        "nine_terminals": gettext_noop("nine terminals and honours"),
        "four_winds": gettext_noop("four like winds discarded"),
        "four_kongs": gettext_noop("four kongs"),
        "four_riichi": gettext_noop("four riichi"),
        "triple_ron": gettext_noop("three winners on one discard"),
        "nagashi": gettext_noop("all discards terminals and honours"),
    },
    locks={
        "furiten": gettext_noop("furiten: an own discard completes the hand"),
        "temporary_furiten": gettext_noop("furiten until the next own draw"),
        "riichi_furiten": gettext_noop("furiten after riichi"),
        "riichi": gettext_noop("riichi"),
        "double_riichi": gettext_noop("double riichi"),
    },
    reasons={
        "counters": gettext_noop("counters"),
        "deposits": gettext_noop("sticks on the table"),
        "riichi_deposit": gettext_noop("riichi stick"),
        "own_deposit": gettext_noop("own stick back"),
        "nagashi_mangan": gettext_noop("all discards terminals and honours"),
        "chombo": gettext_noop("chombo"),
    },
    consequences={"chombo": gettext_noop("chombo")},
)


def value_in_words(value: Mapping[str, object]) -> Sentence:
    """Value of a hand as a phrase, with its limit.

    >>> value_in_words({"han": 2, "fu": 30, "limit": None, "yakuman": 0})
    '2 han, 30 fu'
    """
    yakuman = value.get("yakuman")
    if yakuman:
        return _("Yakuman") if yakuman == 1 else _("%(n)s × yakuman", n=yakuman)
    words = _("%(han)s han, %(fu)s fu", han=value["han"], fu=value["fu"])
    limit = value.get("limit")
    return Sentence("%(value)s: %(limit)s", {"value": words, "limit": limit}) if limit else words
