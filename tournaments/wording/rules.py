"""The engine's ids and presets by their names, in the language in force."""

from __future__ import annotations

from engine.family import RuleFamily, Ruleset
from tournaments.wording.game import rules as names
from tournaments.wording.language import reader


def pattern_name(rules: Ruleset, code: str) -> str:
    """The name of a pattern or term."""
    return names.pattern_name(rules, code, reader())


def game_title(name: str) -> str:
    """What a rule family is called, by its name; an event of no family is a free game."""
    return names.game_title(name, reader())


def ruleset_title(family: RuleFamily, preset: str) -> str:
    """What a preset is called."""
    return names.ruleset_title(family, preset, reader())
