from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tournaments.core.text.sentences import translate_text
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.results.queries.result_columns import ResultColumn, list_round_columns
from tournaments.standings.logic import METRICS, Adjustment, Game, StandingsRow
from tournaments.standings.logic.carry import Carry
from tournaments.standings.queries import standings as ranking
from tournaments.standings.queries.forfeits import describe_reason


@dataclass(frozen=True)
class RoundStep:
    round: int
    game: Game | None
    forfeit: str
    """Reason for amounts that the rules give in place of play; empty for a game that was played."""
    adjustments: tuple[Adjustment, ...]
    place: int
    shared: bool
    total: Fraction
    first: Fraction
    carry: Carry | None
    """Line before the round, if its stage took over a part of earlier points."""


@dataclass(frozen=True)
class ExplainedPlace:
    after: int
    row: StandingsRow
    of: int
    columns: tuple[ranking.MetricColumn, ...]
    round_columns: tuple[ResultColumn, ...]
    cells: tuple[Fraction | None, ...]
    rounds: tuple[RoundStep, ...]
    lasting: tuple[Adjustment, ...]
    steps: tuple[tuple[str, Fraction, list[Entry]], ...]
    """Each metric used, the player's value in it, and the players still tied after it."""
    neighbours: tuple[ranking.PlayerStanding, ...]

    @property
    def decided(self) -> str:
        """Name of the deciding metric, empty if the place is shared."""
        key = self.row.decided_by
        return translate_text(METRICS[key].name) if key else ""


def find_explained_place(tournament: Tournament, number: int) -> ExplainedPlace | None:
    """Return the place after the last released round; None while standings are hidden or without a place."""
    table = ranking.find_public_standings(tournament)
    lines = table.individual if table else ()
    position = next((index for index, line in enumerate(lines) if line.player.number == number), None)
    if table is None or position is None:
        return None
    own_row = table.individual[position]
    players = {line.row.key: line.player for line in table.individual}
    first = table.columns[0].key
    by_round = ((number, ranking.get_standings(tournament, number)) for number in range(1, table.after + 1))
    history = [(number, row) for number, ranked in by_round for row in ranked.individual if row.key == own_row.row.key]
    # Take each game from the standings after its round: a stage without carry-over drops earlier games.
    games = {game.round: game for number, row in history for game in row.games if game.round == number}
    carries = ranking.carry_lines(tournament, own_row.row.key, table.after)
    return ExplainedPlace(
        after=table.after,
        row=own_row.row,
        of=sum(line.row.place > 0 for line in table.individual),
        columns=table.columns,
        round_columns=list_round_columns(tournament.ruleset.scoring),
        cells=own_row.cells,
        rounds=tuple(
            RoundStep(
                round=played,
                game=games.get(played),
                forfeit=describe_reason(game.forfeit, game.clause)
                if (game := games.get(played)) and game.forfeit
                else "",
                adjustments=tuple(line for line in own_row.row.adjustments if line.round == played),
                place=row.place,
                shared=row.shared,
                total=row.total,
                first=row.values.get(first, row.total),
                carry=carries.get(played),
            )
            for played, row in history
        ),
        lasting=tuple(line for line in own_row.row.adjustments if line.round is None),
        steps=tuple(
            (
                translate_text(METRICS[step.metric].name),
                step.value,
                [players[key] for key in step.tied_with if key != own_row.row.key and key in players],
            )
            for step in own_row.row.steps
        ),
        neighbours=table.individual[max(0, position - 1) : position + 2],
    )
