"""A player's photo: small, one a player, with the person at the next event, gone with the person's data."""

import base64
import io
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from tests.support.people import acting, people, person, small_tournament
from tests.support.photos import photo_of_a_sheet
from tournaments.core import pictures
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.entries.known_people import list_people_of_earlier_events, query_names_of_earlier_events
from tournaments.entries.models.entries import Portrait
from tournaments.entries.services import players as registration
from tournaments.entries.services import portraits
from tournaments.exchange.files.event import build_person_file
from tournaments.exchange.services import event_files, privacy

pytestmark = pytest.mark.django_db


def test_one_small_photo_a_player_in_place_of_the_one_before():
    petra = small_tournament(4).entries.get(number=1)
    portraits.keep(acting(), petra, small=pictures.downscale(photo_of_a_sheet((900, 1200)), portraits.SIDE))
    kept = portraits.keep(acting(), petra, small=pictures.downscale(photo_of_a_sheet((1200, 900)), portraits.SIDE))
    assert (kept.width, kept.height, Portrait.objects.count()) == (480, 360, 1)
    assert Image.open(io.BytesIO(bytes(kept.picture))).getexif() == {}
    assert AuditEntry.objects.filter(action="portraits.keep").count() == 2
    with pytest.raises(UserError, match="This photo cannot be read"):
        portraits.keep(acting(), petra, small=pictures.downscale(b"no photo", portraits.SIDE))


def test_the_photo_goes_with_the_person_and_with_the_persons_data():
    first = small_tournament(4)
    people(first)
    petra = first.entries.get(number=1)
    kept = portraits.keep(acting(), petra, small=pictures.downscale(photo_of_a_sheet(), portraits.SIDE))
    second = small_tournament(0, slug="autumn")
    people(second)
    found = list_people_of_earlier_events(
        person("olga"), second, list(query_names_of_earlier_events(person("olga"), second))
    )
    assert [one.pictured for one in found] == [petra, None, None, None]
    made = registration.add_known(acting(), second, people=found)
    assert [Portrait.objects.filter(entry=entry).exists() for entry in made] == [True, False, False, False]
    told = json.loads(build_person_file(made[0]))["photo"]
    assert base64.b64decode(told) == bytes(kept.picture)
    privacy.erase(acting(), made[0])
    assert list(Portrait.objects.values_list("entry", flat=True)) == [petra.pk]
    assert json.loads(build_person_file(made[0]))["photo"] is None


def test_the_photo_is_in_the_file_of_the_event():
    event = small_tournament(4)
    portraits.keep(acting(), event.entries.get(number=2), small=pictures.downscale(photo_of_a_sheet(), portraits.SIDE))
    copy = event_files.copy(acting(), tournament=event, slug="copy")
    kept = {bytes(one.picture) for one in Portrait.objects.all()}
    assert (Portrait.objects.get(entry__tournament=copy).entry.number, len(kept)) == (2, 1)


def test_olga_keeps_looks_at_and_deletes_it_on_the_players_page(event, olga):
    base = "/t/spring-open/manage/entries/1/"
    assert olga.get(f"{base}photo/").status_code == 404
    sent = SimpleUploadedFile("petra.jpg", photo_of_a_sheet(), "image/jpeg")
    assert olga.post(f"{base}photo/keep/", {"photo": sent}).url == base
    assert f'src="{base}photo/"' in olga.get(base).text
    assert olga.get(f"{base}photo/").content == bytes(Portrait.objects.get().picture)
    assert "Take or choose a photo." in olga.post(f"{base}photo/keep/", {}, follow=True).text
    olga.post(f"{base}photo/remove/")
    assert not Portrait.objects.exists()
