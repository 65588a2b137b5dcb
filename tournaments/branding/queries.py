"""Logo, banner and sponsors of an event: their addresses on pages, their contents on papers."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from typing import Final, NamedTuple

from django.urls import reverse

from tournaments.branding.models import EventPicture, Sponsor, SponsorLogo, StoredPicture
from tournaments.events.models import Tournament


class Picture(NamedTuple):
    address: str
    width: int
    height: int


PLACES: Final = ("on_pages", "on_screens", "on_papers")
"""Fields of a sponsor that say where it stands."""


class SponsorLine(NamedTuple):
    """Sponsor with the number that its event counts it by, and the places where it stands."""

    name: str
    link: str
    logo: Picture | None
    number: int
    places: frozenset[str]


def list_pictures(tournament: Tournament) -> dict[str, Picture]:
    """Return the event's pictures by their use."""
    rows = EventPicture.objects.filter(tournament=tournament).values_list("use", "digest", "width", "height")
    return {use: _make_picture(tournament, digest, width, height) for use, digest, width, height in rows}


def list_logos(tournaments: Iterable[Tournament]) -> dict[int, Picture]:
    """Return the logos of several events, by event."""
    by_pk = {tournament.pk: tournament for tournament in tournaments}
    rows = EventPicture.objects.filter(tournament__in=by_pk, use=EventPicture.Use.LOGO).order_by()
    columns = rows.values_list("tournament", "digest", "width", "height")
    return {pk: _make_picture(by_pk[pk], digest, width, height) for pk, digest, width, height in columns}


def list_sponsors(tournament: Tournament, place: str = "") -> list[SponsorLine]:
    """Return the sponsors of a place: `on_pages`, `on_screens` or `on_papers`; empty: all."""
    rows = Sponsor.objects.filter(tournament=tournament, **({place: True} if place else {}))
    columns = rows.order_by("number").values_list(
        "name", "link", "number", "logo__digest", "logo__width", "logo__height", *PLACES
    )
    return [
        SponsorLine(
            name,
            link,
            _make_picture(tournament, digest, width, height) if digest else None,
            number,
            frozenset(place for place, stands in zip(PLACES, stands_in, strict=True) if stands),
        )
        for name, link, number, digest, width, height, *stands_in in columns
    ]


def find_picture(tournament: Tournament, digest: str) -> StoredPicture | None:
    return (
        EventPicture.objects.filter(tournament=tournament, digest=digest).first()
        or SponsorLogo.objects.filter(sponsor__tournament=tournament, digest=digest).first()
    )


def _make_picture(tournament: Tournament, digest: str, width: int, height: int) -> Picture:
    return Picture(reverse("event_picture", args=[tournament.slug, digest]), width, height)


def encode_address(content: bytes, kind: str) -> str:
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"
