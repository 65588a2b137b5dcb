"""The engine's ids and presets by their names, from the families' own tables."""

from __future__ import annotations

from typing import Final

from engine.family import RuleFamily, Ruleset, families
from engine.sentences import gettext_noop as _
from tournaments.game.terms.reader import Reader

UNITS: Final = {"value": _("Value"), "han": _("Han"), "tai": _("Tai"), "fan": _("Fan")}
"""In which a win is worth something, and points where no other unit is written down."""

PAYMENTS: Final = {
    "discarder": _("The discarder pays %(n)s"),
    "each": _("Every other player pays %(n)s"),
    "dealer": _("The dealer pays %(n)s"),
    "others": _("The others pay %(n)s each"),
    "feeder": _("The player who fed the tile pays %(n)s"),
}
"""By who pays for a win."""


def name_in(family: RuleFamily, code: str, reader: Reader, preset: str = "") -> str:
    """The name of a pattern or term (as the edition calls it), else its id as words.

    A language that the family's table lacks has the English name's translation from its catalogue.
    """
    names = family.names.get(code, {})
    found = names.get(f"{reader.language}@{preset}") or names.get(reader.language)
    english = names.get("en")
    if found or english is None:
        return found or code.replace("_", " ")
    return reader.gettext(english)


def pattern_name(rules: Ruleset, code: str, reader: Reader) -> str:
    """The name of a pattern or term of a ruleset."""
    return name_in(rules.family, code, reader, rules.preset)


def is_pattern(rules: Ruleset, code: str) -> bool:
    """Whether the text is the id of a pattern, or of a term of several words: a single word may be just a word."""
    return ("_" in code and code in rules.family.names) or any(row.id == code for row in rules.patterns)


def game_title(name: str, reader: Reader) -> str:
    """What a rule family is called, by its name; an event of no family is a free game."""
    family = families().get(name)
    return reader.gettext(family.title) if family is not None else reader.gettext("Free game")


def ruleset_title(family: RuleFamily, preset: str, reader: Reader) -> str:
    """What a preset is called."""
    title = family.presets[preset].get("title")
    return reader.gettext(title) if title else f"{family.name}-{preset}"


def worth_heading(rules: Ruleset, reader: Reader) -> str:
    """What stands over the values of patterns: the unit in which players write a win's worth on the sheet."""
    asked = {field.label for field in rules.sheet.fields} if rules.family.make_sheet is not None else set()
    return reader.gettext(UNITS[next((unit for unit in ("han", "tai", "fan") if unit in asked), "value")])


def payment(payer: str, amount: int, reader: Reader) -> str:
    """Who pays what for a win."""
    text = reader.gettext(PAYMENTS[payer]) if payer in PAYMENTS else payer + ": %(n)s"
    return text % {"n": f"{amount:,}"}
