"""A ruleset laid out for its page, from nothing but the family's tables."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.family import RuleFamily, Ruleset, families, ruleset
from engine.parameters import value_of
from engine.scoring.patterns import Pattern
from engine.scoring.score import score
from engine.tiles.hand import Hand, Win, WinBy
from engine.tiles.seats import Wind
from tournaments.wording import rules as words
from tournaments.wording.game.rules import name_in
from tournaments.wording.language import language, language_tag, languages, reader_of
from tournaments.wording.rules import pattern_name, ruleset_title
from tournaments.wording.sentences import translated


@dataclass(frozen=True)
class RulesetLink:
    """A ruleset in the list of all."""

    name: str
    title: str


@dataclass(frozen=True)
class OptionRow:
    """A parameter with its value; `usual` is the family's default where this ruleset differs from it."""

    name: str
    label: str
    value: str
    unit: str
    clause: str
    usual: str


@dataclass(frozen=True)
class PatternRow:
    """A pattern: its names, value, an example hand with the way it was won, and what does not count beside it."""

    code: str
    name: str
    others: tuple[tuple[str, str], ...]
    value: int
    open_value: int | None
    example: str
    way: str
    excludes: tuple[tuple[str, str], ...]
    clause: str


@dataclass(frozen=True)
class RulesPage:
    """Everything of one ruleset."""

    name: str
    title: str
    family: str
    siblings: tuple[RulesetLink, ...]
    options: tuple[OptionRow, ...]
    patterns: tuple[PatternRow, ...]


def all_rulesets() -> list[tuple[str, list[RulesetLink]]]:
    """(family, its rulesets), families in alphabetical order."""
    return [(name, _links(family)) for name, family in families().items()]


def _links(family: RuleFamily) -> list[RulesetLink]:
    return [RulesetLink(f"{family.name}-{preset}", ruleset_title(family, preset)) for preset in family.presets]


def rules_page(name: str) -> RulesPage:
    """The page of a ruleset. Raises RulesetError for an unknown name."""
    rules = ruleset(name)
    family = rules.family
    return RulesPage(
        name=rules.name,
        title=ruleset_title(family, rules.preset),
        family=family.name,
        siblings=tuple(_links(family)),
        options=tuple(options(rules)),
        patterns=tuple(pattern_row(rules, row) for row in rules.patterns),
    )


def options(rules: Ruleset) -> list[OptionRow]:
    """Every option of the ruleset with its value in words, in the order of the parameters."""
    usual = rules.family.parameters()
    rows = []
    for option in dataclasses.fields(rules.family.parameters):
        value, default = rules.option(option.name), value_of(usual, option.name)
        rows.append(
            OptionRow(
                name=option.name,
                label=translated(option.metadata["label"]),
                value=value_text(rules, value),
                unit=translated(option.metadata["unit"]) if option.metadata["unit"] else "",
                clause=_in_force(rules, option.metadata["clause"]),
                usual=value_text(rules, default) if value != default else "",
            )
        )
    return rows


def _in_force(rules: Ruleset, clause: str) -> str:
    """What the ruleset cites for the clause of an option; empty where only another edition speaks of it."""
    cited = rules.cite(clause)
    return "" if cited in rules.family.clauses and cited not in rules.clauses else cited


def value_text(rules: Ruleset, value: Any) -> str:
    """An option's value in words: yes, no, none, a number, a name, or a list of these.

    Long lists are counted, not listed: the table of patterns below shows what is adopted.
    """
    if isinstance(value, bool):
        return words.yes_no(value)
    if value is None:
        return words.nothing()
    if isinstance(value, frozenset):
        return words.adopted(len(value)) if len(value) > 12 else _listed(rules, sorted(value))
    if isinstance(value, tuple):
        if len(value) == 2 and isinstance(value[0], str) and not isinstance(value[1], str):
            return f"{value_text(rules, value[0])}: {value_text(rules, value[1])}"
        return _listed(rules, value)
    if isinstance(value, str):
        return pattern_name(rules, value)
    return f"{value:,}" if isinstance(value, int) else str(value)


def _listed(rules: Ruleset, values: Any) -> str:
    return ", ".join(value_text(rules, value) for value in values) or words.nothing()


def pattern_row(rules: Ruleset, row: Pattern[Any]) -> PatternRow:
    """A pattern of the ruleset in the reader's language."""
    own = language()
    others = tuple(
        (language_tag(tongue), name_in(rules.family, row.id, reader_of(tongue), rules.preset))
        for tongue in languages()
        if tongue != own
    )
    return PatternRow(
        code=row.id,
        name=pattern_name(rules, row.id),
        others=others,
        value=row.value,
        open_value=row.open_value,
        example=row.example,
        way=_way_of(rules.name, row.id, row.example) if row.example else "",
        excludes=tuple((code, pattern_name(rules, code)) for code in row.excludes),
        clause=rules.cite(row.clause),
    )


@lru_cache(maxsize=4096)
def _way_of(name: str, code: str, line: str) -> str:
    """How the example is won so that its pattern counts, as the hand checker's address has it: the way, the seat (the
    dealer's where no other does), and one circumstance where it takes one. South by discard where none is enough."""
    rules = ruleset(name)
    hand = Hand.parse(line)
    for seat in (Wind.SOUTH, Wind.EAST):
        plain = Win(WinBy.DISCARD, seat_wind=seat, dealer=seat is Wind.EAST)
        for flag, win in [("", plain), *_with_one_circumstance(rules, plain)]:
            for by in (WinBy.DISCARD, WinBy.SELF_DRAW, WinBy.ROBBED_KONG):
                if any(award.pattern == code for award in score(hand, win._replace(by=by), rules).awards):
                    return f"by={by.value}&seat={seat.letter}" + (f"&{flag}=1" if flag else "")
    return f"by={WinBy.DISCARD.value}&seat=S"


def _with_one_circumstance(rules: Ruleset, win: Win) -> Iterator[tuple[str, Win]]:
    """The win with each yes-or-no circumstance alone."""
    yield "last_tile", win._replace(last_tile=True)
    yield "replacement", win._replace(replacement=True)
    yield "first_turn", win._replace(first_turn=True)
    circumstances = rules.family.circumstances
    for flag, default in circumstances._field_defaults.items():
        if default is False:
            yield flag, win._replace(special=circumstances(**{flag: True}))
