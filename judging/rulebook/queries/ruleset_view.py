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
from judging.rulebook.text.findings import describe_finding, describe_proposal, name_row
from tournaments.core.text.rules import describe_unverified, format_ruleset_title
from tournaments.events.models import HouseRule, RulesetVersion, Tournament
from tournaments.game import queries as rules_pages


@dataclass(frozen=True)
class Rulebook:
    """Clauses of a published ruleset or of an event; ``version`` is that of the event's rules, 0 for the newest."""

    rules: Ruleset
    slug: str = ""
    version: int = 0
    exceptions: tuple[HouseRule, ...] = ()

    @classmethod
    def published(cls, name: str) -> Rulebook:
        """Return the rulebook of a ruleset. Raises RulesetError for an unknown name."""
        return cls(ruleset(name))

    @classmethod
    def of_event(cls, tournament: Tournament, version: RulesetVersion | None = None) -> Rulebook:
        """Return the rulebook of an event by its newest rules or a version. Raises RulesetError for a free game."""
        newest = tournament.ruleset
        version = version or newest
        number = 0 if version.number == newest.number else version.number
        return cls(version.rules, tournament.slug, number, version.exceptions)

    @classmethod
    def of_page(cls, page: Mapping[str, Any]) -> Rulebook | None:
        """Return the rulebook of the ruleset, case or event of a page by its context; None for a free game."""
        tournament, book = page.get("tournament"), page.get("book")
        try:
            if page.get("ruleset"):
                return cls.published(page["ruleset"])
            if isinstance(book, Rulebook) or tournament is None:
                return book
            # A page asks for many clauses.
            books: dict[str, Rulebook] = vars(tournament).setdefault("_rulebook", {})
            return books.get("") or books.setdefault("", cls.of_event(tournament))
        except RulesetError:
            return None

    @cached_property
    def title(self) -> str:
        return format_ruleset_title(self.rules.family, self.rules.preset)

    @property
    def changes(self) -> list[tuple[str, str]]:
        return [
            (row.label, row.value) for row in rules_pages.list_options(self.rules) if row.name in self.rules.changed
        ]

    @property
    def contents(self) -> str:
        if self.slug:
            return self._add_version(reverse("event_rulebook", args=[self.slug]))
        return reverse("rule_clauses", args=[self.rules.name])

    @property
    def pdf(self) -> str:
        return self._add_version(reverse("event_rulebook_pdf", args=[self.slug]))

    def get_href(self, citation: str) -> str:
        """Return the address of the cited clause's page; empty for a clause of no family."""
        name = self.find_clause_name(citation)
        if not name:
            return ""
        if self.slug:
            return self._add_version(reverse("event_rulebook_clause", args=[self.slug, name]))
        return reverse("rule_clause", args=[self.rules.name, name])

    def find_clause_name(self, citation: str) -> str:
        """Return the clause of a citation without the row of its table or a letter.

        >>> Rulebook.published("mcr-2006").find_clause_name("MCR-6.8 points")
        'MCR-6.8'
        """
        clause = find_clause(self.rules.family.clauses, citation)
        if clause is not None:
            return clause.name
        return citation if any(row.clause == citation for row in self.rules.patterns) else ""

    def list_house_rules(self, citation: str) -> tuple[HouseRule, ...]:
        """Return the house rules to the cited clause, or to one that it replaces."""
        name = self.find_clause_name(self.rules.cite(citation))
        return tuple(
            rule for rule in self.exceptions if name and self.find_clause_name(self.rules.cite(rule.clause)) == name
        )

    def cite(self, citation: str) -> str:
        """Return the citation in words, with the house rules to it: ``MCR-6.8 wrong tile, H1``."""
        return ", ".join([name_row(citation), *map(str, self.list_house_rules(citation))])

    def doubts(self, citation: str, infraction: str = "") -> bool:
        """True if clause or infraction were not read in the booklet of the edition."""
        return self.rules.doubts_clause(citation) or self.rules.confidence.doubts_infraction(infraction)

    def cite_on_paper(self, citation: str, infraction: str = "") -> str:
        """Return the citation in words, with the mark of one that was not read in the booklet."""
        cited = self.cite(citation)
        if not self.doubts(citation, infraction):
            return cited
        return gettext("%(clause)s (not verified against the booklet)") % {"clause": cited}

    @property
    def unverified(self) -> str:
        return describe_unverified(self.rules.family, self.rules.preset)

    @property
    def disputes(self) -> list[rules_pages.OptionLine]:
        """Options on which sources disagree, with the sentence on it, that the event has not changed."""
        return [
            row for row in rules_pages.list_options(self.rules) if row.dispute and row.name not in self.rules.changed
        ]

    def describe_answer(
        self, findings: Iterable[StoredFinding], proposals: Iterable[StoredProposal], names: Mapping[int, str]
    ) -> dict[str, Any]:
        """Return stored `findings` and `proposals` for a page; findings link to their clauses."""
        return {
            "findings": [describe_finding(entry, names, self.rules, self.get_href) for entry in findings],
            "proposals": [describe_proposal(entry, names, self.rules) for entry in proposals],
        }

    def _add_version(self, address: str) -> str:
        return f"{address}?version={self.version}" if self.version else address


def get_rules(name: str) -> Ruleset:
    try:
        return ruleset(name)
    except RulesetError:
        raise Http404 from None
