from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from engine.parameters import FamilyParameters, meets


class Clause(NamedTuple):
    """One clause of clauses.toml. Without ``when`` it is in force in every edition of its family."""

    name: str
    """Citation: ``MCR-6.8``."""

    text: str

    when: Mapping[str, Sequence[Any]] = {}
    """Parameter -> values under which the clause is in force; all must match (``engine.parameters.meets``)."""

    instead_of: tuple[str, ...] = ()

    words: Mapping[str, tuple[str, ...]] = {}
    """Language -> search terms of players: ``振聴``, ``missed win``."""

    see: tuple[str, ...] = ()


def read_clauses(folder: Path) -> dict[str, Clause]:
    """Read clauses.toml, and clause_words.toml if there is one: name -> clause, in the order of the file."""
    rows, words = _read_rows(folder / "clauses.toml"), folder / "clause_words.toml"
    terms = _read_rows(words) if words.exists() else {}
    return {name: _read(name, row, terms.get(name, {})) for name, row in rows.items()}


def _read_rows(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        return tomllib.load(file)


def _read(name: str, row: Any, terms: Mapping[str, Any]) -> Clause:
    words = {tongue: tuple(text.split(", ")) for tongue, text in terms.items() if tongue != "see"}
    see = tuple(terms.get("see", ()))
    if isinstance(row, str):
        return Clause(name, row, words=words, see=see)
    return Clause(name, row["text"], row.get("when", {}), tuple(row.get("instead_of", ())), words, see)


def search_terms(clause: Clause, clauses: Mapping[str, Clause]) -> list[tuple[str, str]]:
    """Search terms of a clause as (language, words): its own, then those of the clauses it replaces."""
    versions = [clause, *(clauses[name] for name in clause.instead_of if name in clauses)]
    pairs = [(tongue, word) for version in versions for tongue, words in version.words.items() for word in words]
    return list(dict.fromkeys(pairs))


def in_force(clauses: Iterable[Clause], parameters: FamilyParameters) -> dict[str, Clause]:
    """Clauses in force under these parameters, by name: conditions met and not replaced by another."""
    met = [clause for clause in clauses if meets(parameters, clause.when)]
    replaced = {name for clause in met for name in clause.instead_of}
    return {clause.name: clause for clause in met if clause.name not in replaced}


def related_clauses(clause: Clause, clauses: Mapping[str, Clause], now: Mapping[str, Clause]) -> list[Clause]:
    """Clauses in force that a clause refers to or that refer to it, replaced ones by their replacement, in order."""
    own_names = {clause.name, *clause.instead_of}
    named = {name for version in own_names if version in clauses for name in clauses[version].see}
    named |= {referring.name for referring in clauses.values() if own_names & set(referring.see)}
    meant = {cite(clauses, now, name) for name in named - own_names}
    return [related for name, related in now.items() if name in meant and name not in own_names]


def find_clause(clauses: Mapping[str, Clause], citation: str) -> Clause | None:
    """Find the clause of a citation; a table row (``MCR-7.4 row 3``) or a letter (``TW-6.3a``) belongs to its clause.

    >>> find_clause({"TW-6.3": Clause("TW-6.3", "Dead hands.")}, "TW-6.3a").text
    'Dead hands.'
    """
    first = citation.split()[0].rstrip(",") if citation.strip() else ""
    return clauses.get(citation) or clauses.get(first) or clauses.get(first.rstrip("abcdefg"))


def cite(clauses: Mapping[str, Clause], now: Mapping[str, Clause], citation: str) -> str:
    """Citation to use where ``now`` are in force: the clause, its replacement, or the first one it would replace."""
    clause = find_clause(clauses, citation)
    if clause is None or clause.name in now:
        return citation
    replacing = next((candidate.name for candidate in now.values() if clause.name in candidate.instead_of), None)
    return replacing or next((name for name in clause.instead_of if name in now), citation)
