"""The vocabulary of facts: what a referee can be asked, of which type, in which words.

Every fact may be missing. A check that needs a missing one says so by ``MissingFact``; the examination turns it into an
undecided finding, and step-by-step questions ask for it next.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Any, NamedTuple

from engine.cases import read_count, read_flag, read_tile, read_tiles, read_wind
from engine.errors import EngineError
from engine.family import Ruleset
from engine.hand import Hand, WinBy
from engine.seats import SEATS, Wind
from engine.tiles import Suit, format_tile, format_tiles
from judging.law.sentences import gettext_noop


class FactError(EngineError):
    """A fact of the wrong type or outside its range; ``at`` is the name of the fact."""

    kind = "fact"


class MissingFact(Exception):
    """A check cannot decide without this fact."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class FactType(Enum):
    """What a fact is, and so how a form asks for it."""

    FLAG = "flag"
    NUMBER = "number"
    TILE = "tile"
    TILES = "tiles"
    HAND = "hand"
    """One hand in the notation of ``engine.hand.Hand``: concealed tiles, melds, ``+`` winning tile, ``|`` flowers."""
    HANDS = "hands"
    """The hands of the four seats, blank for one that takes no part."""
    SUITS = "suits"
    """A suit (m, p, s) for each of the four seats, blank where unknown."""
    CHOICE = "choice"
    CHOICES = "choices"
    SEAT = "seat"
    SEATS = "seats"
    WIND = "wind"
    KONGS = "kongs"
    """Lists of seat, kind (``concealed``, ``direct``, ``fresh``, ``late``), the feeder of a direct kong or null, and
    the seats that had won before it; the last two may be left out."""
    CIRCUMSTANCES = "circumstances"
    """The ``context`` of a score case."""
    PATTERNS = "patterns"


class Fact(NamedTuple):
    """One thing that a referee can find out at the table."""

    name: str
    type: FactType
    question: str
    choices: tuple[tuple[str, str], ...] = ()
    """(value, words) of a choice."""
    optional: bool = False
    """Never asked for; it changes the answer only when it is given."""


def _facts() -> dict[str, Fact]:
    flag, tiles, number = FactType.FLAG, FactType.TILES, FactType.NUMBER
    rows = [
        Fact(
            "hand",
            FactType.HAND,
            gettext_noop("Which tiles does the player hold, with melds, winning tile and flowers?"),
        ),
        Fact(
            "by",
            FactType.CHOICE,
            gettext_noop("How was the win claimed?"),
            (
                ("self_draw", gettext_noop("Self-draw")),
                ("discard", gettext_noop("On a discard")),
                ("robbed_kong", gettext_noop("Robbing a kong")),
            ),
        ),
        Fact("prevalent_wind", FactType.WIND, gettext_noop("Which is the prevalent wind?")),
        Fact("seat_wind", FactType.WIND, gettext_noop("Which is the player's seat wind?")),
        Fact("circumstances", FactType.CIRCUMSTANCES, gettext_noop("What else belongs to the win?"), optional=True),
        Fact("source", FactType.SEAT, gettext_noop("Who discarded the tile, or added it to a pung?")),
        Fact("dealer", FactType.SEAT, gettext_noop("Who deals?")),
        Fact("dead", flag, gettext_noop("Has this hand been ruled dead earlier in this hand of play?")),
        Fact("won_seats", FactType.SEATS, gettext_noop("Who has won earlier in this hand of play?")),
        Fact("in_time", flag, gettext_noop("Was the call made in time?")),
        Fact("shown", flag, gettext_noop("Were the tiles shown?")),
        Fact("false_set", flag, gettext_noop("Is one of the melds on the table wrong?"), optional=True),
        Fact(
            "nearer_winner",
            flag,
            gettext_noop("Does a player nearer in turn order win on the same tile?"),
            optional=True,
        ),
        Fact(
            "other_valid_win", flag, gettext_noop("Does another player win validly at the same moment?"), optional=True
        ),
        Fact("named_points", number, gettext_noop("How many points do the fans make that the winner has named?")),
        Fact("claimed_value", number, gettext_noop("How much does the player claim (points, tai, fan or han)?")),
        Fact("claimed_fu", number, gettext_noop("How many fu does the player claim?"), optional=True),
        Fact(
            "claimed_patterns", FactType.PATTERNS, gettext_noop("Which patterns does the player claim?"), optional=True
        ),
        Fact("claimants", FactType.SEATS, gettext_noop("Who has claimed the win?")),
        Fact("valid_seats", FactType.SEATS, gettext_noop("Whose win of these is right?")),
        Fact("first_caller", FactType.SEAT, gettext_noop("Who called first?")),
        Fact(
            "own_discards", tiles, gettext_noop("What has the player discarded in this hand, claimed tiles included?")
        ),
        Fact(
            "passed_tiles", tiles, gettext_noop("Which tiles of others did the player let pass? Leave empty for none.")
        ),
        Fact("passed_own", flag, gettext_noop("Did the player draw a tile that completed the hand and not win on it?")),
        Fact(
            "since",
            FactType.CHOICES,
            gettext_noop("What has happened since the last tile let pass?"),
            (
                ("own_draw", gettext_noop("The player has drawn")),
                ("own_claim", gettext_noop("The player has claimed a chow or pung")),
                ("discard_incomplete", gettext_noop("The player has discarded from a hand that was not complete")),
                ("discard_complete", gettext_noop("The player has discarded from a complete hand")),
                ("added_kong", gettext_noop("The player has added to a pung")),
                ("concealed_kong", gettext_noop("The player has declared a concealed kong")),
                ("exposed_kong", gettext_noop("The player has claimed a kong")),
                ("other_call", gettext_noop("Another player has claimed a tile or declared a kong")),
                ("nothing", gettext_noop("Nothing of this")),
            ),
        ),
        Fact("discarded_since", tiles, gettext_noop("What has the player discarded since the tile let pass?")),
        Fact(
            "witnesses",
            number,
            gettext_noop("How many of the three others place the tile in this go-around, each alone?"),
        ),
        Fact("in_riichi", flag, gettext_noop("Is the player in riichi?")),
        Fact(
            "robbed_kong_kind",
            FactType.CHOICE,
            gettext_noop("Which kong is robbed?"),
            (("added", gettext_noop("One made by adding to a pung")), ("concealed", gettext_noop("A concealed kong"))),
        ),
        Fact(
            "exposed_kong_chain",
            flag,
            gettext_noop("Is the tile a replacement after an exposed kong in this same turn?"),
        ),
        Fact(
            "void_suit",
            FactType.CHOICE,
            gettext_noop("Which is the player's void suit?"),
            (("m", gettext_noop("Characters")), ("p", gettext_noop("Dots")), ("s", gettext_noop("Bamboos"))),
        ),
        Fact("carded", flag, gettext_noop("Did the player use the card instead of a face-down tile?"), optional=True),
        Fact(
            "just_drawn",
            flag,
            gettext_noop("Was the void tile the one just drawn, or did nobody see it come from the hand?"),
        ),
        Fact("void_meld", flag, gettext_noop("Is a pung or kong of the player of the void suit?")),
        Fact("wall_ended", flag, gettext_noop("Has the wall ended, with the hands shown?")),
        Fact("winners", number, gettext_noop("How many players have won?")),
        Fact("hands", FactType.HANDS, gettext_noop("What do the players hold who have not won?")),
        Fact("void_suits", FactType.SUITS, gettext_noop("Which are the void suits?")),
        Fact("riichi_seats", FactType.SEATS, gettext_noop("Who has declared riichi?"), optional=True),
        Fact("dead_seats", FactType.SEATS, gettext_noop("Whose hand has been ruled dead?"), optional=True),
        Fact(
            "other_suit_discarded", FactType.SEATS, gettext_noop("Which of them have discarded a tile of another suit?")
        ),
        Fact("kongs", FactType.KONGS, gettext_noop("Which kongs were paid in this hand?"), optional=True),
        Fact("tiles_held", number, gettext_noop("How many tiles does the player have, each meld counted as three?")),
        Fact("to_discard", flag, gettext_noop("Is the player about to discard?")),
        Fact("has_discarded", flag, gettext_noop("Has the player discarded in this hand?")),
        Fact(
            "flower_fault",
            FactType.CHOICE,
            gettext_noop("What happened with the flower?"),
            (
                (
                    "initial_kept",
                    gettext_noop("A flower of the deal was still in hand after the dealer's first discard"),
                ),
                ("drawn_kept", gettext_noop("A drawn flower was not laid out before the discard or kong")),
                ("discarded", gettext_noop("The flower just drawn was discarded")),
                ("old_shown", gettext_noop("A flower kept from earlier was shown or laid out")),
                ("bamboo_laid_out", gettext_noop("Another tile was laid out as a flower")),
                ("none", gettext_noop("Nothing of this")),
            ),
        ),
        Fact("flowers_held", number, gettext_noop("How many flowers does the player have, a robbed one counted?")),
        Fact("replaced", flag, gettext_noop("Has the replacement of the last flower been drawn?")),
        Fact("acted_since", flag, gettext_noop("Has the player discarded, declared a kong or drawn since?")),
        Fact(
            "call",
            FactType.CHOICE,
            gettext_noop("Which call is it about?"),
            (
                ("chow", gettext_noop("Chow")),
                ("pung", gettext_noop("Pung")),
                ("kong", gettext_noop("Kong of a discard")),
                ("added_kong", gettext_noop("Added kong")),
                ("concealed_kong", gettext_noop("Concealed kong")),
            ),
        ),
        Fact("called_tile", FactType.TILE, gettext_noop("Which tile was claimed?")),
        Fact("own_tiles", tiles, gettext_noop("Which own tiles were shown with it? Leave empty if none were.")),
        Fact("noticed_before_discard", flag, gettext_noop("Was it noticed before the player's discard?")),
        Fact("tile_taken", flag, gettext_noop("Did the player take the claimed tile before the next draw?")),
        Fact("wall_left", number, gettext_noop("How many tiles can still be drawn?")),
        Fact(
            "go_around_discards",
            tiles,
            gettext_noop("Which tiles have been discarded from the player's latest discard on, that one first?"),
        ),
        Fact("after_claim", flag, gettext_noop("Was it between a claim and its discard?")),
        Fact("discarded", FactType.TILE, gettext_noop("Which tile was discarded?")),
        Fact("next_acted", flag, gettext_noop("Has the next player acted since?")),
        Fact(
            "whose_tiles",
            FactType.CHOICE,
            gettext_noop("Whose tiles were shown?"),
            (
                ("own", gettext_noop("The player's own")),
                ("other", gettext_noop("Another player's")),
                ("wall", gettext_noop("Tiles of the wall")),
            ),
        ),
        Fact("tiles_shown", number, gettext_noop("How many tiles were shown?")),
        Fact("points", number, gettext_noop("How many points does the player have?")),
        Fact("word", flag, gettext_noop("Was the word said?")),
        Fact("turned", flag, gettext_noop("Was the discard turned sideways?")),
        Fact("stick", flag, gettext_noop("Was the stick laid?")),
        Fact("corrected", flag, gettext_noop("Was it put right before the next discard?")),
        Fact("drawn", FactType.TILE, gettext_noop("Which tile had the player just drawn?")),
        Fact(
            "hand_end",
            FactType.CHOICE,
            gettext_noop("How did the hand end?"),
            (
                ("offender_wins", gettext_noop("The player won")),
                ("drawn", gettext_noop("It was drawn")),
                ("other_wins", gettext_noop("Another player won")),
                ("going_on", gettext_noop("It is still going on")),
            ),
        ),
        Fact(
            "declaration",
            FactType.CHOICE,
            gettext_noop("What was declared?"),
            (
                ("tianting", gettext_noop("天聴: on the first discard, or ready from the deal")),
                ("diting", gettext_noop("地聴: on the first own discard")),
                ("declared", gettext_noop("Ready during the hand")),
                ("riichi", gettext_noop("Riichi")),
                ("none", gettext_noop("Ready at the end of the wall")),
            ),
        ),
        Fact("first_discard", flag, gettext_noop("Was it at the player's first discard?")),
        Fact("interrupted", flag, gettext_noop("Had anybody claimed a tile or declared a kong before?")),
        Fact(
            "liable_pattern",
            FactType.CHOICE,
            gettext_noop("Which yakuman is it about?"),
            (
                ("big_three_dragons", gettext_noop("Big three dragons")),
                ("big_four_winds", gettext_noop("Big four winds")),
                ("four_kongs", gettext_noop("Four kongs")),
            ),
        ),
        Fact(
            "set_claimed", flag, gettext_noop("Was the last set claimed from the feeder's discard for a pung or kong?")
        ),
        Fact("sets_visible", flag, gettext_noop("Were the other sets of the yakuman visible at that moment?")),
        Fact("feeder", FactType.SEAT, gettext_noop("Who discarded the tile of the last set?")),
        Fact("value", number, gettext_noop("What is the win worth, without counters?")),
        Fact("counters", number, gettext_noop("How many counters lie on the table?"), optional=True),
        Fact("fault", FactType.CHOICE, gettext_noop("Which fault is it?")),
        Fact("established", flag, gettext_noop("Is the fault admitted, or was it seen?")),
        Fact("minutes", number, gettext_noop("How many minutes?")),
        Fact("victim", FactType.SEAT, gettext_noop("Who was disturbed?")),
    ]
    return {row.name: row for row in rows}


FACTS = _facts()


class Facts:
    """The facts of one claim, as checks ask for them.

    ``facts("shown")`` is the value of a fact; it raises MissingFact where nobody knows it. ``facts.get(name, default)``
    serves facts that matter only when given.
    """

    def __init__(self, rules: Ruleset, seat: int | None, values: Mapping[str, Any]) -> None:
        self.rules = rules
        self.parameters: Any = rules.parameters
        self.seat = seat
        self._values = values
        self.asked: dict[str, None] = {}

    def __call__(self, name: str) -> Any:
        self.asked[name] = None
        value = self._value(name)
        if value is None:
            raise MissingFact(name)
        return value

    def _value(self, name: str) -> Any:
        """What was answered, or what follows: the claimant's seat wind and the dealer tell each other."""
        value = self._values.get(name)
        if value is not None or self.seat is None:
            return value
        wind, dealer = self._values.get("seat_wind"), self._values.get("dealer")
        if name == "dealer" and wind is not None:
            return (self.seat - wind) % 4
        if name == "seat_wind" and dealer is not None:
            return Wind((self.seat - dealer) % 4)
        return None

    def get(self, name: str, default: Any = None) -> Any:
        """The value of a fact, or the default where nobody knows it."""
        self.asked[name] = None
        value = self._value(name)
        return default if value is None else value

    def known(self, name: str) -> bool:
        """True when the fact is known."""
        return self._value(name) is not None

    def in_vain(self, name: str) -> bool:
        """True when the fact was asked for and nobody knows it."""
        return name in self._values and self._values[name] is None


# --- reading: plain values as JSON has them -> values as checks use them ---


def read_fact(fact: Fact, value: object) -> Any:
    """The value of a fact from JSON; None stays None. Raises EngineError whose ``at`` is the fact's name."""
    return None if value is None else _READ[fact.type](fact, value)


def _choice(fact: Fact, value: object) -> str:
    words = [word for word, _ in fact.choices]
    if not isinstance(value, str) or (words and value not in words):
        raise FactError(f"{fact.name}: one of {', '.join(words)} is expected, not {value!r}", at=fact.name)
    return value


def _choices(fact: Fact, value: object) -> tuple[str, ...]:
    return tuple(_choice(fact, each) for each in _list(fact, value))


def _list(fact: Fact, value: object) -> Sequence[object]:
    if not isinstance(value, list | tuple):
        raise FactError(f"{fact.name}: a list is expected, not {value!r}", at=fact.name)
    return value


def _seat(fact: Fact, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value not in SEATS:
        raise FactError(f"{fact.name}: a seat is 0, 1, 2 or 3, not {value!r}", at=fact.name)
    return value


def _seats(fact: Fact, value: object) -> tuple[int, ...]:
    return tuple(dict.fromkeys(_seat(fact, each) for each in _list(fact, value)))


def _hand(fact: Fact, value: object) -> Hand:
    if not isinstance(value, str):
        raise FactError(f"{fact.name}: a hand in notation is expected, not {value!r}", at=fact.name)
    return Hand.parse(value)


def _hands(fact: Fact, value: object) -> tuple[Hand | None, ...]:
    hands = _list(fact, value)
    if len(hands) != 4:
        raise FactError(f"{fact.name}: the hands of four seats are expected, not of {len(hands)}", at=fact.name)
    return tuple(_hand(fact, each) if each else None for each in hands)


def _suits(fact: Fact, value: object) -> tuple[Suit | None, ...]:
    suits = _list(fact, value)
    if len(suits) != 4 or any(each not in ("m", "p", "s", "", None) for each in suits):
        raise FactError(f"{fact.name}: m, p or s for each of the four seats is expected", at=fact.name)
    return tuple(Suit("mps".index(str(each))) if each else None for each in suits)


def _kongs(fact: Fact, value: object) -> tuple[tuple[int, str, int | None, tuple[int, ...]], ...]:
    found = []
    for each in _list(fact, value):
        items = list(each) if isinstance(each, list | tuple) else []
        if len(items) not in (2, 3, 4) or items[1] not in ("concealed", "direct", "fresh", "late"):
            raise FactError(
                f"{fact.name}: seat, kind (concealed, direct, fresh, late), feeder and the seats that had won are"
                f" expected, not {each!r}",
                at=fact.name,
            )
        feeder = _seat(fact, items[2]) if len(items) > 2 and items[2] is not None else None
        if (items[1] == "direct") != (feeder is not None):
            raise FactError(f"{fact.name}: a direct kong, and only that, names who fed it", at=fact.name)
        out = _seats(fact, items[3]) if len(items) > 3 else ()
        found.append((_seat(fact, items[0]), str(items[1]), feeder, out))
    return tuple(found)


def _circumstances(fact: Fact, value: object) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise FactError(f"{fact.name}: an object of circumstances is expected, not {value!r}", at=fact.name)
    return dict(value)


def _patterns(fact: Fact, value: object) -> tuple[str, ...]:
    return tuple(str(each) for each in _list(fact, value))


_READ: dict[FactType, Callable[[Fact, object], Any]] = {
    FactType.FLAG: lambda fact, value: read_flag(fact.name, value),
    FactType.NUMBER: lambda fact, value: read_count(fact.name, value),
    FactType.TILE: lambda fact, value: read_tile(fact.name, value),
    FactType.TILES: lambda fact, value: read_tiles(fact.name, value),
    FactType.HAND: _hand,
    FactType.HANDS: _hands,
    FactType.SUITS: _suits,
    FactType.CHOICE: _choice,
    FactType.CHOICES: _choices,
    FactType.SEAT: _seat,
    FactType.SEATS: _seats,
    FactType.WIND: lambda fact, value: read_wind(fact.name, value),
    FactType.KONGS: _kongs,
    FactType.CIRCUMSTANCES: _circumstances,
    FactType.PATTERNS: _patterns,
}


def write_fact(fact: Fact, value: Any) -> Any:
    """The value of a fact as JSON has it; reading it back gives the same value."""
    if value is None:
        return None
    if fact.type is FactType.TILE:
        return format_tile(value)
    if fact.type is FactType.TILES:
        return format_tiles(value)
    if fact.type is FactType.HAND:
        return str(value)
    if fact.type is FactType.HANDS:
        return [str(hand) if hand is not None else "" for hand in value]
    if fact.type is FactType.SUITS:
        return ["mps"[suit] if suit is not None else "" for suit in value]
    if fact.type is FactType.WIND:
        return value.letter
    if fact.type is FactType.KONGS:
        return [[seat, kind, feeder, list(out)] for seat, kind, feeder, out in value]
    return list(value) if isinstance(value, tuple) else value


BY = {by.value: by for by in WinBy}
"""The word of the fact ``by`` -> the engine's value."""
