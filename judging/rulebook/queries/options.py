from __future__ import annotations

import json
from typing import NamedTuple

from django.utils.translation import gettext

from engine.family import RuleFamily, Ruleset, families, ruleset
from engine.option_examples import SEATS_FROM_1, SUBJECTS, option_rows
from engine.parameters import choices_of, option_value, read_parameters, to_plain
from engine.records.cases import read_events
from engine.records.event_log import format_event
from judging.law.claim import Claim, get_replay_case
from judging.law.findings import combine_verdicts
from judging.law.kinds import load_kinds
from judging.law.option_examples import Answer, answer, load_option_claims
from judging.rulebook.text import evidence
from judging.rulebook.text import findings as words
from tournaments.core.text.rules import format_option_subject, format_ruleset_title
from tournaments.game.queries import (
    OptionEffect,
    OptionLine,
    SaidOfValue,
    find_engine_change,
    format_value,
    group_editions_by_value,
    make_example_title,
)
from tournaments.game.queries import list_options as options_of
from tournaments.rounds.models import SeatWind


def describe_change(family: str, name: str) -> OptionEffect | None:
    """Return what an option changes in its example; None for a fact."""
    return find_engine_change(families()[family], name) or describe_claim_change(family, name)


def describe_claim_change(family: str, name: str) -> OptionEffect | None:
    example = load_option_claims(family).get(name)
    if example is None:
        return None
    answers = [_describe_answer(answer(example, name, value)) for value in example.values]
    values = [example.rules(name, value) for value in example.values]
    changed = [
        SaidOfValue(format_value(rules, name, rules.option(name)), tuple(line for line in lines if line not in others))
        for rules, lines, others in zip(values, answers, reversed(answers), strict=True)
    ]
    title = gettext(load_kinds()[example.case["kind"]].title)
    claim = answer(example, name, example.values[0]).claim
    hand = str(example.case["facts"].get("hand", ""))
    return OptionEffect(make_example_title(example), hand, tuple(changed), asked=title, record=_describe_facts(claim))


def _describe_facts(claim: Claim) -> tuple[str, ...]:
    seats = {seat.value: str(seat.label) for seat in SeatWind}
    stored = claim.to_dict()
    if claim.log is not None:
        events = [*read_events(get_replay_case(claim)), *([claim.event] if claim.event is not None else ())]
        return tuple(format_event(event, SEATS_FROM_1) for event in events)
    pairs = [
        pair
        for fact, value in stored["facts"].items()
        if fact != "hand"
        for pair in evidence.describe_answer_as_text(fact, value, seats, claim.ruleset)
    ]
    return tuple(f"{question} {answer}" for question, answer in pairs)


def _describe_answer(answered: Answer) -> list[str]:
    claim, findings, proposals = answered
    seats = {seat.value: str(seat.label) for seat in SeatWind}
    label, _chip = words.VERDICTS[combine_verdicts(findings).value]
    lines = [str(label)]
    lines += [
        f"{words.say_sentence(finding.to_dict(), seats, claim.ruleset)} ({finding.clause})" for finding in findings
    ]
    for proposal in proposals:
        text = words.describe_proposal(proposal.to_dict(), seats, claim.ruleset)
        lines += [text.ruling, *([] if text.hand in text.ruling else [text.hand]), *text.consequences]
        lines += [gettext("Instead: %(penalty)s") % {"penalty": penalty} for penalty in text.instead]
    return list(dict.fromkeys(lines))


def list_house_rule_options(rules: Ruleset, current: str = "") -> list[tuple[str, list[OptionLine]]]:
    """Return the options that a house rule can change, by subject; `current` is that of the house rule in hand."""
    listed = option_rows(rules.family.name)
    settings = {name for name, row in listed.items() if row.setting}
    offered = [
        row
        for row in options_of(rules)
        if row.name == current or (row.applies and not row.fact and row.name not in settings)
    ]
    subjects = {row.subject: format_option_subject(row.subject) for row in offered}
    order = sorted(subjects, key=lambda subject: SUBJECTS.index(subject) if subject in SUBJECTS else len(SUBJECTS))
    return [(subjects[subject], [row for row in offered if row.subject == subject]) for subject in order]


MAX_EDITIONS = 2
"""Titles of editions beside a value in a list; the page names all of the chosen option."""


def list_option_values(rules: Ruleset, row: OptionLine) -> list[tuple[str, str]]:
    """Return the choices of one option: ``name=value`` in JSON, or ``name`` where any number can be entered. Of a list,
    the values of published editions. Each says which editions have it.
    """
    family, kinds = rules.family, choices_of(type(rules.parameters), row.name)
    editions = {json.dumps(value): titles for value, titles in list_values_of_editions(family, row.name)}
    now = json.dumps(to_plain(rules.option(row.name)))
    values = [json.dumps(value) for value in kinds if value is not int] or (
        [] if int in kinds else [value for value in editions if value != now]
    )
    choices = [(f"{row.name}={value}", _add_editions(rules, row, value, editions.get(value, []))) for value in values]
    if int in kinds:
        numbers = [value for value in editions if value != now and isinstance(json.loads(value), int)]
        others = [
            f"{int(value):,}: {_join_titles(editions[value])}" for value in numbers if value not in ("true", "false")
        ]
        number = gettext("another number (now %(value)s)") % {"value": row.value}
        choices.append((row.name, "; ".join([f"{row.label}: {number}", *others])))
    return choices


def _add_editions(rules: Ruleset, row: OptionLine, value: str, titles: list[str]) -> str:
    plain = read_parameters(rules.family.parameters, {row.name: json.loads(value)}, rules.parameters)
    text = f"{row.label}: {format_value(rules, row.name, option_value(plain, row.name))}"
    return f"{text} ({_join_titles(titles)})" if titles else text


def _join_titles(titles: list[str]) -> str:
    more = len(titles) - MAX_EDITIONS
    named = " · ".join(titles[:MAX_EDITIONS])
    return named if more <= 0 else gettext("%(editions)s and %(n)s more") % {"editions": named, "n": more}


def list_values_of_editions(family: RuleFamily, name: str) -> list[tuple[object, list[str]]]:
    titles_by_value: dict[str, list[str]] = {}
    for preset in family.presets:
        value = to_plain(option_value(ruleset(f"{family.name}-{preset}").parameters, name))
        titles_by_value.setdefault(json.dumps(value), []).append(format_ruleset_title(family, preset))
    return [(json.loads(value), titles) for value, titles in titles_by_value.items()]


class OptionHelp(NamedTuple):
    label: str
    change: OptionEffect | None
    editions: list[tuple[str, list[str]]]


def describe_option(rules: Ruleset, chosen: str) -> OptionHelp | None:
    name = chosen.partition("=")[0]
    row = next((row for row in options_of(rules) if row.name == name), None)
    if row is None:
        return None
    return OptionHelp(row.label, describe_change(rules.family.name, name), group_editions_by_value(rules.family, name))
