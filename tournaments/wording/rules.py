"""The engine's ids and presets in the reader's language, from the families' own tables of names."""

from __future__ import annotations

import re

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.family import RuleFamily, Ruleset, families
from engine.tiles.tile import LANGUAGES

LANGUAGE_TAGS = {"en": "en", "ja": "ja", "zh-hans": "zh-Hans", "zh-hant": "zh-Hant"}
"""The engine's and Django's codes -> what stands in `lang` attributes."""

_WORD = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)+|[a-z]{4,}")


def language() -> str:
    """The language in force, as the engine's tables spell it."""
    code = get_language() or "en"
    return code if code in LANGUAGES else "en"


def name_in(family: RuleFamily, code: str, tongue: str, preset: str = "") -> str:
    """The name of a pattern or term in a language (as the edition calls it), else its id as words."""
    names = family.names.get(code, {})
    return names.get(f"{tongue}@{preset}") or names.get(tongue) or code.replace("_", " ")


def pattern_name(rules: Ruleset, code: str) -> str:
    """The name of a pattern or term in the reader's language."""
    return name_in(rules.family, code, language(), rules.preset)


def with_names(rules: Ruleset, sentence: str) -> str:
    """A sentence of the engine with the ids of patterns in it replaced by their names."""
    known = {row.id for row in rules.patterns} | {code for code in rules.family.names if "_" in code}
    return _WORD.sub(lambda word: pattern_name(rules, word[0]) if word[0] in known else word[0], sentence)


def game_title(name: str) -> str:
    """What a rule family is called, in the reader's language, by its name; an event of no family is a free game."""
    family = families().get(name)
    return _(family.title) if family is not None else _("Free game")


def ruleset_title(family: RuleFamily, preset: str) -> str:
    """What a preset is called, in the reader's language."""
    title = family.presets[preset].get("title")
    return _(title) if title else f"{family.name}-{preset}"
