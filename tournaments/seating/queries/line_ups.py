from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tournaments.entries.models.entries import Entry, Team
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round, Seat, Seating
from tournaments.rounds.queries.line_ups import (
    STARTED,
    NamedLineUp,
    TeamLineUp,
    build_line_ups,
    group_plays_by_team,
    has_line_ups,
    list_named_line_ups,
    needs_line_ups,
)
from tournaments.rounds.queries.participants import list_competitors


@dataclass(frozen=True)
class TeamExchange:
    """Members of a team who sit and do not play, and those who play and do not sit, by number."""

    team: Team
    leaves: tuple[Entry, ...]
    comes: tuple[Entry, ...]

    @property
    def chairs(self) -> list[tuple[Entry, Entry]]:
        """Pairs of the player who leaves a chair and the one who takes it."""
        return list(zip(self.leaves, self.comes, strict=False))


def list_line_ups(round_: Round) -> list[TeamLineUp]:
    return build_line_ups(round_, list_competitors(round_)) if has_line_ups(round_) else []


def find_line_up(round_: Round, team: Team) -> TeamLineUp | None:
    """Return the line-up of the team; None if none of its members is there."""
    return next((line for line in list_line_ups(round_) if line.team.pk == team.pk), None)


def list_exchanges(seating: Seating) -> list[TeamExchange]:
    """Return the teams whose seats differ from their line-ups; none once the round started."""
    if not has_line_ups(seating.round) or seating.round.state in STARTED:
        return []
    seats = seating.seats.select_related("entry").order_by("entry__number")
    return _list_exchanges(seating.round, [seat.entry for seat in seats])


def _list_exchanges(
    round_: Round, seated: Iterable[Entry], history: Sequence[NamedLineUp] | None = None
) -> list[TeamExchange]:
    entries_of: dict[int | None, list[Entry]] = defaultdict(list)
    for entry in seated:
        entries_of[entry.team_id].append(entry)
    line_ups = {}
    for team, (plays, _filled, _line) in group_plays_by_team(round_, list_competitors(round_), history).items():
        # By fixtures a team that meets a smaller one has members without a chair, and one that rests has none at all.
        if leaves := tuple(entry for entry in entries_of[team] if entry not in plays):
            line_ups[team] = leaves, tuple(entry for entry in plays if entry not in entries_of[team])
    teams = Team.objects.filter(pk__in=line_ups).order_by("code") if line_ups else ()
    return [TeamExchange(team, *line_ups[team.pk]) for team in teams]


def list_rounds_with_line_ups(tournament: Tournament) -> list[Round]:
    if not needs_line_ups(tournament):
        return []
    rounds = tournament.rounds.exclude(state__in=STARTED).select_related("stage", "tournament").order_by("number")
    return [round_ for round_ in rounds if has_line_ups(round_)]


def find_seating_to_follow(round_: Round) -> Seating | None:
    """Return the version in force, else the newest draft."""
    return round_.current_seating or round_.seatings.filter(state=Seating.State.DRAFT).order_by("version").last()


def iterate_rounds_to_seat_again(tournament: Tournament) -> Iterator[tuple[Round, Seating, Sequence[TeamExchange]]]:
    """Yield rounds whose seats differ from their line-ups, with the version in force or newest draft."""
    rounds = {round_.pk: round_ for round_ in list_rounds_with_line_ups(tournament)}
    usable = Seating.objects.filter(round__in=rounds, state__in=[*Seating.LIVE, Seating.State.DRAFT])
    chosen: dict[int, Seating] = {}
    for seating in usable.order_by("round__number", "version"):
        if seating.round_id not in chosen or chosen[seating.round_id].state not in Seating.LIVE:
            chosen[seating.round_id] = seating
    if not chosen:
        return
    history = list_named_line_ups(tournament)
    seated: dict[int, list[Entry]] = defaultdict(list)
    seats = Seat.objects.filter(seating__in=chosen.values()).select_related("entry").order_by("entry__number")
    for seat in seats:
        seated[seat.seating_id].append(seat.entry)
    for key, seating in chosen.items():
        seating.round = rounds[key]
        if exchanges := _list_exchanges(rounds[key], seated[seating.pk], history):
            yield rounds[key], seating, exchanges
