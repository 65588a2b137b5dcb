"""Words about files that are brought in."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

ENCODINGS: dict[str, str | Promise] = {
    "utf-8-sig": "UTF-8",
    "utf-16": "UTF-16",
    "cp932": gettext_lazy("Japanese (Shift JIS)"),
    "gb18030": gettext_lazy("Chinese, simplified (GB 18030)"),
    "big5": gettext_lazy("Chinese, traditional (Big5)"),
    "cp1252": gettext_lazy("Western European (Windows-1252)"),
}
