"""The questions of every kind of claim at once, for devices that ask them without a server."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any, Final, NamedTuple

from django.template.loader import render_to_string
from django.utils.translation import get_language

from engine.family import Ruleset, ruleset
from engine.parameters import plain
from judging.forms.facts import FactsForm, kind_choices
from judging.law.answers import answer_claim
from judging.law.kinds import kinds_of
from judging.views.facts import questions

SEATS: Final = [(seat, f"⟦{seat}⟧") for seat in range(4)]
"""Players are named on the device: it puts them where these marks stand."""

RECORD: Final = ("log", "log_hand", "log_at", "event")
"""Fields of a record of play, which only the server replays."""


class Questionnaire(NamedTuple):
    """A kind of claim with its title and its questions as HTML."""

    kind: str
    title: str
    html: str


def questionnaires(rules: Ruleset) -> list[Questionnaire]:
    """One for each kind of claim of the ruleset that is told by facts, in the reader's language."""
    parameters = {name: plain(value) for name, value in rules.changed.items()}
    return _made(rules.name, json.dumps(parameters, sort_keys=True), get_language() or "")


@lru_cache(maxsize=16)
def _made(name: str, parameters: str, language: str) -> list[Questionnaire]:
    changed: dict[str, Any] = json.loads(parameters)
    rules = ruleset(name, changed)
    from_facts = {kind.code for kind in kinds_of(rules.family) if not kind.from_record}
    made = []
    for kind, title in kind_choices(rules.family.name):
        if kind in from_facts:
            form = FactsForm({}, kind=kind, rules=rules, seats=SEATS)
            for field in RECORD:
                form.fields.pop(field, None)
            asked = {"kind": kind, "facts": {}, "ruleset": name, "parameters": changed}
            values = questions(form, answer_claim(asked)["findings"], "")
            made.append(Questionnaire(kind, title, render_to_string("judging/cases/_questions.html", values)))
    return made


def tiles_of(rules: Ruleset) -> dict[str, Any]:
    """What the panels of tiles and of events need beside the questions: see `judging/cases/_palette.html`."""
    kind = kind_choices(rules.family.name)[0][0]
    return questions(FactsForm({}, kind=kind, rules=rules, seats=SEATS), [], "")
