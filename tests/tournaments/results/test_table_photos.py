"""The players of a table photograph its sheet; whoever confirms sees it."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.support.people import acting, people, person, token_of
from tests.support.photos import photo_of_a_sheet
from tests.support.tables import enter, playing, table_of
from tournaments.core import pictures
from tournaments.events.models import Tournament
from tournaments.results.models.photos import SheetPhoto
from tournaments.results.services import photos
from tournaments.rounds.models import Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    tournament = playing()
    Tournament.objects.update(entry_by=Tournament.EntryBy.TABLE_CODE)
    people(tournament)
    return tournament


def signed_in(name):
    client = Client()
    client.force_login(person(name))
    return client


def upload(content=b"", name="IMG_0001.jpg"):
    return {"photo": SimpleUploadedFile(name, content or photo_of_a_sheet(), content_type="image/jpeg")}


def test_the_players_add_a_photo_and_see_it_by_their_code_alone(event):
    phone, table = Client(), table_of(event)
    answer = phone.post(reverse("table_code_add_photo", args=[table.token]), upload(), follow=True)
    assert "The photo is saved with the sheet." in answer.text
    address = reverse("table_code_photo", args=[table.token, 1])
    assert f'src="{address}"' in answer.text
    picture = Client().get(address)
    assert (picture["Content-Type"], picture["Cache-Control"]) == (
        "image/jpeg",
        "max-age=0, no-cache, no-store, must-revalidate, private",
    )
    assert picture.content == bytes(SheetPhoto.objects.get().picture)
    assert Client().get(reverse("table_code_photo", args=[table_of(event, 2).token, 1])).status_code == 404


def test_the_code_opens_no_photo_once_the_results_are_public(event):
    table = table_of(event)
    photos.add(acting("sam"), table, small=pictures.downscale(photo_of_a_sheet()))
    Round.objects.filter(pk=table.round_id).update(released_at=timezone.now())
    assert Client().get(reverse("table_code_photo", args=[table.token, 1])).status_code == 403
    assert Client().post(reverse("table_code_add_photo", args=[table.token]), upload()).status_code == 403
    assert SheetPhoto.objects.count() == 1


def test_what_is_no_photo_comes_back_with_a_sentence(event):
    answer = Client().post(
        reverse("table_code_add_photo", args=[table_of(event).token]), upload(b"%PDF-1.7"), follow=True
    )
    assert "This is no photo that can be read: take a JPEG, PNG or WebP." in answer.text


def test_whoever_confirms_sees_the_photo_beside_the_numbers(event):
    table = table_of(event)
    enter(table, (60, 20, -30, -50))
    photos.add(acting("sam"), table, small=pictures.downscale(photo_of_a_sheet()))
    olga = signed_in("olga")
    shown = olga.get(reverse("manage_table", args=[event.slug, 1, 1])).text
    confirming = shown[shown.index("Waiting for confirmation") : shown.index("Send back")]
    assert reverse("manage_photo", args=[event.slug, 1, 1, 1]) in confirming
    assert ">Photo</a>" in olga.get(reverse("manage_results", args=[event.slug, 1])).text


@pytest.mark.django_db(transaction=True)
def test_nobody_waits_while_a_photo_is_decoded(monkeypatch):
    tournament = playing()
    people(tournament)
    Tournament.objects.update(entry_by=Tournament.EntryBy.TABLE_CODE)
    within, decoded = [], pictures.downscale

    def watched(content, side):
        within.append(connection.in_atomic_block)
        return decoded(content, side)

    monkeypatch.setattr("tournaments.core.forms.pictures.downscale", watched)
    olga, table = signed_in("olga"), table_of(tournament)
    pages = [
        reverse("table_code_add_photo", args=[table.token]),
        reverse("manage_add_photo", args=[tournament.slug, 1, 1]),
        reverse("manage_portrait_keep", args=[tournament.slug, 1]),
    ]
    event = f"/api/v1/tournaments/{tournament.slug}/"
    routes = [event + "rounds/1/tables/2/photos/", event + "entries/1/photo/keep/"]
    answers = [olga.post(address, upload()).status_code for address in pages]
    program = {"Authorization": f"Token {token_of('olga')}", "If-Match": "*"}
    for number, address in enumerate(routes):
        headers = program | {"Idempotency-Key": f"0123456789abcdef{number}"}
        answers.append(Client().post(address, upload(), headers=headers).status_code)
    assert (answers, within) == ([302, 302, 302, 201, 200], [False] * 5)
