"""The engine's words in the language of the reader: events, draws, what is awaited, locks, payments, dead hands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engine.play.table import Phase

Words = Mapping[str, str | Promise]

EVENTS: Final[Words] = {
    "draw": _("draws"),
    "discard": _("discards"),
    "chow": _("chow"),
    "pung": _("pung"),
    "kong": _("kong"),
    "akong": _("added kong"),
    "ckong": _("concealed kong"),
    "flower": _("flower"),
    "rob_flower": _("robs the flower"),
    "riichi": _("riichi"),
    "ready": _("declares ready"),
    "void": _("void suit"),
    "dora": _("dora indicator"),
    "win": _("wins"),
    "ura": _("ura indicators"),
    "pass": _("passes"),
    "end": _("the hand ends"),
    "dead": _("dead hand"),
}
"""By the first item of an event's list."""

ENDS: Final[Words] = {
    "win": _("won"),
    "exhaustive": _("wall exhausted"),
    "nine_terminals": _("nine terminals and honours"),
    "four_winds": _("four like winds discarded"),
    "four_kongs": _("four kongs"),
    "four_riichi": _("four riichi"),
    "triple_ron": _("three winners on one discard"),
    "nagashi": _("all discards terminals and honours"),
    "violation": _("void suit violated"),
}
"""By ``TableState.ended`` and the kind of an end."""

PHASES: Final[Words] = {
    Phase.FLOWERS.name: _("flowers of the deal are shown"),
    Phase.VOID.name: _("void suits are chosen"),
    Phase.DRAW.name: _("a draw comes next"),
    Phase.ACT.name: _("the player in turn acts"),
    Phase.MELDED.name: _("a discard after a claim comes next"),
    Phase.REPLACE.name: _("a replacement comes next"),
    Phase.CLAIM.name: _("the discard may be claimed"),
    Phase.ROB.name: _("the kong may be robbed"),
    Phase.ROB_FLOWER.name: _("the flower may be robbed"),
    Phase.OVER.name: _("the hand is over"),
}
"""By the name of the phase: what the table waits for."""

LOCKS: Final[Words] = {
    "furiten": _("furiten: an own discard completes the hand"),
    "temporary_furiten": _("furiten until the next own draw"),
    "riichi_furiten": _("furiten after riichi"),
    "passed_win": _("passed win (過水)"),
    "same_turn": _("passed win: only a higher one until the next own turn"),
    "passed_pung": _("passed pung: not again in this go-around"),
    "forced_win_missed": _("win passed near the end of the wall"),
    "riichi": _("riichi"),
    "double_riichi": _("double riichi"),
    "tianting": _("ready from the deal (天聴)"),
    "diting": _("ready from the first discard (地聴)"),
    "declared": _("declared ready"),
    "dead_hand": _("dead hand"),
    "void": _("void suit"),
}
"""By the kind of a lock, of a declaration of readiness, and of what ``locks_of`` adds."""

REASONS: Final[Words] = {
    "discarder": _("win: the discarder pays"),
    "self_draw": _("win by self-draw"),
    "base": _("base payment of the others"),
    "other_payer": _("win: the others pay"),
    "counters": _("counters"),
    "liability": _("liability"),
    "deposits": _("sticks on the table"),
    "riichi_deposit": _("riichi stick"),
    "own_deposit": _("own stick back"),
    "direct_kong": _("kong of a discard"),
    "added_kong": _("added kong"),
    "late_added_kong": _("late added kong"),
    "concealed_kong": _("concealed kong"),
    "robbed_kong": _("robbed kong"),
    "robbed_flower": _("robbed flower"),
    "kong_refund": _("kong payments returned"),
    "rain_transferred": _("kong payments passed on"),
    "not_ready": _("not ready at the end"),
    "flower_pig": _("void suit still in the hand at the end"),
    "nagashi_mangan": _("all discards terminals and honours"),
    "void_violation": _("void suit violated"),
    "false_win": _("false win"),
    "fine": _("fine"),
    "chombo": _("chombo"),
    "void_suit_claim": _("pung or kong of the void suit"),
    "active_pig": _("void suit violated"),
    "locked_win": _("win against the lock"),
}
"""By the reason of a transfer."""

CAUSES: Final[Words] = {
    "kept_flower": _("a flower was kept in the hand"),
    "void_violation": _("void suit violated"),
    "false_win": _("false win"),
    "wrong_tiles": _("wrong number of tiles"),
    "ruling": _("ruling"),
}
"""By the cause of a dead hand; referees may write others."""

CONSEQUENCES: Final[Words] = {
    "refused": _("refused"),
    "taken_back": _("taken back"),
    "forced_win": _("the win must be taken"),
    "right_lost": _("the right is lost"),
    "dead_hand": _("dead hand"),
    "open_dead_hand": _("dead hand"),
    "false_win": _("false win"),
    "points": _("false win"),
    "wrong_tile": _("false win"),
    "structure_near": _("false win"),
    "structure_far": _("false win"),
    "chombo": _("chombo"),
    "fine": _("fine"),
    "referee": _("the referee decides"),
    "end_hand": _("the hand ends"),
}
"""By the consequence of a breach; a clause stands for itself."""

SUITS: Final[Words] = {
    "m": pgettext_lazy("suit", "characters"),
    "p": pgettext_lazy("suit", "dots"),
    "s": pgettext_lazy("suit", "bamboos"),
}


def word(words: Words, key: str) -> str:
    """The word in the language in force; an unknown key with spaces for its underscores.

    >>> word(CAUSES, "hand_shown_early")
    'hand shown early'
    """
    return str(words[key]) if key in words else key.replace("_", " ")
