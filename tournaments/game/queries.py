"""Rules pages, from the tables of the rule families."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

from engine.family import RuleFamily, Ruleset, families, ruleset
from engine.parameters import option_value
from engine.scoring.patterns import Pattern
from engine.scoring.score import score
from engine.tiles.hand import Hand, Win, WinBy
from engine.tiles.seats import Wind
from tournaments.core.text import rules as words
from tournaments.core.text.language import language, language_tag, languages, reader, reader_of
from tournaments.core.text.rules import pattern_name, ruleset_title, unverified
from tournaments.core.text.sentences import translated
from tournaments.game.terms.circumstances import WAYS_TO_WIN, circumstances
from tournaments.game.terms.rules import name_in

_OF_EVERY_GAME = ("last_tile", "replacement", "first_turn")


@dataclass(frozen=True)
class OptionRow:
    """A parameter with its value; `usual` is the family's default if this ruleset differs."""

    name: str
    label: str
    value: str
    unit: str
    clause: str
    usual: str
    unverified: bool = False
    """True if the value was not read in the edition's booklet."""
    dispute: str = ""
    """The sentence on sources that disagree on it."""

    @property
    def anchor(self) -> str:
        return f"option-{self.name}"


@dataclass(frozen=True)
class PatternRow:
    """A pattern: names, value, an example hand with its win, and excluded patterns."""

    code: str
    name: str
    others: tuple[tuple[str, str], ...]
    value: int
    open_value: int | None
    example: str
    way: str
    """The way in which the example is won, as the hand checker's address has it."""
    won: tuple[str, ...]
    """The same in words, as far as it is not simply by discard."""
    excludes: tuple[tuple[str, str], ...]
    clause: str


def all_rulesets() -> list[tuple[str, list[tuple[str, str]]]]:
    """(family, names and titles of its rulesets), families in alphabetical order."""
    return [(name, _links(family)) for name, family in families().items()]


def _links(family: RuleFamily) -> list[tuple[str, str]]:
    return [(f"{family.name}-{preset}", ruleset_title(family, preset)) for preset in family.presets]


def rules_page(name: str) -> dict[str, Any]:
    """The values of a ruleset's page. Raises RulesetError for an unknown name."""
    rules = ruleset(name)
    family, rows = rules.family, options(rules)
    return {
        "name": rules.name,
        "title": ruleset_title(family, rules.preset),
        "unverified": unverified(family, rules.preset),
        "family": family.name,
        "siblings": _links(family),
        "options": rows,
        "disputed": [row for row in rows if row.dispute],
        "patterns": [pattern_row(rules, row) for row in rules.patterns],
    }


def options(rules: Ruleset) -> list[OptionRow]:
    """Return every option of the ruleset with its value as text, in the order of the parameters."""
    usual, confidence = rules.family.parameters(), rules.confidence
    disputes = {row.option: translated(row.text) for row in confidence.disputes}
    rows = []
    for option in dataclasses.fields(rules.family.parameters):
        value, default = rules.option(option.name), option_value(usual, option.name)
        rows.append(
            OptionRow(
                name=option.name,
                label=translated(option.metadata["label"]),
                value=value_text(rules, value),
                unit=translated(option.metadata["unit"]) if option.metadata["unit"] else "",
                clause=_in_force(rules, option.metadata["clause"]),
                usual=value_text(rules, default) if value != default else "",
                unverified=option.name in confidence.options,
                dispute=disputes.get(option.name, ""),
            )
        )
    return rows


def _in_force(rules: Ruleset, clause: str) -> str:
    """Return the ruleset's clause of an option; empty if only another edition has it."""
    cited = rules.cite(clause)
    return "" if cited in rules.family.clauses and cited not in rules.clauses else cited


def value_text(rules: Ruleset, value: Any) -> str:
    """Return an option's value as text: yes, no, none, a number, a name, or a list of these.

    Long lists are counted: the table of patterns below shows their entries.
    """
    if isinstance(value, bool):
        return words.yes_no(value)
    if value is None:
        return words.no_value()
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
    return ", ".join(value_text(rules, value) for value in values) or words.no_value()


def pattern_row(rules: Ruleset, row: Pattern[Any]) -> PatternRow:
    """Return a pattern of the ruleset in the reader's language."""
    own = language()
    others = tuple(
        (language_tag(tongue), name_in(rules.family, row.id, reader_of(tongue), rules.preset))
        for tongue in languages()
        if tongue != own
    )
    way = _way_of(rules.name, row.id, row.example) if row.example else None
    return PatternRow(
        code=row.id,
        name=pattern_name(rules, row.id),
        others=others,
        value=row.value,
        open_value=row.open_value,
        example=row.example,
        way=way.address if way else "",
        won=_in_words(rules, way) if way else (),
        excludes=tuple((code, pattern_name(rules, code)) for code in row.excludes),
        clause=rules.cite(row.clause),
    )


@dataclass(frozen=True)
class ExampleWin:
    """Win of an example: tile, seat and circumstances."""

    by: WinBy = WinBy.DISCARD
    seat: Wind = Wind.SOUTH
    flags: tuple[str, ...] = ()

    @property
    def address(self) -> str:
        """Query fields of the hand checker."""
        return "&".join([f"by={self.by.value}", f"seat={self.seat.letter}", *(f"{flag}=1" for flag in self.flags)])


def _in_words(rules: Ruleset, way: ExampleWin) -> tuple[str, ...]:
    labels = {one.name: one.label for one in circumstances(rules, reader())}
    by = [] if way.by is WinBy.DISCARD else [reader().gettext(WAYS_TO_WIN[way.by])]
    return (*by, *(labels[flag] for flag in way.flags))


@lru_cache(maxsize=4096)
def _way_of(name: str, code: str, line: str) -> ExampleWin:
    """Return a win of the example in which its pattern counts, with at most two circumstances.

    Prefers few circumstances and seats other than the dealer's; South by discard if nothing is enough.
    """
    rules = ruleset(name)
    hand = Hand.parse(line)
    for number in (0, 1, 2):
        for seat in (Wind.SOUTH, Wind.EAST):
            plain = Win(WinBy.DISCARD, seat_wind=seat, dealer=seat is Wind.EAST)
            for flags in combinations(_circumstances(rules), number):
                win = _with(rules, plain, flags)
                for by in (WinBy.DISCARD, WinBy.SELF_DRAW, WinBy.ROBBED_KONG):
                    if any(award.pattern == code for award in score(hand, win._replace(by=by), rules).awards):
                        return ExampleWin(by, seat, flags)
    return ExampleWin()


def _circumstances(rules: Ruleset) -> list[str]:
    """Return every yes-or-no circumstance of a win."""
    special = rules.family.circumstances._field_defaults
    return [*_OF_EVERY_GAME, *(flag for flag, default in special.items() if default is False)]


def _with(rules: Ruleset, win: Win, flags: tuple[str, ...]) -> Win:
    """Return the win with these circumstances."""
    win = win._replace(
        last_tile="last_tile" in flags, replacement="replacement" in flags, first_turn="first_turn" in flags
    )
    special: dict[str, Any] = {flag: True for flag in flags if flag not in _OF_EVERY_GAME}
    return win._replace(special=rules.family.circumstances(**special)) if special else win
