"""What the worker of a phone is told: the same as a page of the site, from the same form."""

from __future__ import annotations

import json
import shutil
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from engine.family import families, ruleset
from judging.bundling import sources
from judging.law import examine, read_claim
from judging.law.claim import read_named_fact
from judging.law.examples import Example
from judging.law.questions import in_turn, place, questions_of
from judging.pocket import device, folder
from judging.wording import findings as words
from judging.wording.typed import typed_facts
from tournaments.checker.answer import answer
from tournaments.checker.question import HandQuestion
from tournaments.wording.game.reader import ENGLISH
from tournaments.wording.language import reader_of

EXAMPLES = sources.claims()


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The device finds its catalogues and its mark where a phone has them."""
    (tmp_path / folder.MESSAGES).mkdir()
    shutil.copy(settings.BASE_DIR / "locale/ja/LC_MESSAGES/django.mo", tmp_path / folder.MESSAGES / "ja.mo")
    (tmp_path / folder.VERSION).write_text("0123abc")
    monkeypatch.setattr(folder, "FOLDER", tmp_path)
    folder.reader_of.cache_clear()


def told(example: Example, **more: Any) -> dict[str, Any]:
    """What the device says to the form of an example."""
    return json.loads(device.ask(json.dumps({**sources.form(example, "ja"), **more})))


def test_the_form_of_every_example_is_read_as_its_facts() -> None:
    """Values as the law reads them: a form may send the same tiles in another way. A form asks no needless fact."""
    read, written = {}, {}
    for example in EXAMPLES:
        rules = ruleset(example.ruleset)
        asked = [name for name in questions_of(example.kind, rules) if name in example.facts]
        written[example.id] = {name: read_named_fact(name, example.facts[name]) for name in asked}
        found, problems = typed_facts(example.kind, rules, sources.form(example, "en")["sent"], ENGLISH)
        read[example.id] = {name: read_named_fact(name, value) for name, value in found.items()} | problems
    assert read == written


@pytest.mark.parametrize("family", list(families()))
def test_findings_are_said_as_on_the_page(family: str) -> None:
    example = next(each for each in EXAMPLES if each.ruleset.startswith(family) and each.verdict == "fails")
    names = dict(enumerate(sources.form(example, "ja")["names"]))
    rules, reader = ruleset(example.ruleset), reader_of("ja")
    found = [each.to_dict() for each in examine(read_claim(example.claim()))]
    deciding, holding = words.by_weight(words.shown(each, names, rules, reader) for each in found)
    said = told(example)
    assert [each["message"] for each in said["deciding"]] == [each.message for each in deciding]
    assert [each["text"] for each in said["holding"]] == [asdict(each)["text"] for each in holding]
    assert (said["engine"], said["problems"]) == ("0123abc", [])


def test_what_cannot_be_read_is_said_and_the_rest_is_examined() -> None:
    example = next(each for each in EXAMPLES if each.kind == "win" and each.ruleset == "mcr-2006")
    form = {**sources.form(example, "en"), "sent": {"seat": ["1"], "hand": ["123m99"], "in_time": ["no"]}}
    said = json.loads(device.ask(json.dumps(form)))
    (problem,) = said["problems"]
    assert (problem["at"], problem["text"][:40]) == ("hand", "A number without a suit letter (m, p, s,")
    assert "in_time" not in said["doubts"]


@pytest.mark.parametrize("family", list(families()))
def test_the_law_of_every_family_warms_up(family: str) -> None:
    device.warm_up(families()[family].default_ruleset)


def test_players_are_seated_as_on_the_server() -> None:
    """In MCR the players change seats in the fifth hand; where the dealer is no East, seats are numbered."""
    asked = {"language": "en", "ruleset": "mcr-2006", "players": ["Ai", "Bo", "Chie", "Dai"], "hand": 5}
    told = json.loads(device.seated(json.dumps(asked)))
    players = [asked["players"][at] for at in told["order"]]
    rules = ruleset("mcr-2006")
    assert players == in_turn(rules, asked["players"], 5)
    dealer = place(rules, 5).dealer
    assert dealer is not None
    winds = ["East", "South", "West", "North"]
    assert told["labels"] == [f"{name}, {winds[(seat - dealer) % 4]}" for seat, name in enumerate(players)]
    boards = json.loads(device.seated(json.dumps({**asked, "boards": True})))
    assert boards == {"order": [0, 1, 2, 3], "labels": [f"{n}, seat {at}" for at, n in enumerate(asked["players"], 1)]}


def test_an_earlier_offence_counts_where_the_page_knows_of_it() -> None:
    form = {
        "language": "en",
        "ruleset": "mcr-2006",
        "kind": "fault",
        "names": ["Ai", "Bo", "Chie", "Dai"],
        "sent": {"seat": ["1"], "fault": ["talk"], "established": ["yes"]},
    }
    first = json.loads(device.ask(json.dumps({**form, "earlier": {}})))["proposals"]
    again = json.loads(device.ask(json.dumps({**form, "earlier": {"1": {"talk": 1}}})))["proposals"]
    assert [(each["name"], each["repeat"]) for each in (*first, *again)] == [("Bo", 0), ("Bo", 1)]


@pytest.mark.parametrize("family", list(families()))
def test_the_hand_checker_says_what_the_page_says(family: str) -> None:
    """The example's last tile is pressed, by somebody who reads Japanese."""
    line, _plus, winning = families()[family].example_hand.partition(" +")
    sent = {"ruleset": families()[family].default_ruleset, "hand": line, "add": winning}
    said = json.loads(device.hand(json.dumps({"language": "ja", "sent": sent})))
    question = HandQuestion.read(sent).pressed(sent)
    found = answer(question, reader_of("ja"))
    assert found.scored is not None
    told = said["answer"]
    assert (said["query"], said["hand"], said["engine"]) == (question.query(), question.hand, "0123abc")
    assert (told["value"], told["payments"], told["brief"]) == (found.value, list(found.payments), found.brief)
    assert [each["name"] for each in told["awards"]] == [each.name for each in found.awards]
    assert said["tray"][-1]["place"] == "w"
    assert sum(not free for row in said["palette"] for _code, _name, free in row) == sum(
        count == question.rules.tile_set.copies[tile] for tile, count in found.used.items()
    )
