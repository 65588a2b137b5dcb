"""Options of Taiwanese sixteen-tile mahjong, with their clauses; defaults are those of ``aono``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.exact import Range
from engine.parameters import option
from engine.tiles.tile import TileSet

NO_IDS: frozenset[str] = frozenset()

# Ranges wider than any published rulebook, but small enough to compute.
HAND = Range(13, 16)
STACKS = Range(17, 18)
DICE = Range(1, 6)
TILES = Range(0, 144)
PER_KONG = Range(0, 4)
ROUNDS = Range(1, 99)
HANDS = Range(0, 999)
POINTS = Range(0, 1_000_000)
TAI = Range(0, 999)


@dataclass(frozen=True, kw_only=True)
class Parameters:
    # Equipment, dealing, end of the hand
    use_flowers: bool = option(True, "The eight flowers are in play", "TW-2.1")
    hand_size: int = option(16, "Tiles in hand between turns", "TW-2.6", "tiles", within=HAND)
    stacks_per_wall: int = option(18, "Two-tile stacks on each side of the wall", "TW-2.2", "stacks", within=STACKS)
    dice_count: int = option(3, "Dice in a throw", "TW-2.5", "dice", within=DICE)
    first_hand_break: Literal["dealer_roll", "dealer_choice_roll"] = option(
        "dealer_roll", "Throw that opens the first wall", "TW-2.5"
    )
    seat_wind_basis: Literal["break_seat", "dealer"] = option("break_seat", "Seat of East", "TW-2.7")
    dead_wall_size: int = option(16, "Tiles never drawn in normal order", "TW-2.9", "tiles", within=TILES)
    dead_wall_kong_increment: int = option(
        0, "The reserve grows by this for each kong", "TW-2.9", "tiles", within=PER_KONG
    )
    flower_replacement_order: Literal["rounds", "player_by_player"] = option(
        "rounds", "Order of the flower replacement before the first discard", "TW-2.10"
    )
    last_tile_rule: Literal["normal", "may_stop", "may_pass"] = option("normal", "Choices at the last tile", "TW-2.13")
    last_discard_win: bool = option(True, "The discard after the last tile may be won on", "TW-2.13")
    triple_dice_double: bool = option(False, "Three equal dice at the break double the hand", "TW-2.16")
    rounds_per_game: int = option(4, "Rounds in a game", "TW-2.15", "rounds", within=ROUNDS)
    max_dealer_repeats: int | None = option(
        None, "Maximum dealer repeats (none: no limit)", "TW-2.14", "hands", within=HANDS
    )
    concealed_kong_face_down: bool = option(True, "A concealed kong stays face down until the hand ends", "TW-3.7")

    # Play
    chow_swap_ban: Literal["none", "same_tile", "whole_tatsu"] = option(
        "whole_tatsu", "Discards forbidden in the turn of a chow", "TW-3.21"
    )
    pung_swap_ban: bool = option(True, "No discard of the same kind in the turn of a pung", "TW-3.22")
    repung_ban: Literal["none", "own_discard", "any_discard"] = option(
        "any_discard", "No pung of a kind already discarded in the player's go-around", "TW-3.23"
    )
    own_discard_chow_ban: bool = option(
        False, "No chow of a kind that the player discarded in the go-around", "TW-3.23"
    )
    no_claim_last_tiles: int = option(
        3, "No chow, pung or exposed kong with this many live tiles left or fewer", "TW-3.24", "tiles", within=TILES
    )
    open_kong_win_ban: bool = option(True, "No win on the replacement tile of an exposed kong", "TW-3.25")
    open_kong_ban_lifted_by_added_kong: bool = option(
        True, "An added kong in the same turn ends the exposed-kong ban", "TW-3.25"
    )
    open_kong_ban_covers_flower_win: bool = option(True, "The exposed-kong ban bars flower wins too", "TW-3.25")
    kong_after_claim: bool = option(True, "A kong may stand between a chow or pung and its discard", "TW-3.26")
    claim_after_last_draw: bool = option(
        False, "The discard after the last tile may be claimed for chow, pung or kong", "TW-3.24"
    )
    multiple_wins: Literal["nearest", "all"] = option("nearest", "Winner among several claims", "TW-3.9")
    illegal_meld_undo: bool = option(
        True, "An illegal meld noticed before the offender's discard is taken back", "TW-3.20"
    )
    qiqiangyi_enabled: bool = option(True, "Seven flowers rob the eighth", "TW-3.10")

    # Declared readiness, locks, dead hands
    tianting_enabled: bool = option(True, "Heavenly ready may be declared", "TW-3.11")
    tianting_deadline: Literal["dealer_first_action", "own_first_draw"] = option(
        "dealer_first_action", "Last moment to declare heavenly ready", "TW-3.11"
    )
    diting_enabled: bool = option(True, "Earthly ready may be declared with the first discard", "TW-3.11")
    declared_ting_enabled: bool = option(False, "Readiness may be declared with any later discard", "TW-3.11")
    ting_concealed_kong: Literal["never", "if_waits_unchanged", "always"] = option(
        "if_waits_unchanged", "Concealed kongs that keep a declaration of readiness alive", "TW-3.11"
    )
    dihu_definition: Literal["tianting_first_draw", "dealer_first_discard", "first_draw"] = option(
        "tianting_first_draw", "Definition of an earthly win", "TW-4.29"
    )
    renhu_window: Literal["discarder_first_discard", "before_own_first_draw"] = option(
        "discarder_first_discard", "Discards that give a human win", "TW-4.30"
    )
    peipai_huahu_implies_dihu: bool = option(
        True, "With all flowers from the deal a complete hand is an earthly win without a declaration", "TW-5.9"
    )
    guoshui_mode: Literal["strict", "until_own_draw", "off"] = option("strict", "The passed-win lock", "TW-6.1")
    guoshui_release: Literal["incomplete_hand", "non_wait_tile"] = option(
        "incomplete_hand", "End of the strict passed-win lock", "TW-6.1"
    )
    guoshui_blocks_flower_win: bool = option(True, "The passed-win lock bars flower wins too", "TW-6.1")
    xianggong_claims_allowed: bool = option(True, "A dead hand may chow, pung and kong", "TW-6.4")
    xianggong_wrong_count: bool = option(True, "A wrong number of tiles makes a dead hand", "TW-6.3")
    forced_discard_picker: Literal["referee_random", "right_neighbour"] = option(
        "referee_random", "Who pulls the forced discard out of a dead hand", "TW-6.3"
    )
    false_win_effect: Literal["dead_hand", "end_hand"] = option("dead_hand", "Consequence of a false win", "TW-7.6")
    false_win_tai: int = option(
        0, "Tai paid to each opponent for a false win that ends the hand", "TW-7.6", "tai", within=TAI
    )

    # Settlement
    di: int = option(50, "Base of every win", "TW-5.1", "points", within=POINTS)
    rate: int = option(20, "Worth of one tai", "TW-5.1", "points", within=POINTS)
    dealer_bonus_mode: Literal["inclusive", "additive"] = option("inclusive", "Dealer's own tai in 2n + 1", "TW-5.4")
    tai_zhuangjia: int = option(1, "Dealer's own win", "TW-5.4", "tai", within=TAI)
    dealer_loss_base_tai: int = option(0, "Extra tai of a dealer who pays with no repeat", "TW-5.4", "tai", within=TAI)
    repeat_tai_per_n: int = option(2, "Tai for each dealer repeat", "TW-5.4", "tai", within=TAI)
    qiqiangyi_case2_split: bool = option(
        True, "All three pay when the robbed flower joined a drawn seventh and the hand is complete", "TW-5.8"
    )
    qiqiangyi_case1_menqian: bool = option(
        True, "Concealed hand counts when an opponent's last flower is robbed", "TW-5.7"
    )
    all_honors_mode: Literal["plain", "local16"] = option("plain", "Counting of all honours", "TW-4.24")
    all_honors_adds_all_pungs: bool = option(False, "All pungs counts beside all honours", "TW-4.24")
    ligu_enabled: bool = option(True, "Seven pairs and a triplet is a winning form", "TW-4.33")
    buda_enabled: bool = option(True, "Sixteen unrelated tiles is a winning form", "TW-4.34")
    pinghu_wait_rule: Literal["every_kind_two_sided", "only_two_sided", "winning_tile"] = option(
        "every_kind_two_sided", "Waits that allow all chows", "TW-6.10"
    )
    quanqiu_counts_concealed_kong: bool = option(False, "All melded and half melded allow a concealed kong", "TW-4.8")
    haidi_on_last_discard: bool = option(False, "Last tile counts on the last discard too", "TW-4.12")
    tianhu_wait_patterns: bool = option(False, "Single wait counts in a heavenly win", "TW-4.28")
    buda_adds_zimo: bool = option(True, "Self-draw counts beside sixteen unrelated", "TW-4.34")

    # Values of the patterns
    tai_menqian: int = option(1, "Concealed hand", "TW-4.6", "tai", within=TAI)
    tai_zimo: int = option(1, "Self-draw", "TW-4.7", "tai", within=TAI)
    tai_buqiu_bonus: int = option(1, "Bonus of a concealed self-draw", "TW-4.7", "tai", within=TAI)
    tai_quanqiu: int = option(2, "All melded", "TW-4.8", "tai", within=TAI)
    tai_banqiu: int = option(1, "Half melded", "TW-4.8", "tai", within=TAI)
    tai_feng: int = option(1, "Effective wind", "TW-4.10", "tai", within=TAI)
    tai_sanyuan: int = option(1, "Dragon pung", "TW-4.10", "tai", within=TAI)
    tai_duting: int = option(1, "Single wait", "TW-4.11", "tai", within=TAI)
    tai_haidi: int = option(1, "Last tile", "TW-4.12", "tai", within=TAI)
    tai_gangkai: int = option(1, "Replacement win", "TW-4.13", "tai", within=TAI)
    tai_qianggang: int = option(1, "Robbing a kong", "TW-4.14", "tai", within=TAI)
    tai_huapai: int = option(1, "Own flower", "TW-4.15", "tai", within=TAI)
    tai_huagang: int = option(1, "Flower set", "TW-4.16", "tai", within=TAI)
    tai_pinghu: int = option(2, "All chows", "TW-4.17", "tai", within=TAI)
    tai_pengpenghu: int = option(2, "All pungs", "TW-4.18", "tai", within=TAI)
    tai_hunyise: int = option(4, "Half flush", "TW-4.19", "tai", within=TAI)
    tai_qingyise: int = option(8, "Full flush", "TW-4.19", "tai", within=TAI)
    tai_xiaosanyuan: int = option(4, "Small dragons", "TW-4.20", "tai", within=TAI)
    tai_dasanyuan: int = option(8, "Big dragons", "TW-4.20", "tai", within=TAI)
    tai_sananke: int = option(2, "Three concealed pungs", "TW-4.21", "tai", within=TAI)
    tai_sianke: int = option(5, "Four concealed pungs", "TW-4.21", "tai", within=TAI)
    tai_wuanke: int = option(8, "Five concealed pungs", "TW-4.21", "tai", within=TAI)
    tai_xiaosixi: int = option(8, "Small winds", "TW-4.22", "tai", within=TAI)
    tai_dasixi: int = option(16, "Big winds", "TW-4.23", "tai", within=TAI)
    tai_ziyise: int = option(8, "All honours", "TW-4.24", "tai", within=TAI)
    tai_tianting: int = option(16, "Heavenly ready", "TW-4.25", "tai", within=TAI)
    tai_diting: int = option(8, "Earthly ready", "TW-4.26", "tai", within=TAI)
    tai_diting_yifa: int = option(12, "Earthly ready, first go-around", "TW-4.27", "tai", within=TAI)
    tai_tianhu: int = option(24, "Heavenly win", "TW-4.28", "tai", within=TAI)
    tai_dihu: int = option(24, "Earthly win", "TW-4.29", "tai", within=TAI)
    tai_renhu: int = option(24, "Human win", "TW-4.30", "tai", within=TAI)
    tai_xuangao: int = option(0, "Declared ready", "TW-4.31", "tai", within=TAI)
    tai_baxian: int = option(8, "Eight flowers", "TW-4.32", "tai", within=TAI)
    tai_manhua: int = option(8, "Eight flowers with a complete hand", "TW-4.32", "tai", within=TAI)
    tai_qiqiangyi: int = option(8, "Seven flowers rob the eighth", "TW-4.32", "tai", within=TAI)
    tai_peipai_huahu: int = option(12, "All flowers from the deal", "TW-4.32", "tai", within=TAI)
    peipai_huahu_mode: Literal["replaces", "adds"] = option(
        "replaces", "All flowers from the deal with eight flowers", "TW-5.9"
    )
    tai_ligu: int | None = option(8, "Seven pairs and a triplet", "TW-4.33", "tai", within=TAI)
    tai_buda: int | None = option(10, "Sixteen unrelated", "TW-4.34", "tai", within=TAI)

    # Options that the 2026 table of tai brought
    pinghu_needs_exposed: bool = option(False, "No all chows in a concealed hand", "TW-E4")
    pinghu_honors_flowers: bool = option(False, "All chows allows an honour pair and exposed flowers", "TW-E4")
    quanqiu_adds_duting: bool = option(True, "Single wait counts with five exposed melds", "TW-E5")
    xiaosixi_adds_winds: bool = option(True, "Effective winds count beside small winds", "TW-E3")
    wuanke_contains: frozenset[str] = option(
        frozenset({"menqian", "pengpenghu"}), "Patterns that five concealed pungs swallows", "TW-E3"
    )
    ready_excludes_menqian: bool = option(True, "Heavenly and earthly ready swallow the concealed hand", "TW-E6")
    start_win_adds_zimo: bool = option(False, "Self-draw counts beside a heavenly or earthly win", "TW-E6")
    tianhu_adds_gangkai: bool = option(True, "Replacement win counts in a heavenly win", "TW-E6")
    renhu_needs_tianting: bool = option(True, "A human win needs heavenly ready", "TW-E6")
    dihu_calls_break: bool = option(
        False, "A call or kong before the first draw ends the chance of an earthly or human win", "TW-E6"
    )
    haidi_on_replacement: bool = option(False, "A replacement tile may be the last tile", "TW-E7")
    flower_win_mode: Literal["adds_hand", "standalone"] = option(
        "adds_hand", "Complete hand with a flower win", "TW-E8"
    )
    false_win_adds_dealer: bool = option(False, "The payment for a false win has the dealer item", "TW-E9")
    tai_cap: int | None = option(None, "Maximum tai without dealer item (none: no limit)", "TW-E2", "tai", within=TAI)
    liability: frozenset[str] = option(NO_IDS, "Patterns whose last feeder is liable", "TW-E10")
    liability_ron_split: bool = option(
        False, "On another's discard the liable player and the discarder pay half each", "TW-E10"
    )


def tile_set(parameters: Parameters) -> TileSet:
    """Tile set: 144 tiles, or 136 without flowers.

    >>> tile_set(Parameters()).size
    144
    """
    return TileSet.standard(flowers=8 if parameters.use_flowers else 0)
