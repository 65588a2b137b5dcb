"""What the page's worker calls: JSON in, JSON out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from engine.commands.batch import answer_line
from engine.errors import EngineError
from engine.family import Ruleset
from engine.records.hand_cases import read_ruleset
from judging.law import answers, questions
from judging.law.claim import Claim
from judging.law.claim_reading import read_claim
from judging.law.examination import examine
from judging.law.families import law_of
from judging.law.rulings import decide, decide_each
from judging.pocket import checker
from judging.pocket.folder import reader_of
from judging.pocket.folder import version as version
from judging.wording import findings as words
from judging.wording import typed
from judging.wording.evidence import seat_labels
from tournaments.wording.game.reader import Reader


def line(text: str) -> str:
    """The answer to a claim as a line of JSON, byte for byte as the batch command ``judge`` gives it."""
    return answer_line(answers.answer_claim, text)[0]


def ask(text: str) -> str:
    """What the law says to a form, in words: see `answered` for what goes in and comes out, as JSON."""
    return json.dumps(answered(json.loads(text)), ensure_ascii=False)


def answered(asked: Mapping[str, Any]) -> dict[str, Any]:
    """What the law says to what a form holds.

    `asked` has the ``language``, the ``ruleset`` with its ``parameters``, the ``kind`` of claim, ``names`` of the
    seats, and ``sent``, texts by the names of the form's fields. ``earlier``, where there is one, counts by seat and
    infraction what the players of a case have been punished for before.
    """
    reader = reader_of(asked["language"])
    rules = read_ruleset({"ruleset": asked["ruleset"], "parameters": asked.get("parameters") or {}})
    names = dict(enumerate(asked["names"]))
    found, problems = _read(asked, rules, reader)
    said: dict[str, Any] = {"engine": version(), "problems": problems}
    if found is None:
        return {**said, "deciding": [], "holding": [], "proposals": [], "doubts": [], "record": None}
    findings = examine(found)
    earlier = asked.get("earlier")
    if earlier is None:
        proposals = decide(found, findings)
    else:
        proposals = decide_each(found, findings, lambda seat: earlier.get(str(seat), {}))
    stored = [finding.to_dict() for finding in findings]
    shown = [words.shown(each, names, rules, reader) for each in stored]
    deciding, holding = words.by_weight(shown)
    return {
        **said,
        "deciding": [_drawn(asdict(each), reader) for each in deciding],
        "holding": [_drawn(asdict(each), reader) for each in holding],
        "proposals": [_chosen_from(each.to_dict(), names, reader) for each in proposals],
        "doubts": questions.open_questions(stored),
        "record": {"findings": stored, "proposals": [each.to_dict() for each in proposals]},
    }


def _chosen_from(proposal: dict[str, Any], names: Mapping[int, str], reader: Reader) -> dict[str, Any]:
    """A proposal in words, with what a referee may choose of it."""
    return asdict(words.shown_proposal(proposal, names, reader)) | {"choices": words.measures(proposal, reader)}


def hand(text: str) -> str:
    """The hand checker's answer, as JSON: see `checker.checked` for what goes in and comes out."""
    return json.dumps(checker.checked(json.loads(text)), ensure_ascii=False)


def seated(text: str) -> str:
    """Who sits where in a hand, as JSON: see `seats` for what goes in and comes out."""
    return json.dumps(seats(json.loads(text)), ensure_ascii=False)


def seats(asked: Mapping[str, Any]) -> dict[str, Any]:
    """The players of a table, given in turn order of the first hand, in the turn order of a hand.

    `asked` has ``language``, ``ruleset`` and ``parameters`` as a form has them, the ``players`` and the number of the
    ``hand`` or null; ``boards`` where the hands are boards, which are played in an order of their own. ``order`` are
    places among the players, ``labels`` what their seats are called.
    """
    rules = read_ruleset({"ruleset": asked["ruleset"], "parameters": asked.get("parameters") or {}})
    players, hand = list(asked["players"]), None if asked.get("boards") else asked["hand"]
    order = questions.in_turn(rules, range(len(players)), hand)
    dealer = questions.place(rules, hand).dealer if law_of(rules.family).dealer_is_east(rules) else None
    names = {seat: players[at] for seat, at in enumerate(order)}
    labels = seat_labels(names, dealer, reader_of(asked["language"]))
    return {"order": order, "labels": [label for _seat, label in labels]}


def _drawn(finding: dict[str, Any], reader: Reader) -> dict[str, Any]:
    """A finding whose evidence in tiles is as a page draws it: codes in groups, and what they are called."""
    for evidence in finding["evidence"]:
        if evidence["kind"] == "tiles":
            evidence["value"] = checker.drawn(evidence["value"], reader)
    return finding


def _read(asked: Mapping[str, Any], rules: Ruleset, reader: Reader) -> tuple[Claim | None, list[dict[str, str]]]:
    """The claim of the form, and what of it could not be read: the question and a sentence. The rest is examined."""
    sent, kind = asked["sent"], asked["kind"]
    facts, wrong = typed.typed_facts(kind, rules, sent, reader)
    problems = [{"at": name, "text": typed.problem(error, reader, name)} for name, error in wrong.items()]
    seat = next(iter(sent.get("seat", ())), "")
    claim = {
        "kind": kind,
        "ruleset": asked["ruleset"],
        "parameters": asked.get("parameters") or {},
        "seat": int(seat) if seat in ("0", "1", "2", "3") else None,
        "facts": facts,
    }
    while True:
        try:
            return read_claim(claim), problems
        except EngineError as error:
            name = str(error.at or "").removeprefix("facts.").removeprefix("context.")
            problems.append({"at": name, "text": typed.problem(error, reader, name)})
            if facts.pop(name, None) is None:
                return None, problems


def warm_up(ruleset: str) -> None:
    """Do once what the first claim of a ruleset would wait for."""
    answers.answer_claim({"kind": "win", "ruleset": ruleset, "seat": 0, "facts": {}})
