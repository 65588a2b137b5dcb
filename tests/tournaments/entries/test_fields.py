"""Tables of fields: every column has its row, and forms, API, rosters, badges and erasure follow the rows."""

import copy
import json
from dataclasses import replace

import pytest
from django.db import models
from django.test import Client
from django.test.utils import isolate_apps
from django.urls import reverse

from tests.support.people import acting, people, person, program, small_tournament
from tests.support.remembered import remembered
from tests.tournaments.exchange.test_events import MADRID, brought_in
from tournaments.core.models.log import AuditEntry
from tournaments.entries import fields
from tournaments.entries import papers as name_badges
from tournaments.entries.actions.players import EditEntry
from tournaments.entries.fields import PLAYER, REGISTRATION, TEAM
from tournaments.entries.forms.entries import EntryForm
from tournaments.entries.models.entries import Entry, Team
from tournaments.entries.models.registration import Application
from tournaments.entries.reading import roster as roster
from tournaments.entries.services import players as registration
from tournaments.entries.services import teams
from tournaments.events.models import Tournament
from tournaments.exchange.document.event_1 import export_event
from tournaments.exchange.services import privacy

TABLES = {Entry: PLAYER, Team: TEAM, Application: REGISTRATION}


@pytest.fixture
@remembered
def event() -> Tournament:
    made = small_tournament(4)
    people(made)
    return made


@pytest.mark.parametrize("model", TABLES)
def test_every_column_has_a_row_and_every_row_a_column(model: type[models.Model]) -> None:
    table = TABLES[model]
    assert fields.list_unlisted_columns(model, table) == set()
    assert [column.field.name for column in table] == [column.name for column in table]


@isolate_apps("tournaments")
@pytest.mark.parametrize("model", TABLES)
def test_a_column_without_a_row_is_found(model: type[models.Model]) -> None:
    new = {"__module__": "tournaments.models", "pretend": models.CharField(max_length=40)}
    pretend = type("Pretend", (model,), new)
    assert fields.list_unlisted_columns(pretend, TABLES[model]) - {pretend._meta.pk.name} == {"pretend"}  # type: ignore[union-attr]


@pytest.mark.parametrize("kind", [fields.PlayerColumn, fields.TeamColumn, fields.RegistrationColumn])
def test_a_column_that_people_type_says_who_sees_it(kind: type[fields.ModelColumn]) -> None:
    with pytest.raises(ValueError, match=rf"{kind.model}\.allergies: say in `visible` who sees"):
        kind(name="allergies", typed=True)
    assert kind(name="allergies", typed=True, visible=fields.Visibility.STAFF).typed


def test_what_not_everybody_sees_of_a_player_is_kept_out_of_the_log() -> None:
    hidden = {column.name for column in PLAYER if column.typed and column.visible != fields.Visibility.PUBLIC}
    assert (sorted(hidden - Entry.PRIVATE), hidden > {"note"}) == ([], True)


@pytest.mark.django_db
@pytest.mark.parametrize("column", [one for one in PLAYER if one.typed and one.longest], ids=lambda one: one.name)
def test_form_api_and_roster_take_the_same_longest_text(event: Tournament, column: fields.PlayerColumn) -> None:
    def refused(length: int) -> list[bool]:
        text = "1" * length
        values = {"family_name": "Berg", "given_name": "Anna", column.name: text}
        form = EntryForm(values, tournament=event)
        form.is_valid()
        body = EditEntry.build_serializer_class()(data=values)
        body.is_valid()
        preview = roster.preview(event, f"{','.join(values)}\n{','.join(values.values())}\n".encode())
        saved = [row.values.get(column.name) for row in preview.rows if row.action != "skip"]
        return [column.name in form.errors, column.name in body.errors, saved != [text]]

    assert column.longest is not None
    assert (refused(column.longest), refused(column.longest + 1)) == ([False] * 3, [True] * 3)


@pytest.mark.django_db
def test_page_and_api_ask_the_same_of_a_stand_in(event: Tournament, olga: Client) -> None:
    names = {"family_name": "Wang", "given_name": "Xiaoming", "native_name": "王小明", "country": "CHN"}
    typed = {f"substitute-{name}": value for name, value in (names | {"from_round": "1"}).items()}
    olga.post(reverse("manage_entry_substitute", args=[event.slug, 1]), typed)
    path = f"/api/v1/tournaments/{event.slug}/entries/2/substitute/"
    assert program("olga").post(path, names | {"from_round": 1}, format="json").status_code == 200
    made = Entry.objects.filter(status=Entry.Status.SUBSTITUTE).values(*names)
    assert list(made) == [names, names]


@pytest.mark.django_db
def test_erasure_empties_each_column_that_the_table_does_not_keep(
    event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = event.entries.get(number=1)
    team = teams.add(acting(), event, name="Winds")
    facts = {"country": "NOR", "club": "Harbour", "ema_number": "07010001", "note": "vegetarian", "team": team}
    registration.edit(acting(), entry, **facts)
    Entry.objects.filter(pk=entry.pk).update(account=person("petra"), imported={"id": 7, "file": {"mail": "p@x.org"}})
    before = Entry.objects.filter(pk=entry.pk).values().get()
    privacy.erase(acting(), Entry.objects.get(pk=entry.pk))
    after = Entry.objects.filter(pk=entry.pk).values().get()
    changed = {name: value for name, value in after.items() if value != before[name]}
    assert changed == {
        "family_name": "", "given_name": "", "romanised_name": "G. F.", "club": "", "ema_number": None,
        "account_id": None, "note": "", "imported": {"id": 7}, "search_key": "g f nor", "shown_key": "g f nor",
        "folded_name": "f g",
    }  # fmt: skip
    assert {column.name for column in PLAYER if column.kept} == {
        "id", "tournament", "number", "country", "team", "status", "house", "substitute_for", "in_competition",
        "unranked", "filler", "lot", "from_round",
        "dropped_from_round", "categories", "created_at", "country_code",
    }  # fmt: skip
    # Also one that nobody has decided about.
    monkeypatch.setattr(privacy, "KEPT", privacy.KEPT - {"country"})
    second = event.entries.get(number=2)
    registration.edit(acting(), second, country="NOR")
    assert privacy.erase(acting(), second).country == ""


@pytest.mark.django_db
def test_erasure_of_an_imported_player_leaves_no_word_of_the_file() -> None:
    data = copy.deepcopy(MADRID)
    data["players"][0]["phone"] = "+34 600 000 000"
    imported = brought_in(data)
    entry = imported.entries.order_by("pk").first()
    assert entry is not None
    before = export_event(imported)["players"]
    assert before[0]["phone"] == "+34 600 000 000"
    erased = privacy.erase(acting(), entry)
    after = export_event(imported)["players"]
    kept = {name: before[0][name] for name in ("id", "country", "team")}
    assert after[0] == kept | {"name": erased.name}
    assert after[1:] == before[1:]
    logged = json.dumps([[entry.before, entry.after] for entry in AuditEntry.objects.all()], ensure_ascii=False)
    assert (before[0]["name"] in logged, before[0]["phone"] in logged) == (False, False)


@pytest.mark.django_db
def test_a_badge_has_the_facts_that_the_table_prints(event: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = event.entries.get(number=1)
    registration.edit(acting(), entry, country="NOR", club="Harbour", team=teams.add(acting(), event, name="Winds"))
    assert name_badges.build_badge(entry, {}).facts == ("Winds", "Norway")
    table = [replace(column, printed=column.printed or column.name == "club") for column in PLAYER]
    monkeypatch.setattr(name_badges, "PLAYER", table)
    assert name_badges.build_badge(entry, {}).facts == ("Winds", "Norway", "Harbour")
