"""The engine's sentences on the pages: all of them are in the catalogues, and are said in the reader's language."""

from __future__ import annotations

import json
import random
import re
import tomllib
from collections.abc import Iterator

import pytest
from django.utils import translation

from engine.errors import EngineError
from engine.family import families, ruleset
from engine.play.table import why_not
from engine.play.walks import walk
from engine.records import loads
from engine.records.hand_cases import read_score_case
from engine.scoring.score import score
from engine.sentences import Sentence, sentence
from engine.tiles.hand import Hand
from tests.conformance.test_walks import any_event
from tests.tournaments.site.test_catalogues import messages
from tournaments.core.text.sentences import in_words
from tournaments.seating.logic.errors import SeatingError

RULESETS = (
    "mcr-2006",
    "riichi-ema-2016",
    "riichi-rcr-2024",
    "taiwan-aono",
    "sichuan-world-championship",
    "sichuan-sbr-2025",
)
WORDS = re.compile(r"[A-Za-z]{2}")


@pytest.fixture(scope="module")
def marked() -> set[str]:
    """Every message of the site."""
    return set(messages())


def templates(said: Sentence) -> Iterator[str]:
    """The templates of a sentence and of those in it that have words of their own."""
    if WORDS.search(re.sub(r"%\([a-z_]+\)s", "", said.template)):
        yield said.template
    for value in said.values.values():
        if isinstance(value, Sentence):
            yield from templates(value)


def breaches(name: str) -> Iterator[Sentence]:
    """Return the breaches of senseless events in a few hands."""
    rng = random.Random(name)
    for seed in range(3):
        for state in walk(ruleset(name), seed).states:
            for _ in range(6):
                for breach in why_not(state, any_event(rng, state)):
                    yield breach.message
                    if breach.missing is not None:
                        yield breach.missing


def sums(name: str) -> Iterator[Sentence]:
    """Return the reasons and counts of a family's examples."""
    for path in sorted((families()[name].folder / "examples").glob("*.toml")):
        for case in tomllib.loads(path.read_text(encoding="utf-8")).get("example", ()):
            if "hand" in case and "win" in case:
                try:
                    scored = score(*read_score_case(case))
                except EngineError as error:
                    yield error.message
                    continue
                yield from (reason.message for reason in scored.reasons)
                yield from (said for said, _clause in scored.explain().steps)


def mistakes() -> Iterator[Sentence]:
    """Return the errors for texts that are neither hands nor records."""
    rng = random.Random(9)
    for _ in range(300):
        text = "".join(rng.choice("0129mpszf?|+ [](),:\"'{}akongchw") for _ in range(rng.randrange(12)))
        for read in (Hand.parse, loads):
            try:
                found = read(text)
            except EngineError as error:
                yield error.message
            else:
                yield from (problem.message for problem in getattr(found, "problems", ()))


@pytest.mark.parametrize("name", RULESETS)
def test_every_breach_of_play_is_a_message_of_the_site_and_told_in_every_language(name: str, marked: set[str]) -> None:
    found = list(breaches(name))
    assert len(found) > 100
    assert {template for said in found for template in templates(said)} <= marked
    assert all(Sentence.from_dict(json.loads(json.dumps(said.to_dict()))) == said for said in set(found))
    for language in ("ja", "zh-hans", "zh-hant"):
        with translation.override(language):
            told = {said: in_words(said) for said in set(found)}
        assert {said for said, text in told.items() if re.search(r"[a-z]{3}", text)} == set()


@pytest.mark.parametrize("name", families())
def test_every_step_of_a_count_is_a_message_of_the_site(name: str, marked: set[str]) -> None:
    found = list(sums(name))
    assert len(found) > 10
    assert {template for said in found for template in templates(said)} <= marked


def test_every_mistake_in_notation_is_a_message_of_the_site(marked: set[str]) -> None:
    found = list(mistakes())
    assert len({said.template for said in found}) > 1
    assert {template for said in found for template in templates(said)} <= marked


def test_seats_are_counted_from_one_or_named() -> None:
    said = sentence("%(seat)s does not hold %(tile)s", seat=1, tile="5m")
    assert in_words(said) == "seat 2 does not hold 5m"
    assert in_words(said, ("Olga", "Petra", "Ren", "Sam").__getitem__) == "Petra does not hold 5m"
    with translation.override("ja"):
        assert in_words(said) == "席2は5mを持っていません"
        assert in_words(said, ("Olga", "Petra", "Ren", "Sam").__getitem__) == "Petraは5mを持っていません"
    with translation.override("zh-hans"):
        assert in_words(said) == "座位 2 没有 5m"


def test_a_sentence_in_a_sentence_and_the_codes_in_it_are_told_too() -> None:
    inner = sentence("a hand does not end by %(end)s under these rules", end="four_winds")
    said = sentence("%(seat)s cannot win on it: %(reason)s", seat=0, reason=inner)
    assert said == "seat 0 cannot win on it: a hand does not end by four_winds under these rules"
    english = "seat 1 cannot win on it: a hand does not end by four like winds discarded under these rules"
    assert in_words(said) == english
    with translation.override("ja"):
        assert in_words(said) == "席1はその牌で和了できません：このルールでは「四風連打」で局は終わりません"


def test_a_count_names_its_patterns_in_the_readers_language() -> None:
    case = {"ruleset": "riichi-ema-2016", "hand": "234567m345p23s88s", "win": "4s", "by": "discard", "seat_wind": "S"}
    scored = score(*read_score_case(case))
    with translation.override("ja"):
        steps = [in_words(said, rules=scored.ruleset) for said, _clause in scored.explain().steps]
    assert steps == [
        "30符：門前ロン",
        "30符",
        "1 平和（ピンフ） + 1 断幺九（タンヤオ） = 2飜",
        "30符 x 2^(2 + 2) = 基本点480",
        "放銃者：4 x 480 = 1920、切り上げて2000",
    ]


def test_a_refusal_of_the_seating_is_told_by_the_same_function() -> None:
    error = SeatingError("%(count)d players do not fill a table of four.", count=3)
    assert in_words(error) == str(error) == "3 players do not fill a table of four."
