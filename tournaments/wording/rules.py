"""The engine's ids and presets in the reader's language, from the families' own tables of names."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from engine.family import RuleFamily, Ruleset, families


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
    english = names.get("en")
    if found or english is None:
        return found or code.replace("_", " ")
    with override(tongue):
        return _(english)


def pattern_name(rules: Ruleset, code: str) -> str:
    """The name of a pattern or term in the reader's language."""
    return name_in(rules.family, code, language(), rules.preset)


def is_pattern(rules: Ruleset, code: str) -> bool:
    """Whether the text is the id of a pattern, or of a term of several words: a single word may be just a word."""
    return ("_" in code and code in rules.family.names) or any(row.id == code for row in rules.patterns)


def game_title(name: str) -> str:
    """What a rule family is called, in the reader's language, by its name; an event of no family is a free game."""
    family = families().get(name)
    return _(family.title) if family is not None else _("Free game")


def ruleset_title(family: RuleFamily, preset: str) -> str:
    """What a preset is called, in the reader's language."""
    title = family.presets[preset].get("title")
    return _(title) if title else f"{family.name}-{preset}"
