from __future__ import annotations

import hashlib
from typing import Any, Final

from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.accounts.services import limits
from tournaments.branding.models import MAX_SPONSORS, EventPicture, Sponsor, SponsorLogo, StoredPicture
from tournaments.core.audit import Change, change, next_number
from tournaments.core.errors import UserError, clean_fields
from tournaments.core.pictures import SmallPhoto
from tournaments.events.models import Tournament

SIDES: Final = {EventPicture.Use.LOGO: 640, EventPicture.Use.BANNER: 1600}
"""Pixels of the longer side: a logo on a printed certificate, a banner across a wide page."""
SPONSOR_SIDE: Final = 640


@change("branding.colour", gettext_noop("Colour of the event chosen"))
def choose_colour(change: Change, tournament: Tournament, *, colour: str) -> Tournament:
    with change.edit(tournament):
        tournament.colour = colour
    return tournament


@change("branding.keep_picture", gettext_noop("Picture of the event kept"))
def keep_picture(change: Change, tournament: Tournament, *, use: str, small: SmallPhoto) -> EventPicture:
    """Store the picture, replacing the previous one of this use. Raises `UserError` without room."""
    picture = EventPicture.objects.filter(tournament=tournament, use=use).first()
    picture = picture or EventPicture(tournament=tournament, use=use)
    _keep(change, tournament, picture, small)
    return picture


@change("branding.remove_picture", gettext_noop("Picture of the event deleted"))
def remove_picture(change: Change, tournament: Tournament, *, use: str) -> None:
    picture = EventPicture.objects.filter(tournament=tournament, use=use).first()
    if picture is None:
        change.nothing()
        return
    change.note(picture, before=_describe(picture), key=picture.pk)
    picture.delete()


@change("sponsors.add", gettext_noop("Sponsor added"))
def add_sponsor(change: Change, tournament: Tournament, **values: Any) -> Sponsor:
    """Add a sponsor after the others. Raises `UserError` beyond the limit."""
    if tournament.sponsors.count() >= MAX_SPONSORS:
        raise UserError(_("An event has at most %(most)s sponsors.") % {"most": MAX_SPONSORS})
    sponsor = Sponsor(tournament=tournament, number=next_number(tournament.sponsors.all()), **values)
    clean_fields(sponsor, "tournament")
    return change.create(sponsor)


@change("sponsors.edit", gettext_noop("Sponsor changed"))
def edit_sponsor(change: Change, sponsor: Sponsor, **values: Any) -> Sponsor:
    with change.edit(sponsor):
        for name, value in values.items():
            setattr(sponsor, name, value)
        clean_fields(sponsor, "tournament")
    return sponsor


@change("sponsors.remove", gettext_noop("Sponsor removed"))
def remove_sponsor(change: Change, sponsor: Sponsor) -> None:
    logo = SponsorLogo.objects.filter(sponsor=sponsor).first()
    if logo is not None:
        change.note(logo, before=_describe(logo), key=logo.pk)
    change.delete(sponsor)


@change("sponsors.logo", gettext_noop("Logo of a sponsor kept"))
def keep_sponsor_logo(change: Change, sponsor: Sponsor, *, small: SmallPhoto) -> SponsorLogo:
    """Store the logo, replacing the previous one. Raises `UserError` without room."""
    logo = SponsorLogo.objects.filter(sponsor=sponsor).first() or SponsorLogo(sponsor=sponsor)
    _keep(change, sponsor.tournament, logo, small)
    return logo


def _keep(change: Change, tournament: Tournament, row: StoredPicture, small: SmallPhoto) -> None:
    digest = hashlib.sha256(small.picture).hexdigest()
    if row.digest == digest:
        change.nothing()
        return
    before = _describe(row) if row.pk else None
    limits.check_storage(tournament, len(small.picture) - len(row.picture or b""))
    row.picture, row.width, row.height, row.digest = small.picture, small.width, small.height, digest
    row.save()
    change.note(row, before=before, after=_describe(row))


def _describe(row: StoredPicture) -> dict[str, object]:
    return {"sha256": row.digest, "bytes": len(row.picture)}
