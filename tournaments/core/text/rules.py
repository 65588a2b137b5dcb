"""The engine's ids and presets by their names, in the language in force."""

from __future__ import annotations

from django.utils.translation import gettext, pgettext

from engine.family import RuleFamily, Ruleset, ruleset, ruleset_names
from tournaments.core.text.language import reader
from tournaments.game.terms import rules as names


def pattern_name(rules: Ruleset, code: str) -> str:
    """The name of a pattern or term."""
    return names.pattern_name(rules, code, reader())


def game_title(name: str) -> str:
    """What a rule family is called, by its name; an event of no family is a free game."""
    return names.game_title(name, reader())


def ruleset_title(family: RuleFamily, preset: str) -> str:
    """What a preset is called."""
    return names.ruleset_title(family, preset, reader())


def title_of(name: str) -> str:
    """What a ruleset is called, by its name; of an event without a family: a free game."""
    if name not in ruleset_names():
        return game_title("")
    rules = ruleset(name)
    return ruleset_title(rules.family, rules.preset)


def yes_no(value: bool) -> str:
    """The value of an option that is on or off."""
    return gettext("yes") if value else gettext("no")


def nothing() -> str:
    """The value of an option that has none."""
    return gettext("none")


def adopted(number: int) -> str:
    """How many patterns or clauses an edition adopts."""
    return gettext("%(n)s adopted") % {"n": number}


def open_hand() -> str:
    """Of a value that counts in an open hand."""
    return pgettext("hand with open sets", "open")
