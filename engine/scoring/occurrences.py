from __future__ import annotations

from typing import Final

Occurrences = tuple[tuple[int, ...], ...]
"""An entry for each time a pattern is there: the indices of the sets that earn it, none where the whole hand does."""

NOT_THERE: Final[Occurrences] = ()
WHOLE_HAND: Final[Occurrences] = ((),)


def whole_hand_if(holds: bool) -> Occurrences:
    """One occurrence without sets when ``holds``, else none."""
    return WHOLE_HAND if holds else NOT_THERE
