"""The vocabulary of facts: what a referee can be asked, of which type, in which words."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from engine.sentences import gettext_noop


class FactType(Enum):
    """What a fact is, and so how a form asks for it."""

    FLAG = "flag"
    NUMBER = "number"
    TILE = "tile"
    TILES = "tiles"
    HAND = "hand"
    """One hand in the notation of ``Hand``: concealed tiles, melds, ``+`` winning tile, ``|`` flowers."""
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
    families: tuple[str, ...] = ()
    """The families whose rules look at it; empty for all. Checks that several families share ask each for its own."""


FAMILIES_OF = {
    **dict.fromkeys(("prevalent_wind", "seat_wind"), ("mcr", "riichi", "taiwan")),
    **dict.fromkeys(("passed_tiles", "since"), ("riichi", "taiwan", "sichuan")),
    **dict.fromkeys(("dealer", "passed_own"), ("riichi", "taiwan")),
    **dict.fromkeys(("other_valid_win", "first_caller", "claimed_fu", "in_riichi"), ("riichi",)),
    **dict.fromkeys(("witnesses", "exposed_kong_chain", "discarded_since"), ("taiwan",)),
    **dict.fromkeys(("void_suit", "last_discard", "becomes_ready", "won_seats", "won_before", "kongs"), ("sichuan",)),
    "named_points": ("mcr",),
    "own_discards": ("riichi", "sichuan"),
}
"""Fact -> the families that have it, where a check that others share lists it."""


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
        Fact(
            "won_before",
            FactType.SEATS,
            gettext_noop("Who had won already when the player first discarded another suit than the void one?"),
        ),
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
        Fact("last_discard", tiles, gettext_noop("Which tile did the player discard last? Leave empty for none.")),
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
        Fact(
            "kongs",
            FactType.KONGS,
            gettext_noop("Which kongs were paid in this hand, those left out whose payment has gone back?"),
            optional=True,
        ),
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
        Fact(
            "flower_from",
            FactType.CHOICE,
            gettext_noop("How did the last flower come to the player?"),
            (
                ("own", gettext_noop("The player drew all eight")),
                ("shown", gettext_noop("Robbed: another player showed the eighth")),
                ("seventh", gettext_noop("Robbed: the player drew the seventh, and one other had the eighth")),
            ),
        ),
        Fact("robbed_seat", FactType.SEAT, gettext_noop("Whose flower was robbed?")),
        Fact("robbed_flower", FactType.TILE, gettext_noop("Which flower was robbed?")),
        Fact(
            "from_deal",
            flag,
            gettext_noop(
                "Did the flowers come together before the first discard, when those of the deal were replaced?"
            ),
        ),
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
        Fact("becomes_ready", flag, gettext_noop("Does the hand become ready by it?")),
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
        Fact("concealed_kong_set", flag, gettext_noop("Was one of the other sets a declared concealed kong?")),
        Fact("feeder", FactType.SEAT, gettext_noop("Who discarded the tile of the last set?")),
        Fact("value", number, gettext_noop("What is the win worth, without counters?")),
        Fact("counters", number, gettext_noop("How many counters lie on the table?"), optional=True),
        Fact("fault", FactType.CHOICE, gettext_noop("Which fault is it?")),
        Fact("established", flag, gettext_noop("Is the fault admitted, or was it seen?")),
        Fact("minutes", number, gettext_noop("How many minutes?")),
        Fact("victim", FactType.SEAT, gettext_noop("Who was disturbed?")),
    ]
    return {row.name: row._replace(families=FAMILIES_OF.get(row.name, ())) for row in rows}


FACTS = _facts()
