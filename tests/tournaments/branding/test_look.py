"""The look of an event: colour, logo, banner and sponsors, on pages and in its file."""

import io

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
from django.test import Client
from PIL import Image

from tests.support.people import acting, small_tournament
from tournaments.branding import services
from tournaments.branding.models import EventPicture, Sponsor, SponsorLogo
from tournaments.branding.queries import list_sponsors
from tournaments.core import pictures
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.events.models import Tournament
from tournaments.events.validators import check_colour
from tournaments.exchange.services import event_files

pytestmark = pytest.mark.django_db
LOOK = "/t/spring-open/manage/look/"


def draw(size: tuple[int, int] = (900, 300)) -> bytes:
    """Return a PNG with a transparent ground and a note in its metadata."""
    written = io.BytesIO()
    image = Image.new("RGBA", size)
    image.paste((138, 31, 75, 255), (10, 10, 200, 200))
    image.save(written, "PNG", exif=Image.Exif())
    return written.getvalue()


def sent(name: str = "logo.png") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, draw(), "image/png")


def test_a_colour_that_cannot_be_read_is_refused_with_the_nearest_that_can(event, olga):
    page = olga.post(LOOK, {"colour": "#FFD700"})
    assert "#7d6900 works." in page.text
    assert Tournament.objects.get().colour == ""
    olga.post(LOOK, {"colour": "7D6900"})
    assert Tournament.objects.get().colour == "#7d6900"
    with pytest.raises(ValidationError, match="six digits"):
        check_colour("red")


def test_pages_and_screens_of_the_event_alone_have_its_colour(event, olga):
    sheet = "/colours/light/8a1f4b.css"
    olga.post(LOOK, {"colour": "#8a1f4b"})
    Tournament.objects.update(published=True)
    visitor = Client()
    pages = ("/t/spring-open/", "/t/spring-open/screen/standings/", "/")
    assert [sheet in visitor.get(page).text for page in pages] == [True, True, False]
    assert "--accent:#8a1f4b;" in visitor.get(sheet).text
    assert visitor.get(sheet)["Content-Type"] == "text/css; charset=utf-8"
    refused = ("/colours/light/ffd700.css", "/colours/blue/8a1f4b.css", "/colours/dark/red.css")
    assert [visitor.get(page).status_code for page in refused] == [404, 404, 404]


def test_a_logo_is_drawn_anew_and_seen_by_those_who_see_the_event(event, olga):
    olga.post(f"{LOOK}pictures/logo/keep/", {"photo": sent()})
    stored = EventPicture.objects.get()
    drawn = Image.open(io.BytesIO(bytes(stored.picture)))
    assert (drawn.format, drawn.mode, drawn.size, drawn.info) == ("PNG", "RGBA", (640, 213), {})
    address = f"/t/spring-open/pictures/{stored.digest}/"
    Tournament.objects.update(published=False)
    assert (olga.get(address)["Content-Type"], Client().get(address).status_code) == ("image/png", 404)
    Tournament.objects.update(published=True)
    assert address in Client().get("/t/spring-open/").text
    assert Client().get(address).content == bytes(stored.picture)
    assert (
        "This photo cannot be read"
        in olga.post(
            f"{LOOK}pictures/logo/keep/", {"photo": SimpleUploadedFile("logo.svg", b"<svg/>")}, follow=True
        ).text
    )
    assert AuditEntry.objects.filter(action="branding.keep_picture").count() == 1
    olga.post(f"{LOOK}pictures/logo/remove/")
    assert not EventPicture.objects.exists()


def test_a_sponsor_stands_in_its_places(event, olga):
    olga.post(
        f"{LOOK}sponsors/add/", {"new-name": "Tea House", "new-link": "https://tea.example.org/", "new-on_pages": "on"}
    )
    olga.post(f"{LOOK}sponsors/add/", {"new-name": "Tile Works", "new-on_screens": "on"})
    olga.post(f"{LOOK}sponsors/1/logo/keep/", {"photo": sent()})
    event.refresh_from_db()
    Tournament.objects.update(published=True)
    page = Client().get("/t/spring-open/players/").text
    assert 'href="https://tea.example.org/"' in page
    assert f"/t/spring-open/pictures/{SponsorLogo.objects.get().digest}/" in page
    assert "Tile Works" not in page
    places = ("on_pages", "on_screens", "on_papers", "")
    names = [[line.name for line in list_sponsors(event, place)] for place in places]
    assert names == [["Tea House"], ["Tile Works"], [], ["Tea House", "Tile Works"]]
    refused = olga.post(f"{LOOK}sponsors/add/", {"new-name": "Bad", "new-link": "javascript:alert(1)"})
    assert (refused.status_code, Sponsor.objects.count()) == (422, 2)
    with pytest.raises(IntegrityError), transaction.atomic():
        Sponsor.objects.filter(number=1).update(link="javascript:alert(1)")


def test_the_look_goes_with_the_file_of_the_event():
    event = small_tournament(4)
    small = pictures.downscale(draw(), 640, transparent=True)
    services.choose_colour(acting(), event, colour="#8a1f4b")
    services.keep_picture(acting(), event, use="banner", small=small)
    sponsor = services.add_sponsor(acting(), event, name="Tea House", on_papers=False)
    services.keep_sponsor_logo(acting(), sponsor, small=small)
    copy = event_files.copy(acting(), tournament=event, slug="copy")
    picture, stored = copy.pictures.get(), copy.sponsors.get()
    assert (copy.colour, picture.use, bytes(picture.picture)) == ("#8a1f4b", "banner", small.picture)
    assert (stored.name, stored.on_papers, bytes(stored.logo.picture)) == ("Tea House", False, small.picture)


def test_an_event_has_at_most_twelve_sponsors():
    event = small_tournament(4)
    for number in range(12):
        services.add_sponsor(acting(), event, name=f"Sponsor {number}")
    with pytest.raises(UserError, match="at most 12 sponsors"):
        services.add_sponsor(acting(), event, name="One more")
