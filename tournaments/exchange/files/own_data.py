"""Data of a player that the player downloads without asking: no notes of the staff, nothing that results still hide."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final

from django.core.serializers.json import DjangoJSONEncoder

from tournaments.core.visibility import find_hidden_results_round, open_rounds
from tournaments.entries.models.entries import Entry
from tournaments.exchange.files.event import facts_of

BY_STAFF: Final = ("named_in",)
"""Texts about several people: organisers hand them out after reading them."""


def build_own_file(entries: Iterable[Entry]) -> bytes:
    facts = [own_facts_of(entry) for entry in entries]
    return json.dumps(facts, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2).encode()


def own_facts_of(entry: Entry) -> dict[str, Any]:
    """Return `facts_of` without texts of the staff, and without lines of rounds whose results are not public."""
    facts = {name: part for name, part in facts_of(entry).items() if name not in BY_STAFF}
    facts["player"] = {name: text for name, text in facts["player"].items() if name != "note"}
    if facts["registration"]:
        facts["registration"] = {name: text for name, text in facts["registration"].items() if name != "reason"}
    public: set[int | None] = set(
        entry.tournament.rounds.filter(open_rounds(entry.tournament)).values_list("number", flat=True)
    )
    # Lines of no round count in standings that are hidden until the ceremony.
    if find_hidden_results_round(entry.tournament) is None:
        public.add(None)
    for name in ("sheets", "ledger"):
        facts[name] = [row for row in facts[name] if row["round"] in public]
    return facts
