"""Rulebooks of rulesets and events, with the addresses of their clauses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext

from engine.clauses import find_clause
from engine.errors import RulesetError
from engine.family import Ruleset, ruleset
from judging.law.stored import StoredFinding, StoredProposal
from judging.rulebook.text.findings import row_name, shown, shown_proposal
from tournaments.core.text.rules import ruleset_title, unverified
from tournaments.events.models import HouseRule, RulesetVersion, Tournament
from tournaments.game import queries as rules_pages


@dataclass(frozen=True)
class Book:
    """Clauses of a published ruleset or of an event; ``version`` is that of the event's rules, 0 for the newest."""

    rules: Ruleset
    slug: str = ""
    version: int = 0
    exceptions: tuple[HouseRule, ...] = ()
    """House rules of the event."""

    @classmethod
    def published(cls, name: str) -> Book:
        """The rulebook of a ruleset. Raises RulesetError for an unknown name."""
        return cls(ruleset(name))

    @classmethod
    def of_event(cls, tournament: Tournament, version: RulesetVersion | None = None) -> Book:
        """The rulebook of an event by its newest rules or a version. Raises RulesetError for a free game."""
        newest = tournament.ruleset
        version = version or newest
        number = 0 if version.number == newest.number else version.number
        return cls(version.rules, tournament.slug, number, version.exceptions)

    @classmethod
    def of_page(cls, page: Mapping[str, Any]) -> Book | None:
        """The rulebook of the ruleset, case or event of a page by its context; None for a free game."""
        tournament, book = page.get("tournament"), page.get("book")
        try:
            if page.get("ruleset"):
                return cls.published(page["ruleset"])
            if isinstance(book, Book) or tournament is None:
                return book
            # A page asks for many clauses.
            books: dict[str, Book] = vars(tournament).setdefault("_rulebook", {})
            return books.get("") or books.setdefault("", cls.of_event(tournament))
        except RulesetError:
            return None

    @cached_property
    def title(self) -> str:
        return ruleset_title(self.rules.family, self.rules.preset)

    @property
    def changes(self) -> list[tuple[str, str]]:
        """(option, value) in words of the event's changes."""
        return [(row.label, row.value) for row in rules_pages.options(self.rules) if row.name in self.rules.changed]

    @property
    def contents(self) -> str:
        if self.slug:
            return self._of_version(reverse("event_rulebook", args=[self.slug]))
        return reverse("rule_clauses", args=[self.rules.name])

    @property
    def pdf(self) -> str:
        return self._of_version(reverse("event_rulebook_pdf", args=[self.slug]))

    def href(self, citation: str) -> str:
        """The address of the cited clause's page; empty for a clause of no family."""
        name = self.named(citation)
        if not name:
            return ""
        if self.slug:
            return self._of_version(reverse("event_rulebook_clause", args=[self.slug, name]))
        return reverse("rule_clause", args=[self.rules.name, name])

    def named(self, citation: str) -> str:
        """The clause of a citation without the row of its table or a letter.

        >>> Book.published("mcr-2006").named("MCR-6.8 points")
        'MCR-6.8'
        """
        clause = find_clause(self.rules.family.clauses, citation)
        if clause is not None:
            return clause.name
        return citation if any(row.clause == citation for row in self.rules.patterns) else ""

    def house_rules(self, citation: str) -> tuple[HouseRule, ...]:
        """The house rules to the cited clause, or to one that it replaces."""
        name = self.named(self.rules.cite(citation))
        return tuple(rule for rule in self.exceptions if name and self.named(self.rules.cite(rule.clause)) == name)

    def cited(self, citation: str) -> str:
        """The citation in words, with the house rules to it: ``MCR-6.8 wrong tile, H1``."""
        return ", ".join([row_name(citation), *map(str, self.house_rules(citation))])

    def doubts(self, citation: str, infraction: str = "") -> bool:
        """True if clause or infraction were not read in the booklet of the edition."""
        return self.rules.doubts_clause(citation) or self.rules.confidence.doubts_infraction(infraction)

    def cited_on_paper(self, citation: str, infraction: str = "") -> str:
        """The citation in words, with the mark of one that was not read in the booklet."""
        cited = self.cited(citation)
        if not self.doubts(citation, infraction):
            return cited
        return gettext("%(clause)s (not verified against the booklet)") % {"clause": cited}

    @property
    def unverified(self) -> str:
        """The sentence on statements that were not read in the booklet; empty if there are none."""
        return unverified(self.rules.family, self.rules.preset)

    @property
    def disputes(self) -> list[rules_pages.OptionRow]:
        """Options on which sources disagree, with the sentence on it, that the event has not changed."""
        return [row for row in rules_pages.options(self.rules) if row.dispute and row.name not in self.rules.changed]

    def in_words(
        self, findings: Iterable[StoredFinding], proposals: Iterable[StoredProposal], names: Mapping[int, str]
    ) -> dict[str, Any]:
        """Stored `findings` and `proposals` for a page; findings link to their clauses."""
        return {
            "findings": [shown(entry, names, self.rules, self.href) for entry in findings],
            "proposals": [shown_proposal(entry, names, self.rules) for entry in proposals],
        }

    def _of_version(self, address: str) -> str:
        return f"{address}?version={self.version}" if self.version else address


def get_rules(name: str) -> Ruleset:
    """The published ruleset. Raises Http404."""
    try:
        return ruleset(name)
    except RulesetError:
        raise Http404 from None
