"""A photo of the signed sheet: made small, without what the phone says about itself, deleted for good."""

import io

import pytest
from PIL import Image, ImageFile

from tests.support.people import acting
from tests.support.photos import photo_of_a_sheet, that_says_it_is, with_damaged_exif, with_more_scans
from tests.support.tables import enter, playing, table_of
from tournaments.core import pictures
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.exchange.services import privacy
from tournaments.results.models.photos import SheetPhoto
from tournaments.results.services import photos

pytestmark = pytest.mark.django_db


def test_a_photo_is_turned_made_small_and_says_nothing_of_the_phone():
    small = pictures.downscale(photo_of_a_sheet((2400, 1200), turned=True))
    with Image.open(io.BytesIO(small.picture)) as kept:
        assert (kept.format, kept.size, dict(kept.getexif())) == ("JPEG", (800, 1600), {})
        # What was at the left of the upright phone's picture is on top.
        assert kept.getpixel((400, 100))[0] < 100 < kept.getpixel((400, 1500))[0]
    assert b"Phones" not in small.picture


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_other_kinds_become_jpeg(kind):
    with Image.open(io.BytesIO(pictures.downscale(photo_of_a_sheet(kind=kind)).picture)) as kept:
        assert (kept.format, kept.size) == ("JPEG", (400, 300))


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"<svg onload='alert(1)'/>", "This is no photo that can be read: take a JPEG, PNG or WebP."),
        (photo_of_a_sheet()[:2000], "This is no photo that can be read: take a JPEG, PNG or WebP."),
        (photo_of_a_sheet(kind="GIF"), "This is no photo that can be read: take a JPEG, PNG or WebP."),
        (bytes(15_000_001), "The photo is larger than 15 MB; take it with a lower resolution."),
        (
            photo_of_a_sheet((5001, 5000), kind="PNG"),
            "The photo has more than 25 million pixels; take it with a lower resolution.",
        ),
        (
            that_says_it_is(photo_of_a_sheet(), 8001, 5000),
            "The photo has more than 40 million pixels; take it with a lower resolution.",
        ),
        (
            with_more_scans(photo_of_a_sheet(progressive=True), 3000),
            "The photo is stored in an unusual way that takes too long to read; take it again, or save it anew.",
        ),
    ],
    ids=["svg", "cut off", "gif", "too large", "too many pixels", "too many pixels of a JPEG", "too many scans"],
)
def test_what_is_no_photo_is_refused_with_a_sentence(content, told, monkeypatch):
    # As the library that prints leaves it in a process that has printed.
    monkeypatch.setattr(ImageFile, "LOAD_TRUNCATED_IMAGES", True)
    with pytest.raises(UserError) as refused:
        pictures.downscale(content)
    assert str(refused.value) == told


def test_only_the_passes_over_the_picture_itself_count():
    photo = photo_of_a_sheet(progressive=True)
    plain, preview = photo_of_a_sheet(), b"\xff\xe2" + (len(photo) + 2).to_bytes(2, "big") + photo
    beside = [pictures.scans(one) for one in (photo[:2] + preview + photo[2:], photo + b"\xff\xda" * 99)]
    assert (pictures.scans(plain), pictures.scans(photo), beside) == (1, 10, [10, 10])
    assert pictures.downscale(with_more_scans(photo, 40)).width == 400


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_damaged_metadata_end_in_a_sentence_or_in_a_photo():
    photo, told = photo_of_a_sheet((16, 16), turned=True), set()
    for seed in range(3000):
        try:
            pictures.downscale(with_damaged_exif(photo, seed))
        except UserError as refused:
            told.add(str(refused))
    assert told == {"This is no photo that can be read: take a JPEG, PNG or WebP."}


def test_a_table_keeps_three_photos_and_the_same_one_once():
    table = table_of(playing())
    for width in (300, 301, 302, 302):
        photos.add(acting("sam"), table, small=pictures.downscale(photo_of_a_sheet((width, 200))))
    with pytest.raises(UserError, match="3 photos already"):
        photos.add(acting("sam"), table, small=pictures.downscale(photo_of_a_sheet((303, 200))))
    assert [photo.width for photo in table.photos.all()] == [300, 301, 302]


def test_a_deleted_photo_is_gone_and_the_log_says_which_it_was():
    photo = photos.add(acting("sam"), table_of(playing()), small=pictures.downscale(photo_of_a_sheet()))
    with pytest.raises(UserError, match="Say why"):
        photos.remove(acting("sam"), photo, reason=" ")
    photos.remove(acting("sam"), photo, reason="shows a face")
    assert not SheetPhoto.objects.exists()
    entry = AuditEntry.objects.get(action="photos.remove")
    assert (entry.before["sha256"], entry.reason) == (photo.digest, "shows a face")


def test_whose_data_is_erased_is_on_no_photo_any_more():
    tournament = playing()
    for number in (1, 2):
        photos.add(acting("sam"), table_of(tournament, number), small=pictures.downscale(photo_of_a_sheet()))
    result = enter(table_of(tournament), (60, 20, -30, -50))
    privacy.erase(acting("olga"), result.seats.first().entry, reason="asked for it")
    assert [photo.table.number for photo in SheetPhoto.objects.all()] == [2]
