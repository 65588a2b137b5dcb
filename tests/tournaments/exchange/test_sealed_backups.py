"""The hall's computer fails: another one fetches the sealed backup from the mirror, and goes on."""

import io
import json
import stat
import zipfile
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import timezone

from tests.support.backups import backups_in
from tests.support.people import acting, people, signed_in, small_tournament
from tests.tournaments.exchange.test_mirrors import LINK, deliver, sites, start  # noqa: F401 - a fixture
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.events.models import Tournament
from tournaments.exchange.backups import archive, dumps, sealing, store
from tournaments.exchange.models import Mirror, Publication, PublicationKey, SealedBackup
from tournaments.exchange.queries import describe_sealing
from tournaments.exchange.services import mirror_backups, mirroring, publishing, sealed_backups
from tournaments.exchange.site_requests import NoAnswerError, SiteAnswer
from tournaments.webhooks.models import WebhookSecret

pytestmark = [pytest.mark.django_db]

PASSPHRASE = "nine gates in the hall"


@pytest.fixture
def backups(monkeypatch, settings, tmp_path):
    """A folder with one backup, and a quick scrypt."""
    monkeypatch.setattr(sealing, "COST", {"n": 2**4, "r": 8, "p": 1})
    backups_in(settings, tmp_path / "backups")
    return tmp_path / "backups"


@pytest.fixture
def hall(sites, backups) -> Tournament:  # noqa: F811
    event = small_tournament(8, slug="spring-open")
    people(event)
    start(event, sites)
    deliver(event, sites)
    sealed_backups.keep(acting(), event, passphrase=PASSPHRASE)
    return event


def put_backup(folder, name: str, content: bytes = b"complete") -> None:
    """Stand in for `making.make`, whose copy of the database needs a file."""
    folder.mkdir(exist_ok=True)
    database = archive.FILE_NAMES[archive.SQLITE]
    about = {"made_at": timezone.now().isoformat(), "why": "hand", "engine": archive.SQLITE}
    with zipfile.ZipFile(folder / name, "w") as backup:
        backup.writestr(archive.ABOUT, json.dumps(about | {"program": "1", "database": database}))
        backup.writestr(database, content)


def closed_input(_question: str) -> str:
    raise EOFError


def fetch(sites, monkeypatch, to, *, key="", passphrase=PASSPHRASE, address=LINK) -> str:  # noqa: F811
    real = sealed_backups.fetch
    monkeypatch.setattr(sealed_backups, "fetch", lambda *a, **b: real(*a, **b | {"send": sites.send}))
    monkeypatch.setattr("getpass.getpass", passphrase if callable(passphrase) else lambda _question: passphrase)
    out = io.StringIO()
    try:
        call_command("fetch_backup", address, key or sites.key, "--to", str(to), stdout=out)
    except CommandError as error:
        return str(error)
    finally:
        monkeypatch.setattr(sealed_backups, "fetch", real)
    return out.getvalue()


def sent(hall: Tournament, sites) -> PublicationKey:  # noqa: F811
    sealed_backups.send_due(sites.send)
    return PublicationKey.objects.get(publication__tournament=hall)


def test_another_computer_goes_on_from_the_fetched_backup(hall, sites, backups, monkeypatch, tmp_path):  # noqa: F811
    put_backup(backups, "20261130T100000Z-hand.zip", b"first")
    put_backup(backups, "20261130T110000Z-hand.zip", b"second")
    row = sent(hall, sites)
    assert (row.sealed_name, row.seal_problem) == ("20261130T110000Z-hand.zip", "")
    requests = len(sites.requests)
    sealed_backups.send_due(sites.send)
    assert len(sites.requests) == requests
    target = tmp_path / "fetched.zip"
    assert "restore" in fetch(sites, monkeypatch, target)
    assert target.read_bytes() == (backups / "20261130T110000Z-hand.zip").read_bytes()
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert store.of_file(target).about.why == "hand"
    assert "exists already" in fetch(sites, monkeypatch, target)
    # The restored event has no key: it takes the publication over once the link is pasted.
    PublicationKey.objects.all().delete()
    former = Publication.objects.get()
    assert not sealed_backups.has_active()
    assert start(hall, sites).epoch != former.epoch
    assert deliver(hall, sites).problem == ""
    assert describe_sealing(hall) is None
    # The computer that failed wakes up, and neither replaces the event nor the backup.
    former.secret = PublicationKey(key=sites.key)
    with sites.there():
        mirror = Mirror.objects.get()
        with pytest.raises(mirroring.RefusedDeliveryError, match="Another computer"):
            mirror_backups.store(mirror, epoch=former.epoch, content=sealing.MAGIC)


def test_neither_passphrase_nor_key_reach_the_mirror_the_log_or_a_backup(hall, sites, backups):  # noqa: F811
    put_backup(backups, "20261130T100000Z-hand.zip")
    row = sent(hall, sites)
    secret = bytes(row.seal_secret)
    marks = [PASSPHRASE.encode(), secret, secret.hex().encode()]
    logged = str(list(AuditEntry.objects.values_list("before", "after", "reason", "form"))).encode()
    with sites.there():
        stored = bytes(SealedBackup.objects.get().content)
        logged += str(list(AuditEntry.objects.values_list("before", "after", "reason", "form"))).encode()
    for mark in marks:
        assert mark not in logged
        assert all(mark not in body for _method, body in sites.requests)
        assert all(mark not in path.read_bytes() for path in sites.folder.rglob("*") if path.is_file())
    assert stored.startswith(sealing.MAGIC)
    assert b"complete" not in stored
    assert PASSPHRASE not in str(PublicationKey.objects.values())


def test_a_copy_of_the_database_holds_neither_keys_nor_backups_of_others():
    tables = {model._meta.db_table for model in (PublicationKey, SealedBackup, WebhookSecret)}
    assert tables == {*dumps.LEFT_EMPTY}


def test_each_failure_is_one_sentence(hall, sites, backups, monkeypatch, tmp_path):  # noqa: F811
    target = tmp_path / "fetched.zip"
    assert fetch(sites, monkeypatch, target) == "The site keeps no backup for this key."
    put_backup(backups, "20261130T100000Z-hand.zip")
    sent(hall, sites)
    assert fetch(sites, monkeypatch, target, passphrase="ten gates in the hall") == "The passphrase is wrong."
    assert fetch(sites, monkeypatch, target, passphrase=closed_input) == "No passphrase was typed."
    assert fetch(sites, monkeypatch, target, key="nobody") == "The key is wrong or was revoked."
    other = "https://club.example/t/nowhere/"
    assert "No event here takes deliveries" in fetch(sites, monkeypatch, target, address=other)
    assert "The address is the link" in fetch(sites, monkeypatch, target, address="http://club.example/")
    monkeypatch.setattr(sealed_backups, "MOST_BYTES", 10)
    assert fetch(sites, monkeypatch, target) == "The backup is too large to be fetched."
    put_backup(backups, "20261130T110000Z-hand.zip")
    assert sent(hall, sites).sealed_name == "20261130T100000Z-hand.zip"
    assert describe_sealing(hall).problem == "The backup is too large for the other site."
    assert not [path for path in tmp_path.iterdir() if "fetched" in path.name]

    def lose(*_args, **_named) -> SiteAnswer:
        raise NoAnswerError(OSError("timed out"))

    with pytest.raises(UserError, match="cannot be reached"):
        sealed_backups.fetch(LINK, key=sites.key, send=lose)


def test_a_failed_attempt_waits(hall, sites, backups, monkeypatch):  # noqa: F811
    put_backup(backups, "20261130T100000Z-hand.zip")
    sealed_backups.send_due(lambda *_a, **_b: SiteAnswer(503, b""))
    assert sent(hall, sites).seal_problem == "refused"
    PublicationKey.objects.update(seal_due_at=timezone.now() - timedelta(seconds=1))
    assert sent(hall, sites).seal_problem == ""


def test_the_organiser_of_the_site_sees_and_deletes_it(hall, sites, backups):  # noqa: F811
    put_backup(backups, "20261130T100000Z-hand.zip")
    sent(hall, sites)
    with sites.there():
        event = Tournament.objects.get(slug="spring-open")
        people(event)
        olga = signed_in("olga")
        page = olga.get(reverse("manage_publishing", args=[event.slug])).content.decode()
        assert "An encrypted backup of that computer is kept here" in page
        # Whoever has lost the key with the computer makes another one.
        key = mirroring.make_key(acting("ada"), event)
        assert SealedBackup.objects.count() == 1
        olga.post(reverse("manage_mirror_backup_delete", args=[event.slug]))
        assert SealedBackup.objects.count() == 0
        mirror = Mirror.objects.get()
        mirror_backups.store(mirror, epoch=mirror.epoch, content=sealing.MAGIC)
        assert mirroring.find_mirror(event.slug, key) == mirror
        mirroring.revoke_key(acting("ada"), event)
        assert SealedBackup.objects.count() == 0


def test_pages_of_the_hall(hall, sites, backups):  # noqa: F811
    olga = signed_in("olga")
    page, keep = (reverse(name, args=[hall.slug]) for name in ("manage_publishing", "manage_publishing_backup"))
    assert "The next backup is sent" in olga.get(page).content.decode()
    olga.post(reverse("manage_publishing_backup_stop", args=[hall.slug]))
    assert (sealed_backups.has_active(), PublicationKey.objects.get().seal_secret) == (False, None)
    assert "A lost passphrase is lost" in olga.get(page).content.decode()
    differing = olga.post(keep, {"passphrase": PASSPHRASE, "repeated": PASSPHRASE + "s"})
    assert "The two passphrases differ." in differing.content.decode()
    assert PASSPHRASE not in differing.content.decode()
    assert not sealed_backups.has_active()
    olga.post(keep, {"passphrase": PASSPHRASE, "repeated": PASSPHRASE})
    assert sealed_backups.has_active()


def test_another_site_gets_no_backup_for_a_passphrase_typed_for_this_one(hall, sites):  # noqa: F811
    assert start(hall, sites).secret.seal_secret is not None
    Publication.objects.update(slug="elsewhere")
    start(hall, sites)
    assert PublicationKey.objects.get().seal_secret is None
    publishing.stop(acting(), hall)
    assert not sealed_backups.has_active()
