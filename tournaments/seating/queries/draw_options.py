"""Options of a draw: one value for its inputs and its drafts, of a Swiss round from the form or the job on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round
from tournaments.seating.models.draws import SeedCommitment


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawOptions:
    """The request for a draw, completed with the seed and the promise that it is made under.

    A way of drawing reads the options that play a part in it, and no others.
    """

    setting: str = "balanced"
    """Weight of new opponents in a Swiss round, one of `logic.SETTINGS`."""
    in_brackets: bool = False
    """Draw players of equal points among themselves."""
    block: int | None = None
    """Form each group of so many tables for itself, in a round by the standings."""
    after: int | None = None
    """The round whose standings give the order; None for the round before."""
    seeded: bool = False
    """Rank players without a place by number, as on a seeding list; else by lot from the seed."""
    lot: str = ""
    """The seed that ranks players without a place; empty for their numbers. `with_seed` sets it."""
    substitutes: Sequence[Entry] = ()
    """Players who fill the last table if they are enough; those of the waiting list among them play from then on."""
    earlier: Tournament | None = None
    """An event whose pairs shall meet as rarely as can be."""
    seed: str = ""
    """The seed that is asked for, empty for a promised or a fresh one; then the seed that the draw is made by."""
    promise: SeedCommitment | None = None
    """The promise that the draw is made under; None where nothing was promised."""
    reason: str = ""
    """The reason kept with the seatings, of rounds that are redrawn."""
    why: str = ""
    """The public reason of a draw that was made before."""

    def with_seed(self, seed: str) -> DrawOptions:
        """Return the options of a draw by this seed, which ranks players without a place too, unless `seeded`."""
        return replace(self, seed=seed, lot="" if self.seeded else seed)

    def after_of(self, round_: Round) -> int:
        """Return the number of the round whose standings give the order of this one."""
        return round_.number - 1 if self.after is None else self.after
