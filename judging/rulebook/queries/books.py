"""Rulebooks of rulesets and events, with the addresses of their clauses."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.http import Http404
from django.urls import reverse

from engine.clauses import find_clause
from engine.errors import RulesetError
from engine.family import Ruleset, ruleset
from tournaments.core.text.rules import ruleset_title
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.game import queries as rules_pages


@dataclass(frozen=True)
class Book:
    """Clauses of a published ruleset or of an event; ``version`` is that of the event's rules, 0 for the newest."""

    rules: Ruleset
    slug: str = ""
    version: int = 0

    @classmethod
    def published(cls, name: str) -> Book:
        """The rulebook of a ruleset. Raises RulesetError for an unknown name."""
        return cls(ruleset(name))

    @classmethod
    def of_event(cls, tournament: Tournament, version: RulesetVersion | None = None) -> Book:
        """The rulebook of an event by its newest rules or a version. Raises RulesetError for a free game."""
        newest = tournament.ruleset
        version = version or newest
        rules = version.rules
        return cls(rules, tournament.slug, 0 if version.number == newest.number else version.number)

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

    def _of_version(self, address: str) -> str:
        return f"{address}?version={self.version}" if self.version else address


def get_rules(name: str) -> Ruleset:
    """The published ruleset. Raises Http404."""
    try:
        return ruleset(name)
    except RulesetError:
        raise Http404 from None
