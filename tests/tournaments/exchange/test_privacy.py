"""Personal data of an event can be exported, and erased except for results under initials."""

import json
from unittest import mock

import pytest
from django.core.cache import cache
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse

from engine.sentences import sentence
from tests.support import traces
from tests.support.people import acting, people, signed_in, small_tournament
from tests.support.play import MCR_TABLES, released
from tests.support.remembered import remembered
from tournaments.core.audit import Actor, broken_at
from tournaments.core.errors import UserError
from tournaments.core.models.jobs import Job
from tournaments.core.models.log import AuditEntry
from tournaments.core.models.site import IdempotencyKey
from tournaments.entries.models.registration import Application
from tournaments.entries.services import applications
from tournaments.entries.services import players as registration
from tournaments.exchange.reading import pending_files
from tournaments.exchange.services import privacy
from tournaments.exchange.services.mentions import Names
from tournaments.results.services import ledger

pytestmark = pytest.mark.django_db


@pytest.fixture
@remembered
def event():
    event = small_tournament(8)
    people(event)
    registration.edit(acting(), event.entries.get(number=3), country="NED", club="Harbour", note="vegetarian")
    applications.set_desk(acting(), event, facts={"is_open": True})
    facts = {"given_name": "Given03", "family_name": "Family03", "email": "third@example.org"}
    sent = applications.apply(Actor(None, "", "web"), event, facts=facts)
    applications.admit(acting(), sent, join=event.entries.get(number=3))
    released(event, 1, MCR_TABLES)
    return event


def test_the_file_holds_all_that_is_known(event):
    answer = signed_in("olga").get(reverse("manage_entry_data", args=[event.slug, 3]))
    known = json.loads(answer.content)
    assert (known["player"]["note"], known["registration"]["email"]) == ("vegetarian", "third@example.org")
    assert known["sheets"] == [{"round": 1, "table": 1, "points": -30}]
    assert [(line["unit"], line["amount"]) for line in known["ledger"]] == [("score", "-30"), ("table_points", "1")]
    assert ("consented_at" in known["registration"], "token" in known["registration"]) == (True, False)


def test_results_stay_under_initials_and_the_chain_of_the_log_is_whole(event):
    signed_in("olga").post(reverse("manage_entry_erase", args=[event.slug, 3]))
    entry = event.entries.get(number=3)
    kept = (entry.name, entry.country, entry.club, entry.note, entry.result_seats.count())
    assert kept == ("G. F.", "NED", "", "", 1)
    assert Application.objects.count() == 0
    page = Client().get(reverse("event_standings", args=[event.slug])).content.decode()
    assert ("Family03" in page, "G. F." in page) == (False, True)
    assert AuditEntry.objects.filter(action="entries.erase").count() == 2
    assert broken_at(event) is None
    other = registration.add(acting(), event, native_name="\u738b\u5c0f\u660e")
    assert privacy.erase(acting(), other).name == "\u738b."


def test_texts_that_name_the_person_are_offered_and_redacted_where_ticked(event):
    round_ = event.rounds.get(number=1)
    event.entries.filter(number=4).update(note="shares a room with Given03 FAMILY03")
    event.entries.filter(number=5).update(note="Family03 owes a fee", imported={"partner": "Given03 Family03"})
    event.entries.filter(number=6).update(note="Family031 is another one")
    ruling = ledger.add(
        acting(), event, kind="penalty", unit="score", amount=-1, entry=event.entries.get(number=3), reason="x"
    )
    type(ruling).objects.filter(pk=ruling.pk).update(reason=sentence("Late: %(name)s", name="Given03 Family03"))
    page = signed_in("olga").get(reverse("manage_entry_erase", args=[event.slug, 3]))
    field = page.context["form"]["texts"]
    keys = [key for key, _label in field.field.choices]
    notes = {number: f"entry.{event.entries.get(number=number).pk}.note" for number in (4, 5)}
    line = f"scoreline.{ruling.pk}.reason"
    assert keys == [notes[4], notes[5], line]
    assert field.value() == [notes[4], line]
    assert "shares a room with Given03 FAMILY03" in page.content.decode()
    signed_in("olga").post(page.request["PATH_INFO"], {"texts": [notes[4], line]})
    assert event.entries.get(number=4).note == "shares a room with G. F."
    assert event.entries.get(number=5).note == "Family03 owes a fee"
    assert event.entries.get(number=5).imported == {"partner": "G. F."}
    assert event.entries.get(number=6).note == "Family031 is another one"
    ruling.refresh_from_db()
    assert (str(ruling.reason), ruling.reason.template) == ("Late: G. F.", "Late: %(name)s")
    assert round_.state == event.rounds.get(number=1).state


def test_names_are_found_as_whole_words_and_in_scripts_without_spaces():
    names = Names(("Petra  Quist", "\u738b\u5c0f\u660e"), ("Quist",))
    assert (
        names.replaced("petra\nquist and Quist's sister, not Quister", "P. Q.")
        == "P. Q. and P. Q.'s sister, not Quister"
    )
    assert names.replaced("\u738b\u5c0f\u660e\u8fdf\u5230", "\u738b.") == "\u738b.\u8fdf\u5230"
    assert (names.in_full("the Quists"), names.in_full("Petra Quist!")) == (False, True)


def test_the_person_in_another_event_is_named_with_a_link_for_its_directors_only(event):
    again = small_tournament(4, slug="autumn")
    people(again)
    small_tournament(4, slug="winter")
    page = signed_in("olga").get(reverse("manage_entry_erase", args=[event.slug, 3])).content.decode()
    assert reverse("manage_entry_erase", args=["autumn", 3]) in page
    assert "winter" not in page


@pytest.mark.django_db(transaction=True)
def test_files_and_answers_made_from_the_event_are_deleted(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    event = small_tournament(4)
    people(event)
    job = Job.objects.create(kind="print", tournament=event, state=Job.State.DONE)
    job.result.save("names.pdf", ContentFile(b"Given03 Family03"))
    IdempotencyKey.objects.create(key="k" * 20, path=f"/t/{event.slug}/manage/", body="Given03 Family03", status=200)
    pending_files.put(1, b"Given03 Family03")
    cache.set("page", "Given03 Family03")
    privacy.erase(acting(), event.entries.get(number=3))
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
    assert (Job.objects.count(), IdempotencyKey.objects.get().body, cache.get("page")) == (0, "", None)


@pytest.mark.django_db(transaction=True)
def test_the_registration_of_somebody_who_is_not_entered_is_erased_also_after_a_restore():
    event = small_tournament(4)
    people(event)
    applications.set_desk(acting(), event, facts={"is_open": True})
    facts = {"given_name": "Zqxgiven", "family_name": "Zqxfamily", "email": "zqx@example.org"}
    sent = applications.apply(Actor(None, "", "web"), event, facts=facts)
    signed_in("olga").post(reverse("manage_registration_erase", args=[event.slug, sent.number]))
    pattern = traces.pattern_of(["Zqxgiven", "Zqxfamily", "zqx@example.org"])
    assert (traces.in_database(pattern), broken_at(event)) == ([], None)
    # A restored backup has the row again.
    sent.save(force_insert=True)
    assert (privacy.erase_again(acting()), Application.objects.count()) == (1, 0)
    again = applications.apply(Actor(None, "", "web"), event, facts=facts)
    applications.admit(acting(), again)
    with pytest.raises(UserError, match="is entered"):
        privacy.erase_registration(acting(), again)


@pytest.mark.django_db(transaction=True)
def test_texts_of_a_restored_backup_are_redacted_again(event):
    entry = event.entries.get(number=3)
    event.entries.filter(number=4).update(note="shares a room with Given03 Family03")
    note = f"entry.{event.entries.get(number=4).pk}.note"
    before = {name: getattr(entry, name) for name in ("family_name", "given_name", "romanised_name", "native_name")}
    privacy.erase(acting(), entry, texts=[note])
    assert event.entries.get(number=4).note == "shares a room with G. F."
    # A restored backup has names and note again, and no entry of the erasure in the log.
    event.entries.filter(number=3).update(**before)
    event.entries.filter(number=4).update(note="shares a room with Given03 Family03")
    event.entries.filter(number=5).update(note="knows Given03 Family03")
    with mock.patch.object(privacy, "AuditEntry") as log:
        log.objects.filter.return_value = AuditEntry.objects.none()
        assert privacy.erase_again(acting()) == 1
    notes = list(event.entries.filter(number__in=(4, 5)).order_by("number").values_list("note", flat=True))
    assert notes == ["shares a room with G. F.", "knows Given03 Family03"]


@pytest.mark.django_db(transaction=True)
def test_the_name_of_a_deleted_player_is_erased_from_texts_and_log():
    event = small_tournament(4)
    people(event)
    removed = registration.add(acting(), event, given_name="Greta", family_name="Zqxguest")
    registration.remove(acting(), removed)
    registration.edit(acting(), event.entries.get(number=2), note="knows Greta Zqxguest and Zqxguest's sister")
    olga, page = signed_in("olga"), reverse("manage_erase_name", args=[event.slug])
    form = olga.get(page, {"name": " Greta  Zqxguest "}).context["form"]
    key = f"entry.{event.entries.get(number=2).pk}.note"
    assert (form["name"].value(), form["texts"].value()) == ("Greta Zqxguest", [key])
    olga.post(page, {"name": "Greta Zqxguest", "texts": [key], "reason": "Greta Zqxguest asked"})
    assert event.entries.get(number=2).note == "knows G. Z. and Zqxguest's sister"
    assert traces.in_database(traces.pattern_of(["Greta Zqxguest"])) == []
    assert broken_at(event) is None
    assert olga.post(page, {"name": "Given03 Family03"}).status_code == 422
