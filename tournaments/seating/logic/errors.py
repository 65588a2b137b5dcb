from __future__ import annotations

from engine.sentences import Sentence


class SeatingError(ValueError):
    """A request that no seating can meet, as a translatable sentence; `str(error)` is English.

    >>> str(SeatingError("%(count)d players do not fill a table of four.", count=3))
    '3 players do not fill a table of four.'
    """

    def __init__(self, text: str, **values: object) -> None:
        self.message = Sentence(text, values)
        super().__init__(self.message)
