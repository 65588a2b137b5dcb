"""Sentences of the engine: English with template and values, each marked for the catalogues."""

from __future__ import annotations

import ast
import copy
import json
import pickle
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
from engine.errors import NotationError
from engine.sentences import Sentence, gettext_noop, join_sentences, plain_value, sentence
from engine.tiles.hand import Hand

FOLDER = Path(engine.__file__).parent
PLACE = re.compile(r"%\(([a-z_]+)\)s")

INNER = sentence("%(seat)s does not hold %(tile)s", seat=2, tile="5m")
OUTER = sentence("%(seats)s cannot win: %(reason)s", seats=[0, 3], reason=INNER)
GERMAN = {
    "%(seat)s does not hold %(tile)s": "%(tile)s fehlt %(seat)s",
    "%(seats)s cannot win: %(reason)s": "Kein Gewinn für %(seats)s: %(reason)s",
}


def named(place: str, value: object) -> object:
    return plain_value(place, value, ("Olga", "Petra", "Ren", "Sam").__getitem__)


def test_a_sentence_is_its_english_text() -> None:
    assert OUTER == "seat 0, seat 3 cannot win: seat 2 does not hold 5m"
    assert f"{OUTER}." == "seat 0, seat 3 cannot win: seat 2 does not hold 5m."
    assert json.dumps([OUTER]) == '["seat 0, seat 3 cannot win: seat 2 does not hold 5m"]'


def test_it_can_be_said_in_another_language_with_the_players_names() -> None:
    assert OUTER.render(GERMAN.__getitem__, named) == "Kein Gewinn für Olga, Sam: 5m fehlt Ren"
    assert OUTER.render(GERMAN.__getitem__) == "Kein Gewinn für seat 0, seat 3: 5m fehlt seat 2"


def test_a_percent_sign_stands_for_itself_where_there_are_no_values() -> None:
    assert (sentence("100 % sure"), sentence("100 %% of %(n)s", n=3)) == ("100 % sure", "100 % of 3")


def test_json_copies_and_other_processes_keep_template_and_values() -> None:
    for again in (
        Sentence.from_dict(json.loads(json.dumps(OUTER.to_dict()))),
        copy.deepcopy(OUTER),
        pickle.loads(pickle.dumps(OUTER)),
    ):
        assert (again, again.template, again.values) == (OUTER, OUTER.template, OUTER.values)
        assert again.render(GERMAN.__getitem__, named) == OUTER.render(GERMAN.__getitem__, named)


def test_sentences_in_a_row_are_one_sentence() -> None:
    words = [sentence("the discards of %(seat)s", seat=seat) for seat in range(3)]
    assert join_sentences(words) == "the discards of seat 0, the discards of seat 1, the discards of seat 2"
    assert (
        join_sentences(words[:2], gettext_noop("%(list)s or %(last)s"))
        == "the discards of seat 0 or the discards of seat 1"
    )
    assert join_sentences(words[:1]) is words[0]


def test_an_error_keeps_its_sentence() -> None:
    with pytest.raises(NotationError) as caught:
        Hand.parse("1mx")
    error = caught.value
    assert str(error) == error.message == f"{error.reason}: '1mx', character 3"
    assert error.reason.template == "%(char)s is neither a number nor a suit letter (m, p, s, z, f)"
    assert pickle.loads(pickle.dumps(error)).reason.values == {"char": "'x'"}


def marked() -> Iterator[tuple[str, ast.Call]]:
    for path in sorted(FOLDER.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("_", "gettext_noop"):
                yield f"{path.relative_to(FOLDER)}:{node.lineno}", node


def test_every_template_is_a_literal_that_the_catalogues_tool_can_read() -> None:
    found = list(marked())
    assert len(found) > 300
    wrong = [place for place, call in found if not isinstance(call.args[0], ast.Constant)]
    assert wrong == []


def test_every_place_has_its_value_and_every_value_its_place() -> None:
    wrong = []
    for place, call in marked():
        if isinstance(call.func, ast.Name) and call.func.id == "gettext_noop":
            continue
        names = {keyword.arg for keyword in call.keywords}
        template = ast.literal_eval(call.args[0])
        if None not in names and (set(PLACE.findall(template)) != names or (names and "%" in PLACE.sub("", template))):
            wrong.append(f"{place}: {template}")
    assert wrong == []
