"""Names of the engine's ids and presets in the active language."""

from __future__ import annotations

from django.utils.translation import gettext, pgettext

from engine.family import RuleFamily, Ruleset, ruleset, ruleset_names
from tournaments.core.text.language import reader
from tournaments.game.terms import rules as names


def pattern_name(rules: Ruleset, code: str) -> str:
    """Return the name of a pattern or term."""
    return names.pattern_name(rules, code, reader())


def game_title(name: str) -> str:
    """Return the title of a rule family by its name; an event without one is a free game."""
    return names.game_title(name, reader())


def ruleset_title(family: RuleFamily, preset: str) -> str:
    """Return the title of a preset."""
    return names.ruleset_title(family, preset, reader())


def unverified(family: RuleFamily, preset: str) -> str:
    """Return the sentence on statements of an edition that were not read in its booklet; empty if there are none."""
    return names.unverified(family, preset, reader())


def title_of(name: str) -> str:
    """Return the title of a ruleset by its name; "free game" for an event without a family."""
    if name not in ruleset_names():
        return game_title("")
    rules = ruleset(name)
    return ruleset_title(rules.family, rules.preset)


def yes_no(value: bool) -> str:
    return gettext("yes") if value else gettext("no")


def option_subject(subject: str) -> str:
    """Return the heading of the options of a subject."""
    return names.option_subject(subject, reader())


def no_value() -> str:
    """Return the text for an option without a value."""
    return gettext("none")


def adopted(number: int) -> str:
    """Return the number of patterns or clauses that an edition adopts, as text."""
    return gettext("%(n)s adopted") % {"n": number}


def up_to(number: int) -> str:
    """Return the limit of a step, as text."""
    return gettext("up to %(n)s") % {"n": f"{number:,}"}


def open_hand() -> str:
    """Return the label of a value that counts in an open hand."""
    return pgettext("hand with open sets", "open")
