"""Text log: one event per line in the notation of the rulebooks' procedures, after a header with the start values.

Header lines: ``ruleset``, ``parameters`` (JSON), ``prevalent E``, ``dealer A``, ``seat_winds E S W N``, ``honba``,
``deposits``, ``dealer_repeats``, ``scores`` (four numbers), ``deal A 123m...``, ``indicator 3p``, ``wall ...`` or, for
seat walls, ``wall A ...``. ``hand NAME`` begins a hand. Event lines: ``S discard 5p (drawn)``, ``N chow 3p with 45p
from W``, ``B win self`` and so on, several on a line separated by ; or ,. A seat is A B C D, 0 1 2 3, or its wind. #
begins a comment; parentheses other than (drawn) and (hand) are remarks.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from engine.bounded_json import JSONError, read_json
from engine.errors import EngineError
from engine.exact import INTEGERS, NumberError, quote_value, read_integer
from engine.play.events import Event, HandDied, event_from_list, event_to_list
from engine.play.table import Setup
from engine.records.cases import read_setup, setup_to_dict
from engine.records.values import Problem, Record, RecordedHand, RecordError
from engine.sentences import sentence as _
from engine.tiles.seats import Wind

HEADER: Final = (
    *"ruleset parameters prevalent dealer seat_winds honba deposits dealer_repeats triple_dice scores".split(),
    *"deal indicator wall common".split(),
)
WORDS: Final = {
    "repl": "draw",
    "replace": "draw",
    "robflower": "rob_flower",
    "first_discard": "discard",
    "call_chow": "chow",
    "call_pung": "pung",
    "call_kong": "kong",
    "call_hu": "win",
    "call_ron": "win",
    "call_tsumo": "win",
    "riichi_bet": "riichi",
    "ting": "ready",
    "decline_last": "pass",
    "dora_flip": "dora",
}
ENDS: Final = {"draw": "exhaustive", "wall": "exhaustive"}
REMARK: Final = re.compile(r"\((?!(?:drawn|hand)\))[^()]*\)")
REPLACED: Final = ("kong", "akong", "ckong", "flower", "rob_flower")


class _HandLines:
    def __init__(self, name: str, line: int) -> None:
        self.name = name
        self.line = line
        self.header: list[tuple[int, list[str]]] = []
        self.events: list[tuple[int, list[str]]] = []
        self.broken = False


def loads(text: str) -> Record:
    """Parse the hands of a text log. An unreadable line is a problem, and the hand ends before it."""
    hands: list[_HandLines] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.split("#", 1)[0]
        words = line.split()
        if not words:
            continue
        if words[0] == "hand":
            hands.append(_HandLines(" ".join(words[1:]), number))
            continue
        if not hands:
            hands.append(_HandLines("", number))
        if words[0] in HEADER:
            hands[-1].header.append((number, words))
        else:
            events = (part.split() for part in re.split("[;,]", REMARK.sub(" ", line)))
            hands[-1].events += [(number, event) for event in events if event]
    recorded: list[RecordedHand] = []
    problems: list[Problem] = []
    for hand in hands:
        _read_hand(hand, recorded, problems)
    return Record(tuple(recorded), tuple(problems))


def _read_hand(hand: _HandLines, recorded: list[RecordedHand], problems: list[Problem]) -> None:
    case: dict[str, Any] = {"deal": ["", "", "", ""]}
    for number, words in hand.header:
        try:
            _read_header(case, words)
        except EngineError as error:
            problems.append(Problem(number, error.message))
            hand.broken = True
    if hand.broken:
        return
    try:
        setup = read_setup(case)
    except EngineError as error:
        problems.append(Problem(hand.line, error.message))
        return
    events: list[Event] = []
    lines: list[int] = []
    for number, words in hand.events:
        try:
            event = _read_event(words, setup)
            if isinstance(event, HandDied) and words[0] == "end" and events[-1:] == [event]:
                continue
        except EngineError as error:
            problems.append(Problem(number, error.message))
            break
        if event is not None:
            events.append(event)
            lines.append(number)
    recorded.append(RecordedHand(setup, tuple(events), hand.name, tuple(lines), line=hand.line))


def _read_header(case: dict[str, Any], words: list[str]) -> None:
    word, values = words[0], words[1:]
    if not values and word not in ("deal", "wall"):
        raise RecordError(_("expected a value after %(word)s", word=word))
    if word == "ruleset":
        case["ruleset"] = values[0]
    elif word == "parameters":
        try:
            case["parameters"] = read_json(" ".join(values))
        except JSONError as error:
            raise RecordError(error.message) from None
    elif word == "prevalent":
        case["prevalent_wind"] = values[0]
    elif word == "seat_winds":
        case["seat_winds"] = values
    elif word == "scores":
        case["start_scores"] = [_read_number(value) for value in values]
    elif word == "triple_dice":
        if values != ["true"]:
            raise RecordError(_("expected true after %(word)s", word=word))
        case[word] = True
    elif word == "indicator":
        case["dora_indicators"] = values
    elif word == "dealer":
        case["dealer"] = _read_place(values[0])
    elif word == "deal":
        if not values:
            raise RecordError(_("expected a seat after deal"))
        case["deal"][_read_place(values[0])] = "".join(values[1:])
    elif word == "wall":
        if values and values[0] in "ABCD":
            case["wall_model"] = "seat34"
            case.setdefault("wall", ["", "", "", ""])[_read_place(values[0])] = "".join(values[1:])
        else:
            case["wall"] = "".join(values)
    elif word == "common":
        case["common"] = "".join(values)
    else:
        case[word] = _read_number(values[0])


def _read_number(word: str) -> int:
    try:
        return read_integer(word, INTEGERS)
    except NumberError:
        raise RecordError(_("expected a number, found %(word)s", word=quote_value(word))) from None


def _read_place(word: str) -> int:
    if len(word) == 1 and word in "ABCD0123":
        return "ABCD0123".index(word) % 4
    raise RecordError(_("expected a seat A, B, C or D, found %(word)s", word=repr(word)))


def _read_seat(word: str, setup: Setup) -> int:
    if len(word) == 1 and word in "ESWN":
        for seat, wind in enumerate(setup.winds):
            if wind is Wind("ESWN".index(word)):
                return seat
    if len(word) == 1 and word in "ABCD0123":
        return _read_place(word)
    raise RecordError(_("expected a seat E, S, W, N or A, B, C, D, found %(word)s", word=repr(word)))


def _read_event(words: list[str], setup: Setup) -> Event | None:
    if words[0] in ("dora", "dora_flip", "ura"):
        return event_from_list(["ura" if words[0] == "ura" else "dora", "".join(words[1:])])
    if words[0] == "end":
        if len(words) < 2:
            raise RecordError(_("expected the kind of draw after end"))
        if words[1] == "violation":
            if len(words) < 3:
                raise RecordError(_("expected a seat after end violation"))
            return HandDied(_read_seat(words[2], setup), "void_violation")
        return None if words[1] in ("win", "three") else event_from_list(["end", ENDS.get(words[1], words[1])])
    if len(words) < 2:
        raise RecordError(_("unknown line of a log: %(word)s", word=repr(words[0])))
    seat = _read_seat(words[0], setup)
    word = WORDS.get(words[1], words[1])
    values = words[2:]
    parts: dict[str, str] = {}
    for name in ("from", "with"):
        if name in values:
            index = values.index(name)
            if index + 1 == len(values):
                raise RecordError(_("expected a value after %(word)s", word=name))
            parts[name] = values[index + 1]
            del values[index : index + 2]
    read = _READ.get(word)
    if read is not None:
        return event_from_list(read(seat, values, parts, setup))
    if parts:
        raise RecordError(_("%(word)s lacks %(parts)s", word=word, parts=" or ".join(parts)))
    return event_from_list([word, seat, *values])


def _claim_reader(word: str) -> Callable[[int, list[str], dict[str, str], Setup], list[object]]:
    def read(seat: int, values: list[str], parts: dict[str, str], setup: Setup) -> list[object]:
        if "from" not in parts:
            raise RecordError(_("expected the discarder after %(word)s", word=word))
        hand_tiles = [parts["with"]] if "with" in parts else []
        return [word, seat, _read_seat(parts["from"], setup), *values, *hand_tiles]

    return read


def _read_discard(seat: int, values: list[str], parts: dict[str, str], setup: Setup) -> list[object]:
    return ["discard", seat, *values[:1], *(value.strip("()") for value in values[1:])]


def _read_void(seat: int, values: list[str], parts: dict[str, str], setup: Setup) -> list[object]:
    if len(values) == 2 and values[1] == "card":
        values = values[:1]
    if len(values) == 3 and values[1] == "tile":
        values = [values[0], values[2]]
    return ["void", seat, *values]


def _read_win(seat: int, values: list[str], parts: dict[str, str], setup: Setup) -> list[object]:
    tiles = [value for value in values if value not in ("self", "flower7", "flower8")]
    source: object = _read_seat(parts["from"], setup) if "from" in parts else "self"
    if "from" not in parts and len(tiles) == len(values):
        raise RecordError(_("expected self or the discarder after win"))
    return ["win", seat, source, *tiles]


_READ: Final = {
    "chow": _claim_reader("chow"),
    "pung": _claim_reader("pung"),
    "kong": _claim_reader("kong"),
    "rob_flower": _claim_reader("rob_flower"),
    "discard": _read_discard,
    "void": _read_void,
    "win": _read_win,
}


def dumps(setup: Setup, events: Sequence[Event]) -> str:
    """Write one hand, header first; ``loads`` returns the same setup and events."""
    case: dict[str, Any] = setup_to_dict(setup)
    lines = [f"ruleset {case['ruleset']}"]
    if "parameters" in case:
        lines.append(f"parameters {json.dumps(case['parameters'])}")
    lines += [f"prevalent {case['prevalent_wind']}", f"dealer {'ABCD'[setup.dealer]}"]
    if "seat_winds" in case:
        lines.append(f"seat_winds {' '.join(case['seat_winds'])}")
    lines += [f"{word} {case[word]}" for word in ("honba", "deposits", "dealer_repeats") if word in case]
    lines += ["triple_dice true"] if "triple_dice" in case else []
    lines.append("scores " + " ".join(map(str, case["start_scores"])))
    lines += [f"deal {'ABCD'[seat]} {tiles}" for seat, tiles in enumerate(case["deal"])]
    if "dora_indicators" in case:
        lines.append("indicator " + " ".join(case["dora_indicators"]))
    if setup.wall is not None:
        lines.append(f"wall {case['wall']}")
    if setup.seat_walls is not None:
        lines += [f"wall {'ABCD'[seat]} {tiles}" for seat, tiles in enumerate(case["wall"])]
    if "common" in case:
        lines.append(f"common {case['common']}")
    lines.append("")
    names = "".join(wind.letter for wind in setup.winds)
    if not setup.ruleset.has_winds or len(set(names)) < 4:
        names = "ABCD"
    replacing: object = None
    for event in events:
        items = event_to_list(event)
        word = str(items[0])
        if word == "draw" and replacing == items[1]:
            items[0] = "repl"
        if word in REPLACED:
            replacing = items[1]
        elif word not in ("pass", "dora"):
            replacing = None
        lines.append(_format_line(items, names))
    return "\n".join(lines) + "\n"


def format_event(event: Event, names: str = "ABCD") -> str:
    """Line of an event, without the lines before it.

    >>> format_event(event_from_list(["win", 1, 0, "5m"]), "1234")
    '2 win 5m from 1'
    """
    return _format_line(event_to_list(event), names)


def _format_line(items: list[object], names: str) -> str:
    word, *values = items
    if word in ("dora", "ura", "end"):
        return f"{word} {' '.join(map(str, values))}".rstrip()
    seat = names[int(str(values[0]))]
    if word in ("chow", "pung", "kong", "rob_flower"):
        with_tiles = f" with {values[3]}" if len(values) > 3 else ""
        source = names[int(str(values[1]))]
        return f"{seat} {'robflower' if word == 'rob_flower' else word} {values[2]}{with_tiles} from {source}"
    if word == "win":
        tile = f" {values[2]}" if len(values) > 2 else ""
        return (
            f"{seat} win self{tile}" if values[1] == "self" else f"{seat} win{tile} from {names[int(str(values[1]))]}"
        )
    if word == "discard" and len(values) > 2:
        return f"{seat} discard {values[1]} ({values[2]})"
    if word == "void":
        return f"{seat} void {values[1]} {f'tile {values[2]}' if len(values) > 2 else 'card'}"
    return " ".join([seat, "ting" if word == "ready" else str(word), *map(str, values[1:])])
