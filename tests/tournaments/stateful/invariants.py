"""Invariants after every step."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from django.urls import reverse
from hypothesis.stateful import invariant

from tests.support.verifier import lines_of
from tests.tournaments.stateful.record import Recorder, places_before, table_points
from tests.tournaments.stateful.team_totals import TeamTotals
from tournaments.core.audit import broken_at
from tournaments.core.errors import UserError
from tournaments.core.permissions import can
from tournaments.events.views import next_steps
from tournaments.exchange.files.public_bundle import build_public_bundle
from tournaments.rounds.models import Round
from tournaments.seating.queries.draw_inputs import STARTED, find_newest_seating
from tournaments.seating.queries.outdated import list_open_differences
from tournaments.standings.models import ScoreLine
from tournaments.standings.queries.cuts import compute_cut_line
from tournaments.standings.queries.standings import compute_standings, get_last_public_round, get_standings
from tournaments.templatetags.next_steps import step_url

SELDOM = 5
"""Changes between two checks of the slow invariants, which are also checked at the end."""
NEXT = re.compile(r'aria-labelledby="next-step".*?</section>', re.DOTALL)
"""The part of the overview that names the next step."""
NOTHING_TO_DO = ("done", "finished")


class Invariants(Recorder):
    """Compares the program with the record, and with the verifier that strangers use."""

    last_version = -1
    changes = 0
    numbers: set[int]

    @invariant()
    def holds(self) -> None:
        """Look at everything once after each step that changed the event."""
        if not self.facts or self.event.version == self.last_version:
            return
        event = self.event
        self.last_version = event.version
        self.numbers = getattr(self, "numbers", set()) | {
            value for (kind, *rest), value in self.facts.items() if kind == "entry" and rest[1] == "number"
        }
        self.check_ledger()
        self.check_sheets()
        self.check_log()
        assert get_standings(event) == compute_standings(event), "the standings that are remembered"
        self.changes += 1
        if self.changes % SELDOM == 0:
            self.check_seldom()

    def check_seldom(self) -> None:
        self.check_places()
        self.check_teams()
        self.check_inputs()
        self.check_next_step()
        self.check_bundle()

    def teardown(self) -> None:
        try:
            if self.facts:
                self.check_seldom()
        finally:
            super().teardown()

    def check_ledger(self) -> None:
        """Every counting sheet is in the ledger with the points that were typed, and nothing else is."""
        event = self.event
        worth = {rules.number: rules.match_scoring["table_points"] for rules in event.rulesets.all()}
        expected: dict[tuple[Any, ...], Fraction] = {}
        for (kind, *where), value in self.facts.items():
            if kind == "sheet" and where[2] == "confirmed":
                rows, _leftover, rules = value
                table = table_points([points for _entry, points in rows], worth[rules or 1])
                for (entry, points), earned in zip(rows, table, strict=True):
                    expected[*where[:2], entry, "score"] = Fraction(points)
                    expected[*where[:2], entry, "table_points"] = earned
        lines = ScoreLine.objects.filter(tournament=event, voided_at=None, kind=ScoreLine.Kind.RESULT)
        posted: dict[tuple[Any, ...], Fraction] = {}
        for line in lines.select_related("round", "table"):
            key = (line.round.number, line.table.number, line.entry_id, line.unit)
            assert key not in posted, f"two lines for {key}"
            posted[key] = line.amount
        wrong = {
            key: (posted.get(key), expected.get(key))
            for key in {**posted, **expected}
            if posted.get(key) != expected.get(key)
        }
        assert wrong == {}, f"in the ledger, and typed: {wrong}"

    def check_sheets(self) -> None:
        """No sheet stands in a round that has not started."""
        rounds = {where[0] for (kind, *where) in self.facts if kind == "sheet"}
        early = {number for number in rounds if self.facts["round", number, "state"] not in STARTED}
        assert early == set(), f"sheets before the start: {early}"

    def check_inputs(self) -> None:
        """A cut or a draw made from other places than today's is an open item while it can be made again."""
        event = self.event
        told = list_open_differences(event)
        for stage in event.stages.exclude(cut_at=None):
            if stage.rounds.exclude(state=Round.State.PLANNED).exists():
                continue
            try:
                now = compute_cut_line(stage)
            except UserError:
                continue
            used = self.lines.get(stage.pk, now)
            same = (used.clear, used.tied, used.free) == (now.clear, now.tied, now.free)
            assert same or any(one.stage == stage for one in told), f"cut of {stage}: {used}, today {now}"
        for key, (round_, used) in self.drawn.items():
            version = find_newest_seating(Round.objects.get(pk=round_))
            if version is None or version.origin.pk != key or version.round.state in STARTED:
                continue
            now = [pk for pk in places_before(version.round) if pk in used]
            open_item = any(one.seating is not None and one.seating.round_id == round_ for one in told)
            assert [pk for pk in used if pk in now] == now or open_item, f"{version}: {used}, today {now}"

    def check_places(self) -> None:
        """Nobody has a place without a game, a forfeit, or a game of somebody who played for them."""
        played = {
            entry for (kind, *_row), value in self.facts.items() if kind == "sheet" for entry, _points in value[0]
        }
        played |= {value[0] for (kind, *_row), value in self.facts.items() if kind == "forfeit"}
        played |= {value for (kind, *_row), value in self.facts.items() if kind == "stand-in"}
        owners = dict(self.event.entries.exclude(substitute_for=None).values_list("pk", "substitute_for"))
        for entry in list(played):
            while entry in owners and owners[entry] not in played:
                entry = owners[entry]
                played.add(entry)
        placed = {int(row.key) for row in compute_standings(self.event).individual if row.place}
        assert placed <= played, f"without a game: {placed - played}"

    def check_teams(self) -> None:
        """Totals of teams are those of the record, and teams that passed a cut by teams stand above the others."""
        event = self.event
        if not event.has_teams:
            return
        computed = compute_standings(event)
        rows = {int(row.key): row for row in computed.teams}
        expected = TeamTotals(event, self.facts).totals()
        wrong = {team: (rows[team].total, total) for team, total in expected.items() if rows[team].total != total}
        assert wrong == {}, f"totals of teams, and by the record: {wrong}"
        last = event.stages.filter(cut_by="teams", rounds__number__lte=computed.after).order_by("number").last()
        through = {team for team, _place in self.facts["cut", last.number] or ()} if last is not None else set()
        above = [rows[team].place for team in through if rows[team].place]
        below = [row.place for team, row in rows.items() if team not in through and row.place]
        assert not through or max(above, default=0) < min(below, default=10**6), f"{above} pass, {below} do not"

    def check_log(self) -> None:
        assert broken_at(self.event) is None

    def check_next_step(self) -> None:
        """Something is to be done, or the page says that all is done; the pages to do and to mend it answer.

        The overview gives the organiser the way to the next step, and says to a scorer who must act.
        """
        event = self.event
        step = next_steps.find_event_step(event)
        assert step.label
        assert step.action != "none" or step.what in NOTHING_TO_DO, step
        way = step_url(event, step)
        for client in (self.olga, self.sam):
            overview = client.get(reverse("manage_home", args=[event.slug]))
            assert overview.status_code == 200
            card = NEXT.search(overview.content.decode())
            assert card is not None, f"no next step: {step}"
            acts = can(overview.wsgi_request.user, step.permission, event) if step.permission else True
            waits = re.search(r"Waiting for: \w+", card[0])
            assert step.action == "none" or bool(waits) != acts, card[0]
            assert not acts or step.action == "none" or "<a " in card[0] or "<button" in card[0], card[0]
        for address in (way, reverse("manage_fix", args=[event.slug])):
            assert self.olga.get(address.partition("#")[0]).status_code == 200, address

    def check_bundle(self) -> None:
        """Public standings are those that the verifier computes from the bundle."""
        event = self.event
        if get_last_public_round(event):
            wrong = lines_of(build_public_bundle(event))
            assert wrong == [], wrong
