"""Rules of rounds, seatings and sheets."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule

from tests.support.people import acting
from tests.tournaments.stateful.record import Recorder, pick, places_before
from tournaments.core.errors import UserError
from tournaments.duplicate.models.board_plays import BoardPlay
from tournaments.duplicate.services import board_plays
from tournaments.duplicate.services.board_plays import SeatEntry
from tournaments.results.models.results import TableResult
from tournaments.results.queries import sheets
from tournaments.results.services import forfeits, ledger, open_tables, results
from tournaments.results.services.typists import Typist
from tournaments.rounds.models import Round, Seating
from tournaments.rounds.services import rounds
from tournaments.seating.queries.draw_options import DrawOptions
from tournaments.seating.services import drafts, seating, swaps
from tournaments.standings.models import Forfeit, ScoreLine
from tournaments.standings.queries.cuts import compute_cut_line, get_name
from tournaments.standings.services import stages

INDEX = st.integers(0, 40)
REASON = "Seen at the table."


class RoundRules(Recorder):
    """Rounds are drawn, published, played, released and taken back."""

    @rule(at=INDEX, kind=st.sampled_from(["fixed", "swiss", "standings"]))
    def draw(self, at: int, kind: str) -> None:
        round_ = self.round_at(at)
        if round_ is None:
            return
        calls: dict[str, Callable[[], Any]] = {
            "fixed": lambda: drafts.generate(acting(), self.event, rounds=[round_], seed="east"),
            "swiss": lambda: drafts.draft_swiss(acting(), round_, DrawOptions(seed="lot")),
            "standings": lambda: drafts.draft_by_standings(acting(), round_, sit_out=True),
        }
        own = [("seats", round_.number), ("round", round_.number, "public")]
        used = places_before(round_)
        made = self.attempt(f"draw round {round_.number}: {kind}", calls[kind], may=own)
        if made and kind != "fixed" and round_.number > 1:
            seated = set(made.seats.values_list("entry", flat=True))
            self.drawn[made.pk] = (round_.pk, [pk for pk in used if pk in seated])

    @rule(at=INDEX)
    def publish(self, at: int) -> None:
        found = Seating.objects.filter(round__tournament=self.key, state=Seating.State.DRAFT).select_related("round")
        draft = pick(found.order_by("pk"), at)
        if draft is None:
            return
        number = draft.round.number
        self.press(
            f"publish version {draft.version} of round {number}",
            "manage_seating_publish",
            {"number": number, "version": draft.version},
            may=[("seats", number), ("round", number)],
            leave_out="on",
            reason=REASON,
        )

    @rule(at=INDEX)
    def withdraw_seating(self, at: int) -> None:
        round_ = self.round_at(at, state=Round.State.PUBLISHED)
        live = round_ and round_.current_seating
        if round_ is None or live is None:
            return
        own = [("seats", round_.number), ("round", round_.number)]
        self.attempt(
            f"withdraw the seating of round {round_.number}", lambda: seating.withdraw(acting(), live), may=own
        )

    @rule(at=INDEX)
    def start(self, at: int) -> None:
        round_ = self.round_at(at, state=Round.State.PUBLISHED)
        if round_ is None:
            return
        own = [("round", round_.number), ("event", "state")]
        self.attempt(f"start round {round_.number}", lambda: rounds.start(acting(), round_), may=own)

    @rule(at=INDEX, step=st.sampled_from(["finish", "finish", "reopen", "release", "withdraw"]))
    def end(self, at: int, step: str) -> None:
        round_ = self.round_at(at, state__in=(Round.State.PLAYING, Round.State.FINISHED))
        if round_ is None:
            return
        pages: dict[str, tuple[str, dict[str, str]]] = {
            "finish": ("manage_round_finish", {"reason": "It is late."}),
            "reopen": ("manage_round_reopen", {"reason": REASON}),
            "release": ("manage_release", {"continue_anyway": "On time."}),
            "withdraw": ("manage_withdraw", {"reason": REASON}),
        }
        page, sent = pages[step]
        number = round_.number
        self.press(f"{step} round {number}", page, {"number": number}, may=[("round", number)], **sent)

    @rule(at=INDEX, back=st.booleans())
    def postpone(self, at: int, back: bool) -> None:
        table = self.table_at(at)
        if table is None:
            return
        parts, to = {"number": table.round.number}, "" if back else f"20{30 + at}-03-14T19:00"
        sent = {"table": table.number, "postponed_to": to}
        self.press(f"postpone {table} to {to or 'its round'}", "manage_table_postpone", parts, may=[], **sent)

    @rule(at=INDEX, one=INDEX, other=INDEX, way=st.sampled_from(["swap", "replace", "undo"]))
    def swap(self, at: int, one: int, other: int, way: str) -> None:
        found = Seating.objects.filter(round__tournament=self.key).exclude(state=Seating.State.SUPERSEDED)
        version = pick(found.select_related("round").order_by("pk"), at)
        if version is None:
            return
        people = self.entries()
        first, second, number = pick(people, one), pick(people, other), version.round.number
        calls: dict[str, Callable[[], Any]] = {
            "swap": lambda: seating.swap(acting(), version, first=first, second=second, reason=REASON),
            "replace": lambda: seating.replace(acting(), version, leaves=first, comes=second, reason=REASON),
            "undo": lambda: swaps.undo(acting(), version, reason=REASON),
        }
        self.attempt(f"{way} {first} and {second} in round {number}", calls[way], may=[("seats", number)])

    @rule(to=st.sampled_from([4, 4, 8]), carry=st.sampled_from([0, 1, 2]), by_teams=st.booleans())
    def add_final(self, to: int, carry: int, by_teams: bool) -> None:
        event = self.event
        stage, may_play_off = event.stages.count() + 1, by_teams and event.has_teams
        facts: dict[str, Any] = {"cut_to": to // 2 if may_play_off else to, "carry": Fraction(carry, 2)}
        facts["cut_by"] = "teams" if may_play_off else "players"
        may = [("cut", stage), ("round",), ("event",)]
        self.attempt(f"add a final: {facts}", lambda: stages.add(acting(), event, name="Final", **facts), may=may)

    @rule(again=st.booleans())
    def cut(self, again: bool) -> None:
        stage = self.event.stages.exclude(cut_to=None).order_by("-number").first()
        if stage is None or (stage.cut_at is not None and not again):
            return
        try:
            line = compute_cut_line(stage)
        except UserError:
            return
        chosen = [get_name(row) for _place, row in line.tied][: line.free]
        suffix = "_teams" if stage.of_teams else ""
        sent: dict[str, Any] = {f"shown{suffix}": line.shown, f"chosen{suffix}": chosen, "continue_anyway": "On time."}
        parts, may = {"stage": stage.number}, [("cut", stage.number)]
        if self.press("cut", "manage_stage_cut", parts, may=may, **sent):
            self.lines[stage.pk] = line

    @rule()
    def undo_cut(self) -> None:
        stage = self.event.stages.exclude(cut_at=None).order_by("-number").first()
        if stage is not None:
            self.attempt("undo the cut", lambda: stages.undo_cut(acting(), stage), expect={("cut", stage.number): None})


POINTS = st.tuples(*[st.integers(-60, 60)] * 3).map(lambda three: (*three, -sum(three)))


class SheetRules(Recorder):
    """Sheets are entered, confirmed, corrected, rejected; fines and forfeits beside them."""

    @rule(at=INDEX, points=POINTS, reason=st.sampled_from(["", REASON]))
    def enter(self, at: int, points: tuple[int, ...], reason: str) -> None:
        table = self.table_at(at)
        if table is None:
            return
        people = [seat.entry.pk for seat in sheets.list_seats(table)]
        rules = sheets.get_round_ruleset(table.round).number
        state = "confirmed" if self.event.confirmations == "none" else "entered"
        at_table = ("sheet", table.round.number, table.number)
        typed = {f"points_{seat}": number for seat, number in enumerate(points)}
        self.press(
            f"enter {points} at round {table.round.number}, table {table.number}",
            "manage_table",
            {"number": table.round.number, "table": table.number},
            may=[at_table],
            expect={(*at_table, state): (tuple(zip(people, points, strict=True)), 0, rules)} if people else None,
            reason=reason,
            **typed,
        )

    @rule(at=INDEX, points=POINTS)
    def enter_by_phone(self, at: int, points: tuple[int, ...]) -> None:
        table = self.table_at(at)
        player = table and next((seat.entry for seat in sheets.list_seats(table)), None)
        if table is None or player is None:
            return
        where, typist = (table.round.number, table.number), Typist(player, by_table_code=True)
        self.attempt(
            f"{player} enters {points} at round {where[0]}, table {where[1]}",
            lambda: results.submit_sheet(acting("petra"), table, points=points, typist=typist),
            may=[("sheet", *where)],
        )

    @rule(at=INDEX, by=st.sampled_from(["olga", "ren"]), reject=st.sampled_from([False, False, True]))
    def confirm(self, at: int, by: str, reject: bool) -> None:
        waiting = TableResult.objects.filter(table__round__tournament=self.key, state=TableResult.State.ENTERED)
        result = pick(waiting.select_related("table__round__tournament").order_by("pk"), at)
        if result is None:
            return
        where = ("sheet", result.table.round.number, result.table.number)
        value, number = self.facts[(*where, "entered")], result.table.round.number
        if reject:
            self.attempt(
                f"reject {where}",
                lambda: results.reject_sheet(acting(by), result, reason=REASON),
                expect={(*where, "entered"): None},
            )
            return
        self.attempt(
            f"{by} confirms {where}",
            lambda: results.confirm_sheet(acting(by), result, reason=REASON),
            expect={(*where, "confirmed"): value, (*where, "entered"): None},
            may=[("round", number, "state"), ("round", number, "released")],
        )

    @rule(at=INDEX, who=INDEX, amount=st.integers(-20, 20))
    def fine(self, at: int, who: int, amount: int) -> None:
        table, reason = self.table_at(at), self.unique("fine")
        entry = pick(self.entries(), who)
        kind = "penalty" if amount < 0 else "bonus"
        sent: dict[str, Any] = {"kind": kind, "entry": entry.number, "amount": amount, "unit": "points"}
        if table is not None and at % 2:
            sent |= {"scope": "table", "round_number": table.round.number, "table_number": table.number}
        else:
            sent |= {"scope": "overall"}
        self.press(
            f"{reason}: {amount} for {entry}, {sent['scope']}",
            "manage_ledger",
            {},
            may=[("line", reason, entry.pk)],
            reason=reason,
            **sent,
        )

    @rule(at=INDEX)
    def void_fine(self, at: int) -> None:
        lines = ScoreLine.objects.filter(tournament=self.key, voided_at=None).exclude(kind=ScoreLine.Kind.RESULT)
        line = pick(lines.order_by("pk"), at)
        if line is not None:
            self.attempt(
                f"void {line.reason}",
                lambda: ledger.void(acting(), line, reason=REASON),
                expect={("line", str(line.reason), line.entry_id): None},
            )

    @rule(at=INDEX, who=INDEX, kind=st.sampled_from(["session_lost", "disqualified"]))
    def forfeit(self, at: int, who: int, kind: str) -> None:
        round_, entry = self.round_at(at), pick(self.entries(), who)
        if round_ is None:
            return
        self.attempt(
            f"{kind}: {entry} in round {round_.number}",
            lambda: forfeits.add(acting("ren"), entry, kind=kind, round_=round_, reason=REASON, points=-30),
            may=[("forfeit",), ("entry", entry.pk, "status"), ("entry", entry.pk, "dropped_from_round")],
        )

    @rule(at=INDEX)
    def void_forfeit(self, at: int) -> None:
        lost = Forfeit.objects.filter(tournament=self.key, voided_at=None).select_related("entry", "round")
        forfeit = pick(lost.order_by("pk"), at)
        if forfeit is not None:
            self.attempt(
                f"void the forfeit of {forfeit.entry}",
                lambda: forfeits.void(acting("ren"), forfeit, reason=REASON),
                expect={("forfeit", forfeit.pk): None},
                may=[("entry",), ("seats",)],
            )

    # Boards and open evenings

    @rule(at=INDEX, points=POINTS, hand_in=st.booleans())
    def board(self, at: int, points: tuple[int, ...], hand_in: bool) -> None:
        plays = BoardPlay.objects.filter(board__board_set__tournament=self.key).select_related("table__round")
        play = pick(plays.order_by("pk"), at)
        if play is None:
            return
        if hand_in:
            round_ = play.table.round
            self.attempt(
                "hand the boards in", lambda: board_plays.hand_in(acting("sam"), round_), may=[("sheet", round_.number)]
            )
            return
        seats = [SeatEntry(8 * value, left=5, ticked=True) for value in points]
        self.attempt(
            f"enter board play {at}",
            lambda: board_plays.enter(acting("sam"), play, seats=seats, reason=REASON),
            may=[("sheet", play.table.round.number)],
        )

    @rule(four=st.lists(INDEX, min_size=4, max_size=4))
    def open_table(self, four: list[int]) -> None:
        if self.event.slug != "evening":
            return
        people = [pick(self.entries(), at) for at in four]
        may = [("round",), ("seats",), ("event", "state")]
        self.attempt("open a table", lambda: open_tables.open_table(acting("sam"), self.event, sitters=people), may=may)
