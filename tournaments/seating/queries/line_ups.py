"""Line-ups beside the seating of a round: who should sit in whose chair, and rounds that wait for it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.entries.models.entries import Entry, Team
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round, Seating
from tournaments.rounds.queries.field import competitors
from tournaments.rounds.queries.line_ups import STARTED, TeamLineUp, has_line_ups, line_ups_of, name_line_ups
from tournaments.seating.queries.draw_inputs import coming_rounds


@dataclass(frozen=True)
class TeamExchange:
    """Members of a team who sit and do not play, and those who play and do not sit, each by number."""

    team: Team
    leaves: tuple[Entry, ...]
    comes: tuple[Entry, ...]

    @property
    def chairs(self) -> list[tuple[Entry, Entry]]:
        """The player who leaves a chair, and the one who takes it."""
        return list(zip(self.leaves, self.comes, strict=False))


def line_ups_in(round_: Round) -> list[TeamLineUp]:
    """Return the line-ups of the round by the codes of the teams."""
    return line_ups_of(round_, competitors(round_)) if has_line_ups(round_) else []


def line_up_of(round_: Round, team: Team) -> TeamLineUp | None:
    """Return the line-up of the team; None if none of its members is there."""
    return next((line for line in line_ups_in(round_) if line.team.pk == team.pk), None)


def exchanges(seating: Seating) -> list[TeamExchange]:
    """Return the teams of which others sit than play by their line-ups; none once the round started."""
    round_ = seating.round
    if round_.state in STARTED or not has_line_ups(round_):
        return []
    seated: dict[int | None, list[Entry]] = defaultdict(list)
    for seat in seating.seats.select_related("entry").order_by("entry__number"):
        seated[seat.entry.team_id].append(seat.entry)
    found = []
    for line in line_ups_in(round_):
        there = seated[line.team.pk]
        leaves = tuple(entry for entry in there if entry not in line.plays)
        comes = tuple(entry for entry in line.plays if entry not in there)
        # By fixtures a team that meets a smaller one has members without a chair, and one that rests has none at all.
        if leaves:
            found.append(TeamExchange(line.team, leaves, comes))
    return found


def coming_line_ups(tournament: Tournament) -> list[Round]:
    """Return the rounds whose line-ups may be named, by number."""
    if not name_line_ups(tournament):
        return []
    rounds = tournament.rounds.exclude(state__in=STARTED).select_related("stage", "tournament").order_by("number")
    return [round_ for round_ in rounds if has_line_ups(round_)]


def seating_to_follow(round_: Round) -> Seating | None:
    """Return the version that should follow the line-ups: that in force, else the newest draft."""
    return round_.current_seating or round_.seatings.filter(state=Seating.State.DRAFT).order_by("version").last()


def rounds_to_seat_again(tournament: Tournament) -> Iterator[tuple[Round, Seating, Sequence[TeamExchange]]]:
    """Yield the rounds whose seating does not follow the line-ups, with the version that should."""
    if tournament.line_up_size is None:
        return
    for round_ in coming_rounds(tournament):
        seating = seating_to_follow(round_)
        if seating is not None and (found := exchanges(seating)):
            yield round_, seating, found
