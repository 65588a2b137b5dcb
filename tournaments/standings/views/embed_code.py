"""Organiser's page with the code that shows the event on another site, and a preview of it."""

from __future__ import annotations

from typing import Final

from csp.constants import SELF
from csp.decorators import csp_update
from django.http import HttpRequest, HttpResponseBase
from django.urls import path
from django.utils import translation
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from tournaments.core.permissions import requires
from tournaments.core.views.manage import page
from tournaments.events import hall_address
from tournaments.events.models import Tournament
from tournaments.standings.forms.embed import EmbedCodeForm

KINDS: Final = {
    "standings": (_("Standings"), 640),
    "seating": (_("Seating"), 640),
    "clock": (_("Clock"), 240),
    "table": (_("Table"), 260),
    "player": (_("Player"), 260),
}
"""Kind of page -> its name, and a usual height of the frame in pixels."""
COLOUR_SCHEME: Final = "; color-scheme: light"
"""A frame whose page has another colour scheme gets an opaque ground."""


@requires("print")
@require_safe
def embed_code(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    kind = request.GET.get("page", "")
    kind = kind if kind in KINDS else "standings"
    form = EmbedCodeForm(request.GET if "language" in request.GET else None, kind=kind)
    address = form.build_address(tournament.slug)
    title, height = KINDS[kind]
    absolute = hall_address.make_absolute(request, address)
    chosen = form.cleaned_data if form.is_bound and form.is_valid() else {}
    with translation.override(chosen.get("language") or translation.get_language()):
        frame_title = f"{title} – {tournament.name}"
    response = page(
        request,
        tournament,
        "standings/manage/embed.html",
        "embed",
        form=form,
        kind=kind,
        kinds=[(key, label) for key, (label, _height) in KINDS.items()],
        address=address,
        absolute=absolute,
        code=format_html(
            '<iframe src="{}" title="{}" width="100%" height="{}" loading="lazy" style="border: 0{}"></iframe>',
            *(absolute, frame_title, height, COLOUR_SCHEME if chosen.get("transparent") else ""),
        ),
        height=height,
        title=title,
        is_transparent=chosen.get("transparent"),
    )
    return csp_update({"frame-src": [SELF]})(lambda _asked: response)(request)


urlpatterns = [path("t/<slug:slug>/manage/embed/", embed_code, name="manage_embed")]
