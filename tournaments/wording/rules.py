"""The engine's ids and presets in the reader's language, from the families' own tables of names."""

from __future__ import annotations

import re

from django.conf import settings
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from engine.family import RuleFamily, Ruleset, families

_WORD = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)+|[a-z]{4,}")


def language() -> str:
    """The language in force, by its code."""
    return get_language() or "en"


def languages() -> list[str]:
    """The codes of the site's languages, as the settings list them."""
    return [code for code, _name in settings.LANGUAGES]


def language_tag(code: str) -> str:
    """What stands in `lang` attributes for a language's code: scripts have a capital, regions two.

    >>> language_tag("zh-hant"), language_tag("pt-br"), language_tag("ja")
    ('zh-Hant', 'pt-BR', 'ja')
    """
    first, *rest = code.split("-")
    return "-".join([first, *(part.title() if len(part) == 4 else part.upper() for part in rest)])


def name_in(family: RuleFamily, code: str, tongue: str, preset: str = "") -> str:
    """The name of a pattern or term in a language (as the edition calls it), else its id as words.

    A language that the family's table lacks has the English name's translation from its catalogue.
    """
    names = family.names.get(code, {})
    found = names.get(f"{tongue}@{preset}") or names.get(tongue)
    if found or "en" not in names:
        return found or code.replace("_", " ")
    with override(tongue):
        return _(names["en"])


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
