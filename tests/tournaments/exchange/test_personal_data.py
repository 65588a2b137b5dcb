"""Stored personal data are told in one list and handed out on a click; contact data go after the event."""

import datetime

import pytest
from django.db import models
from django.urls import reverse
from django.utils import timezone

from tests.support.people import acting, people, signed_in, small_tournament
from tests.support.remembered import remembered
from tournaments import tasks
from tournaments.accounts.models import User
from tournaments.core.audit import broken_at
from tournaments.core.models.log import AuditEntry
from tournaments.core.printing import pdf
from tournaments.core.printing.registry import Order, find_paper
from tournaments.entries.fields import PLAYER, REGISTRATION
from tournaments.entries.models.entries import Entry
from tournaments.entries.models.registration import Application, Email
from tournaments.entries.services import applications
from tournaments.events import services as event_services
from tournaments.events.models import Tournament
from tournaments.exchange import personal_data
from tournaments.exchange.models import Mirror
from tournaments.exchange.services import retention
from tournaments.management.commands.personal_data_guide import GUIDES, replace_tables

END = datetime.date(2026, 5, 3)


@pytest.fixture
@remembered
def event() -> Tournament:
    event = small_tournament(8)
    people(event)
    applications.set_desk(acting(), event, facts={"is_open": True})
    for number in (3, 4):
        sent = applications.apply(
            acting(),
            event,
            facts={
                "given_name": f"Given0{number}",
                "family_name": f"Family0{number}",
                "email": f"{number}@example.org",
                "message": "late on Friday",
            },
        )
        if number == 3:
            applications.admit(acting(), sent, join=event.entries.get(number=3))
    Email.objects.create(entry=event.entries.get(number=1), address="1@example.org", kind="mailing", state="sent")
    Tournament.objects.filter(pk=event.pk).update(contact_days=60, starts_on=END, ends_on=END)
    event.refresh_from_db()
    return event


@pytest.mark.parametrize(("language", "club"), [("en", "Club"), ("ja", "クラブ")])
def test_the_tables_of_the_guides_are_as_the_command_writes_them(language: str, club: str) -> None:
    guide = GUIDES[language].read_text("utf-8")
    assert replace_tables(guide, language) == guide
    assert replace_tables(guide.replace(f"| {club} |", "| - |"), language) == guide


def test_what_people_type_has_a_purpose() -> None:
    typed = [column for column in (*PLAYER, *REGISTRATION) if column.typed]
    assert [column.name for column in typed if not column.purpose] == []
    assert len(personal_data.of_players()) > len([column for column in PLAYER if column.typed])


def test_rows_beside_players_and_registrations_with_texts_or_pictures_are_told() -> None:
    """Other rows that refer to a person hold numbers, or texts of the event, which the last line is about."""
    holders = {
        relation.related_model
        for model in (Entry, Application)
        for relation in model._meta.related_objects
        if any(
            isinstance(column, models.BinaryField | models.EmailField)
            for column in relation.related_model._meta.concrete_fields
        )
    }
    assert holders - set(personal_data.BESIDE) == {Application}
    assert {User, AuditEntry, Email} <= set(personal_data.BESIDE)


@pytest.mark.django_db
def test_the_page_tells_it_in_words_and_leads_to_the_person(event: Tournament) -> None:
    page = signed_in("olga").get(reverse("manage_personal_data", args=[event.slug])).content.decode()
    assert "deleted 60 days after the event" in page
    assert "results list of the federation" in page
    player = signed_in("olga").get(reverse("manage_entry", args=[event.slug, 3])).content.decode()
    assert reverse("manage_entry_data_paper", args=[event.slug, 3]) in player


@pytest.mark.django_db
def test_the_paper_has_the_data_of_the_file(event: Tournament) -> None:
    order = Order(event, subject=event.entries.get(number=3))
    (sheet,) = pdf.fill_leaves(find_paper("personal-data").run(order, "a4"))
    words = ("Given03", "3@example.org", "late on Friday", "Message to the organiser")
    assert [word for word in words if word not in sheet.html] == []
    answer = signed_in("olga").get(reverse("manage_entry_data_paper", args=[event.slug, 3]))
    assert (answer.status_code, answer.content[:4]) == (200, b"%PDF")


@pytest.mark.django_db
def test_contact_data_go_after_the_days_of_the_event(event: Tournament) -> None:
    last = datetime.datetime.combine(END + datetime.timedelta(days=60), datetime.time(12), datetime.UTC)
    assert (retention.is_due(event, last), retention.is_due(event, last + datetime.timedelta(days=1))) == (False, True)
    signed_in("olga")
    before = {entry.number: entry.name for entry in event.entries.all()}
    tasks.discard_old_jobs()
    (stays,) = Application.objects.all()
    assert (stays.family_name, stays.email, stays.message) == ("Family03", "", "")
    assert not Email.objects.exclude(address="").exists()
    assert {entry.number: entry.name for entry in event.entries.all()} == before
    logged = AuditEntry.objects.filter(tournament=event, action="registrations.forget")
    assert {entry.object_type for entry in logged} == {"application", "tournament"}
    assert not [entry for entry in logged if "example.org" in str((entry.before, entry.after))]
    assert broken_at(event) is None
    count = AuditEntry.objects.count()
    assert (retention.forget_where_due(), AuditEntry.objects.count()) == (0, count)


@pytest.mark.django_db
def test_contact_data_stay_without_days_and_before_the_end(event: Tournament) -> None:
    for facts in ({"contact_days": None}, {"ends_on": timezone.localdate()}, {"starts_on": None, "ends_on": None}):
        Tournament.objects.filter(pk=event.pk).update(**{"contact_days": 60, "ends_on": END} | facts)
        assert (facts, retention.forget_where_due()) == (facts, 0)
    Tournament.objects.filter(pk=event.pk).update(state="finished", updated_at=timezone.now() - datetime.timedelta(90))
    assert retention.forget_where_due() == 1


@pytest.mark.django_db
def test_contact_data_go_from_a_mirror_but_not_from_an_event_that_a_file_brings_back(event: Tournament) -> None:
    Tournament.objects.filter(pk=event.pk).update(contact_days=60, ends_on=END, lent_at=timezone.now())
    assert retention.forget_where_due() == 0
    mirror = Mirror.objects.create(tournament=event)
    assert retention.forget_where_due() == 0, "nothing was delivered"
    Mirror.objects.filter(pk=mirror.pk).update(received_at=timezone.now())
    assert retention.forget_where_due() == 1
    assert not Application.objects.filter(tournament=event).exclude(email="").exists()
    assert retention.forget_where_due() == 0


@pytest.mark.django_db
def test_a_new_event_keeps_them_for_sixty_days() -> None:
    assert Tournament._meta.get_field("contact_days").get_default() is None
    made = event_services.create(acting("olga"), name="Autumn", preset_key="mcr-2006")
    assert made.contact_days == 60
