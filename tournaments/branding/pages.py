from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from tournaments.branding.forms import PICTURE_FORMS, SponsorForm
from tournaments.branding.models import EventPicture
from tournaments.branding.queries import PLACES, list_pictures, list_sponsors
from tournaments.core.views.manage import page
from tournaments.events.models import Tournament

SUGGESTED: Final = (
    ("#14594a", _("Jade")),
    ("#1f4e79", _("Blue")),
    ("#4b3a8c", _("Violet")),
    ("#8a1f4b", _("Plum")),
    ("#9b1c1c", _("Red")),
    ("#8a4b08", _("Amber")),
    ("#4a5a17", _("Olive")),
    ("#3b3f46", _("Graphite")),
)


def show_look(request: HttpRequest, tournament: Tournament, *, status: int = 200, **forms: Any) -> HttpResponse:
    # Validation of a rejected form has written its values into the row.
    tournament = Tournament.objects.get(pk=tournament.pk)
    stored = list_pictures(tournament)
    uses = [
        (use, label, PICTURE_FORMS[use](auto_id=f"id_{use}_%s"), stored.get(use))
        for use, label in EventPicture.Use.choices
    ]
    sponsors = list_sponsors(tournament)
    places = [
        (place, SponsorForm.base_fields[place].label, [(sponsor, place in sponsor.places) for sponsor in sponsors])
        for place in PLACES
    ]
    return page(
        request,
        tournament,
        "branding/manage/look.html",
        "look",
        status=status,
        uses=uses,
        suggested=SUGGESTED,
        places=places,
        **forms,
    )
