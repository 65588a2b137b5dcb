from __future__ import annotations

import datetime
from importlib import import_module

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, transaction
from django.urls import reverse

from engine.family import ruleset
from tests.support.people import acting, people, signed_in, small_tournament
from tournaments.events import services
from tournaments.events.forms import NewTournamentForm
from tournaments.events.presets import in_force_on, list_presets, preset, preset_choices
from tournaments.exchange.event_scoring import preset_of
from tournaments.exchange.reading.event_file import EventFile, FileRound

EARLIER = ["riichi-ema-2016", "riichi-wrc-2022-ara", "riichi-wrc-2022", "riichi-wrc"]


def test_the_newest_riichi_editions_are_offered_first_and_the_older_ones_in_a_group_of_their_own() -> None:
    riichi = [row.key for row in list_presets() if row.family == "riichi"]
    assert riichi[:2] == ["riichi-ema-2025", "riichi-wrc-2025"]
    assert riichi[-4:] == EARLIER
    group, choices = preset_choices()[-1]
    assert (str(group), [key for key, _label in choices]) == ("Earlier editions", EARLIER)
    assert NewTournamentForm().fields["preset"].valid_value("riichi-ema-2016")


def test_the_sichuan_standard_is_offered_after_the_championship_with_its_hands_and_minutes() -> None:
    championship, standard = (row for row in list_presets() if row.family == "sichuan")
    assert (championship.key, championship.minutes) == ("sichuan", 60)
    assert (standard.key, standard.minutes) == ("sichuan-tfmj-2024", 50)
    assert (standard.tie_breaks, standard.match_scoring) == (championship.tie_breaks, championship.match_scoring)
    assert ruleset(standard.rules).sheet.lines == 8
    assert preset("sichuan-sbr-2025").minutes == 60


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        (datetime.date(2012, 1, 7), "riichi-ema-2008"),
        (datetime.date(2012, 1, 8), "riichi-ema-2012"),
        (datetime.date(2015, 12, 31), "riichi-ema-2012"),
        (datetime.date(2016, 1, 1), "riichi-ema-2016"),
        (datetime.date(2025, 12, 31), "riichi-ema-2016"),
        (datetime.date(2026, 1, 1), "riichi-ema-2025"),
        (None, "riichi-wrc"),
    ],
)
def test_the_edition_in_force_on_a_day(day: datetime.date | None, expected: str) -> None:
    assert in_force_on("riichi", day).rules == expected


def test_an_event_file_without_an_edition_gets_the_one_of_its_day_and_one_with_an_edition_keeps_it() -> None:
    def rules_of(event: dict[str, str], scoring: dict[str, str], rounds: tuple[str, ...] = ()) -> str:
        played = [FileRound(number, [], {"date": day}) for number, day in enumerate(rounds, 1)]
        return preset_of(EventFile("Open", "open", "riichi", event, scoring, rounds=played)).rules

    assert rules_of({"start": "2026-02-14"}, {}) == "riichi-ema-2025"
    assert rules_of({"start": "2025-12-31"}, {}) == "riichi-ema-2016"
    assert rules_of({}, {}, ("", "2026-03-01")) == "riichi-ema-2025"
    assert rules_of({"start": "2026-02-14"}, {"rules": "riichi-wrc"}) == "riichi-wrc"
    assert rules_of({"start": "2026-02-14"}, {"rules": "mcr-2006"}) == "riichi-ema-2025"


def test_a_family_without_dates_has_its_default_edition_on_every_day() -> None:
    assert in_force_on("mcr", datetime.date(2026, 1, 1)).rules == "mcr-2006"


@pytest.mark.django_db
def test_ada_sees_the_earlier_editions_as_a_group() -> None:
    people(small_tournament(0, rounds=1))
    page = signed_in("ada").get(reverse("manage_new")).content.decode()
    assert [name in page for name in ("Riichi EMA 2025", "Riichi WRC 2025", "Earlier editions")] == [True] * 3
    places = [page.index(f'value="{name}"') for name in ("riichi-ema-2025", "riichi-wrc-2025", *EARLIER)]
    assert places == sorted(places)


@pytest.mark.django_db
@pytest.mark.both_databases
def test_events_that_have_begun_under_the_tenhou_rules_keep_their_concealed_kongs() -> None:
    begun, planned = small_tournament(0, rounds=1), small_tournament(0, rounds=1, slug="planned")
    for event in (begun, planned):
        services.change_rules(acting(), event, rules={"preset": "riichi-tenhou"})
    services.freeze_rules(acting(), begun)
    migration = import_module("tournaments.migrations.0074_kongs_after_riichi_of_tenhou")
    editor = connection.schema_editor()
    migration.keep_strict(apps, editor)
    migration.Migration.operations[1].code(apps, editor)
    kept = [event.rulesets.get().rules.option("ankan_after_riichi") for event in (begun, planned)]
    assert kept == ["strict", "same_waits"]
    with pytest.raises(DatabaseError), transaction.atomic():
        begun.rulesets.update(parameters={})
