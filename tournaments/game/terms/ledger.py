"""Units and columns of the ledger."""

from __future__ import annotations

from typing import Final

from engine.sentences import gettext_noop as _
from tournaments.game.terms.reader import Phrase, pgettext_noop

UNITS: Final[dict[str, str]] = {
    "points": _("Game points"),
    "table_points": _("Table points"),
    "score": _("Score"),
}
"""By `ScoreLine.Unit`."""

COLUMNS: Final[dict[str, Phrase]] = {
    "hand": pgettext_noop("hand of play", "Hand"),
    "table": _("Table"),
    "overall": _("Overall"),
}
"""By `ScoreLine.Scope`."""
