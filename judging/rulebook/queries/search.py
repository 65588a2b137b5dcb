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
from judging.rulebook.queries.books import Book
from judging.rulebook.queries.clauses import ClauseLine, clause_line
from tournaments.core.text.language import language, language_tag, languages
from tournaments.core.text.rules import names_in_all_languages
from tournaments.core.text.sentences import translated

MAX_RESULTS = 60
"""Lines of an answer; whoever gets more should search for more."""

KINDS = ("clause", "pattern", "infraction", "term")
"""Kinds of entries; equally near ones come in this order."""

NOISE = frozenset(
    "a an and at by can did do for from i in is it may my not of on or the to was what when who with".split()
)
"""English words that find nothing by themselves."""


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
    """Of an infraction that a case can be opened for."""


def search(book: Book, query: str) -> list[SearchEntry]:
    """Entries with all words of the query, else with more than half, nearest first.

    Case, accents and width are ignored.
    """
    typed = _plain(query).split()
    words = [word for word in typed if word not in NOISE] or typed
    if not words:
        return []
    phrase = " ".join(typed)
    candidates = [(entry, [word for word in words if word in entry.words]) for entry in _entries(book, language())]
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
    """0 for a name equal to the phrase, then a name that begins with it, has it, has all words, then the text with
    these words, last with parts of words.
    """
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


def _plain(text: str) -> str:
    """Lower case, without accents or full width.

    >>> _plain("Dà Sì Xǐ ＭＣＲ")
    'da si xi mcr'
    """
    split = unicodedata.normalize("NFKD", text.casefold())
    return unicodedata.normalize(
        "NFC", "".join(character for character in split if not unicodedata.combining(character))
    )


def _everywhere(text: str) -> list[str]:
    """The text in every language of the site, so that 錯和 finds a false win on an English page."""
    texts = []
    for tongue in languages():
        with translation.override(tongue):
            texts.append(translated(text))
    return texts


def _compared(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_plain(name) for name in names))


@lru_cache(maxsize=64)
def _entries(book: Book, tongue: str) -> tuple[SearchEntry, ...]:
    """The index of a rulebook, titles in the language `tongue` (the one in force)."""
    return (*_clauses(book), *_infractions(book), *_names(book, tongue))


def _clauses(book: Book) -> Iterator[SearchEntry]:
    for clause in book.rules.clauses.values():
        line = clause_line(book, clause)
        agreed = book.house_rules(clause.name)
        terms = (word for _tongue, word in search_terms(clause, book.rules.family.clauses))
        names = _compared([clause.name, *map(str, agreed), *terms])
        words = " ".join([*names, *map(_plain, _everywhere(clause.text)), *(_plain(rule.text) for rule in agreed)])
        yield SearchEntry("clause", line.text, "", line.clause, line.href, (), names, words, line.replaces)


def _infractions(book: Book) -> Iterator[SearchEntry]:
    named = list_claimable(book.rules)
    for code, row in list_infractions(book.rules).items():
        title, clause = translated(row["title"]), row["clause"]
        names = _compared(_everywhere(row["title"]))
        words = " ".join([*names, _plain(f"{code} {code.replace('_', ' ')} {clause}")])
        subject = code if code in named else ""
        yield SearchEntry("infraction", title, "", clause, book.href(clause), (), names, words, code=subject)


def _names(book: Book, tongue: str) -> Iterator[SearchEntry]:
    rules = book.rules
    patterns = {row.id: row for row in rules.patterns}
    page = reverse("rules_page", args=[rules.name])
    for code, called in rules.family.names.items():
        texts = names_in_all_languages(rules, code)
        others = tuple(
            (language_tag(language_code), text) for language_code, text in texts.items() if language_code != tongue
        )
        names = _compared([*texts.values(), *called.values()])
        words = " ".join([*names, _plain(f"{code} {code.replace('_', ' ')}")])
        row = patterns.get(code)
        if row is None:
            yield SearchEntry("term", texts[tongue], "", "", "", others, names, words)
        else:
            cited = rules.cite(row.clause)
            yield SearchEntry("pattern", texts[tongue], str(row.value), cited, f"{page}#{code}", others, names, words)
