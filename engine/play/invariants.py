from __future__ import annotations

from engine.play.procedure import procedure_of
from engine.play.table import Phase, TableState
from engine.tiles.seats import SEATS
from engine.tiles.tile import UNKNOWN, format_tile

INCOMPLETE_PHASES = (Phase.FLOWERS, Phase.REPLACE, Phase.ROB_FLOWER)
"""Phases in which a player may lack tiles that are still to be replaced."""


def broken_invariants(state: TableState) -> list[str]:
    """List every broken invariant as a sentence: copies, tiles of hands and wall, sum of points, player in turn."""
    problems = []
    tile_set = state.ruleset.tile_set
    counts = [0] * (UNKNOWN + 1)
    total = 0
    for seat, player in enumerate(state.players):
        held = [*player.concealed, *player.flowers, *(tile for meld in player.melds for tile in meld.tiles)]
        held += [discard.tile for discard in player.discards if discard.claimed_by is None]
        total += len(held)
        for tile in held:
            counts[tile] += 1
        size = len(player.concealed) + 3 * len(player.melds)
        between = 3 * state.ruleset.family.sets + 1
        if size not in (between, between + 1) and not player.won and state.phase not in INCOMPLETE_PHASES:
            problems.append(f"seat {seat} has {size} tiles, kongs counted as three")
    if state.phase is Phase.ROB and state.replacing == "added_kong" and state.winners_here:
        # The robbed tile has left the pung but is not moved to the winner's hand.
        total += 1
    for tile, count in enumerate(counts[:UNKNOWN]):
        if count > tile_set.copies[tile]:
            problems.append(f"{count} x {format_tile(tile)}, the set has {tile_set.copies[tile]}")
    robbed = sum(1 for record in state.wins if record.scored and record.scored.circumstances.by.value == "robbed_kong")
    size = sum(map(len, state.setup.hands)) + procedure_of(state.ruleset).wall.tiles_behind(state.setup)
    if total + state.wall_left not in range(size - robbed - len(state.wins), size + 2):
        problems.append(f"{total} tiles on the table and {state.wall_left} in the wall are not {size}")
    if state.wall_left < 0:
        problems.append(f"{state.wall_left} tiles are left in the wall")
    if state.turn not in SEATS:
        problems.append(f"nobody sits at seat {state.turn}")
    paid_in = sum(transfer.amount for transfer in state.transfers if transfer.target is None)
    paid_out = sum(transfer.amount for transfer in state.transfers if transfer.source is None)
    if sum(state.deltas) != paid_out - paid_in:
        problems.append(f"the transfers add up to {sum(state.deltas)}, not to {paid_out - paid_in}")
    return problems
