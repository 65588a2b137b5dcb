from __future__ import annotations

from engine.sentences import gettext_noop
from judging.law.facts import (
    add_to_circumstances,
    declare_choice,
    declare_choices,
    declare_circumstances,
    declare_events,
    declare_flag,
    declare_hand,
    declare_number,
    declare_seat,
    declare_seats,
    declare_tile,
    declare_tiles,
    declare_wind,
)

HAND = declare_hand("hand", gettext_noop("Which tiles does the player hold, with melds, winning tile and flowers?"))
WINNING_TILE = declare_tile("winning_tile", gettext_noop("On which tile was the win claimed?"))
BY = declare_choice(
    "by",
    gettext_noop("How was the win claimed?"),
    ("self_draw", gettext_noop("Self-draw")),
    ("discard", gettext_noop("On a discard")),
    ("robbed_kong", gettext_noop("Robbing a kong")),
)
PREVALENT_WIND = declare_wind("prevalent_wind", gettext_noop("Which is the prevalent wind?"))
SEAT_WIND = declare_wind("seat_wind", gettext_noop("Which is the player's seat wind?"))
CIRCUMSTANCES = declare_circumstances("circumstances", gettext_noop("What else belongs to the win?"))
PASSED_CIRCUMSTANCES = declare_circumstances(
    "passed_circumstances", gettext_noop("What belonged to the win that was let pass?")
)
LAST_TILE = add_to_circumstances(
    declare_flag("last_tile", gettext_noop("Was it the last tile of the wall, or the discard after it?"))
)
REPLACEMENT = add_to_circumstances(
    declare_flag("replacement", gettext_noop("Was the winning tile a replacement after a kong?"))
)
FIRST_TURN = add_to_circumstances(
    declare_flag("first_turn", gettext_noop("Was it in the first go-around, before any claim or kong?"))
)
VISIBLE = add_to_circumstances(
    declare_tiles("visible", gettext_noop("Which other tiles does everybody see? Leave empty for none."))
)
PASSED_LAST_TILE = add_to_circumstances(
    declare_flag(
        "passed_last_tile", gettext_noop("Was the tile let pass the discard after the last tile of the wall?")
    ),
    "last_tile",
    of="passed_circumstances",
)
SOURCE = declare_seat("source", gettext_noop("Who discarded the tile, or added it to a pung?"))
DEALER = declare_seat("dealer", gettext_noop("Who deals?"))
DEALER_REPEATS = add_to_circumstances(
    declare_number("dealer_repeats", gettext_noop("How often has the dealer stayed?"))
)
DEAD = declare_flag("dead", gettext_noop("Has this hand been ruled dead earlier in this hand of play?"))
IN_TIME = declare_flag("in_time", gettext_noop("Was the call made in time?"))
SHOWN = declare_flag("shown", gettext_noop("Were the tiles shown?"))
OWN_DISCARDS = declare_tiles(
    "own_discards", gettext_noop("What has the player discarded in this hand, claimed tiles included?")
)
LAST_DISCARD = declare_tiles(
    "last_discard", gettext_noop("Which tile did the player discard last? Leave empty for none.")
)
DISCARDED_SINCE = declare_tiles(
    "discarded_since", gettext_noop("What has the player discarded since the tile let pass?")
)
PASSED_TILES = declare_tiles(
    "passed_tiles", gettext_noop("Which tiles of others did the player let pass? Leave empty for none.")
)
PASSED_OWN = declare_flag(
    "passed_own", gettext_noop("Did the player draw a tile that completed the hand and not win on it?")
)
SINCE = declare_choices(
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
EVENTS_SINCE = declare_events(
    "happened",
    gettext_noop(
        "What has happened, each in its order: the tile let pass first, then what the player drew, claimed and"
        " discarded since?"
    ),
)
CALL = declare_choice(
    "call",
    gettext_noop("Which call is it about?"),
    ("chow", gettext_noop("Chow")),
    ("pung", gettext_noop("Pung")),
    ("kong", gettext_noop("Kong of a discard")),
    ("added_kong", gettext_noop("Added kong")),
    ("concealed_kong", gettext_noop("Concealed kong")),
)
CALLED_TILE = declare_tile("called_tile", gettext_noop("Which tile was claimed, added to a pung, or konged?"))
OWN_TILES = declare_tiles(
    "own_tiles",
    gettext_noop("Which own tiles were shown with it, of a concealed kong all four? Leave empty if none were."),
)
WALL_LEFT = declare_number("wall_left", gettext_noop("How many tiles can still be drawn?"))
ALREADY_PASSED = declare_flag("already_passed", gettext_noop("Has the player said that it passes on this tile?"))
OTHER_VALID_WIN = declare_flag("other_valid_win", gettext_noop("Does another player win validly at the same moment?"))
NOTICED = declare_choice(
    "noticed",
    gettext_noop("When was it noticed?"),
    ("in_time", gettext_noop("Before the first discard of the next hand")),
    ("next_hand", gettext_noop("After the first discard of the next hand")),
    ("session_over", gettext_noop("After the session")),
)
VICTIM = declare_seat("victim", gettext_noop("Who was disturbed?"))
AFTER_CLAIM = declare_flag("after_claim", gettext_noop("Was it between a claim and its discard?"))
TILE_WON = declare_flag("tile_won", gettext_noop("Has somebody won on the tile already?"))
LAST_HAND = declare_flag("last_hand", gettext_noop("Was it the last hand of the game?"))
HAND_OVER = declare_flag("hand_over", gettext_noop("Was the hand over already?"))
IN_RIICHI = declare_flag("in_riichi", gettext_noop("Is the player in riichi?"))
KONGS_MADE = declare_number(
    "kongs_made", gettext_noop("How many kongs have all players together made in this hand before it?")
)
WON_SEATS = declare_seats("won_seats", gettext_noop("Who has won earlier in this hand of play?"))
VOID_SUIT = declare_choice(
    "void_suit",
    gettext_noop("Which is the player's void suit?"),
    ("m", gettext_noop("Characters")),
    ("p", gettext_noop("Dots")),
    ("s", gettext_noop("Bamboos")),
)
REPEATED = declare_flag("repeated", gettext_noop("Has the player done the same before in this session?"))
GO_AROUND_DISCARDS = declare_tiles(
    "go_around_discards",
    gettext_noop("Which tiles have been discarded from the player's latest discard on, that one first?"),
)
