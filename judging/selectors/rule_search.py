"""Full text over what the rules say: clauses, infractions, patterns and terms, in four languages at once."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from engine.family import Ruleset
from judging.law.infractions import in_force
from judging.wording.findings import anchor, clause_href
from tournaments.wording.rules import language, language_tag, languages, name_in

MOST = 60
"""Lines of an answer; whoever gets more should search for more."""


@dataclass(frozen=True)
class SearchEntry:
    """One thing that can be found. `where` is a clause or what kind of name it is; `words` is what is searched."""

    kind: str
    title: str
    text: str
    where: str
    href: str
    others: tuple[tuple[str, str], ...]
    words: str


@dataclass(frozen=True)
class ClauseLine:
    """A clause on its page."""

    clause: str
    id: str
    text: str


def clauses(rules: Ruleset) -> list[ClauseLine]:
    """The clauses in force under the ruleset, in the order of the table, in the reader's language."""
    return [ClauseLine(name, name, gettext(clause.text)) for name, clause in rules.clauses.items()]


def infractions(rules: Ruleset) -> list[tuple[str, str, str, str]]:
    """(code, title, clause, id of the clause) of the infractions in force."""
    rows = in_force(rules).items()
    return [(code, gettext(row["title"]), row["clause"], anchor(row["clause"])) for code, row in rows]


def search(rulesets: Iterable[Ruleset], query: str) -> list[SearchEntry]:
    """What these rulesets say about all words of the query, the nearest first; empty without words.

    Words are compared without case, accents and width; the simplified, traditional and Japanese names of a thing all
    lead to it.
    """
    words = _plain(query).split()
    if not words:
        return []
    found: dict[tuple[str, str], tuple[int, int, SearchEntry]] = {}
    order = 0
    for rules in rulesets:
        for entry in _entries(rules, language()):
            order += 1
            if all(word in entry.words for word in words):
                found.setdefault((entry.kind, entry.where + entry.title), (_far(entry, words), order, entry))
    return [entry for _rank, _order, entry in sorted(found.values(), key=lambda one: one[:2])][:MOST]


def _far(entry: SearchEntry, words: list[str]) -> int:
    """0 where a clause or name is what was asked for, then names that begin with it, then any text."""
    titles = [_plain(title) for title in (entry.title, entry.where, *(text for _tag, text in entry.others))]
    whole = " ".join(words)
    if whole in titles:
        return 0
    if any(title.startswith(whole) for title in titles):
        return 1
    return 2 if any(whole in title for title in titles) else 3


def _plain(text: str) -> str:
    """Lower case, no accents, full-width letters as usual ones.

    >>> _plain("Dà Sì Xǐ ＭＣＲ")
    'da si xi mcr'
    """
    split = unicodedata.normalize("NFKD", text.casefold())
    return unicodedata.normalize("NFC", "".join(each for each in split if not unicodedata.combining(each)))


def _everywhere(text: str) -> str:
    """The text in every language of the site: who asks for 錯和 finds the faults of a false win on an English page."""
    said = []
    for tongue in languages():
        with translation.override(tongue):
            said.append(gettext(text))
    return " ".join(said)


@lru_cache(maxsize=64)
def _entries(rules: Ruleset, tongue: str) -> tuple[SearchEntry, ...]:
    """Everything of a ruleset that can be found, titles in the language `tongue` (the one in force)."""
    return (*_clauses(rules), *_infractions(rules), *_names(rules, tongue))


def _clauses(rules: Ruleset) -> Iterator[SearchEntry]:
    for text in clauses(rules):
        words = _plain(f"{text.clause} {_everywhere(rules.clauses[text.clause].text)}")
        yield SearchEntry("clause", text.text, "", text.clause, clause_href(rules.name, text.clause), (), words)


def _infractions(rules: Ruleset) -> Iterator[SearchEntry]:
    for code, row in in_force(rules).items():
        title, clause = gettext(row["title"]), row["clause"]
        words = _plain(f"{code} {code.replace('_', ' ')} {clause} {_everywhere(row['title'])}")
        yield SearchEntry("infraction", title, "", clause, clause_href(rules.name, clause), (), words)


def _names(rules: Ruleset, tongue: str) -> Iterator[SearchEntry]:
    patterns = {row.id: row for row in rules.patterns}
    for code, names in rules.family.names.items():
        texts = {each: name_in(rules.family, code, each, rules.preset) for each in languages()}
        others = tuple((language_tag(each), text) for each, text in texts.items() if each != tongue)
        words = _plain(" ".join([code, code.replace("_", " "), *texts.values(), *names.values()]))
        href = reverse("rules_page", args=[rules.name])
        if code in patterns:
            row = patterns[code]
            yield SearchEntry("pattern", texts[tongue], str(row.value), row.clause, f"{href}#{code}", others, words)
        else:
            yield SearchEntry("term", texts[tongue], "", "", "", others, words)
