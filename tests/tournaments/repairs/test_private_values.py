"""Two entries of a person are merged and taken apart again without a private value in the log or in a public file."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.people import acting, people, program, signed_in, small_tournament
from tests.support.private_values import mark_private_values, private_values_in, private_values_in_log
from tests.support.remembered import remembered
from tournaments.core import jobs
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.entries.models.entries import Entry, MergedEntry
from tournaments.entries.services import applications, players, questions
from tournaments.events.models import Tournament
from tournaments.exchange.document.archive import pack_as_json
from tournaments.exchange.services import privacy, removal
from tournaments.repairs.services import repairs

pytestmark = pytest.mark.django_db


@pytest.fixture
@remembered
def event() -> Tournament:
    """Eight players with private values, who were asked for a passport; Petra registered with a message."""
    event = small_tournament(8)
    people(event)
    questions.add(acting(), event, label="Passport", kind="text")
    applications.set_desk(acting(), event, facts={"is_open": True})
    facts = {"given_name": "Petra", "family_name": "Quist", "email": "p@example.org", "message": "A wheelchair."}
    applications.admit(acting(), applications.apply(acting(), event, facts=facts))
    mark_private_values()
    return event


def merged(event: Tournament) -> AuditEntry:
    steps = [{"do": "merge", "stays": 1, "goes": 2}]
    return repairs.make(acting(), event, kind="merge", steps=steps, reason="One person.")


def private(entry: Entry) -> dict[str, object]:
    return {name: getattr(entry, name) for name in sorted(Entry.PRIVATE)}


def test_a_merge_and_its_undo_keep_private_values_out_of_the_log(event: Tournament) -> None:
    before = private(event.entries.get(number=2))
    entry = merged(event)
    assert private_values_in_log() == []
    assert event.entries.filter(number=2).count() == 0
    repairs.undo(acting(), event, entry=entry, reason="Two persons.")
    assert private(event.entries.get(number=2)) == before
    assert (private_values_in_log(), MergedEntry.objects.count()) == ([], 0)


def test_the_undo_of_a_merge_reads_the_bag_of_an_earlier_log(event: Tournament) -> None:
    """Up to release 0.3.0 the log named flags and words of a file in `extra`."""
    entry = merged(event)
    facts = entry.after["undo"][0]["entry"]
    for name in ("in_competition", "unranked", "filler", "lot", "imported"):
        del facts[name]
    facts["extra"] = {"unranked": True, "lot": 2, "id": "x"}
    repairs.undo(acting(), event, entry=entry, reason="Two persons.")
    again = event.entries.get(number=2)
    assert (again.unranked, again.lot, again.filler, again.in_competition) == (True, 2, False, False)
    assert again.imported == {"id": "x"}


def test_an_erasure_takes_the_values_of_merged_entries_along(event: Tournament) -> None:
    entry = merged(event)
    privacy.erase(acting(), event.entries.get(number=1))
    assert MergedEntry.objects.count() == 0
    with pytest.raises(UserError, match="personal data that it needs have been erased"):
        repairs.undo(acting(), event, entry=entry, reason="Two persons.")
    page = signed_in("olga").get(reverse("manage_fix", args=[event.slug])).content.decode()
    assert ("2 erased" in page, "have been erased" in page, "Given02" in page) == (True, True, False)
    assert event.entries.filter(number=2).count() == 0


def test_an_event_with_merged_entries_and_emails_is_deleted(event: Tournament) -> None:
    merged(event)
    application = event.applications.get()
    application.emails.create(address=application.email, kind="entered")
    run = jobs.claim(removal.make_backup(acting(), event).pk)
    assert run is not None
    jobs.perform(run)
    removal.remove(acting(), tournament=event, name=event.name, reason="Made twice.")
    assert (Tournament.objects.count(), MergedEntry.objects.count()) == (0, 0)


def test_private_values_are_in_no_public_file_nor_in_the_log_of_the_event_file(event: Tournament) -> None:
    merged(event)
    for entry in event.entries.all():
        players.edit(acting(), entry, note=f"Geheim.note.new{entry.number}", ema_number=f"7770{entry.number:04}")
    whole = json.loads(pack_as_json(event))
    holding = [name for name, rows in whole.items() if private_values_in(json.dumps(rows))]
    assert holding == ["applications", "entries"]
    names = ("event", "event_players", "event_bundle", "event_standings", "event_seating", "register")
    answers = {name: Client().get(reverse(name, args=[event.slug])).getvalue().decode() for name in names}
    api = ("entries", "applications", "log", "results")
    otto = program("otto")
    answers |= {path: otto.get(f"/api/v1/tournaments/{event.slug}/{path}/").content.decode() for path in api}
    assert {name: found for name, text in answers.items() if (found := private_values_in(text))} == {}
    told = [program("olga").get(f"/api/v1/tournaments/{event.slug}/log/").content.decode()]
    told += [
        answer.getvalue().decode()
        for name in ("manage_audit_csv", "manage_audit_json")
        for answer in [signed_in("olga").get(reverse(name, args=[event.slug]))]
    ]
    assert [private_values_in(text) for text in told] == [[], [], []]
