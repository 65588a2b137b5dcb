"""Claims of the public part about draws: the chain of their changes, numbers of players, and used standings."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator

from django.db.models import Q

from tournaments.core.models.log import AuditEntry
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.exchange.document.public import is_closed
from tournaments.exchange.documents import Raw
from tournaments.seating.models.draws import SeatingDraw
from tournaments.seating.queries import draws
from tournaments.seating.queries.numbers import LogTimes, Numbers
from tournaments.standings.models import Forfeit, InputRecord, ScoreLine

BY_STANDINGS = (SeatingDraw.Kind.SWISS, SeatingDraw.Kind.STANDINGS, SeatingDraw.Kind.CHOSEN)
_PLACES_FOLLOW = (
    "team_id", "substitute_for_id", "house", "in_competition", "unranked", "lot", "extra", "dropped_from_round",
)  # fmt: skip
"""Columns of a player that decide places and whose changes only the log dates; `extra` in earlier entries."""


class DrawClaims:
    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.log, self.numbers = LogTimes(tournament), Numbers(tournament)

    def renumberings(self, public: Iterable[int]) -> list[Raw]:
        """Return the changes that led to a public number; `merged`: from another entry of the person."""
        return [
            {
                "log": renumbering.sequence,
                "was": renumbering.was,
                "now": renumbering.now,
                "merged": renumbering.merged is not None,
            }
            for renumbering in self.numbers.list_changes_leading_to(public)
        ]

    def of(self, draw: SeatingDraw) -> Raw:
        """Return the claims about a draw; once it is public whole, also its changes and those of its standings."""
        closed = is_closed(draw)
        amendments = [] if closed else draws.list_changes(draw)
        changes = [change for change, _at in amendments]
        times = [] if closed else [draw.created_at, *(time for _change, time in amendments)]
        return {
            "draw": draw.number,
            "rounds": draw.round_numbers,
            "changes": [change.as_dict() for change in changes],
            "links": [] if closed else draws.list_links(draw.certificate, changes),
            "log": [self.log.compute_entry_number(time) for time in times],
            "standings": None if closed else self._find_standings_claim(draw),
        }

    def _find_standings_claim(self, draw: SeatingDraw) -> Raw | None:
        """Return the log entries after which the used places may differ, without reasons, which may name people."""
        rounds = draw.round_numbers
        if draw.kind not in BY_STANDINGS or not rounds or rounds[0] == 1:
            return None
        records = InputRecord.objects.filter(seating__draws=draw, kind=InputRecord.Kind.DRAW).order_by("number")
        kept_entries = [self.log.compute_entry_number(record.made_at) for record in records if record.kept_reason]
        after = next((record.after for record in records if record.after is not None), rounds[0] - 1)
        changed = {
            self.log.compute_entry_number(time)
            for time in self._list_times(after)
            if time is not None and time > draw.created_at
        }
        drawn = self.log.compute_entry_number(draw.created_at)
        changed |= {sequence for sequence in self._list_log_entries() if sequence > drawn}
        return {"after": after, "kept": kept_entries, "changed": sorted(changed)}

    def _list_times(self, after: int) -> Iterator[datetime.datetime | None]:
        counts = Q(round=None) | Q(round__number__lte=after)
        for model in (ScoreLine, Forfeit):
            lines = model._default_manager.filter(counts, tournament=self.tournament)
            for times in lines.values_list("created_at", "voided_at"):
                yield from times
        yield from RulesetVersion.objects.filter(tournament=self.tournament).values_list("created_at", flat=True)
        rounds = self.tournament.rounds.filter(number__lte=after)
        yield from rounds.values_list("annulled_at", flat=True)

    def _list_log_entries(self) -> list[int]:
        people = Q()
        for name in _PLACES_FOLLOW:
            people |= Q(before__has_key=name, after__has_key=name)
        about = Q(people, object_type="entry") | Q(object_type__in=("stageentry", "standin"))
        entries = AuditEntry.objects.filter(about, tournament=self.tournament)
        merged = [renumbering.sequence for renumbering in self.numbers.changes if renumbering.merged is not None]
        return [*entries.values_list("sequence", flat=True), *merged]
