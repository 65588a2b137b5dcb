"""Kinds of claims: each module here is one; a family's law brings its own.

A module has its KIND, the facts that only it asks for, and the checks that families share with their law. Other
families have it by ``make_checks(family)``, for example ``make_checks_where_punished`` with a row of their infractions.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from engine.family import RuleFamily
from judging.law.claim import Claim
from judging.law.facts import DECLARED, Declared, Fact
from judging.law.families import Check, Facts, get_law, load_laws
from judging.law.findings import Finding
from judging.law.kind import ClaimKind, Reads


@cache
def _load_modules() -> dict[str, Any]:
    modules = [importlib.import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__)]
    return {module.KIND.code: module for module in modules}


def load_kinds() -> dict[str, ClaimKind]:
    """Return all kinds of claims by code, in their order in lists."""
    listed = [module.KIND for module in _load_modules().values()]
    listed += [kind for law in load_laws().values() for kind in law.kinds]
    return {kind.code: kind for kind in sorted(listed, key=lambda kind: kind.order)}


def load_facts() -> dict[str, Fact[Any]]:
    load_kinds()
    return DECLARED


def get_checks(kind: str, family: RuleFamily) -> tuple[Check, ...]:
    """Return the checks of a kind in a family, in the order of its rulebook; none if it does not have the kind."""
    law = get_law(family)
    if kind in law.checks:
        return tuple(law.checks[kind])
    shared = getattr(_load_modules().get(kind), "make_checks", None)
    return tuple(shared(family)) if shared is not None else ()


def make_checks_where_punished(
    family: RuleFamily, code: str, *runs: Callable[[Facts], Iterator[Finding]]
) -> tuple[Check, ...]:
    """Return checks for a family whose table has the infraction, by its row's clause; none for any other."""
    clause = next((str(row["clause"]) for row in family.infractions if row["code"] == code), None)
    return tuple(Check(run, clause) for run in runs) if clause is not None else ()


def list_kinds(family: RuleFamily) -> list[ClaimKind]:
    return [
        kind
        for kind in load_kinds().values()
        if (family.make_procedure is not None if kind.from_record else get_checks(kind.code, family))
    ]


@cache
def _collect_declared(*tables: Reads) -> dict[str, Declared]:
    rows: dict[str, Declared] = {}
    for role in ("decides", "prices", "assumes"):
        for table in tables:
            for name in table.assumes if role == "assumes" else getattr(table, role).split():
                row = rows.get(name, Declared(load_facts()[name], role, table.when.get(name, {})))
                rows[name] = row._replace(assumed=(table.assumes[name],)) if role == "assumes" else row
    return rows


def get_declared(kind: str, family: RuleFamily) -> dict[str, Declared]:
    """Return the facts that the checks of a kind read in a family, by name, those that are only assumed last."""
    of_family = get_law(family).reads.get(kind)
    if not get_checks(kind, family):
        return {}
    return _collect_declared(load_kinds()[kind].reads, *([] if of_family is None else [of_family]))


def get_facts_of_claim(claim: Claim, check: Check | None = None, read: dict[str, None] | None = None) -> Facts:
    """Return the facts of a claim as a check reads them; beside a record those that any kind assumes."""
    family = claim.ruleset.family
    codes = [claim.kind] if claim.log is None else list(load_kinds())
    rows = {name: row for kind in codes for name, row in get_declared(kind, family).items()}
    return Facts(claim.ruleset, claim.seat, claim.facts, check, rows, read)


def list_facts(kind: str, family: RuleFamily) -> list[Fact[Any]]:
    """Return facts that the checks of a kind read, in their order; those that are only assumed last."""
    return [row.fact for row in get_declared(kind, family).values()]
