"""The clauses of a family: what each says in one sentence, when it is in force, and which others it stands in for."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from engine.parameters import FamilyParameters, meets


class Clause(NamedTuple):
    """One clause of clauses.toml. Without ``when`` it is in force in every edition of its family."""

    name: str
    """As it is cited: ``MCR-6.8``."""

    text: str
    """What it says, in one English sentence; translated by whoever shows it."""

    when: Mapping[str, Sequence[Any]] = {}
    """Parameter -> the values under which the clause is in force; all must be met (``engine.parameters.meets``)."""

    instead_of: tuple[str, ...] = ()
    """The clauses that are not in force where this one is."""


def read_clauses(path: Path) -> dict[str, Clause]:
    """Name -> clause of a clauses.toml, in its order. A plain text is a clause of every edition."""
    with path.open("rb") as file:
        rows: dict[str, Any] = tomllib.load(file)
    return {name: _read(name, row) for name, row in rows.items()}


def _read(name: str, row: Any) -> Clause:
    if isinstance(row, str):
        return Clause(name, row)
    return Clause(name, row["text"], row.get("when", {}), tuple(row.get("instead_of", ())))


def in_force(clauses: Iterable[Clause], parameters: FamilyParameters) -> dict[str, Clause]:
    """Name -> clause of those in force under these parameters: their conditions are met and no other replaces them."""
    met = [clause for clause in clauses if meets(parameters, clause.when)]
    replaced = {name for clause in met for name in clause.instead_of}
    return {clause.name: clause for clause in met if clause.name not in replaced}


def find(clauses: Mapping[str, Clause], citation: str) -> Clause | None:
    """The clause that a citation means; a row of a table (``MCR-7.4 row 3``) or a letter (``TW-6.3a``) means its own.

    >>> find({"TW-6.3": Clause("TW-6.3", "Dead hands.")}, "TW-6.3a").text
    'Dead hands.'
    """
    first = citation.split()[0].rstrip(",") if citation.strip() else ""
    return clauses.get(citation) or clauses.get(first) or clauses.get(first.rstrip("abcdefg"))


def cite(clauses: Mapping[str, Clause], now: Mapping[str, Clause], citation: str) -> str:
    """What is cited in the place of ``citation`` where the clauses ``now`` are in force.

    A clause that another replaces is cited by that one. A clause of another edition is cited by the first of those that
    it would replace, or as it is where it replaces none.
    """
    clause = find(clauses, citation)
    if clause is None or clause.name in now:
        return citation
    replacing = next((each.name for each in now.values() if clause.name in each.instead_of), None)
    return replacing or next((name for name in clause.instead_of if name in now), citation)
