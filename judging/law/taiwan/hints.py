"""What a form says beside a question in the Taiwanese game."""

from __future__ import annotations

from collections.abc import Mapping

from engine.family import Ruleset
from engine.rules.taiwan.parameters import Parameters
from engine.sentences import gettext_noop
from judging.law.shared_facts import DEALER, PREVALENT_WIND, SEAT_WIND

DEALERS_STAY = gettext_noop("Dealers stay, so the number of the hand does not tell; a log or hand sheet does.")


def hints(ruleset: Ruleset) -> Mapping[str, str]:
    """Name of a fact -> the hint."""
    found = {PREVALENT_WIND.name: DEALERS_STAY, DEALER.name: DEALERS_STAY}
    if ruleset.options(Parameters).seat_wind_basis == "break_seat":
        found[SEAT_WIND.name] = gettext_noop(
            "Counted from the seat where the wall was broken; the dealer may have any wind."
        )
    return found
