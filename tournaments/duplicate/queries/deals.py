"""Duplicate boards for pages: where the protocol stands, what each table plays next, travellers, a player's boards.

Nothing here opens a seal: a board's tiles come from its public text only.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from django.db.models import QuerySet
from django.utils import timezone

from engine.commitments import combined, deals_commitment, share_commitment
from engine.exact import whole_or
from engine.family import Ruleset, ruleset
from engine.tiles.tile import Tile, format_tiles, sort_tiles
from engine.walls.deal import Deal, differences, read_deal, seat_places
from tournaments.core.text.names import leading
from tournaments.core.text.sentences import in_words
from tournaments.core.visibility import open_boards
from tournaments.duplicate import text as words
from tournaments.duplicate.logic.comparison import BoardScore, Compared, ComparedRow, Method, compare
from tournaments.duplicate.logic.comparison import standings as compare_rows
from tournaments.duplicate.logic.movement import BoardAtTable, Next, next_boards
from tournaments.duplicate.logic.scales import scale_for
from tournaments.duplicate.logic.teams import matches, team_standings, victory_standings
from tournaments.duplicate.models.deals import Board, BoardPlay, BoardSet, PlaySeat
from tournaments.duplicate.queries.board_openings import boards_known
from tournaments.entries.models.entries import Entry, Team
from tournaments.events.models import Tournament
from tournaments.rounds.models.rounds import GameTable, Round, SeatWind
from tournaments.standings.queries import forfeits

SCALES: tuple[Method, ...] = ("difference", "cross_imp", "butler", "matchpoints")


def board_set(tournament: Tournament) -> BoardSet | None:
    """The commitment in force, or None."""
    return BoardSet.objects.filter(tournament=tournament, withdrawn_at=None).select_related("ruleset").first()


def withdrawn_sets(tournament: Tournament) -> QuerySet[BoardSet]:
    """Return the withdrawn commitments; each was given up in public, before its value could be known."""
    return tournament.board_sets.exclude(withdrawn_at=None).order_by("number")


@dataclass(frozen=True)
class ProtocolStep:
    """A step of the protocol; `state` is done, next or later, `at` when it was done."""

    key: str
    state: str
    at: datetime | None = None

    @property
    def label(self) -> str:
        """What the step asks for, in the reader's language."""
        return words.step(self.key)


def protocol(made: BoardSet | None) -> list[ProtocolStep]:
    """The steps from commitment to the open seed, one of them next."""
    played = False
    if made is not None and made.made_at is not None:
        plays = BoardPlay.objects.filter(board__board_set=made).select_related("board")
        through = all(play.done for play in plays)
        every_session = len({play.board.session for play in plays}) == made.sessions
        played = through and (every_session or made.tournament.state == Tournament.State.FINISHED)
    times: dict[str, datetime | None] = dict.fromkeys(words.STEPS)
    if made is not None:
        times |= {"commit": made.committed_at, "value": made.value_at, "make": made.made_at, "open": made.seed_at}
    steps: list[ProtocolStep] = []
    for key in words.STEPS:
        done = times[key] is not None or (key == "play" and played)
        waiting = any(step.state != "done" for step in steps)
        steps.append(ProtocolStep(key, "done" if done else "later" if waiting else "next", times[key]))
    return steps


def value_is_due(made: BoardSet) -> bool:
    """Whether the public value can be known by now and is still missing."""
    return not made.public_value and timezone.now() >= made.value_known_at


def sheet_of(board: Board) -> Deal | None:
    """The deal of a public board, None before."""
    return read_deal(board.text) if board.text else None


@dataclass(frozen=True)
class AtTable:
    """What a table does now. `play` is its next board, None when it has finished; `seats` hold it from the dealer on.

    The table waits while table `waits_for` has the trays; `known_to` are players who have seen the board and may not
    play it; `instead` is a board that it can play at once then.
    """

    table: GameTable
    play: BoardPlay | None
    seats: Sequence[PlaySeat]
    done: int
    total: int
    waits_for: int | None = None
    known_to: Sequence[Entry] = ()
    instead: BoardPlay | None = None


def at_tables(round_: Round) -> list[AtTable]:
    """What comes next at every table of a session, in the order of the tables."""
    plays = list(
        BoardPlay.objects.filter(table__round=round_).select_related("board", "table").prefetch_related("seats__entry")
    )
    rows = {(play.table.number, play.board.number): play for play in plays}
    entries = {seat.entry_id: seat.entry for play in plays for seat in play.seats.all()}
    planned = [_as_play(play, round_.number) for play in plays]
    played = [_as_play(play, round_.number) for play in plays if play.done]
    known = boards_known(round_.tournament, round_.number)
    following = next_boards(planned, played, session=round_.number, known=known)
    found = []
    for table in GameTable.objects.filter(round=round_).order_by("number"):
        own = [play for play in plays if play.table_id == table.pk]
        answer = following.get(table.number, Next(None))
        play = rows[table.number, answer.play.board] if answer.play else None
        found.append(
            AtTable(
                table,
                play,
                sorted(play.seats.all(), key=lambda seat: seat.seat) if play else [],
                sum(each.done for each in own),
                len(own),
                answer.waits_for,
                [entries[key] for key in answer.known_to],
                rows[table.number, answer.instead.board] if answer.instead else None,
            )
        )
    return found


def _as_play(play: BoardPlay, session: int) -> BoardAtTable:
    east, south, west, north = (seat.entry_id for seat in sorted(play.seats.all(), key=lambda seat: seat.seat))
    return BoardAtTable(
        session, play.table.number, play.order, play.board.number, play.copy, (east, south, west, north)
    )


def stopped(table: GameTable, number: int) -> list[str]:
    """Why this table may not play the board that lies before it, a sentence each; empty where it is the right one."""
    play = BoardPlay.objects.filter(table=table, board__number=number).select_related("board").first()
    if play is None:
        board = Board.objects.filter(
            board_set__tournament=table.round.tournament_id,
            board_set__withdrawn_at=None,
            session=table.round.number,
            number=number,
            retired_at=None,
        ).first()
        if board is None:
            return [words.stopped("no board", number=number)]
        return [words.stopped("other table", number=number)]
    if play.done:
        names = ", ".join(leading(seat.entry) for seat in play.seats.select_related("entry"))
        return [words.stopped("seen", names=names, number=number)]
    following = (
        BoardPlay.objects.filter(table=table, entered_at=None).exclude(flag="unplayable").order_by("order").first()
    )
    if following is not None and following.pk != play.pk:
        return [words.stopped("not yet", next=following.board.number, number=number)]
    return []


# Results


def lines(made: BoardSet, *, public: bool = True, session: int | None = None) -> list[tuple[BoardScore, PlaySeat]]:
    """Every seat of every play that is through, as a line to compare; only public boards unless told otherwise.

    A flagged play has no points until a referee has ruled; a fouled one is compared with those of the same fault only.
    """
    seats = PlaySeat.objects.filter(play__board__board_set=made).select_related(
        "play__board", "play__table__round", "entry__team"
    )
    if public:
        seats = seats.filter(open_boards(made.tournament, "play__board__"))
    if session is not None:
        seats = seats.filter(play__board__session=session)
    found = []
    for seat in seats.order_by("play__board__session", "play__board__number", "play__table__number", "seat"):
        play = seat.play
        if not play.done:
            continue
        ruling = play.ruling
        counts = play.entered_at is not None and (
            not play.flag or ruling in (BoardPlay.Ruling.STANDS, BoardPlay.Ruling.FOULED)
        )
        line = BoardScore(
            session=play.board.session,
            board=play.board.number,
            seat=seat.seat,
            player=seat.entry_id,
            points=seat.points if counts else None,
            penalty=seat.penalty if counts else 0,
            # Two boards that were fouled differently are two boards.
            version=f"fouled {play.foul or play.pk}" if ruling == BoardPlay.Ruling.FOULED else "",
            award=seat.award,
            table=play.table.number,
        )
        found.append((line, seat))
    return found


def compared(
    made: BoardSet, method: Method, *, public: bool = True, session: int | None = None
) -> list[tuple[Compared, PlaySeat]]:
    """The same, compared seat by seat."""
    return _compared(made, lines(made, public=public, session=session), method)


def _compared(
    made: BoardSet, pairs: Sequence[tuple[BoardScore, PlaySeat]], method: Method
) -> list[tuple[Compared, PlaySeat]]:
    scale = scale_for(made.ruleset.preset)
    values = compare([line for line, _seat in pairs], method, scale=scale)
    return [(value, seat) for value, (_line, seat) in zip(values, pairs, strict=True)]


@dataclass(frozen=True)
class ComparedSeat:
    """A player's result on a board in every scale, in the order of `SCALES`; None: not compared."""

    seat: PlaySeat
    play: BoardPlay
    points: int | None
    datum: Fraction | None
    values: Sequence[Fraction]
    averaged: bool

    @property
    def by_scale(self) -> dict[str, Fraction]:
        """The values by the scales' keys."""
        return dict(zip(SCALES, self.values, strict=True))


def seat_results(made: BoardSet, *, public: bool = True, session: int | None = None) -> list[ComparedSeat]:
    """Every seat's result with its values in all scales; of one session, in which all averages are at home."""
    pairs = lines(made, public=public, session=session)
    by_scale = [_compared(made, pairs, method) for method in SCALES]
    found = []
    for group in zip(*by_scale, strict=True):
        first, seat = group[0]
        values = [value.value for value, _seat in group]
        found.append(ComparedSeat(seat, seat.play, _points(first), first.datum, values, first.averaged))
    return found


def _points(value: Compared) -> int | None:
    return None if value.line.points is None else int(value.line.points)


@dataclass(frozen=True)
class Traveller:
    """A board's results at all tables: rows by table, cells by seat from the dealer on."""

    board: Board
    deal: Deal | None
    rows: Sequence[tuple[BoardPlay, Sequence[ComparedSeat]]]

    @property
    def walls(self) -> list[tuple[str, Sequence[Tile], Sequence[Tile]]]:
        """The walls: name, starting hand in order of suits, tiles in drawing order; the common block last.

        A shared wall has no hands of its own.
        """
        if self.deal is None:
            return []
        if self.deal.model == "shared":
            return [(words.shared_wall(), (), self.deal.walls[0])]
        size = 3 * ruleset(self.deal.ruleset).family.sets + 1
        walls: list[tuple[str, Sequence[Tile], Sequence[Tile]]] = [
            (str(SeatWind(seat).label), sort_tiles(wall[:size]), wall[size:])
            for seat, wall in enumerate(self.deal.walls)
        ]
        return [*walls, (words.common_block(), (), self.deal.common)] if self.deal.common else walls


def traveller(made: BoardSet, session: int, number: int) -> Traveller | None:
    """The traveller of a public board; None where there is no such board, or it is not public yet."""
    found = made.all_boards.filter(open_boards(made.tournament), session=session, number=number, retired_at=None)
    board = found.first()
    if board is None:
        return None
    rows: dict[int, tuple[BoardPlay, list[ComparedSeat]]] = {}
    for result in seat_results(made, session=session):
        if result.play.board_id == board.pk:
            rows.setdefault(result.play.table.number, (result.play, []))[1].append(result)
    return Traveller(board, sheet_of(board), [rows[number] for number in sorted(rows)])


def player_boards(made: BoardSet, entry: Entry) -> list[ComparedSeat]:
    """A player's public boards in the order of sessions and boards."""
    return [result for result in seat_results(made) if result.seat.entry_id == entry.pk]


@dataclass(frozen=True)
class BoardStandings:
    """Places in one scale: single players, teams where there are teams, and teams by victory points under IMPs."""

    method: Method
    players: Sequence[tuple[ComparedRow, Entry]]
    teams: Sequence[tuple[ComparedRow, Team]]
    victory: Sequence[tuple[ComparedRow, Team]]

    @property
    def label(self) -> str:
        """What the scale is called, in the reader's language."""
        return dict(words.scales())[self.method]


def standings(made: BoardSet, method: Method, *, public: bool = True) -> BoardStandings:
    """The standings in a scale over all public boards, with the standard error of the mean per board."""
    pairs = compared(made, method, public=public)
    values = [value for value, _seat in pairs]
    out: dict[Hashable, bool] = dict(forfeits.disqualified(made.tournament, public=public).items())
    entries = {seat.entry_id: seat.entry for _value, seat in pairs}
    team_of: dict[Hashable, Hashable] = {
        key: entry.team_id for key, entry in entries.items() if entry.team_id is not None
    }
    teams = {entry.team_id: entry.team for entry in entries.values() if entry.team is not None}

    def named(rows: Sequence[ComparedRow]) -> list[tuple[ComparedRow, Team]]:
        return [(row, teams[row.key]) for row in rows if row.key in teams]

    by_imps = method in ("butler", "cross_imp")
    return BoardStandings(
        method,
        [
            (row, entries[row.key])
            for row in compare_rows(values, by_mean=method == "matchpoints", out=out)
            if row.key in entries
        ],
        named(team_standings(values, team_of)) if team_of else [],
        named(victory_standings(matches(values, team_of))) if team_of and by_imps else [],
    )


@dataclass(frozen=True)
class SheetCheck:
    """What a pasted deal sheet is: which board, whether it is the published one, and each place where it is not."""

    board: Board | None
    same_digest: bool
    seed_fits: bool | None
    differences: Sequence[str]

    @property
    def stands(self) -> bool:
        """Whether nothing speaks against the sheet; the digest covers its winds, too, which no seed decides."""
        return self.same_digest and not self.differences and self.seed_fits is not False


def check_sheet(made: BoardSet, text: str) -> SheetCheck:
    """Compare a pasted sheet with the published digests, and with seed and value once they are open.

    Raises `EngineError` for a text that is no deal sheet.
    """
    sheet = read_deal(text)
    name = sheet.board
    session = whole_or(name.session)
    board = made.all_boards.filter(session=session, number=name.number, reserve=name.reserve).first()
    same = board is not None and board.digest == sheet.digest
    if not made.seed:
        return SheetCheck(board, same, None, [])
    secret = dealing_seed(made)
    found = [in_words(each) for each in differences(sheet, secret)]
    if name.event != made.event:
        found.append(words.sheet_differs("event", event=name.event or "–"))
    if name.value != made.public_value:
        found.append(words.sheet_differs("value", value=name.value or "–"))
    if sheet.ruleset != made.ruleset.preset or sheet.flowers != made.flowers or sheet.model != made.model:
        found.append(words.sheet_differs("rules", rules=sheet.ruleset))
    if board is None:
        found.append(words.sheet_differs("no board"))
    return SheetCheck(board, same, commitment_fits(made), found)


def commitment_fits(made: BoardSet) -> bool:
    """Whether the open seed, the promise, and the shares are what was committed to."""
    shares = [
        share_commitment(made.event, share.holder, bytes.fromhex(share.share)) == share.commitment
        for share in made.shares.filter(dropped_at=None)
    ]
    found = deals_commitment(made.promise, bytes.fromhex(made.seed), made.event, made.sessions, made.boards)
    return found == made.commitment and all(shares)


def dealing_seed(made: BoardSet) -> bytes:
    """What the boards were dealt from, once it is open: the site's seed combined with the shares."""
    shares = [bytes.fromhex(share.share) for share in made.shares.filter(dropped_at=None).order_by("number")]
    return combined(bytes.fromhex(made.seed), shares)


def _played_with(rules: Ruleset) -> dict[str, object]:
    """The tiles of a ruleset, and how many of them belong to no seat on a board with seat walls."""
    tiles = rules.tile_set
    return {"tiles": format_tiles(tiles.tiles), "common": seat_places(rules, tiles.size)[0].start}


def published_for_checking(made: BoardSet) -> dict[str, object]:
    """What the event has published, for a copy of `static/offline/verify-deals.html` that checks it without this site.

    ``fields`` are those of the page's form, with the sheets of all public boards; ``digests`` have the keys
    session/board/reserve; ``games`` says what the rulesets of the sheets are played with.
    """
    boards = list(made.all_boards.all())
    sheets = [f"{board.text}digest {board.digest}\n" for board in boards if board.text]
    return {
        "name": made.tournament.name,
        "games": {made.ruleset.preset: _played_with(ruleset(made.ruleset.preset))},
        "value": made.public_value,
        "promise": made.promise,
        "site_seed": made.seed,
        "digests": {f"{board.session}/{board.number}/{board.reserve}": board.digest for board in boards},
        "fields": {
            "seed": dealing_seed(made).hex() if made.seed else "",
            "sheets": "\n".join(sheets),
            "commitment": made.commitment,
            "event": made.event,
            "sessions": made.sessions,
            "boards": made.boards,
        },
    }
