from __future__ import annotations

from tests.conformance.actions import Example, example, planned
from tests.support.people import acting
from tests.support.photos import photo_of_a_sheet
from tournaments.branding import services
from tournaments.branding.models import EventPicture
from tournaments.core import pictures
from tournaments.events.models import Tournament

SPONSOR = {
    "name": "Tea House",
    "link": "https://tea.example.org/",
    "on_pages": True,
    "on_screens": False,
    "on_papers": True,
}
FIRST = {"number": 1}


def _sponsored() -> Tournament:
    event = planned()
    services.add_sponsor(acting(), event, **SPONSOR)
    return event


@example("ChooseColour")
def choose_colour() -> Example:
    too_light = "#ffd700"
    return Example(planned(), {"colour": "#8a1f4b"}, wrong={"colour": [(too_light, {"colour": too_light})]})


@example("RemoveEventPicture")
def remove_event_picture() -> Example:
    event = planned()
    small = pictures.downscale(photo_of_a_sheet(), 320, transparent=True)
    services.keep_picture(acting(), event, use=EventPicture.Use.LOGO, small=small)
    return Example(event, api={"use": "logo"}, page={"use": "logo"})


@example("AddSponsor")
def add_sponsor() -> Example:
    return Example(planned(), SPONSOR)


@example("EditSponsor")
def edit_sponsor() -> Example:
    return Example(_sponsored(), SPONSOR | {"name": "Tea House North"}, api=FIRST, page=FIRST, prefix="s1")


@example("RemoveSponsor")
def remove_sponsor() -> Example:
    return Example(_sponsored(), api=FIRST, page=FIRST)
