"""Duplicate boards for pages; nothing here opens a seal: tiles come from a board's public text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from engine.commitments import combine_shares, deals_commitment, share_commitment
from engine.exact import integer_or
from engine.family import ruleset
from engine.tiles.tile import format_tiles
from engine.walls.deal import find_differences, read_deal, seat_places
from tournaments.core.text.names import choose_leading_name
from tournaments.core.text.sentences import in_words
from tournaments.duplicate.logic.seed_shares import list_counting_shares
from tournaments.duplicate.models.board_plays import BoardPlay
from tournaments.duplicate.models.deals import Board, BoardSet
from tournaments.duplicate.queries.board_openings import collect_boards_known
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.rounds.models import GameTable, Round


def find_board_set(tournament: Tournament) -> BoardSet | None:
    return BoardSet.objects.filter(tournament=tournament, withdrawn_at=None).select_related("ruleset").first()


ProtocolStep = tuple[str, str, str, datetime | None]
"""(key, label, state, time when it was done); the state is done, next or later."""


def list_protocol_steps(board_set: BoardSet | None) -> list[ProtocolStep]:
    labels = {
        "commit": _("Commit to a seed: publish its digest and the name of a later public value"),
        "value": _("Add the public value when it is known"),
        "make": _("Deal the boards; they stay sealed"),
        "play": _("Print the sheets, build the walls, play; a board is public when all tables have played it"),
        "open": _("Publish the seed: anyone can deal the boards again"),
    }
    times: dict[str, datetime | None] = dict.fromkeys(labels)
    if board_set is not None:
        times |= {
            "commit": board_set.committed_at,
            "value": board_set.value_at,
            "make": board_set.made_at,
            "open": board_set.seed_at,
        }
    steps: list[ProtocolStep] = []
    played = board_set is not None and board_set.made_at is not None and not list_unplayed(board_set)
    for key, label in labels.items():
        done = times[key] is not None or (key == "play" and played)
        waiting = any(state != "done" for _key, _label, state, _at in steps)
        steps.append((key, label, "done" if done else "later" if waiting else "next", times[key]))
    return steps


def list_unplayed(board_set: BoardSet) -> list[str]:
    """Return reasons not to publish the seed, a phrase each; a closed event counts as completely played."""
    if board_set.tournament.state == Tournament.State.FINISHED:
        return []
    plays = list(BoardPlay.objects.filter(board__board_set=board_set).select_related("board", "table"))
    planned = {play.board.session for play in plays}
    sessions = [session for session in range(1, board_set.sessions + 1) if session not in planned]
    waiting = [(play.board.session, play.table.number, play.board.number) for play in plays if not play.done]
    return [
        *(_("session %(session)s has no tables yet") % {"session": session} for session in sessions),
        *(
            _("session %(session)s, table %(table)s, board %(board)s")
            % {"session": session, "table": table, "board": board}
            for session, table, board in waiting
        ),
    ]


def is_value_due(board_set: BoardSet) -> bool:
    return not board_set.public_value and timezone.now() >= board_set.value_known_at


@dataclass(frozen=True)
class AtTable:
    """Table with its next board, None at the end; `waits_for` has the trays, `known_to` have seen the board."""

    table: GameTable
    done: int
    total: int
    play: BoardPlay | None = None
    waits_for: int | None = None
    known_to: Sequence[Entry] = ()
    instead: BoardPlay | None = None


def list_next_boards(round_: Round) -> list[AtTable]:
    """Return the next board of every table; a copy is free when all tables before it in the plan have played it."""
    plays = list(
        BoardPlay.objects.filter(table__round=round_)
        .select_related("board", "table")
        .prefetch_related("seats__entry")
        .order_by("order", "table__number")
    )
    ahead = [play for play in plays if not play.done]
    knowing: dict[int, set[int]] = defaultdict(set)
    for entry, number in collect_boards_known(round_.tournament, round_.number):
        knowing[number].add(entry)
    for play in plays:
        if play.done:
            knowing[play.board.number].update(seat.entry_id for seat in play.seats.all())

    def holder(play: BoardPlay) -> int | None:
        trays = play.board_id, play.copy
        earlier = (
            waiting for waiting in ahead if (waiting.board_id, waiting.copy) == trays and waiting.order < play.order
        )
        return next((waiting.table.number for waiting in earlier), None)

    def knowers(play: BoardPlay) -> list[Entry]:
        return [seat.entry for seat in play.seats.all() if seat.entry_id in knowing[play.board.number]]

    tables = []
    for table in GameTable.objects.filter(round=round_).order_by("number"):
        total = sum(play.table_id == table.pk for play in plays)
        remaining = [play for play in ahead if play.table_id == table.pk]
        if not remaining:
            tables.append(AtTable(table, total, total))
            continue
        first, *later = remaining
        waits_for, known_to, instead = holder(first), knowers(first), None
        if waits_for is not None or known_to:
            instead = next((play for play in later if holder(play) is None and not knowers(play)), None)
        tables.append(AtTable(table, total - len(remaining), total, first, waits_for, known_to, instead))
    return tables


def list_reasons_against(table: GameTable, number: int) -> list[str]:
    """Return the reasons why this table may not play the board; empty for the right board."""
    play = BoardPlay.objects.filter(table=table, board__number=number).select_related("board").first()
    if play is None:
        boards = Board.objects.filter(board_set__tournament=table.round.tournament_id, board_set__withdrawn_at=None)
        if not boards.filter(session=table.round.number, number=number, retired_at=None).exists():
            return [_("There is no board %(number)s in this session.") % {"number": number}]
        return [_("Board %(number)s is not for this table.") % {"number": number}]
    if play.done:
        names = ", ".join(choose_leading_name(seat.entry) for seat in play.seats.select_related("entry"))
        return [_("%(names)s have seen board %(number)s already.") % {"names": names, "number": number}]
    ahead = BoardPlay.objects.filter(table=table, entered_at=None).exclude(flag=BoardPlay.Flag.UNPLAYABLE)
    following = ahead.select_related("board").order_by("order").first()
    if following is not None and following.pk != play.pk:
        values = {"next": following.board.number, "number": number}
        return [_("Board %(next)s comes first, then board %(number)s.") % values]
    return []


@dataclass(frozen=True)
class SheetCheck:
    board: Board | None
    same_digest: bool
    seed_fits: bool | None = None
    differences: Sequence[str] = ()

    @property
    def stands(self) -> bool:
        """True if the sheet is correct; its digest also covers its winds, which no seed decides."""
        return self.same_digest and not self.differences and self.seed_fits is not False


def check_sheet(board_set: BoardSet, text: str) -> SheetCheck:
    """Compare a sheet with the published digests, and with the seed once it is public. Raises `EngineError`."""
    sheet = read_deal(text)
    name = sheet.board
    session = integer_or(name.session)
    board = board_set.all_boards.filter(session=session, number=name.number, reserve=name.reserve).first()
    same = board is not None and board.digest == sheet.digest
    if not board_set.seed:
        return SheetCheck(board, same)
    sentences = [in_words(difference) for difference in find_differences(sheet, compute_dealing_seed(board_set))]
    if name.event != board_set.event:
        sentences.append(_("The sheet is for another event: %(event)s.") % {"event": name.event or "–"})
    if name.value != board_set.public_value:
        sentences.append(_("The sheet has another public value: %(value)s.") % {"value": name.value or "–"})
    if (sheet.ruleset, sheet.flowers, sheet.model) != (board_set.ruleset.preset, board_set.flowers, board_set.model):
        sentences.append(_("The sheet is for other rules: %(rules)s.") % {"rules": sheet.ruleset})
    if board is None:
        sentences.append(_("The event has no such board."))
    return SheetCheck(board, same, is_promise_kept(board_set), sentences)


def is_promise_kept(board_set: BoardSet) -> bool:
    shares = [
        share_commitment(board_set.event, share.holder, bytes.fromhex(share.share)) == share.commitment
        for share in list_counting_shares(board_set.seed_shares)
    ]
    commitment = deals_commitment(
        board_set.promise, bytes.fromhex(board_set.seed), board_set.event, board_set.sessions, board_set.boards
    )
    return commitment == board_set.commitment and all(shares)


def compute_dealing_seed(board_set: BoardSet) -> bytes:
    """Return the seed of the boards once it is published: the site's seed combined with the shares."""
    shares = [bytes.fromhex(share.share) for share in list_counting_shares(board_set.seed_shares)]
    return combine_shares(bytes.fromhex(board_set.seed), shares)


def build_facts_for_checking(board_set: BoardSet) -> dict[str, object]:
    """Return the published facts for a copy of `static/offline/verify-deals.html` without the site.

    ``fields``: values of its form; ``digests``: by session/board/reserve; ``games``: tiles of the ruleset, and how many
    of them belong to no seat.
    """
    boards = list(board_set.all_boards.all())
    rules = ruleset(board_set.ruleset.preset)
    tiles = rules.tile_set
    game = {"tiles": format_tiles(tiles.tiles), "common": seat_places(rules, tiles.size)[0].start}
    return {
        "name": board_set.tournament.name,
        "games": {board_set.ruleset.preset: game},
        "value": board_set.public_value,
        "promise": board_set.promise,
        "site_seed": board_set.seed,
        "digests": {f"{board.session}/{board.number}/{board.reserve}": board.digest for board in boards},
        "fields": {
            "seed": compute_dealing_seed(board_set).hex() if board_set.seed else "",
            "sheets": "\n".join(f"{board.text}digest {board.digest}\n" for board in boards if board.text),
            "commitment": board_set.commitment,
            "event": board_set.event,
            "sessions": board_set.sessions,
            "boards": board_set.boards,
        },
    }
