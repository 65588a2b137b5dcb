"""Logs of a table: replayed, and their final points compared with the sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import QuerySet

from engine.family import ruleset_of
from engine.play.procedure import procedure_of
from engine.play.table import TableState
from engine.records import RecordedHand
from engine.sentences import Sentence
from engine.sentences import gettext_noop as _
from tournaments.core.text.rules import find_ruleset_title
from tournaments.core.text.sentences import in_words
from tournaments.core.visibility import open_rounds
from tournaments.duplicate.models.board_plays import BoardPlay
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.game.logic import replay
from tournaments.results.models.logs import TableLog
from tournaments.results.models.results import TableResult
from tournaments.results.queries import sheets
from tournaments.results.text import describe_difference, describe_refused_log, describe_unfinished_log
from tournaments.rounds.models import GameTable

LINES = 4


@dataclass(frozen=True)
class LoggedHand:
    """A hand of the table's logs: its position, how far it was replayed, and why not further."""

    log: TableLog
    index: int
    """Index in its log, from 0, as the viewer takes it."""
    number: int
    """Number among all hands of the table, from 1."""
    name: str
    last_at: int
    complete: bool
    problem: str = ""
    clause: str = ""


@dataclass(frozen=True)
class LoggedSeat:
    """A line of the sheet beside the logs' total; both are final points including the starting points."""

    entry: Entry
    logged: int | None
    on_sheet: int | None

    @property
    def difference(self) -> int | None:
        """The sheet minus the log; None if one of them is unknown."""
        return None if self.logged is None or self.on_sheet is None else self.on_sheet - self.logged

    @property
    def sentence(self) -> str:
        return describe_difference(self.logged, self.on_sheet)


@dataclass(frozen=True)
class LogComparison:
    hands: tuple[LoggedHand, ...] = ()
    seats: tuple[LoggedSeat, ...] = ()
    notes: tuple[Sentence, ...] = ()
    result: TableResult | None = None

    @property
    def agrees(self) -> bool | None:
        """True if every line is equal; None if unknown."""
        differences = [seat.difference for seat in self.seats]
        if not differences or None in differences:
            return None
        return not any(differences)


@dataclass
class _LoggedGame:
    """Replay of consecutive hands: seats and gains of the players."""

    players: tuple[int, ...] = (0, 1, 2, 3)
    gains: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    decided: bool = True
    deposits: int = 0
    expected: Mapping[str, object] | None = None
    scores: dict[int, int] | None = None
    notes: list[Sentence] = field(default_factory=list)

    def note(self, template: str, **values: object) -> None:
        self.notes.append(Sentence(template, values))

    def begin(self, number: int, record: RecordedHand) -> None:
        """Find the players' seats in the hand; note if they do not follow from the previous one."""
        setup = record.setup
        if number == 1:
            # The log may begin in a later round, when seats have been changed already.
            self.players = ruleset_of(setup.ruleset).match.seats(setup.prevalent_wind)
            return
        if self.expected is not None:
            if any(name in self.expected and self.expected[name] != getattr(setup, name) for name in _FOLLOWING):
                self.note(
                    _("Hand %(number)s does not follow from the hand before it: one is missing or out of order."),
                    number=number,
                )
            players = self.expected.get("players")
            if isinstance(players, tuple):
                self.players = players
            else:
                self.players = ruleset_of(setup.ruleset).match.seats(setup.prevalent_wind)
        before = self.scores
        if before is not None and any(setup.start_scores):
            points_of = {player: setup.start_scores[seat] for seat, player in enumerate(self.players)}
            if points_of != before:
                self.note(
                    _("Hand %(number)s begins with other points than the hand before it ended with."), number=number
                )

    def end(self, number: int, record: RecordedHand, final: TableState, complete: bool) -> None:
        """Add the hand's payments, as replayed or as stated in the log."""
        stated = record.end_scores
        if complete:
            changes: Sequence[int] = final.deltas
            if stated is not None and stated != final.scores:
                points = {"stated": _format_points(stated), "own": _format_points(final.scores)}
                self.note(
                    _("Hand %(number)s: the log states %(stated)s at its end, and our rules give %(own)s."),
                    number=number,
                    **points,
                )
        elif stated is not None:
            changes = [after - before for after, before in zip(stated, record.setup.start_scores, strict=True)]
            self.note(_("Hand %(number)s: the points are those that the log states."), number=number)
        else:
            self.decided = False
            self.expected = self.scores = None
            return
        for seat, player in enumerate(self.players):
            self.gains[player] += changes[seat]
        self.scores = {
            player: record.setup.start_scores[seat] + changes[seat] for seat, player in enumerate(self.players)
        }
        self.deposits = procedure_of(final.ruleset).deposits(final)
        self.expected = procedure_of(final.ruleset).next_hand(final) if complete else None


_FOLLOWING = ("dealer", "prevalent_wind")


def _format_points(points: Sequence[int]) -> str:
    return " · ".join(f"{value:,}" for value in points)


def list_logs(table: GameTable) -> list[TableLog]:
    """Return the logs attached to the table, in order, without detached ones."""
    return list(
        TableLog.objects.filter(table=table, removed_at__isnull=True).select_related("attached_by").order_by("number")
    )


def list_tables_with_logs(tournament: Tournament, number: int) -> frozenset[int]:
    logs = TableLog.objects.filter(removed_at__isnull=True, table__in=_list_open_tables(tournament, number))
    return frozenset(logs.values_list("table__number", flat=True))


def find_public_table(tournament: Tournament, number: int, table: int) -> GameTable | None:
    """Return the table if its logs are public: its round's results are released. None otherwise."""
    logged = TableLog.objects.filter(removed_at__isnull=True).values("table")
    tables = _list_open_tables(tournament, number).filter(number=table, pk__in=logged)
    return tables.select_related("round__tournament", "round__ruleset").first()


def _list_open_tables(tournament: Tournament, number: int) -> QuerySet[GameTable]:
    """Return the tables of a released round, except those with a duplicate board that others have still to play."""
    released = GameTable.objects.filter(round__tournament=tournament, round__number=number)
    return released.filter(open_rounds(tournament, "round__")).exclude(pk__in=list_secret_plays().values("table"))


def has_secret_boards(table: GameTable) -> bool:
    """Return whether the table has played a sealed duplicate board: its log would reveal the deal."""
    return list_secret_plays().filter(table=table).exists()


def list_secret_plays() -> QuerySet[BoardPlay]:
    return BoardPlay.objects.filter(board__released_at__isnull=True, board__retired_at__isnull=True)


def compare(table: GameTable, logs: Sequence[TableLog], result: TableResult | None) -> LogComparison:
    """Replay the logs and compare their final points with the sheet, line by line.

    Points are the starting points of the tournament's rules plus payments, whatever start the log has; None if unknown.
    """
    if not logs:
        return LogComparison(result=result)
    game = _LoggedGame()
    hands: list[LoggedHand] = []
    first: RecordedHand | None = None
    for log in logs:
        record = replay.read(log.text)
        for index, hand in enumerate(record.hands):
            first = first or hand
            number = len(hands) + 1
            game.begin(number, hand)
            played = replay.play(log.text, index)
            final, stopped = played.replay.final, played.replay.stopped_at
            complete = stopped is None and final.ended is not None
            game.end(number, hand, final, complete)
            if stopped is not None:
                problem = describe_refused_log(stopped.index + 1, in_words(stopped.breaches[0].message))
            else:
                problem = "" if complete else describe_unfinished_log()
            hands.append(
                LoggedHand(
                    log,
                    index,
                    number,
                    hand.name,
                    len(played.replay.states) - 1,
                    complete,
                    problem,
                    stopped.breaches[0].clause if stopped else "",
                )
            )
    rules = table.round.ruleset or table.round.tournament.ruleset
    start = rules.scoring.start_points
    notes = game.notes
    if first is not None:
        notes = [*_list_rule_notes(first, rules.preset, start), *notes]
    if not game.decided:
        sentence_text = _(
            "The final points cannot be compared: a hand is not played to its end, and its log states none."
        )
        notes.append(Sentence(sentence_text))
    if game.decided and result is not None and game.deposits * 1000 != result.leftover_points:
        deposits = {"logged": f"{game.deposits * 1000:,}", "sheet": f"{result.leftover_points:,}"}
        notes.append(
            Sentence(_("Sticks left on the table: the log has %(logged)s points, the sheet %(sheet)s."), deposits)
        )
    return LogComparison(tuple(hands), _build_logged_seats(table, logs[0], game, start, result), tuple(notes), result)


def _list_rule_notes(first: RecordedHand, preset: str, start: int) -> list[Sentence]:
    notes = []
    if first.setup.ruleset.name != preset:
        sentence_text = _("The log is played by the rules %(log)s, the round by %(round)s.")
        notes.append(
            Sentence(
                sentence_text,
                {"log": find_ruleset_title(first.setup.ruleset.name), "round": find_ruleset_title(preset)},
            )
        )
    begun = set(first.setup.start_scores)
    if len(begun) == 1 and begun != {start}:
        notes.append(
            Sentence(
                _("The log begins with %(log)s points, the sheet with %(sheet)s; the gains and losses are compared."),
                {"log": f"{begun.pop():,}", "sheet": f"{start:,}"},
            )
        )
    return notes


def _build_logged_seats(
    table: GameTable, log: TableLog, game: _LoggedGame, start: int, result: TableResult | None
) -> tuple[LoggedSeat, ...]:
    rows: list[tuple[Entry, int | None]]
    if result is not None:
        rows = [(row.entry, row.points) for row in result.seats.select_related("entry").order_by("order")]
    else:
        rows = [(seat.entry, None) for seat in sheets.list_seats(table)]
    problems = []
    for line, (entry, points) in enumerate(rows[:LINES]):
        player = (line - log.first_line) % LINES
        problems.append(LoggedSeat(entry, start + game.gains[player] if game.decided else None, points))
    return tuple(problems)
