"""What a form says beside a question in riichi."""

from __future__ import annotations

from collections.abc import Mapping

from engine.family import Ruleset
from engine.sentences import gettext_noop
from judging.law.vocabulary import DEALER, PASSED_TILES, PREVALENT_WIND

DEALERS_STAY = gettext_noop("Dealers stay, so the number of the hand does not tell; a log or hand sheet does.")


def hints(ruleset: Ruleset) -> Mapping[str, str]:
    """Name of a fact -> the hint."""
    return {
        PASSED_TILES.name: gettext_noop("Of a player in riichi only those since the riichi."),
        PREVALENT_WIND.name: DEALERS_STAY,
        DEALER.name: DEALERS_STAY,
    }
