"""Search in the rules: clauses, infractions, patterns and terms, in four languages at once; names before texts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from django.urls import reverse
from django.utils import translation

from engine.clauses import search_terms
from judging.law.infractions import list_claimable, list_infractions
from judging.rulebook.queries.clauses import ClauseLine, make_clause_line
from judging.rulebook.queries.ruleset_view import Rulebook
from tournaments.core.text.language import format_language_tag, get_language_code, list_language_codes
from tournaments.core.text.rules import translate_pattern_name
from tournaments.core.text.sentences import translate_text

MAX_RESULTS = 60
"""Lines of an answer; a longer one calls for more words."""

KINDS = ("clause", "pattern", "infraction", "term")
"""Kinds of entries; equally near ones come in this order."""

NOISE = frozenset(
    "a an and at by can did do for from i in is it may my not of on or the to was what when who with".split()
)


@dataclass(frozen=True)
class SearchEntry:
    """``names`` and ``words`` (all searched text) are normalised; ``where`` is the clause."""

    kind: str
    title: str
    text: str
    where: str
    href: str
    others: tuple[tuple[str, str], ...]
    names: tuple[str, ...]
    words: str
    replaces: tuple[ClauseLine, ...] = ()
    code: str = ""
    """The infraction that a case can be opened for."""


def search(book: Rulebook, query: str) -> list[SearchEntry]:
    """Return entries with all words of the query, else more than half, nearest first; case and accents are ignored."""
    typed = _fold(query).split()
    words = [word for word in typed if word not in NOISE] or typed
    if not words:
        return []
    phrase = " ".join(typed)
    candidates = [
        (entry, [word for word in words if word in entry.words]) for entry in _make_entries(book, get_language_code())
    ]
    most = max(len(matched) for _entry, matched in candidates)
    if 2 * most <= len(words):
        return []
    ranked = [
        (_rank(entry, phrase, matched), KINDS.index(entry.kind), index)
        for index, (entry, matched) in enumerate(candidates)
        if len(matched) == most
    ]
    return [candidates[index][0] for _far_off, _kind, index in sorted(ranked)][:MAX_RESULTS]


def _rank(entry: SearchEntry, phrase: str, words: list[str]) -> int:
    """Rank a name equal to the phrase 0, then one that begins with it, has it, has all words; the text last."""
    if phrase in entry.names:
        return 0
    if any(name.startswith(phrase) for name in entry.names):
        return 1
    if any(_has(name, phrase) for name in entry.names):
        return 2
    if any(all(_has(name, word) for word in words) for name in entry.names):
        return 3
    return 4 if all(_has(entry.words, word) for word in words) else 5


def _has(text: str, part: str) -> bool:
    """True if words of the text begin with the part; Chinese and Japanese have no gaps between words."""
    if not part.isascii():
        return part in text
    return re.search(rf"(?<![a-z0-9]){re.escape(part)}", text) is not None


def _fold(text: str) -> str:
    """Return lower case, without accents or full width.

    >>> _fold("Dà Sì Xǐ ＭＣＲ")
    'da si xi mcr'
    """
    split = unicodedata.normalize("NFKD", text.casefold())
    return unicodedata.normalize(
        "NFC", "".join(character for character in split if not unicodedata.combining(character))
    )


def _translate_everywhere(text: str) -> list[str]:
    """Translate the text into every language of the site: 錯和 finds a false win on an English page."""
    texts = []
    for tongue in list_language_codes():
        with translation.override(tongue):
            texts.append(translate_text(text))
    return texts


def _fold_names(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_fold(name) for name in names))


@lru_cache(maxsize=64)
def _make_entries(book: Rulebook, tongue: str) -> tuple[SearchEntry, ...]:
    return (*_index_clauses(book), *_index_infractions(book), *_index_names(book, tongue))


def _index_clauses(book: Rulebook) -> Iterator[SearchEntry]:
    for clause in book.rules.clauses.values():
        line = make_clause_line(book, clause)
        agreed = book.list_house_rules(clause.name)
        terms = (word for _tongue, word in search_terms(clause, book.rules.family.clauses))
        names = _fold_names([clause.name, *map(str, agreed), *terms])
        words = " ".join(
            [*names, *map(_fold, _translate_everywhere(clause.text)), *(_fold(rule.text) for rule in agreed)]
        )
        yield SearchEntry("clause", line.text, "", line.clause, line.href, (), names, words, line.replaces)


def _index_infractions(book: Rulebook) -> Iterator[SearchEntry]:
    named = list_claimable(book.rules)
    for code, row in list_infractions(book.rules).items():
        title, clause = translate_text(row["title"]), row["clause"]
        names = _fold_names(_translate_everywhere(row["title"]))
        words = " ".join([*names, _fold(f"{code} {code.replace('_', ' ')} {clause}")])
        subject = code if code in named else ""
        yield SearchEntry("infraction", title, "", clause, book.get_href(clause), (), names, words, code=subject)


def _index_names(book: Rulebook, tongue: str) -> Iterator[SearchEntry]:
    rules = book.rules
    patterns = {row.id: row for row in rules.patterns}
    page = reverse("rules_page", args=[rules.name])
    for code, called in rules.family.names.items():
        texts = translate_pattern_name(rules, code)
        others = tuple(
            (format_language_tag(language_code), text)
            for language_code, text in texts.items()
            if language_code != tongue
        )
        names = _fold_names([*texts.values(), *called.values()])
        words = " ".join([*names, _fold(f"{code} {code.replace('_', ' ')}")])
        row = patterns.get(code)
        if row is None:
            yield SearchEntry("term", texts[tongue], "", "", "", others, names, words)
        else:
            cited = rules.cite(row.clause)
            yield SearchEntry("pattern", texts[tongue], str(row.value), cited, f"{page}#{code}", others, names, words)
