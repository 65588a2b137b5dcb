"""What a column of a federation may hold."""

from __future__ import annotations

from typing import Final

from engine.sentences import gettext_noop as _

FIELDS: Final = {
    "place": _("Place"),
    "number": _("Number"),
    "given_name": _("given name"),
    "family_name": _("family name"),
    "name": _("name"),
    "native_name": _("name in native script"),
    "ema_number": _("EMA number"),
    "member": _("member of EMA: YES or NO"),
    "country": _("country"),
    "club": _("club"),
    "team": _("team"),
    "table_points": _("Table points"),
    "score": _("Score"),
    "base_rank": _("base rank: 1000 for the first, 0 for the last"),
}
"""What a column may hold."""
