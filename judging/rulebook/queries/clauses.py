from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from engine.clauses import Clause, related_clauses, search_terms
from engine.family import Ruleset, families
from judging.law.infractions import list_claimable, list_infractions
from judging.law.kind import SITUATIONS
from judging.law.kinds import get_checks, list_kinds, load_kinds
from judging.law.penalties import Row
from judging.rulebook.queries.ruleset_view import Rulebook
from judging.rulebook.text.findings import PENALTIES
from tournaments.core.text.language import format_language_tag
from tournaments.core.text.words import describe_term
from tournaments.game import queries as rules_pages


@dataclass(frozen=True)
class ClauseLine:
    clause: str
    text: str
    href: str
    replaces: tuple[ClauseLine, ...] = ()


@dataclass(frozen=True)
class FaultLine:
    code: str
    title: str
    clause: str
    href: str
    penalty: str
    unverified: bool = False


@dataclass(frozen=True)
class ClausePage:
    """Everything about one clause in one rulebook.

    ``in_force`` False: ``instead`` is the clause in its place. ``because``: options that bring it in. ``words``:
    (language, words) of players for it. ``kinds``: (code, title) of questions that it decides.
    """

    line: ClauseLine
    in_force: bool
    instead: ClauseLine | None
    because: tuple[rules_pages.OptionLine, ...]
    options: tuple[rules_pages.OptionLine, ...]
    patterns: tuple[rules_pages.PatternRow, ...]
    faults: tuple[FaultLine, ...]
    related: tuple[ClauseLine, ...]
    words: tuple[tuple[str, str], ...]
    kinds: tuple[tuple[str, str], ...]


def make_clause_line(book: Rulebook, clause: Clause) -> ClauseLine:
    return _make_line(book, clause, clause.instead_of)


def _make_line(book: Rulebook, clause: Clause, instead_of: Iterable[str] = ()) -> ClauseLine:
    by_name = book.rules.family.clauses
    replaced = tuple(_make_line(book, by_name[name]) for name in instead_of if name in by_name)
    return ClauseLine(clause.name, gettext(clause.text), book.get_href(clause.name), replaced)


def list_clauses(book: Rulebook) -> list[ClauseLine]:
    """Return clauses in force in the order of the table, in the reader's language."""
    return [make_clause_line(book, clause) for clause in book.rules.clauses.values()]


def list_faults(book: Rulebook) -> list[FaultLine]:
    return [
        FaultLine(
            code,
            gettext(row["title"]),
            row["clause"],
            book.get_href(row["clause"]),
            _name_penalty(row["penalty"]),
            book.rules.confidence.doubts_infraction(code),
        )
        for code, row in list_infractions(book.rules).items()
    ]


def _name_penalty(penalty: str) -> str:
    return describe_term(PENALTIES, penalty)


def make_clause_page(book: Rulebook, name: str) -> ClausePage | None:
    """Return the page of a clause, in force or not; None if the family does not have it."""
    family, rules = book.rules.family, book.rules
    clause = family.clauses.get(name)
    patterns = tuple(
        rules_pages.build_pattern_row(rules, row)
        for row in rules.patterns
        if book.find_clause_name(rules.cite(row.clause)) == name
    )
    if clause is None:
        if not patterns:
            return None
        clause = Clause(name, "")
    options = rules_pages.list_options(rules)
    instead = None
    if (
        clause.text
        and name not in rules.clauses
        and (cited := book.find_clause_name(rules.cite(name))) in rules.clauses
    ):
        instead = make_clause_line(book, rules.clauses[cited])
    return ClausePage(
        line=make_clause_line(book, clause),
        in_force=not clause.text or name in rules.clauses,
        instead=instead if instead is None or instead.clause != name else None,
        because=tuple(row for row in options if row.name in clause.when),
        options=tuple(
            row for row in options if row.name not in clause.when and book.find_clause_name(row.clause) == name
        ),
        patterns=patterns,
        faults=tuple(fault for fault in list_faults(book) if book.find_clause_name(fault.clause) == name),
        related=tuple(
            make_clause_line(book, related) for related in related_clauses(clause, family.clauses, rules.clauses)
        ),
        words=tuple((format_language_tag(tongue), term) for tongue, term in search_terms(clause, family.clauses)),
        kinds=tuple(
            (kind.code, gettext(kind.title))
            for kind in list_kinds(family)
            if not kind.from_record
            and any(book.find_clause_name(rules.cite(check.clause)) == name for check in get_checks(kind.code, family))
        ),
    )


Choices = list[tuple[str, str]]


def list_kind_choices(family: str, *, by_facts: bool = False) -> Choices:
    """List kinds of claims as codes with titles; `by_facts`: only those that need no record of play."""
    listed = list_kinds(families()[family])
    return [(kind.code, gettext(kind.title)) for kind in listed if not (by_facts and kind.from_record)]


def get_kind_title(code: str) -> str:
    """Return the title of a kind of claim; the code of a removed one."""
    return gettext(load_kinds()[code].title) if code in load_kinds() else code


def group_infractions(rules: Ruleset, rows: Mapping[str, Row] | None = None) -> list[tuple[str, Choices]]:
    """Group infractions (those that a claim can name, or these rows) by situation, as codes with titles."""
    listed = (list_claimable(rules) if rows is None else rows).items()
    grouped = {
        gettext(title): [
            (code, gettext(row["title"])) for code, row in listed if row.get("situation", "conduct") == situation
        ]
        for situation, title in SITUATIONS.items()
    }
    return [(title, choices) for title, choices in grouped.items() if choices]


FAULT_SUBJECT = "fault."


def list_subjects(rules: Ruleset) -> list[tuple[str, str, Choices]]:
    """List situation, title and subjects of a case: kinds of claims, then infractions."""
    infractions = dict(group_infractions(rules))
    listed = []
    for situation, text in SITUATIONS.items():
        title = gettext(text)
        kinds = [(kind.code, gettext(kind.title)) for kind in list_kinds(rules.family) if kind.situation == situation]
        named = [(FAULT_SUBJECT + code, label) for code, label in infractions.get(title, ())]
        listed.append((situation, title, [*kinds, *named]))
    return listed
