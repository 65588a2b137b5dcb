"""Days and times of any year: refused at their field, moved into bounds in files, and shown where they are sealed."""

import datetime
import gzip
import json
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import DatabaseError, connection, models, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from engine.walls.public_value import ValueName
from tests.support.backups import backups_in
from tests.support.duplicate import duplicate_event
from tests.support.people import acting, people, program, signed_in, small_tournament
from tests.support.remembered import remembered
from tests.support.tables import playing
from tournaments.core.forms.public_values import NamedValueForm
from tournaments.core.models.columns import (
    FIRST_DAY,
    FIRST_MOMENT,
    LAST_DAY,
    LAST_MOMENT,
    DayField,
    MomentField,
    get_bounds,
)  # fmt: skip
from tournaments.core.text.times import in_zone
from tournaments.duplicate.services import deals
from tournaments.entries.services import applications
from tournaments.events import services as event_services
from tournaments.events.models import Tournament
from tournaments.events.text.changes import list_changes
from tournaments.exchange.document.archive import pack_as_json, unpack
from tournaments.exchange.services import event_files
from tournaments.fees import services as fees
from tournaments.fees.models import Payment
from tournaments.migrations._times import move_into_bounds
from tournaments.rounds.models import GameTable
from tournaments.seating.services import promises

pytestmark = pytest.mark.django_db

NEVER = datetime.datetime(9999, 12, 31, 23, 59, 59, tzinfo=datetime.UTC)
"""A common way to write that something has no end."""
BEFORE = datetime.datetime(1, 1, 1, tzinfo=datetime.UTC)
EXTREMES = (NEVER, BEFORE)
TYPED: tuple[type[models.Field], ...] = (DayField, MomentField)


@pytest.fixture
@remembered
def event() -> Tournament:
    """An event in Tokyo, where 9999-12-31T23:59:59Z is in the year 10000."""
    event = small_tournament(4)
    people(event)
    Tournament.objects.filter(pk=event.pk).update(time_zone="Asia/Tokyo")
    event.refresh_from_db()
    fees.set_up(acting(), event, currency="EUR")
    fees.add(acting(), event, label="Entry fee", amount=4000)
    return event


@given(at=st.datetimes(timezones=st.timezones()), zone=st.timezone_keys())
def test_a_time_of_any_year_is_shown_in_any_zone(at: datetime.datetime, zone: str) -> None:
    with timezone.override(zone):
        assert f"{in_zone(at):%H:%M}"


@pytest.mark.parametrize("at", EXTREMES)
def test_programs_and_pages_refuse_such_years_at_their_field(event: Tournament, at: datetime.datetime) -> None:
    refused = {
        "entries/1/payments/": {"method": "cash", "made_at": at.isoformat()},
        "announcements/": {"text": "Lunch.", "ends_at": at.isoformat()},
        "registration/": {"facts": {"closes_at": at.isoformat()}},
    }
    found = {}
    for path, body in refused.items():
        answer = program("olga").post(f"/api/v1/tournaments/{event.slug}/{path}", body, format="json")
        found[path] = (answer.status_code, answer.json().get("field"))
    assert {path: status for path, (status, _field) in found.items()} == dict.fromkeys(refused, 400), found
    page = signed_in("olga").post(
        reverse("manage_registration_desk", args=[event.slug]), {"closes_at": at.isoformat()[:16], "offer_hours": 4}
    )
    assert page.context["form"].errors["closes_at"] == ["Choose a year from 1900 to 2200."]
    assert "value_known_at" in NamedValueForm({"value_known_at": at.isoformat()[:16]}).errors


def test_every_column_that_people_type_has_its_constraint(event: Tournament) -> None:
    columns = [
        (model, column)
        for model in apps.get_app_config("tournaments").get_models()
        for column in model._meta.concrete_fields
        if isinstance(column, TYPED)
    ]
    assert {f"{model.__name__}.{column.name}" for model, column in columns} == {
        "Tournament.starts_on", "Tournament.ends_on", "Announcement.starts_at", "Announcement.ends_at",
        "RegistrationDesk.closes_at", "Payment.made_at", "Round.day", "Round.starts_at",
        "GameTable.postponed_to", "Presence.day",
    }  # fmt: skip
    for model, column in columns:
        for bound, step in zip(get_bounds(column), (-1, 1), strict=True):
            outside = bound + datetime.timedelta(days=step)
            with pytest.raises(ValidationError):
                column.clean(outside, None)
            checks = [check for check in model._meta.constraints if check.name.endswith("_within_years")]
            with pytest.raises(ValidationError):
                checks[0].validate(model, model(**{column.name: outside}))


def test_the_database_refuses_what_no_form_has_seen(event: Tournament) -> None:
    fees.pay(acting(), event.entries.get(number=1), method="cash")
    for at in EXTREMES:
        with pytest.raises(DatabaseError), transaction.atomic():
            Payment.objects.update(made_at=at)


def test_a_file_of_an_earlier_release_opens_with_its_times_in_the_bounds(event: Tournament) -> None:
    fees.pay(acting(), event.entries.get(number=1), method="cash")
    event_services.announce(acting(), event, text="Lunch at noon.")
    applications.set_desk(acting(), event, facts={"is_open": True})
    whole = json.loads(pack_as_json(event))
    whole["payments"][0]["made_at"] = "0001-01-01T00:00:00Z"
    whole["announcements"][0]["ends_at"] = "9999-12-31T23:59:59Z"
    whole["registration_desks"][0]["closes_at"] = "9999-12-31T23:59:59-05:00"
    whole["tournament"] |= {"starts_on": "0001-01-01", "ends_on": "9999-12-31"}
    read, problems = unpack(json.dumps(whole).encode())
    assert (problems, read is None) == ([], False)
    copy = event_files.restore(acting(), event=read, slug="copy")
    assert copy.payments.get().made_at == FIRST_MOMENT
    assert copy.announcements.get().ends_at == copy.registration_desk.closes_at == LAST_MOMENT
    assert (copy.starts_on, copy.ends_on) == (FIRST_DAY, LAST_DAY)
    Tournament.objects.filter(pk=copy.pk).update(published=True)
    for page in ("event", "register"):
        assert Client().get(reverse(page, args=["copy"])).status_code == 200


def test_a_time_in_a_promise_stays_and_every_page_shows_it() -> None:
    event = duplicate_event()
    Tournament.objects.filter(pk=event.pk).update(time_zone="Asia/Tokyo")
    value, options = ValueName("other", "the last lottery"), {"sessions": 1, "boards": 1, "model": "seat34"}
    made = deals.commit(acting(), event, value=value, value_known_at=NEVER, **options)
    promises.seal(acting(), event, rounds=list(event.rounds.all()), way="together", value=value, value_known_at=NEVER)
    addresses = [reverse(name, args=[event.slug]) for name in ("event_deals", "event_draws", "event", "event_bundle")]
    seen = [Client().get(address) for address in addresses]
    own = [reverse(name, args=[event.slug]) for name in ("manage_deals", "manage_draws", "manage_audit")]
    seen += [signed_in("olga").get(address) for address in own]
    api = [f"/api/v1/tournaments/{event.slug}/{path}/" for path in ("deals", "draws", "log")]
    seen += [program("olga").get(address) for address in api]
    assert [answer.status_code for answer in seen] == [200] * len(seen)
    assert "9999" in seen[0].content.decode()
    read, problems = unpack(pack_as_json(event))
    assert problems == []
    copy = event_files.restore(acting(), event=read, slug="copy")
    assert copy.board_sets.get().value_known_at == made.value_known_at == NEVER
    assert copy.board_sets.get().promise == made.promise


def test_stored_times_are_moved_and_reported(settings: Any, tmp_path: Any, capsys: Any) -> None:
    """In columns without a constraint, as an earlier release left all of them."""
    backups_in(settings, tmp_path)
    event = playing()
    event.rounds.get(number=1).tables.filter(number=1).update(entered_at=BEFORE, confirmed_at=NEVER)
    operation = move_into_bounds(GameTable=("entered_at", "confirmed_at"), Round=("starts_at",))
    operation.code(apps, SimpleNamespace(connection=connection))
    moved = GameTable.objects.get(round__number=1, number=1)
    assert (moved.entered_at, moved.confirmed_at) == (FIRST_MOMENT, LAST_MOMENT)
    (path,) = tmp_path.glob("corrected-times-*.jsonl.gz")
    (row,) = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    assert (row["pk"], row["fields"]["confirmed_at"]) == (moved.pk, "9999-12-31T23:59:59Z")
    told = capsys.readouterr().out
    assert (f"GameTable {moved.pk}: confirmed_at 9999-12-31" in told, str(path) in told) == (True, True)
    operation.code(apps, SimpleNamespace(connection=connection))
    assert len(list(tmp_path.iterdir())) == 1


def test_the_log_shows_times_of_any_year() -> None:
    with timezone.override("Asia/Tokyo"):
        told = list_changes("announcement", {"starts_at": BEFORE.isoformat()}, {"starts_at": NEVER.isoformat()}, {})
    assert [(one.before, one.after) for one in told] == [("1-01-01 09:18:59", "9999-12-31 23:59:59")]
