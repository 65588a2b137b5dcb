"""What a form says beside a question in MCR."""

from __future__ import annotations

from collections.abc import Mapping

from engine.family import Ruleset
from engine.rules.mcr.parameters import Parameters
from engine.sentences import gettext_noop
from judging.law.kinds.call import TILE_TAKEN


def hints(ruleset: Ruleset) -> Mapping[str, str]:
    """Name of a fact -> the hint."""
    if ruleset.options(Parameters).claim_close == "next_act":
        return {TILE_TAKEN.name: gettext_noop("In time is before the player's own next draw or claim.")}
    return {TILE_TAKEN.name: gettext_noop("In time is before the second following player discards.")}
