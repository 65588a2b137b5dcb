"""What a web server works out once, before its processes begin, which share it: catalogues, pages, statements."""

from __future__ import annotations

import datetime
from typing import Final

from django.conf import settings
from django.template import Engine
from django.template.loader import get_template
from django.urls import reverse
from django.utils import formats, translation

from tournaments import prepared

PAGES: Final = (
    "public/event_list.html",
    "public/event.html",
    "public/seating.html",
    "public/standings.html",
    "public/results.html",
    "results/board.html",
    "results/_board.html",
    "manage/home.html",
)
"""Those that a hall opens first, with all that they are made of."""


def warm_up() -> None:
    """Read every language's catalogue, addresses and days, compile the first pages, put statements together; needs no
    database.
    """
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            translation.gettext("Standings")
            reverse("event_list")
            formats.date_format(datetime.date(2026, 1, 31))
    _ = Engine.get_default().template_context_processors
    for page in PAGES:
        get_template(page)
    prepared.put_together()
