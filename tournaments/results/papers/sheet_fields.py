"""The result of a score sheet in the order in which it is written, printed and typed.

One list for the printed sheet and for the entry form: a clerk's eyes go down the paper while the fingers go down the
form, so the two must never differ (a test compares them). The fields of a hand are those of the rules.
"""

from engine.match.sheet_rules import SheetField, SheetRules
from engine.tiles.seats import SEATS

POINTS = tuple(SheetField(f"points_{seat}", "points", "points", seat) for seat in SEATS)
LEFTOVER = SheetField("leftover", "points", "leftover")


def result_fields(rules: SheetRules, seats: int = 4) -> tuple[SheetField, ...]:
    """Final points from East to North, then what belongs to the table (sticks left, where there are any).

    >>> from engine.family import ruleset
    >>> [field.name for field in result_fields(ruleset("riichi-wrc").sheet)]
    ['points_0', 'points_1', 'points_2', 'points_3', 'leftover']
    """
    return POINTS[:seats] + ((LEFTOVER,) if rules.stick else ())
