"""Why a backup was made, in words."""

from __future__ import annotations

from typing import Final, Protocol

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy


class Made(Protocol):
    """What a backup says of itself."""

    @property
    def why(self) -> str: ...
    @property
    def tournament(self) -> str: ...
    @property
    def round(self) -> int | None: ...


WHY: Final[dict[str, Promise]] = {
    "clock": gettext_lazy("By the clock"),
    "hand": gettext_lazy("By hand"),
    "command": gettext_lazy("By command"),
    "restore": gettext_lazy("Before a restore"),
    "round": gettext_lazy("After a round"),
}


def why(about: Made) -> str:
    """The reason; for a round with its number and event."""
    if about.why == "round" and about.round:
        return _("After round %(number)s of %(event)s") % {"number": about.round, "event": about.tournament}
    return str(WHY.get(about.why, about.why))
