"""The kinds of claims: each a list of checks for every family that has it.

A check is a function in ``judging/law/checks`` that looks at the facts and yields findings. The order of the checks is
the order in which the rulebook tests, and so the order of the step-by-step questions.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from engine.sentences import Sentence, gettext_noop
from judging.law.facts import Facts
from judging.law.findings import Evidence, Finding, Verdict
from judging.law.vocabulary import FACTS

FAMILIES = ("mcr", "riichi", "taiwan", "sichuan")


class Check(NamedTuple):
    """One test of a claim. ``clause`` is cited when it cannot be decided; ``facts`` are those it may ask for."""

    run: Callable[[Facts], Iterator[Finding]]
    clause: str
    facts: tuple[str, ...]


@dataclass(frozen=True)
class Kind:
    """A kind of claim and its checks by family, in the order of the rulebook."""

    code: str
    title: str
    checks: dict[str, list[Check]] = field(default_factory=dict)

    def facts(self, family: str) -> list[str]:
        """The facts that the checks may ask a family for, in the order in which they do."""
        names = dict.fromkeys(name for check in self.checks.get(family, []) for name in check.facts)
        return [name for name in names if family in (FACTS[name].families or FAMILIES)]


_KINDS: dict[str, Kind] = {
    code: Kind(code, title)
    for code, title in (
        ("win", gettext_noop("Is the win right?")),
        ("value", gettext_noop("What is the win worth?")),
        ("winners", gettext_noop("Who wins of several?")),
        ("lock", gettext_noop("Furiten or passed win")),
        ("void_suit", gettext_noop("Void suit violated")),
        ("inspection", gettext_noop("Inspection of the hands at the wall's end")),
        ("tile_count", gettext_noop("Wrong number of tiles")),
        ("flower", gettext_noop("Flower forgotten, discarded or shown")),
        ("flower_win", gettext_noop("Win with flowers")),
        ("call", gettext_noop("Wrong chow, pung or kong")),
        ("swap", gettext_noop("Swap discard")),
        ("exposed", gettext_noop("Tiles shown")),
        ("riichi", gettext_noop("Is the riichi valid?")),
        ("riichi_kong", gettext_noop("Concealed kong after riichi")),
        ("ready", gettext_noop("Is the hand ready?")),
        ("liability", gettext_noop("Who is liable for the yakuman?")),
        ("fault", gettext_noop("Fault: wall, lateness, slow play, conduct")),
        ("event", gettext_noop("Is the record of play legal?")),
    )
}


# A record of play is examined by the engine itself (``judging.law.logs``), for every family.
_KINDS["event"].checks.update({family: [] for family in FAMILIES})


def check(
    kind: str, *facts: str, **clauses: str
) -> Callable[[Callable[[Facts], Iterator[Finding]]], Callable[[Facts], Iterator[Finding]]]:
    """Register a check of a kind: ``clauses`` are the families it serves with the clause that it applies."""

    def register(run: Callable[[Facts], Iterator[Finding]]) -> Callable[[Facts], Iterator[Finding]]:
        for family, clause in clauses.items():
            _KINDS[kind].checks.setdefault(family, []).append(Check(run, clause, facts))
        return run

    return register


@cache
def kinds() -> dict[str, Kind]:
    """All kinds of claims by code, with the checks of every module in ``judging/law/checks``."""
    package = importlib.import_module("judging.law.checks")
    for module in sorted(found.name for found in pkgutil.iter_modules(package.__path__)):
        importlib.import_module(f"{package.__name__}.{module}")
    return _KINDS


def holds(f: Facts, clause: str, template: str, *evidence: Evidence, **values: object) -> Finding:
    """The statement stands."""
    return Finding(Verdict.HOLDS, f.rules.cite(clause), Sentence(template, values), f.seat, evidence=evidence)


def fails(
    f: Facts, clause: str, template: str, *evidence: Evidence, infraction: str | None = None, **values: object
) -> Finding:
    """The statement does not stand; ``infraction`` is the fault that this proves."""
    return Finding(
        Verdict.FAILS,
        f.rules.cite(clause),
        Sentence(template, values),
        f.seat,
        evidence=evidence,
        infraction=infraction,
    )
