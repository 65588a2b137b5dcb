"""Words about files that are brought in."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from engine.sentences import gettext_noop as _

ENCODINGS: dict[str, str | Promise] = {
    "utf-8-sig": "UTF-8",
    "utf-16": "UTF-16",
    "cp932": gettext_lazy("Japanese (Shift JIS)"),
    "gb18030": gettext_lazy("Chinese, simplified (GB 18030)"),
    "big5": gettext_lazy("Chinese, traditional (Big5)"),
    "cp949": gettext_lazy("Korean (EUC-KR)"),
    "cp1252": gettext_lazy("Western European (Windows-1252)"),
}

RESULT_COLUMNS: Final = (
    _("Round"),
    _("Table"),
    _("Wind"),
    _("Number"),
    _("Player"),
    _("Points"),
    _("Place"),
    _("Table points"),
    _("Score"),
    _("Penalty"),
)
"""Headings of a line of results as a table."""

PLAYER_COLUMNS: Final = (_("Place"), _("Number"), _("Player"), _("Country"), _("Team"))
TEAM_COLUMNS: Final = (_("Place"), _("Code"), _("Team"), _("Country"))
"""Headings in front of the metrics of standings."""
