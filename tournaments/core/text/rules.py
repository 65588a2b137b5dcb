"""Names of the engine's ids and presets, from the families' tables, in the active language."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, override, pgettext
from django.utils.translation import gettext_lazy as _

from engine.family import RuleFamily, Ruleset, families, ruleset, ruleset_names
from engine.option_examples import PAYERS
from engine.tiles.tile import LANGUAGES, UNKNOWN, tile_name
from tournaments.core.text.language import get_language_code, list_language_codes
from tournaments.core.text.words import Words

UNITS: Final[Words] = {"value": _("Value"), "han": _("Han"), "tai": _("Tai"), "fan": _("Fan")}

SUBJECTS: Final[Words] = {
    "scoring": _("Scoring"),
    "play": _("Play of the hand"),
    "penalties": _("Penalties"),
    "match": _("Match"),
}


def format_pattern_name(rules: Ruleset, code: str) -> str:
    """Return the name of a pattern or term, else its id as words; an English name is translated."""
    names = rules.family.names.get(code, {})
    name = names.get(f"{get_language_code()}@{rules.preset}") or names.get(get_language_code())
    english = names.get("en")
    if name or english is None:
        return name or code.replace("_", " ")
    return gettext(english)


def translate_pattern_name(rules: Ruleset, code: str) -> dict[str, str]:
    names = {}
    for tongue in list_language_codes():
        with override(tongue):
            names[tongue] = format_pattern_name(rules, code)
    return names


def is_pattern(rules: Ruleset, code: str) -> bool:
    """Return True for the id of a pattern, or of a term of several words; a single word may be just a word."""
    return ("_" in code and code in rules.family.names) or any(row.id == code for row in rules.patterns)


def format_game_title(name: str) -> str:
    family = families().get(name)
    return gettext(family.title) if family is not None else gettext("Free game")


def format_ruleset_title(family: RuleFamily, preset: str) -> str:
    title = family.presets[preset].get("title")
    return gettext(title) if title else f"{family.name}-{preset}"


def find_ruleset_title(name: str) -> str:
    if name not in ruleset_names():
        return format_game_title("")
    rules = ruleset(name)
    return format_ruleset_title(rules.family, rules.preset)


def describe_unverified(family: RuleFamily, preset: str) -> str:
    text = family.about(preset, "unverified")
    return gettext(text) if text else ""


def format_option_subject(subject: str) -> str:
    return str(SUBJECTS[subject]) if subject in SUBJECTS else gettext("Options")


def format_yes_no(value: bool) -> str:
    return gettext("yes") if value else gettext("no")


def format_no_value() -> str:
    return gettext("none")


def format_adopted_count(number: int) -> str:
    return gettext("%(n)s adopted") % {"n": number}


def format_upper_limit(number: int) -> str:
    return gettext("up to %(n)s") % {"n": f"{number:,}"}


def format_open_hand() -> str:
    return pgettext("hand with open sets", "open")


def format_worth_heading(rules: Ruleset) -> str:
    labels = {field.label for field in rules.sheet.fields} if rules.family.make_sheet is not None else set()
    return str(UNITS[next((unit for unit in ("han", "tai", "fan") if unit in labels), "value")])


def format_payment(payer: str, amount: int) -> str:
    text = gettext(PAYERS[payer]) if payer in PAYERS else payer + ": %(n)s"
    return text % {"n": f"{amount:,}"}


class FamilyWords(Mapping[str, str | Promise]):
    def __init__(self, place: str, shared: Words) -> None:
        self.place, self.shared = place, shared

    def __getitem__(self, key: str) -> str | Promise:
        if key in self.shared:
            return self.shared[key]
        for words in self._own():
            if key in words:
                return gettext_lazy(words[key])
        raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        return iter({**self.shared, **{key: "" for words in self._own() for key in words}})

    def __len__(self) -> int:
        return sum(1 for _key in self)

    def _own(self) -> list[Mapping[str, str]]:
        return [getattr(family.words, self.place) for family in families().values()]


def list_rule_texts() -> Iterator[str]:
    for family in families().values():
        for preset in family.presets.values():
            yield from (preset[name] for name in ("title", "unverified") if name in preset)
            yield from (row["text"] for row in preset.get("disputed", ()))
            if "event" in preset:
                yield preset["event"]["label"]
        for option in dataclasses.fields(family.parameters):
            yield option.metadata["label"]
            if option.metadata["unit"]:
                yield option.metadata["unit"]
        for texts in family.value_texts.values():
            yield from texts.values()
        # Rulings and lines of the ledger keep the former titles of infractions.
        for row in family.infractions:
            yield from (row[name] for name in ("title", "former", "customary") if name in row)
        yield from (clause.text for clause in family.clauses.values())


def list_untranslated_names(tongue: str) -> Iterator[str]:
    for family in families().values():
        yield from (names["en"] for names in family.names.values() if "en" in names and tongue not in names)
    if tongue not in LANGUAGES:
        yield from map(tile_name, range(UNKNOWN + 1))
