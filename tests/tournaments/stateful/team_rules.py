"""Rules of line-ups and absences: naming them moves nobody, seating them only those of rounds that have not started."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tests.support.people import acting
from tests.tournaments.stateful.record import Recorder, pick
from tests.tournaments.stateful.rounds_rules import INDEX, REASON
from tournaments.results.services import settings
from tournaments.rounds.queries.line_ups import STARTED
from tournaments.rounds.queries.participants import list_round_players
from tournaments.seating.queries.line_ups import list_exchanges
from tournaments.seating.services import attendance, line_ups


class TeamRules(Recorder):
    """Teams name who plays, and players are away."""

    @rule(size=st.sampled_from([None, 1, 2]))
    def set_line_ups(self, size: int | None) -> None:
        if self.event.has_teams:
            facts = {"line_up_size": size}
            self.attempt(f"line-ups of {size}", lambda: settings.edit(acting(), self.event, facts=facts))

    @rule(at=INDEX, of=INDEX, players=st.sets(INDEX, max_size=2), captain=st.booleans())
    def name_line_up(self, at: int, of: int, players: set[int], captain: bool) -> None:
        round_, team = self.round_at(at), pick(self.event.teams.order_by("code"), of)
        if round_ is None or team is None:
            return
        members = list(team.members.order_by("number"))
        chosen = list({pick(members, index).pk: pick(members, index) for index in players}.values()) if members else []
        self.attempt(
            f"line-up of {team} in round {round_.number}: {chosen}",
            lambda: line_ups.name(acting(), round_, team=team, players=chosen, by_captain=captain),
        )

    @rule(at=INDEX, players=st.sets(INDEX, max_size=2))
    def be_away(self, at: int, players: set[int]) -> None:
        round_ = self.round_at(at)
        if round_ is None:
            return
        away = list({entry.pk: entry for index in players if (entry := pick(self.entries(), index))}.values())
        done = self.attempt(
            f"away in round {round_.number}: {away}",
            lambda: attendance.set_absent(acting(), round_, players=away, reason=REASON),
        )
        if done:
            assert not {entry.pk for entry in list_round_players(round_)} & {entry.pk for entry in away}

    @rule(at=INDEX)
    def seat_line_ups(self, at: int) -> None:
        round_ = self.round_at(at)
        if round_ is None:
            return
        coming = self.event.rounds.filter(number__gte=round_.number).exclude(state__in=STARTED)
        seating = self.attempt(
            f"seat the line-ups of round {round_.number} and later ones",
            lambda: line_ups.seat(acting(), round_, reason=REASON),
            may=[("seats", number) for number in coming.values_list("number", flat=True)],
        )
        if seating:
            assert not [team for team in list_exchanges(seating) if team.chairs]
