"""A photo of the signed sheet: made small, deleted for good, taken by the table's players, seen by whoever confirms."""

import io
import random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image, ImageFile

from tests.support.people import acting, people, signed_in, token_of
from tests.support.photos import photo_of_a_sheet
from tests.support.tables import enter, playing, table_of
from tournaments.core import pictures
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.events.models import Tournament
from tournaments.exchange.services import privacy
from tournaments.results.models.photos import SheetPhoto
from tournaments.results.services import photos
from tournaments.rounds.models import Round

pytestmark = pytest.mark.django_db

UNREADABLE = "This photo cannot be read. Use a JPEG, PNG or WebP file."


def with_more_scans(photo: bytes, count: int) -> bytes:
    """A progressive JPEG whose last pass comes so many more times."""
    last, end = photo.rindex(b"\xff\xda"), photo.rindex(b"\xff\xd9")
    return photo[:end] + photo[last:end] * count + photo[end:]


def that_says_it_is(photo: bytes, width: int, height: int) -> bytes:
    """A JPEG with another size in its head; it has as many bytes as before."""
    at = photo.index(b"\xff\xc0") + 5
    return photo[:at] + height.to_bytes(2, "big") + width.to_bytes(2, "big") + photo[at + 4 :]


def with_damaged_exif(photo: bytes, seed: int) -> bytes:
    """A JPEG with up to three bytes of what the phone says about itself changed."""
    chance, changed = random.Random(seed), bytearray(photo)
    start = photo.index(b"Exif")
    end = start - 2 + int.from_bytes(photo[start - 2 : start], "big")
    for _byte in range(chance.randint(1, 3)):
        # Most numbers there are small: kinds of values, and how many.
        changed[chance.randrange(start + 6, end)] = chance.choice((*range(14), 255, chance.randrange(256)))
    return bytes(changed)


def test_a_photo_is_turned_made_small_and_says_nothing_of_the_phone():
    for kind in ("PNG", "WEBP"):
        with Image.open(io.BytesIO(pictures.downscale(photo_of_a_sheet(kind=kind)).picture)) as kept:
            assert (kept.format, kept.size) == ("JPEG", (400, 300))
    small = pictures.downscale(photo_of_a_sheet((2400, 1200), turned=True))
    with Image.open(io.BytesIO(small.picture)) as kept:
        assert (kept.format, kept.size, dict(kept.getexif())) == ("JPEG", (800, 1600), {})
        # What was at the left of the upright phone's picture is on top.
        assert kept.getpixel((400, 100))[0] < 100 < kept.getpixel((400, 1500))[0]
    assert b"Phones" not in small.picture


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (lambda: b"<svg onload='alert(1)'/>", UNREADABLE),
        (lambda: photo_of_a_sheet()[:2000], UNREADABLE),
        (lambda: photo_of_a_sheet(kind="GIF"), UNREADABLE),
        (lambda: bytes(15_000_001), "The photo is larger than 15 MB; take it with a lower resolution."),
        (lambda: photo_of_a_sheet((5001, 5000), kind="PNG"),
         "The photo has more than 25 million pixels; take it with a lower resolution."),
        (lambda: that_says_it_is(photo_of_a_sheet(), 8001, 5000),
         "The photo has more than 40 million pixels; take it with a lower resolution."),
        (lambda: with_more_scans(photo_of_a_sheet(progressive=True), 3000),
         "The photo is stored in an unusual way that takes too long to read; take it again, or save it anew."),
    ],
    ids=["svg", "cut off", "gif", "too large", "too many pixels", "too many pixels of a JPEG", "too many scans"],
)  # fmt: skip
def test_what_is_no_photo_is_refused_with_a_sentence(made, told, monkeypatch):
    # As the library that prints leaves it in a process that has printed.
    monkeypatch.setattr(ImageFile, "LOAD_TRUNCATED_IMAGES", True)
    with pytest.raises(UserError) as refused:
        pictures.downscale(made())
    assert str(refused.value) == told


def test_only_the_passes_over_the_picture_itself_count():
    photo = photo_of_a_sheet(progressive=True)
    plain, preview = photo_of_a_sheet(), b"\xff\xe2" + (len(photo) + 2).to_bytes(2, "big") + photo
    beside = [pictures.count_scans(one) for one in (photo[:2] + preview + photo[2:], photo + b"\xff\xda" * 99)]
    assert (pictures.count_scans(plain), pictures.count_scans(photo), beside) == (1, 10, [10, 10])
    assert pictures.downscale(with_more_scans(photo, 40)).width == 400


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_damaged_metadata_end_in_a_sentence_or_in_a_photo():
    photo, told = photo_of_a_sheet((16, 16), turned=True), set()
    for seed in range(200):
        try:
            pictures.downscale(with_damaged_exif(photo, seed))
        except UserError as refused:
            told.add(str(refused))
    assert told == {UNREADABLE}


def test_a_table_keeps_three_photos_the_same_one_once_and_a_deleted_one_only_by_its_digest_in_the_log():
    table = table_of(playing())
    for width in (300, 301, 302, 302):
        photos.add(acting("sam"), table, small=pictures.downscale(photo_of_a_sheet((width, 200))))
    with pytest.raises(UserError, match="3 photos already"):
        photos.add(acting("sam"), table, small=pictures.downscale(photo_of_a_sheet((303, 200))))
    assert [photo.width for photo in table.photos.all()] == [300, 301, 302]
    photo = table.photos.get(width=301)
    with pytest.raises(UserError, match="Say why"):
        photos.remove(acting("sam"), photo, reason=" ")
    photos.remove(acting("sam"), photo, reason="shows a face")
    assert [photo.width for photo in table.photos.all()] == [300, 302]
    entry = AuditEntry.objects.get(action="photos.remove")
    assert (entry.before["sha256"], entry.reason) == (photo.digest, "shows a face")


def test_whose_data_is_erased_is_on_no_photo_any_more():
    tournament = playing()
    for number in (1, 2):
        photos.add(acting("sam"), table_of(tournament, number), small=pictures.downscale(photo_of_a_sheet()))
    result = enter(table_of(tournament), (60, 20, -30, -50))
    privacy.erase(acting("olga"), result.seats.first().entry, reason="asked for it")
    assert [photo.table.number for photo in SheetPhoto.objects.all()] == [2]


@pytest.fixture
def event(event):
    Tournament.objects.update(entry_by=Tournament.EntryBy.TABLE_CODE)
    return event


def upload(content=b"", name="IMG_0001.jpg"):
    return {"photo": SimpleUploadedFile(name, content or photo_of_a_sheet(), content_type="image/jpeg")}


def test_the_players_add_a_photo_and_see_it_by_their_code_alone(event):
    phone, table = Client(), table_of(event)
    adding = reverse("table_code_add_photo", args=[table.token])
    refused = phone.post(adding, upload(b"%PDF-1.7"), follow=True)
    assert "This photo cannot be read. Use a JPEG, PNG or WebP file." in refused.text
    answer = phone.post(adding, upload(), follow=True)
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

    def watched(content, side, **options):
        within.append(connection.in_atomic_block)
        return decoded(content, side, **options)

    monkeypatch.setattr("tournaments.core.forms.fields.downscale", watched)
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
