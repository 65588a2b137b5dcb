"""Facts of several kinds of claims."""

from __future__ import annotations

from engine.sentences import gettext_noop
from judging.law.facts import (
    choice,
    choices,
    circumstance,
    circumstances,
    events,
    flag,
    hand,
    number,
    seat,
    seats,
    tile,
    tiles,
    wind,
)

HAND = hand("hand", gettext_noop("Which tiles does the player hold, with melds, winning tile and flowers?"))
WINNING_TILE = tile("winning_tile", gettext_noop("On which tile was the win claimed?"))
BY = choice(
    "by",
    gettext_noop("How was the win claimed?"),
    ("self_draw", gettext_noop("Self-draw")),
    ("discard", gettext_noop("On a discard")),
    ("robbed_kong", gettext_noop("Robbing a kong")),
)
PREVALENT_WIND = wind("prevalent_wind", gettext_noop("Which is the prevalent wind?"))
SEAT_WIND = wind("seat_wind", gettext_noop("Which is the player's seat wind?"))
CIRCUMSTANCES = circumstances("circumstances", gettext_noop("What else belongs to the win?"))
PASSED_CIRCUMSTANCES = circumstances(
    "passed_circumstances", gettext_noop("What belonged to the win that was let pass?")
)
LAST_TILE = circumstance(flag("last_tile", gettext_noop("Was it the last tile of the wall, or the discard after it?")))
REPLACEMENT = circumstance(flag("replacement", gettext_noop("Was the winning tile a replacement after a kong?")))
FIRST_TURN = circumstance(flag("first_turn", gettext_noop("Was it in the first go-around, before any claim or kong?")))
VISIBLE = circumstance(tiles("visible", gettext_noop("Which other tiles does everybody see? Leave empty for none.")))
PASSED_LAST_TILE = circumstance(
    flag("passed_last_tile", gettext_noop("Was the tile let pass the discard after the last tile of the wall?")),
    "last_tile",
    of="passed_circumstances",
)
SOURCE = seat("source", gettext_noop("Who discarded the tile, or added it to a pung?"))
DEALER = seat("dealer", gettext_noop("Who deals?"))
DEALER_REPEATS = circumstance(number("dealer_repeats", gettext_noop("How often has the dealer stayed?")))
DEAD = flag("dead", gettext_noop("Has this hand been ruled dead earlier in this hand of play?"))
IN_TIME = flag("in_time", gettext_noop("Was the call made in time?"))
SHOWN = flag("shown", gettext_noop("Were the tiles shown?"))
OWN_DISCARDS = tiles(
    "own_discards", gettext_noop("What has the player discarded in this hand, claimed tiles included?")
)
LAST_DISCARD = tiles("last_discard", gettext_noop("Which tile did the player discard last? Leave empty for none."))
DISCARDED_SINCE = tiles("discarded_since", gettext_noop("What has the player discarded since the tile let pass?"))
PASSED_TILES = tiles(
    "passed_tiles", gettext_noop("Which tiles of others did the player let pass? Leave empty for none.")
)
PASSED_OWN = flag("passed_own", gettext_noop("Did the player draw a tile that completed the hand and not win on it?"))
SINCE = choices(
    "since",
    gettext_noop("What has happened since the last tile let pass?"),
    ("own_draw", gettext_noop("The player has drawn")),
    ("own_claim", gettext_noop("The player has claimed a chow or pung")),
    ("discard_incomplete", gettext_noop("The player has discarded from a hand that was not complete")),
    ("discard_complete", gettext_noop("The player has discarded from a complete hand")),
    ("added_kong", gettext_noop("The player has added to a pung")),
    ("concealed_kong", gettext_noop("The player has declared a concealed kong")),
    ("exposed_kong", gettext_noop("The player has claimed a kong")),
    ("other_call", gettext_noop("Another player has claimed a tile or declared a kong")),
    ("nothing", gettext_noop("Nothing of this")),
)
EVENTS_SINCE = events(
    "happened",
    gettext_noop(
        "What has happened, each in its order: the tile let pass first, then what the player drew, claimed and"
        " discarded since?"
    ),
)
CALL = choice(
    "call",
    gettext_noop("Which call is it about?"),
    ("chow", gettext_noop("Chow")),
    ("pung", gettext_noop("Pung")),
    ("kong", gettext_noop("Kong of a discard")),
    ("added_kong", gettext_noop("Added kong")),
    ("concealed_kong", gettext_noop("Concealed kong")),
)
CALLED_TILE = tile("called_tile", gettext_noop("Which tile was claimed, added to a pung, or konged?"))
OWN_TILES = tiles(
    "own_tiles",
    gettext_noop("Which own tiles were shown with it, of a concealed kong all four? Leave empty if none were."),
)
WALL_LEFT = number("wall_left", gettext_noop("How many tiles can still be drawn?"))
ALREADY_PASSED = flag("already_passed", gettext_noop("Has the player said that it passes on this tile?"))
OTHER_VALID_WIN = flag("other_valid_win", gettext_noop("Does another player win validly at the same moment?"))
NOTICED = choice(
    "noticed",
    gettext_noop("When was it noticed?"),
    ("in_time", gettext_noop("Before the first discard of the next hand")),
    ("next_hand", gettext_noop("After the first discard of the next hand")),
    ("session_over", gettext_noop("After the session")),
)
VICTIM = seat("victim", gettext_noop("Who was disturbed?"))
AFTER_CLAIM = flag("after_claim", gettext_noop("Was it between a claim and its discard?"))
TILE_WON = flag("tile_won", gettext_noop("Has somebody won on the tile already?"))
LAST_HAND = flag("last_hand", gettext_noop("Was it the last hand of the game?"))
HAND_OVER = flag("hand_over", gettext_noop("Was the hand over already?"))
IN_RIICHI = flag("in_riichi", gettext_noop("Is the player in riichi?"))
KONGS_MADE = number("kongs_made", gettext_noop("How many kongs have all players together made in this hand before it?"))
WON_SEATS = seats("won_seats", gettext_noop("Who has won earlier in this hand of play?"))
VOID_SUIT = choice(
    "void_suit",
    gettext_noop("Which is the player's void suit?"),
    ("m", gettext_noop("Characters")),
    ("p", gettext_noop("Dots")),
    ("s", gettext_noop("Bamboos")),
)
REPEATED = flag("repeated", gettext_noop("Has the player done the same before in this session?"))
GO_AROUND_DISCARDS = tiles(
    "go_around_discards",
    gettext_noop("Which tiles have been discarded from the player's latest discard on, that one first?"),
)
