"""Rules pages, from the tables of the rule families."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine import option_examples
from engine.family import RuleFamily, Ruleset, families, ruleset
from engine.option_examples import option_rows
from engine.parameters import meets, option_value
from engine.pattern_examples import ExampleWin, example_win
from engine.scoring.patterns import Pattern
from engine.tiles.hand import WinBy
from tournaments.core.text import rules as words
from tournaments.core.text.circumstances import WAYS_TO_WIN, LabelledCircumstance, list_circumstances
from tournaments.core.text.language import format_language_tag, get_language_code
from tournaments.core.text.rules import (
    describe_unverified,
    format_pattern_name,
    format_ruleset_title,
    translate_pattern_name,
)
from tournaments.core.text.sentences import in_words, translate_text


@dataclass(frozen=True)
class OptionLine:
    """Parameter with its value; `usual` is the family's default if this ruleset differs.

    `fact`: stated for people, without other effect. `applies`: the options that it needs have suitable values.
    """

    name: str
    label: str
    value: str
    unit: str
    clause: str
    usual: str
    unverified: bool = False
    """True if the value was not read in the edition's booklet."""
    dispute: str = ""
    """Sentence about sources that disagree on it."""
    subject: str = ""
    fact: bool = False
    applies: bool = True

    @property
    def anchor(self) -> str:
        return f"option-{self.name}"


@dataclass(frozen=True)
class SaidOfValue:
    """Value of an option, with the statements about its example that hold only under this value."""

    value: str
    says: tuple[str, ...]


@dataclass(frozen=True)
class OptionEffect:
    """Example of an option with the answers under two values; `line` is the hand in it, `title` its edition."""

    title: str
    line: str
    answers: tuple[SaidOfValue, ...]
    asked: str = ""
    record: tuple[str, ...] = ()
    """Lines of a record, score sheet or match, or the answers of a claim."""


@dataclass(frozen=True)
class PatternRow:
    code: str
    name: str
    others: tuple[tuple[str, str], ...]
    value: int
    open_value: int | None
    example: str
    way: str
    """Way to win the example, as in the hand checker's address."""
    won: tuple[str, ...]
    """The same in words, except a plain win by discard."""
    excludes: tuple[tuple[str, str], ...]
    clause: str
    limit: bool = False
    """True for a yakuman, whose value counts yakuman instead of han."""


@dataclass(frozen=True)
class PatternGroup:
    """Patterns of one value, in the rules' order."""

    value: int
    limit: bool
    rows: tuple[PatternRow, ...]

    @property
    def anchor(self) -> str:
        return f"{'yakuman' if self.limit else 'value'}-{self.value}"


def list_rulesets_by_family() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return (family, names and titles of its rulesets), families in alphabetical order."""
    return [(name, _list_links(family)) for name, family in families().items()]


def _list_links(family: RuleFamily) -> list[tuple[str, str]]:
    return [(f"{family.name}-{preset}", format_ruleset_title(family, preset)) for preset in family.presets]


def build_rules_page(name: str) -> dict[str, Any]:
    """Return the values of a ruleset's page. Raises RulesetError for an unknown name."""
    rules = ruleset(name)
    family, rows = rules.family, list_options(rules)
    patterns = [build_pattern_row(rules, row) for row in rules.patterns]
    return {
        "name": rules.name,
        "title": format_ruleset_title(family, rules.preset),
        "unverified": describe_unverified(family, rules.preset),
        "family": family.name,
        "siblings": _list_links(family),
        "options": rows,
        "subjects": _group_by_subject(family, rows),
        "facts": [row for row in rows if row.fact],
        "disputed": [row for row in rows if row.dispute],
        "marked": any(row.unverified for row in rows),
        "patterns": patterns,
        "groups": group_by_value(patterns),
    }


def group_by_value(patterns: Sequence[PatternRow]) -> list[PatternGroup]:
    """Return the patterns by value, ascending; descending if the rulebook begins with the highest."""
    groups: dict[tuple[bool, int], list[PatternRow]] = {}
    for row in patterns:
        groups.setdefault((row.limit, row.value), []).append(row)
    falls = next(iter(groups), None) == max(groups, default=None)
    return [PatternGroup(value, limit, tuple(groups[limit, value])) for limit, value in sorted(groups, reverse=falls)]


def list_options(rules: Ruleset) -> list[OptionLine]:
    """Return every option of the ruleset with its value as text, in the order of the parameters."""
    usual, confidence = rules.family.parameters(), rules.confidence
    disputes = {row.option: translate_text(row.text) for row in confidence.disputes}
    listed = option_rows(rules.family.name)
    rows = []
    for option in dataclasses.fields(rules.family.parameters):
        value, default = rules.option(option.name), option_value(usual, option.name)
        rows.append(
            OptionLine(
                name=option.name,
                label=translate_text(option.metadata["label"]),
                value=format_value(rules, option.name, value),
                unit=translate_text(option.metadata["unit"]) if option.metadata["unit"] and value is not None else "",
                clause=_describe_force(rules, option.metadata["clause"]),
                usual=format_value(rules, option.name, default) if value != default else "",
                unverified=option.name in confidence.options,
                dispute=disputes.get(option.name, ""),
                **_build_placement(rules, listed.get(option.name)),
            )
        )
    return rows


def _build_placement(rules: Ruleset, row: option_examples.OptionRow | None) -> dict[str, Any]:
    if row is None:
        return {}
    return {"subject": row.subject, "fact": row.fact, "applies": meets(rules.parameters, row.needs)}


def _group_by_subject(
    family: RuleFamily, rows: Sequence[OptionLine]
) -> list[tuple[str, list[tuple[OptionLine, OptionEffect | None]]]]:
    """Return subjects with the options that change something, each with its example if the engine answers it."""
    offered = [row for row in rows if not row.fact]
    subjects = dict.fromkeys((*option_examples.SUBJECTS, *(row.subject for row in offered)))
    grouped = (
        (subject, [(row, find_engine_change(family, row.name)) for row in offered if row.subject == subject])
        for subject in subjects
    )
    return [(words.format_option_subject(subject), options) for subject, options in grouped if options]


def find_engine_change(family: RuleFamily, name: str) -> OptionEffect | None:
    row = option_rows(family.name).get(name)
    example = row.example if row is not None else None
    if example is None:
        return None
    answers = []
    for value, sentences in zip(example.values, option_examples.compare_answers(example, name), strict=True):
        rules = example.rules(name, value)
        says = tuple(in_words(sentence, rules=rules) for sentence in sentences)
        answers.append(SaidOfValue(format_value(rules, name, rules.option(name)), says))
    line = example.case.get("hand", "") if example.kind in ("score", "waits") else ""
    record = tuple(option_examples.format_example(example))
    return OptionEffect(make_example_title(example), line, tuple(answers), record=record)


def make_example_title(example: option_examples.OptionExample) -> str:
    rules = ruleset(example.ruleset)
    return format_ruleset_title(rules.family, rules.preset)


def group_editions_by_value(family: RuleFamily, name: str) -> list[tuple[str, list[str]]]:
    pages: dict[str, list[str]] = {}
    for preset in family.presets:
        rules = ruleset(f"{family.name}-{preset}")
        pages.setdefault(format_value(rules, name, rules.option(name)), []).append(format_ruleset_title(family, preset))
    return list(pages.items())


def _describe_force(rules: Ruleset, clause: str) -> str:
    """Return the ruleset's clause of an option; empty if only another edition has it."""
    cited = rules.cite(clause)
    return "" if cited in rules.family.clauses and cited not in rules.clauses else cited


def format_value(rules: Ruleset, name: str, value: Any) -> str:
    """Return the value of an option as text: yes, no, none, a number, a name, or a list; long lists are counted."""
    if isinstance(value, bool):
        return words.format_yes_no(value)
    if value is None:
        return words.format_no_value()
    if isinstance(value, frozenset):
        return words.format_adopted_count(len(value)) if len(value) > 12 else _format_list(rules, name, sorted(value))
    if isinstance(value, tuple):
        if value and all(isinstance(step, tuple) and len(step) == 3 for step in value):
            return "; ".join(_format_step(rules, name, *step) for step in value)
        if len(value) == 2 and isinstance(value[0], str) and not isinstance(value[1], str):
            return f"{format_value(rules, name, value[0])}: {format_value(rules, name, value[1])}"
        return _format_list(rules, name, value)
    if isinstance(value, str):
        text = rules.family.value_texts.get(name, {}).get(value)
        return translate_text(text) if text else format_pattern_name(rules, value)
    return f"{value:,}" if isinstance(value, int) else str(value)


def _format_list(rules: Ruleset, name: str, values: Any) -> str:
    return ", ".join(format_value(rules, name, value) for value in values) or words.format_no_value()


def _format_step(rules: Ruleset, name: str, limit: int | str, consequence: str, points: int) -> str:
    """Return the text of a step such as (10, fine, 20): its limit, the consequence, and points if any."""
    reach = words.format_upper_limit(limit) if isinstance(limit, int) else format_value(rules, name, limit)
    amount = f" {points:,}" if points else ""
    return f"{reach}: {format_value(rules, name, consequence)}{amount}"


def build_pattern_row(rules: Ruleset, row: Pattern[Any]) -> PatternRow:
    current = get_language_code()
    others = tuple(
        (format_language_tag(tongue), name)
        for tongue, name in translate_pattern_name(rules, row.id).items()
        if tongue != current
    )
    way = example_win(rules.name, row.id, row.example) if row.example else None
    return PatternRow(
        code=row.id,
        name=format_pattern_name(rules, row.id),
        others=others,
        value=row.value,
        open_value=row.open_value,
        example=row.example,
        way=way.address if way else "",
        won=_describe_win(rules, way) if way else (),
        excludes=tuple((code, format_pattern_name(rules, code)) for code in row.excludes),
        clause=rules.cite(row.clause),
        limit=bool(getattr(row, "yakuman", False)),
    )


def _describe_win(rules: Ruleset, way: ExampleWin) -> tuple[str, ...]:
    circumstances = {circumstance.name: circumstance for circumstance in list_circumstances(rules)}
    by = [] if way.by is WinBy.DISCARD else [str(WAYS_TO_WIN[way.by])]
    return (*by, *(_describe_circumstance(circumstances[flag], value) for flag, value in way.flags))


def _describe_circumstance(circumstance: LabelledCircumstance, value: bool | str) -> str:
    words = dict(circumstance.options)
    return words.get(str(value), circumstance.label)
