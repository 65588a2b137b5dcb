"""Tables of settings: every column has its row, and pages, API, files and docs/settings.md follow the rows."""

import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.people import acting, people, person, program, signed_in, small_tournament
from tournaments.entries.fields import list_unlisted_columns
from tournaments.entries.forms.registration import RegistrationDeskForm
from tournaments.entries.models.registration import RegistrationDesk
from tournaments.events import services as event_services
from tournaments.events.forms import NewTournamentForm, SettingsForm
from tournaments.events.models import Tournament
from tournaments.events.settings import DESK, DESK_FACTS, EVENT, FACTS, Setting, get_setting
from tournaments.exchange.services import event_files
from tournaments.management.commands.settings_guide import insert_tables
from tournaments.results.services import settings

DOCS = Path(__file__).parents[3] / "docs"
TABLES = {Tournament: EVENT, RegistrationDesk: DESK}
WORDS = {"on": "する", "off": "しない"}


def rows_told(guide: str, headings: list[str]) -> list[list[str]]:
    """The cells of the first table below a heading, without its own two lines."""
    text = (DOCS / guide).read_text("utf-8")
    (heading,) = [one for one in headings if f"\n{one}\n" in text]
    table = text.partition(f"\n{heading}\n")[2].partition("\n## ")[0]
    return [row[2:-2].split(" | ") for row in re.findall(r"^\| .+ \|$", table, re.MULTILINE)][1:]


@pytest.mark.parametrize("model", TABLES)
def test_every_column_has_a_row_and_every_row_a_column(model: type[Tournament]) -> None:
    assert list_unlisted_columns(model, TABLES[model]) == set()
    assert [one.field.name for one in TABLES[model]] == [one.name for one in TABLES[model]]


def test_the_tables_of_the_guide_are_as_the_command_writes_them() -> None:
    guide = (DOCS / "settings.md").read_text("utf-8")
    assert insert_tables(guide) == guide
    assert (
        insert_tables(guide.replace("| Place |", "| Town |").replace("| Registration is open |", "| Open |")) == guide
    )
    assert [row[0] for row in rows_told("settings.md", ["## Registration"])][-1] == "Field: …"


@pytest.mark.translations
@pytest.mark.parametrize(("headings", "table"), [(["## 大会"], EVENT), (["## 参加申し込み"], DESK)])
def test_the_japanese_guide_has_the_same_switches_on(headings: list[str], table: tuple[Setting, ...]) -> None:
    told = [row[2] for row in rows_told("ja/settings.md", headings)]
    switches = [
        (WORDS[one.row[2]], cell) for one, cell in zip(table_of(table), told, strict=False) if one.row[2] in WORDS
    ]
    assert switches
    assert [wanted for wanted, _cell in switches] == [cell for _wanted, cell in switches]


def table_of(table: tuple[Setting, ...]) -> list[Setting]:
    return [one for one in table if one.effect]


def test_every_setting_of_a_page_has_its_effect_told() -> None:
    assert [one.name for one in table_of(EVENT)] == list(FACTS)
    assert [one.name for one in table_of(DESK)] == list(DESK_FACTS)
    assert (get_setting("name").longest, str(get_setting("one_phone").label)[:7]) == (200, "Players")


@pytest.mark.django_db
def test_the_page_of_settings_has_the_settings_of_the_table_by_subject() -> None:
    event = small_tournament(4)
    event.features = ["teams", "hall_plan"]
    form = SettingsForm(instance=event)
    groups = {str(title): [field.name for field in fields] for title, fields in form.groups}
    assert [name for names in groups.values() for name in names] == list(FACTS)
    assert groups["Teams"] == ["team_size", "team_best", "line_up_size", "line_up_hours"]
    assert list(RegistrationDeskForm().fields)[:7] == list(DESK_FACTS[:-1])


@pytest.mark.django_db
def test_an_event_begins_alike_from_page_and_api() -> None:
    olga = person("olga")
    olga.is_staff = True
    olga.save(update_fields=["is_staff"])
    page = signed_in("olga")
    blank = NewTournamentForm()
    typed = {name: blank.get_initial_for_field(field, name) for name, field in blank.fields.items()}
    typed = {name: value for name, value in typed.items() if value not in (None, "", False)}
    page.post(reverse("manage_new"), typed | {"name": "From the page", "slug": "page"})
    body = {"name": "By API", "preset": typed["preset"], "slug": "api"}
    made = program("olga").post("/api/v1/tournaments/", body, format="json")
    assert made.status_code == 201
    by_page, by_api = (
        Tournament.objects.filter(slug=slug).values(*set(FACTS) - {"name"}, "rounds_planned").get()
        for slug in ("page", "api")
    )
    assert by_api == by_page
    assert (by_api["separate"], by_api["print_languages"], by_api["rounds_planned"]) == (["team"], ["en"], 8)


@pytest.mark.django_db
def test_a_copy_has_every_setting_that_an_event_file_has() -> None:
    event = small_tournament(4)
    people(event)
    facts = {"place": "Lyon", "one_phone": True, "tables_in_row": 3, "team_size": 2, "team_best": 1}
    settings.edit(acting(), event, facts=facts | {"separate": ["club"]})
    copied = event_files.copy(acting(), tournament=event, slug="again")
    own = {"slug", "published", "rehearsal", "id", "version", "created_at", "updated_at"}
    names = [one.name for one in EVENT if not one.stays_here and one.name not in own]
    read = Tournament.objects.values(*names)
    assert read.get(pk=copied.pk) == read.get(pk=event.pk)


@pytest.mark.django_db
def test_only_settings_of_the_page_can_be_set() -> None:
    event = small_tournament(4)
    people(event)
    for one in EVENT:
        if one.name not in FACTS:
            with pytest.raises(TypeError, match=one.name):
                settings.edit(acting(), event, facts={one.name: None})
    made = event_services.create(acting(), preset_key="mcr-2006", name="Autumn")
    assert made.rounds.count() == 8, "those usual for the preset"


@pytest.mark.django_db
@pytest.mark.parametrize("reason", ["", "The hall closes."])
def test_hidden_standings_are_shown_with_a_reason_where_results_are_open(
    event: Tournament, olga: Client, reason: str
) -> None:
    Tournament.objects.update(standings_hidden=True)
    form = SettingsForm(instance=event)
    sent = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    address = reverse("manage_edit", args=[event.slug])
    answer = olga.post(address, sent | {"continue_anyway": reason})
    body = {"facts": {"standings_hidden": False}, "continue_anyway": reason}
    event.refresh_from_db()
    assert (answer.status_code, event.standings_hidden) == ((302, False) if reason else (409, True))
    Tournament.objects.update(standings_hidden=True)
    answer = program("olga").post(reverse("api-edit-event", args=[event.slug]), body, format="json")
    event.refresh_from_db()
    assert (answer.status_code, event.standings_hidden) == ((200, False) if reason else (409, True))
