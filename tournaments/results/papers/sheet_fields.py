"""Result fields of a score sheet in the order of writing, printing and typing.

One list for the printed sheet and for the entry form: a scorer reads down the paper while typing down the form, so the
two must never differ (a test compares them). The rules define the fields of a hand.
"""

from engine.match.sheet_rules import SheetField, SheetRules
from engine.tiles.seats import SEATS

POINTS = tuple(SheetField(f"points_{seat}", "points", "points", seat) for seat in SEATS)
LEFTOVER = SheetField("leftover", "points", "leftover")


def result_fields(rules: SheetRules, seats: int = 4) -> tuple[SheetField, ...]:
    """Return final points from East to North, then the table's fields (sticks left, if any).

    >>> from engine.family import ruleset
    >>> [field.name for field in result_fields(ruleset("riichi-wrc").sheet)]
    ['points_0', 'points_1', 'points_2', 'points_3', 'leftover']
    """
    return POINTS[:seats] + ((LEFTOVER,) if rules.stick else ())
