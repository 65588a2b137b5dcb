"""Tenhou's JSON logs (the ``log`` of its viewer): draws and discards by seat, restored to turn order.

The format has no order between the seats; ``tenhou_turns`` finds it. Converters of other servers' logs also write it,
some with romanised results. The viewer's address with the log in it is accepted as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final
from urllib.parse import unquote

from engine.errors import EngineError
from engine.family import Ruleset, ruleset, ruleset_of_records
from engine.play.events import (
    AddedKong,
    ConcealedKong,
    DeclaredRiichi,
    Discarded,
    Drew,
    Ended,
    Event,
    UraTurned,
    Won,
)
from engine.play.start_values import with_start_values
from engine.play.table import Setup
from engine.records.tenhou_turns import order_turns, parse_turn_lists, tile_of
from engine.records.values import (
    Problem,
    Record,
    RecordedHand,
    RecordError,
    json_values,
    require_integer,
    require_item,
    require_list,
    require_seat,
)
from engine.sentences import sentence as _
from engine.tiles.seats import Wind
from engine.tiles.tile import Tile

ADDRESS: Final = ("http://", "https://")
WINS: Final = ("和了", "agari")
ENDS: Final = {
    "流局": "exhaustive",
    "荒牌平局": "exhaustive",
    "全員聴牌": "exhaustive",
    "全員不聴": "exhaustive",
    "ryuukyoku": "exhaustive",
    "exhaustive draw": "exhaustive",
    "流し満貫": "nagashi",
    "nagashi mangan": "nagashi",
    "mangan at draw": "nagashi",
    "九種九牌": "nine_terminals",
    "kyuushu kyuuhai": "nine_terminals",
    "nine terminal abortion": "nine_terminals",
    "四風連打": "four_winds",
    "suufon renda": "four_winds",
    "four wind abortion": "four_winds",
    "四家立直": "four_riichi",
    "suucha riichi": "four_riichi",
    "four riichi abortion": "four_riichi",
    "四槓散了": "four_kongs",
    "四開槓": "four_kongs",
    "suukaikan": "four_kongs",
    "four kan abortion": "four_kongs",
    "三家和了": "triple_ron",
    "三家和": "triple_ron",
    "sanchahou": "triple_ron",
    "three ron abortion": "triple_ron",
}


def loads(text: str) -> Record:
    """Parse the hands of one object, or of one object per line. An unreadable hand is a problem of its line."""
    if text.lstrip().startswith(ADDRESS):
        _address, separator, text = unquote(text.strip()).partition("#json=")
        if not separator:
            raise RecordError(_("the address has no log in it; it ends with #json= and the log"), at=1)
    hands: list[RecordedHand] = []
    values, problems = json_values(text)
    names: tuple[str, ...] = ()
    finals: tuple[int, ...] | None = None
    for line, game in values:
        try:
            rules, logs = _find_rules(game), require_list(require_item(_require_object(game), "log"), "log")
            names = names or _read_names(game)
            finals = _read_final_scores(game)
        except EngineError as error:
            problems.append(Problem(line, error.message))
            continue
        for number, log in enumerate(logs, 1):
            try:
                hands.append(_read_hand(rules, require_list(log, "a hand"), str(len(hands) + 1), line))
            except EngineError as error:
                problems.append(Problem(line, _("log %(at)s: %(problem)s", at=number, problem=error.message)))
    return Record(tuple(hands), tuple(sorted(problems)), names, finals)


def _require_object(game: object) -> Mapping[str, object]:
    if not isinstance(game, dict):
        raise RecordError(_("expected an object as log"))
    return game


def _find_rules(game: object) -> Ruleset:
    rule = _require_object(game).get("rule") or {}
    if not isinstance(rule, dict):
        raise RecordError(_("expected an object for rule, found %(rule)s", rule=repr(rule)))
    if str(rule.get("disp", "")).startswith(("三", "3-Player", "Sanma")):
        raise RecordError(_("three-player games are not supported"))
    names = [name for name in ("aka", "aka51", "aka52", "aka53") if name in rule]
    if names and not any(rule[name] for name in names):
        return ruleset(ruleset_of_records("tenhou"), {"red_fives": 0})
    return ruleset(ruleset_of_records("tenhou"))


def _read_names(game: object) -> tuple[str, ...]:
    names = _require_object(game).get("name") or ()
    return tuple(map(str, require_list(names, "name")))


def _read_final_scores(game: object) -> tuple[int, ...] | None:
    stated = _require_object(game).get("sc")
    if stated is None:
        return None
    return tuple(require_integer(points, "sc") for points in require_list(stated, "sc")[:8:2])


def _read_hand(rules: Ruleset, log: Sequence[object], name: str, line: int) -> RecordedHand:
    if len(log) < 17:
        raise RecordError(_("expected seventeen parts of a hand"))
    beginning = [require_integer(value, "the round") for value in require_list(log[0], "the round")]
    scores = tuple(require_integer(value, "a score") for value in require_list(log[1], "scores"))
    if len(beginning) != 3 or len(scores) != 4:
        raise RecordError(_("a hand begins with its number, counters and sticks, and four scores"))
    number, honba, deposits = beginning
    lists = parse_turn_lists(log)
    begun = Setup(
        rules,
        lists.deals,
        dealer=number % 4,
        prevalent_wind=Wind(number // 4 % 4),
        start_scores=scores,
    )
    indicators = tuple(tile_of(tile) for tile in require_list(log[2], "indicators")[:1])
    setup = with_start_values(begun, honba=honba, deposits=deposits, dora_indicators=indicators)
    turns = order_turns(lists, setup.dealer)
    result = require_list(log[16], "the result")
    ura = [tile_of(tile) for tile in require_list(log[3], "ura indicators")]
    events = (*turns.events, *_read_result(turns.events, result, ura))
    ends = list(scores)
    for seat in turns.sticks:
        if not _is_ron_on_riichi(events, seat):
            ends[seat] -= 1000
    for change in result[1::2]:
        for seat, points in enumerate(require_list(change, "changes")[:4]):
            ends[seat] += require_integer(points, "a change")
    return RecordedHand(setup, events, name, end_scores=tuple(ends), line=line)


def _is_ron_on_riichi(events: Sequence[Event], seat: int) -> bool:
    if not any(isinstance(event, Won) and event.source == seat for event in events):
        return False
    last_discard = max(index for index, event in enumerate(events) if isinstance(event, Discarded))
    return isinstance(events[last_discard - 1], DeclaredRiichi)


def _read_result(events: Sequence[Event], result: Sequence[object], ura: list[Tile]) -> Iterator[Event]:
    kind = str(result[0]).strip().lower() if result else ""
    if kind not in WINS:
        if kind not in ENDS:
            raise RecordError(_("there is no end %(kind)s", kind=repr(kind)))
        yield Ended(ENDS[kind])
        return
    offers = (Drew, Discarded, AddedKong, ConcealedKong)
    tile = next((event.tile for event in reversed(events) if isinstance(event, offers)), None)
    for win in result[2::2]:
        players = [require_seat(value) for value in require_list(win, "a win")[:2]]
        if len(players) < 2:
            raise RecordError(_("a win names its winner and who gave the tile"))
        winner, source = players
        yield Won(winner, None if winner == source else source, tile)
    if ura:
        yield UraTurned(tuple(ura))
