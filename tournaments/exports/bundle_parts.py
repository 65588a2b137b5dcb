"""What other apps put into the public bundle of an event, and how it is checked: each registers in its `exports`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tournaments import rooms
from tournaments.models import Tournament

MakeBundlePart = Callable[[Tournament, int], list[dict[str, Any]]]
"""The event and the last round whose results are public -> JSON values."""


@dataclass(frozen=True)
class RegisteredPart:
    """`check` is the pure module whose function `check` gives the lines; `sources` are the folders and files that it
    needs beside the verifier's own.
    """

    make: MakeBundlePart
    check: str
    sources: tuple[str, ...]


_parts: dict[str, RegisteredPart] = {}


def bundle_part(name: str, *, check: str, sources: tuple[str, ...]) -> Callable[[MakeBundlePart], MakeBundlePart]:
    """Register a part of the bundle under its name there."""

    def register(make: MakeBundlePart) -> MakeBundlePart:
        _parts[name] = RegisteredPart(make, check, sources)
        return make

    return register


def bundle_parts() -> dict[str, RegisteredPart]:
    """All of them, by name."""
    rooms.read("exports")
    return dict(sorted(_parts.items()))


def part_checks() -> dict[str, str]:
    """Name of a part -> module that checks it, as `check_bundle` takes them."""
    return {name: part.check for name, part in bundle_parts().items()}


def part_sources() -> tuple[str, ...]:
    """What the one-file verifier needs for all of them."""
    return tuple(source for part in bundle_parts().values() for source in part.sources)
