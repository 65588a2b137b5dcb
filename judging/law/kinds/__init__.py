"""The kinds of claims: a module here is one, found by being here; a family brings those that it alone has.

A module holds its KIND, the facts that only it asks for, and the checks that families share. Which checks a family
runs, in which order and by which clause, its law says. For a family whose law says nothing of the kind the module may
have a function ``for_every_family(family)`` that gives its checks, such as ``where_punished`` makes of a row of the
family's infractions: so a new kind is a module and that row.
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
    """Code of a kind -> the module that holds it."""
    found = [importlib.import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__)]
    return {module.KIND.code: module for module in found}


def kinds() -> dict[str, Kind]:
    """All kinds of claims by code, in their order in lists."""
    found = [module.KIND for module in _modules().values()]
    found += [kind for law in laws().values() for kind in law.kinds]
    return {kind.code: kind for kind in sorted(found, key=lambda kind: kind.order)}


def facts() -> dict[str, Fact[Any]]:
    """Every fact that the law knows, by name."""
    kinds()
    return DECLARED


def checks_of(kind: str, family: RuleFamily) -> tuple[Check, ...]:
    """The checks of a kind of claim in a family, in the order of its rulebook; none where it does not have the kind."""
    law = law_of(family)
    if kind in law.checks:
        return tuple(law.checks[kind])
    shared = getattr(_modules().get(kind), "for_every_family", None)
    return tuple(shared(family)) if shared is not None else ()


def where_punished(family: RuleFamily, code: str, *runs: Callable[[Facts], Iterator[Finding]]) -> tuple[Check, ...]:
    """The checks for a family whose table has the infraction, by the clause of its row; none for any other family."""
    clause = next((str(row["clause"]) for row in family.infractions if row["code"] == code), None)
    return tuple(Check(run, clause) for run in runs) if clause is not None else ()


def kinds_of(family: RuleFamily) -> list[Kind]:
    """The kinds of claims that a family has."""
    return [
        kind
        for kind in kinds().values()
        if (family.make_procedure is not None if kind.from_record else checks_of(kind.code, family))
    ]


def facts_of(kind: str, family: RuleFamily) -> list[Fact[Any]]:
    """The facts that the checks of a kind may ask the family for, in the order in which they do; optional ones last."""
    return list(_facts_of_checks(checks_of(kind, family), law_of(family)))


@cache
def _facts_of_checks(checks: tuple[Check, ...], law: FamilyLaw) -> tuple[Fact[Any], ...]:
    named: dict[Fact[Any], None] = {}
    for check in checks:
        named |= dict.fromkeys((*_facts_in(check.run, law, set()), *check.also))
    return tuple(sorted(named, key=lambda fact: fact.optional))


def _facts_in(run: Any, law: FamilyLaw, seen: set[Any]) -> Iterator[Fact[Any]]:
    """The facts that a function names, and those that it calls with the facts of the claim, hooks of the law included.

    So a fact stands once where it is asked for, and nobody keeps a list of them beside the code.
    """
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
    """The names of a function's code in the order of their first use, those of its comprehensions last."""
    yield from (*code.co_names, *code.co_freevars)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)
