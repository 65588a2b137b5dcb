"""Logos and banners at a mirror, which a delivery names by digest: those that stay, and those that are lacking."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tournaments.branding.models import EventPicture, Sponsor, SponsorLogo, StoredPicture
from tournaments.events.models import Tournament
from tournaments.exchange.models import Mirror


def list_missing(mirror: Mirror) -> list[str]:
    """Return the digests that the last delivery names and that are not here."""
    rows = find_rows(mirror.tournament)
    places = {*EventPicture.Use.values, *find_sponsors(mirror.tournament)}
    return sorted(
        {
            digest
            for place, digest in mirror.extra.get("pictures", ())
            if place in places and (place not in rows or rows[place].digest != digest)
        }
    )


def find_rows(tournament: Tournament) -> dict[str, StoredPicture]:
    """Return the pictures here, without contents, by place: their use, or the number of the sponsor."""
    logos = SponsorLogo.objects.filter(sponsor__tournament=tournament).select_related("sponsor").defer("picture")
    return {row.use: row for row in EventPicture.objects.filter(tournament=tournament).defer("picture")} | {
        str(logo.sponsor.number): logo for logo in logos
    }


def keep_named(tournament: Tournament, rows: Mapping[str, StoredPicture], named: Iterable[tuple[str, str]]) -> None:
    """Delete all other pictures; a sponsor that was made again takes its logo over. Part of a delivery."""
    digests, sponsors = dict(named), find_sponsors(tournament)
    for place, row in rows.items():
        is_logo = isinstance(row, SponsorLogo)
        if digests.get(place) != row.digest or (is_logo and place not in sponsors):
            row.delete()
        elif is_logo:
            SponsorLogo.objects.filter(pk=row.pk).update(sponsor=sponsors[place])


def find_sponsors(tournament: Tournament) -> dict[str, int]:
    rows = Sponsor.objects.filter(tournament=tournament).values_list("number", "pk")
    return {str(number): pk for number, pk in rows}
