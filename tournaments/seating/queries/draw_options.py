from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round
from tournaments.seating.logic.seeding import Seeding
from tournaments.seating.models.draws import SeedCommitment


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawOptions:
    setting: str = "balanced"
    """Weight of new opponents in a Swiss round, one of `logic.SETTINGS`."""
    in_brackets: bool = False
    block: int | None = None
    """Tables of each group that is seated for itself, in a round by the standings."""
    after: int | None = None
    """Round whose standings give the order; None for the round before."""
    seeded: bool = False
    """Rank players without a place by number, as on a seeding list; else by lot."""
    seeding: Seeding | None = None
    """Ratings that rank players without a place, and those who share one."""
    lot: str = ""
    """Seed that ranks players without a place, set by `with_seed`; empty for their numbers."""
    substitutes: Sequence[Entry] = ()
    """Players who fill the last table if they are enough; those waiting play from then on."""
    earlier: Tournament | None = None
    seed: str = ""
    """Seed asked for, empty for a promised or a fresh one; then the seed of the draw."""
    promise: SeedCommitment | None = None
    reason: str = ""
    why: str = ""

    def with_seed(self, seed: str) -> DrawOptions:
        """Return the options with this seed, which also ranks players without a place unless numbers or ratings do."""
        return replace(self, seed=seed, lot="" if self.seeded or self.seeding else seed)

    def get_number_of_round_before(self, round_: Round) -> int:
        return round_.number - 1 if self.after is None else self.after
