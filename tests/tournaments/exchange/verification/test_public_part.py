"""The public part of an event holds what the former bundle held, and not a value more, at every stage of an event."""

import datetime
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import pytest
from django.core.management import call_command

from tests.support.checked_events import boards_event, ordinary_event
from tests.support.whole_events import eventful
from tests.tournaments.exchange.verification import former_bundle
from tournaments.core.audit import decorators
from tournaments.events.models import Tournament
from tournaments.exchange.document.public import PUBLIC
from tournaments.exchange.files.public_bundle import public_bundle
from tournaments.exchange.verification.facts import facts_of

pytestmark = pytest.mark.django_db
ROW_NAME = re.compile("[0-9]+(/[0-9]+)+")


def values(value: Any) -> Iterator[Any]:
    """Every value of a JSON value, times in one form."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from values(each)
    elif isinstance(value, str) and re.match("[0-9]{4}-[0-9]{2}-[0-9]{2}T[^ ]+$", value):
        yield datetime.datetime.fromisoformat(value)
    else:
        yield value


def same_facts(event: Tournament) -> None:
    """The public part says what the former bundle said, and besides only the rules in force and names of rows."""
    event = Tournament.objects.get(pk=event.pk)
    now, then = json.loads(json.dumps(public_bundle(event))), former_bundle.public_bundle(event)
    facts = dict(facts_of(now))
    for known in (facts, then):
        scorings = known.pop("scorings")
        known["sheets"] = [sheet | {"scoring": scorings[sheet["scoring"]]} for sheet in known["sheets"]]
    said = {name: then[name] for name in then.keys() - {"format", "digest", "name", "rules", "version"}}
    assert {name: part_of(facts[name], said[name]) for name in said} == said
    assert now["tournament"] == {"slug": event.slug, "name": then["name"], "version": then["version"]}
    assert now["rulesets"][-1]["preset"] == then["rules"]
    stated = {name: value for name, value in now.items() if name not in ("format", "part", "digest", "rulesets")}
    assert [row["sequence"] for row in stated["log"]] == list(range(1, len(then["log"]) + 1))
    more = set(values(stated | {"log": then["log"]})) - set(values(then))
    assert {each for each in more if not (isinstance(each, str) and ROW_NAME.fullmatch(each))} == set()
    written = {name for name, section in PUBLIC.items() if section.rows is not None}
    assert set(now) == {"format", "part", "through", "digest", "tournament", "claims"} | written
    for name, section in PUBLIC.items():
        assert {column for row in now.get(name, ()) for column in row} in (set(), set(section.columns))
    assert {
        name: len(now[name]) for name in ("seats", "results", "result_seats", "entries", "draws", "play_seats")
    } == {
        "seats": sum(len(table) for each in then["seatings"] for table in each["tables"].values()),
        "results": len(then["sheets"]),
        "result_seats": sum(len(sheet["seats"]) for sheet in then["sheets"]),
        "entries": len(then["competitors"]),
        "draws": len(then["draws"]),
        "play_seats": sum(len(play["players"]) for made in then["deals"] for play in made["plays"]),
    }
    begun = event.rounds.filter(number__lte=then["through"]).values_list("ruleset__number", flat=True)
    assert {row["number"] for row in now["rulesets"]} <= {event.ruleset.number, *begun} | {
        row["ruleset"] for name in ("results", "board_sets") for row in now[name]
    }


def part_of(fact: Any, then: Any) -> Any:
    """The fact without the columns that the former bundle did not have."""
    if isinstance(fact, dict) and isinstance(then, dict):
        return {name: part_of(value, then[name]) for name, value in fact.items() if name in then}
    if isinstance(fact, list) and isinstance(then, list) and len(fact) == len(then):
        return [part_of(each, other) for each, other in zip(fact, then, strict=True)]
    return fact


@contextmanager
def every(step: int) -> Iterator[list[str]]:
    """Compare after each so many changes; the actions after which it was done."""
    append, done = decorators.hash_chain.append, []

    def appended(change: Any) -> None:
        append(change)
        done.append(change.action)
        if change.tournament is not None and len(done) % step == 0 and change.tournament.rulesets.exists():
            same_facts(change.tournament)

    with mock.patch.object(decorators.hash_chain, "append", appended):
        yield done


@pytest.mark.parametrize(
    "make", [ordinary_event, boards_event, lambda: eventful("riichi", 3), lambda: eventful("mcr", 5)]
)
def test_no_stage_of_an_event_says_more_than_the_former_bundle(make: Any) -> None:
    with every(4) as done:
        event = make()
        for hidden_from in (None, 2, 1):
            same_facts(event)
            Tournament.objects.filter(pk=event.pk).update(standings_hidden=True, hidden_from_round=hidden_from)
    assert len(done) > 30


def test_no_demo_event_says_more_than_the_former_bundle() -> None:
    call_command("demo", verbosity=0)
    for event in Tournament.objects.all():
        same_facts(event)
