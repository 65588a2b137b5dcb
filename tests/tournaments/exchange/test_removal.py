"""Events that go: archived and brought back, or deleted after the backup was made."""

import hashlib
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.base import ContentFile
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse

from tests.support.people import acting, people, person, signed_in, small_tournament
from tests.support.photos import photo_of_a_sheet
from tests.support.play import played, published
from tests.support.remembered import remembered
from tests.support.tables import enter, table_of
from tournaments.accounts.models import Membership
from tournaments.core import jobs, pictures
from tournaments.core.audit import broken_at
from tournaments.core.errors import UserError
from tournaments.core.models.jobs import Job
from tournaments.core.models.log import AuditEntry
from tournaments.events import services as event_services
from tournaments.events.models import Tournament
from tournaments.exchange.document.archive import unpack
from tournaments.exchange.services import event_files, privacy, removal
from tournaments.results.services import photos
from tournaments.rounds.services import rounds
from tournaments.seasons import services as season_services

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
@remembered
def event() -> Tournament:
    made = small_tournament(8)
    people(made)
    return made


def backed_up(event: Tournament, by: str = "olga") -> Job:
    job = removal.make_backup(acting(by), event)
    run = jobs.claim(job.pk)
    assert run is not None
    jobs.perform(run)
    job.refresh_from_db()
    return job


def remove(event: Tournament, by: str = "olga", name: str = "Spring Open", reason: str = "made twice") -> Job:
    return removal.remove(acting(by), tournament=event, name=name, reason=reason)


def refused(event: Tournament, **asked: str) -> str:
    with pytest.raises(UserError) as error:
        remove(event, **asked)
    assert Tournament.objects.filter(pk=event.pk).exists()
    return str(error.value)


def test_olga_deletes_an_event_made_by_mistake_and_keeps_its_backup(event, django_capture_on_commit_callbacks):
    published(event.rounds.get(number=1))
    rounds.start(acting(), event.rounds.get(number=1))
    table = table_of(event)
    enter(table, (60, 20, -30, -50))
    photos.add(acting("sam"), table, small=pictures.downscale(photo_of_a_sheet()))
    other = small_tournament(4, slug="autumn-open")
    log = AuditEntry.objects.filter(tournament=other).count()
    papers = Job.objects.create(kind="print", tournament=event, state=Job.State.DONE)
    papers.result.save("papers.pdf", ContentFile(b"%PDF"))
    stored = Path(papers.result.path)
    backup, key = backed_up(event), event.pk
    digest = hashlib.sha256(Path(backup.result.path).read_bytes()).hexdigest()
    version = Tournament.objects.get(pk=key).version
    with django_capture_on_commit_callbacks(execute=True):
        assert stored.exists()
        kept = remove(event)
    assert not Tournament.objects.filter(pk=key).exists()
    assert not AuditEntry.objects.filter(tournament=key).exists()
    assert not Membership.objects.filter(tournament=key).exists()
    assert (stored.exists(), Path(kept.result.path).exists()) == (False, True)
    assert list(Job.objects.values_list("pk", "tournament", "created_by__username")) == [(backup.pk, None, "olga")]
    last = AuditEntry.objects.filter(tournament=None).latest("sequence")
    assert (last.action, last.object_id, last.actor_name, last.reason) == (
        "events.remove", str(key), "olga", "made twice",
    )  # fmt: skip
    assert last.before == {"slug": "spring-open", "name": "Spring Open", "version": version}
    assert last.after == {"backup_sha256": digest, "backup": "spring-open.whole.zip"}
    assert (broken_at(None), AuditEntry.objects.filter(tournament=other).count()) == (None, log)
    whole, problems = unpack(Path(kept.result.path).read_bytes())
    assert problems == []
    again = event_files.restore(acting("olga"), event=whole)
    assert (again.name, again.entries.count(), broken_at(again)) == ("Spring Open", 8, None)


def test_confirmed_results_are_an_administrators_to_delete(event):
    played(event, 1)
    told = "Only an administrator of the site can delete it."
    pages = {name: signed_in(name).get(reverse("manage_remove", args=[event.slug])).text for name in ("olga", "ada")}
    assert {name: (told[:-1] in page, "Create backup" in page) for name, page in pages.items()} == {
        "olga": (True, False), "ada": (False, True),
    }  # fmt: skip
    backed_up(event)
    assert refused(event) == f"This event has confirmed results. {told}"
    backup = remove(event, by="ada")
    assert not Tournament.objects.filter(pk=event.pk).exists()
    assert backup.created_by == person("ada")


def test_nothing_is_deleted_without_its_name_a_reason_and_a_fresh_backup(event):
    assert refused(event) == "Create the backup first: there is none of the current event."
    backed_up(event)
    assert refused(event, name="Spring") == "This is not the event's name; type it as it stands above."
    assert refused(event, reason=" ") == "Say why the event is deleted."
    event_services.publish(acting(), event, published=not event.published)
    assert refused(event) == "Create the backup first: there is none of the current event."
    backup = backed_up(event)
    Path(backup.result.path).unlink()
    assert refused(event) == "Create the backup first: there is none of the current event."
    backed_up(event)
    queued = jobs.create("print", created_by=None, tournament=event)
    assert refused(event) == "Background work of this event is under way; wait for it, or cancel it first."
    jobs.cancel(queued)
    season = season_services.create(acting(), name="League")
    season_services.add_event(acting(), season, tournament=event)
    assert refused(event) == "The event counts in the season “League”; take it out there first."
    season_services.remove_event(acting(), season, tournament=event)
    backed_up(event)
    remove(event)
    assert not Tournament.objects.exists()


def test_a_failed_deletion_leaves_everything_and_the_database_keeps_the_log(event, monkeypatch):
    season_services.create(acting(), name="League")
    published(event.rounds.get(number=1))
    backup = backed_up(event)
    monkeypatch.setattr(Tournament, "delete", lambda _self: 1 / 0)
    if not settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        for chain in (event, None):
            entries = AuditEntry.objects.filter(tournament=chain)
            assert entries.exists()
            with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
                entries._raw_delete("default")
    count = AuditEntry.objects.count()
    with pytest.raises(ZeroDivisionError):
        remove(event)
    assert (AuditEntry.objects.count(), event.entries.count()) == (count, 8)
    backup.refresh_from_db()
    assert backup.tournament == event


def test_an_archived_event_is_closed_to_changes_until_it_is_brought_back(event):
    first = published(event.rounds.get(number=1)).round
    rounds.start(acting(), first)
    with pytest.raises(UserError, match="Round 1 is being played; finish it first"):
        event_services.archive(acting(), event, archived=True)
    rounds.finish(acting(), first, reason="a power cut")
    event_services.archive(acting(), event, archived=True)
    told = "This event is archived; bring it back to change it."
    with pytest.raises(UserError, match=told):
        event_services.publish(acting(), event, published=True)
    with pytest.raises(UserError, match=told):
        published(event.rounds.get(number=2))
    sent = {f"points_{seat}": points for seat, points in enumerate((50, 30, -30, -50))}
    answer = signed_in("sam").post(reverse("manage_table", args=[event.slug, 1, 1]), sent)
    assert (answer.status_code, told in answer.text) == (422, True)
    privacy.erase(acting(), event.entries.get(number=1))
    event_services.archive(acting(), event, archived=False)
    assert event_services.publish(acting(), event, published=True).published
    actions = AuditEntry.objects.filter(tournament=event, action="tournament.archive")
    assert [entry.after["archived_at"] is not None for entry in actions] == [True, False]


def test_archived_events_stand_apart_in_both_lists(event):
    olga = signed_in("olga")

    def lists() -> tuple[object, ...]:
        mine = [list(olga.get(reverse("manage") + query).context["page"]) for query in ("", "?when=archived")]
        seen = [Client().get("/").context["groups"], list(Client().get("/?when=archived").context["page"])]
        return *mine, olga.get(reverse("manage")).context["archived"], *seen

    event_services.publish(acting(), event, published=True)
    assert olga.post(reverse("manage_archive", args=[event.slug]), {"archived": "yes"}).status_code == 302
    assert lists() == ([], [event], 1, [], [event])
    assert Client().get(reverse("event", args=[event.slug])).status_code == 200
    page = olga.get(reverse("manage_home", args=[event.slug])).content.decode()
    assert "This event is archived and cannot be changed." in page
    olga.post(reverse("manage_archive", args=[event.slug]), {"archived": "no"})
    assert list(olga.get(reverse("manage")).context["page"]) == [event]
