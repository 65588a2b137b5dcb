"""Kinds of claims: each module here is one; a family's law brings its own.

A module has its KIND, the facts that only it asks for, and the checks that families share with their law. Other
families have it by ``for_every_family(family)``, for example ``where_punished`` with a row of their infractions.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from functools import cache, partial
from inspect import getclosurevars
from types import CodeType, FunctionType, ModuleType
from typing import Any

from engine.family import RuleFamily
from judging.law.facts import DECLARED, Fact
from judging.law.families import Check, Facts, FamilyLaw, law_of, laws
from judging.law.findings import Finding
from judging.law.kind import Kind


@cache
def _modules() -> dict[str, Any]:
    """Code of a kind -> its module."""
    found = [importlib.import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__)]
    return {module.KIND.code: module for module in found}


def kinds() -> dict[str, Kind]:
    """All kinds of claims by code, in their order in lists."""
    found = [module.KIND for module in _modules().values()]
    found += [kind for law in laws().values() for kind in law.kinds]
    return {kind.code: kind for kind in sorted(found, key=lambda kind: kind.order)}


def facts() -> dict[str, Fact[Any]]:
    """All declared facts by name."""
    kinds()
    return DECLARED


def checks_of(kind: str, family: RuleFamily) -> tuple[Check, ...]:
    """The checks of a kind of claim in a family, in the order of its rulebook; none if it does not have the kind."""
    law = law_of(family)
    if kind in law.checks:
        return tuple(law.checks[kind])
    shared = getattr(_modules().get(kind), "for_every_family", None)
    return tuple(shared(family)) if shared is not None else ()


def where_punished(family: RuleFamily, code: str, *runs: Callable[[Facts], Iterator[Finding]]) -> tuple[Check, ...]:
    """Checks for a family whose table has the infraction, by its row's clause; none for any other."""
    clause = next((str(row["clause"]) for row in family.infractions if row["code"] == code), None)
    return tuple(Check(run, clause) for run in runs) if clause is not None else ()


def kinds_of(family: RuleFamily) -> list[Kind]:
    return [
        kind
        for kind in kinds().values()
        if (family.make_procedure is not None if kind.from_record else checks_of(kind.code, family))
    ]


def facts_of(kind: str, family: RuleFamily) -> list[Fact[Any]]:
    """Facts that the checks of a kind ask for, in their order; optional ones last."""
    return list(_facts_of_checks(checks_of(kind, family), law_of(family)))


@cache
def _facts_of_checks(checks: tuple[Check, ...], law: FamilyLaw) -> tuple[Fact[Any], ...]:
    named: dict[Fact[Any], None] = {}
    for check in checks:
        seen: set[Any] = set()
        named |= dict.fromkeys((*_facts_in(check.run, law, seen), *_facts_in(check.costs, law, seen), *check.also))
    return tuple(sorted(named, key=lambda fact: fact.optional))


def _facts_in(run: Any, law: FamilyLaw, seen: set[Any]) -> Iterator[Fact[Any]]:
    """Facts in a check's code and in the functions it calls with ``f``, hooks of the law included."""
    given: dict[str, Any] = {}
    if isinstance(run, partial):
        run, given = run.func, run.keywords
    if not isinstance(run, FunctionType) or run in seen or run.__annotations__.get("f") != "Facts":
        return
    seen.add(run)
    names = list(dict.fromkeys(_names(run.__code__)))
    owners = [getclosurevars(run).nonlocals, run.__globals__]
    owners += [vars(value) for value in map(run.__globals__.get, names) if isinstance(value, ModuleType)]
    if "law" in names:
        owners.append(vars(law))
    for name in names:
        for value in [owner[name] for owner in owners if name in owner]:
            if isinstance(value, Fact):
                yield value
            else:
                yield from _facts_in(value, law, seen)
    for value in ((run.__kwdefaults__ or {}) | given).values():
        yield from _facts_in(value, law, seen)


def _names(code: CodeType) -> Iterator[str]:
    """Names of a function's code in the order of their first use, those of its comprehensions last."""
    yield from (*code.co_names, *code.co_freevars)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)
