"""Claims that other apps add to the public part, and tables of the federation's pack, registered in `files` modules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.core import discovery
from tournaments.core.tabular.writing import SheetCell
from tournaments.events.models import Tournament
from tournaments.exchange.verification.lines import CheckPart

MakeBundlePart = Callable[[Tournament, int], list[dict[str, Any]]]
"""Function of the event and the last public round that returns JSON values."""


@dataclass(frozen=True)
class RegisteredPart:
    """Claim: `make` gives its rows, `check` the verifier's lines on the facts of an event."""

    make: MakeBundlePart
    check: CheckPart


_parts: dict[str, RegisteredPart] = {}


def bundle_part(name: str, *, check: CheckPart) -> Callable[[MakeBundlePart], MakeBundlePart]:
    def register(make: MakeBundlePart) -> MakeBundlePart:
        _parts[name] = RegisteredPart(make, check)
        return make

    return register


def list_bundle_parts() -> dict[str, RegisteredPart]:
    discovery.import_modules("files")
    return dict(sorted(_parts.items()))


def map_part_checks() -> dict[str, CheckPart]:
    return {name: part.check for name, part in list_bundle_parts().items()}


MakeFederationPart = Callable[[Tournament], Sequence[Sequence[SheetCell]]]

_federation_parts: dict[str, MakeFederationPart] = {}


def federation_part(name: str) -> Callable[[MakeFederationPart], MakeFederationPart]:
    """Register a table of the package by its file name without the ending."""

    def register(make: MakeFederationPart) -> MakeFederationPart:
        _federation_parts[name] = make
        return make

    return register


def list_federation_parts() -> dict[str, MakeFederationPart]:
    discovery.import_modules("files")
    return _federation_parts
