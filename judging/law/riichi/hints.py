"""What a form says beside a question in riichi."""

from __future__ import annotations

from collections.abc import Mapping

from engine.family import Ruleset
from engine.rules.riichi.parameters import Parameters
from engine.sentences import gettext_noop
from judging.law.kinds.call import TILE_TAKEN
from judging.law.shared_facts import DEALER, PASSED_TILES, PREVALENT_WIND

DEALERS_STAY = gettext_noop("Dealers stay, so the number of the hand does not tell; a log or hand sheet does.")

TAKEN_BEFORE_SECOND_DISCARD = gettext_noop("In time is before the second following player discards.")
TAKEN_BEFORE_OWN_DRAW = gettext_noop("In time is before the player's own next draw.")


def hints(ruleset: Ruleset) -> Mapping[str, str]:
    """Name of a fact -> the hint."""
    own_draw = ruleset.options(Parameters).chombo == "fine_dead_hand"
    return {
        TILE_TAKEN.name: TAKEN_BEFORE_OWN_DRAW if own_draw else TAKEN_BEFORE_SECOND_DISCARD,
        PASSED_TILES.name: gettext_noop("Of a player in riichi only those since the riichi."),
        PREVALENT_WIND.name: DEALERS_STAY,
        DEALER.name: DEALERS_STAY,
    }
