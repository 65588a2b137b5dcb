"""A file of an event is one function: address, permission, type and name follow from its entry."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.people import acting, people, person
from tests.support.tables import playing
from tournaments.core.downloads import Export, exports
from tournaments.core.open_items import OpenItemStep, accept

pytestmark = pytest.mark.usefixtures("garbage_of_papers_alone")


def test_every_file_of_an_event_is_known():
    found = {each.name: each.path for each in exports()}
    assert found == {
        "manage_export_csv": "entries/export.csv",
        "manage_export_xlsx": "entries/export.xlsx",
        "event_export": "export.json",
        "event_whole": "whole.zip",
        "schedule_rows": "schedule-rows.txt",
        "schedule_tables_csv": "schedule-tables.csv",
        "schedule_tables_xlsx": "schedule-tables.xlsx",
        "schedule_players_csv": "schedule-players.csv",
        "manage_federation_csv": "federation.csv",
        "manage_federation_xlsx": "federation.xlsx",
        "manage_audit_csv": "log.csv",
        "manage_audit_json": "log.json",
        "manage_case_book_csv": "cases/book/cases.csv",
        "manage_case_book_json": "cases/book/cases.json",
    }


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("entries/export.xlsx", "spring-open-entries.xlsx"),
        ("export.json", "spring-open.json"),
        ("log.csv", "spring-open-log.csv"),
        ("cases/book/cases.json", "spring-open-cases.json"),
    ],
)
def test_files_are_named_by_the_event_and_what_is_in_them(path, name):
    made = Export(path, "any", "Any", "entries.export", lambda tournament, asked: b"")
    assert made.file_name(playing()) == name


@pytest.mark.django_db
@pytest.mark.parametrize("wanted", exports(), ids=lambda wanted: wanted.name)
def test_the_director_gets_every_file_and_an_outsider_none(wanted, client: Client):
    event = playing()
    people(event)
    accept(acting(), event, step=OpenItemStep.FEDERATION, reason="The round is being played.")
    address = reverse(wanted.name, args=[event.slug])
    assert client.get(address).status_code == 302
    client.force_login(person("otto"))
    assert client.get(address).status_code in (403, 404)
    client.force_login(person("olga"))
    answer = client.get(address)
    assert (answer.status_code, answer["Content-Type"]) == (200, wanted.content_type)
    assert answer["Content-Disposition"] == f'attachment; filename="{wanted.file_name(event)}"'
    assert answer.content
