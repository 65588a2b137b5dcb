"""Look of an event on its papers: colour, logo and sponsors."""

from __future__ import annotations

import base64

from tournaments.branding.models import EventPicture, Sponsor, StoredPicture
from tournaments.core.pictures import find_content_type
from tournaments.core.printing.documents import PaperLook, PaperSponsor
from tournaments.events.models import Tournament


def read_look(tournament: Tournament) -> PaperLook:
    if tournament._state.adding:
        return PaperLook(tournament.colour)
    logo = EventPicture.objects.filter(tournament=tournament, use=EventPicture.Use.LOGO).first()
    sponsors = Sponsor.objects.filter(tournament=tournament, on_papers=True).select_related("logo").order_by("number")
    return PaperLook(
        tournament.colour,
        _encode(logo) if logo else "",
        tuple(PaperSponsor(row.name, _encode(row.logo) if hasattr(row, "logo") else "") for row in sponsors),
    )


def _encode(row: StoredPicture) -> str:
    content = bytes(row.picture)
    return f"data:{find_content_type(content)};base64,{base64.b64encode(content).decode()}"
