"""Leaves of papers with long names and many figures, without a database: what the tests of layout print."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Literal

from django.utils import translation

from engine.family import ruleset
from engine.walls.deal import make_deal
from engine.walls.wall import BoardName
from tournaments.awards import papers as award_papers
from tournaments.core.printing import documents as papers
from tournaments.core.printing import slips as penalty_slips
from tournaments.core.printing.documents import Leaf, PaperHeading
from tournaments.core.printing.registry import place_of, translate_labels
from tournaments.core.text import places
from tournaments.core.text.numbers import format_column
from tournaments.core.text.printed import PrintedWords
from tournaments.core.text.sentences import format_wind
from tournaments.duplicate import papers as boards
from tournaments.duplicate.models.board_plays import BoardPlay, PlaySeat
from tournaments.duplicate.models.deals import Board
from tournaments.entries import papers as player_papers
from tournaments.entries.models.entries import Entry, Team
from tournaments.exchange.papers import FALLBACK
from tournaments.fees.papers import RECEIPT, Receipt, build_receipt_pages
from tournaments.figures import papers as figures
from tournaments.figures.logic.sums import PlayedGame, add_sums, sum_games
from tournaments.figures.models import StoredFigures
from tournaments.figures.queries import Numbers
from tournaments.results.papers import round_results, score_sheets, scoresheet
from tournaments.rounds import papers as rounds
from tournaments.rounds.models import GameTable
from tournaments.seating import papers as seating
from tournaments.standings.papers import certificates as honours
from tournaments.standings.papers import standings_list
from tournaments.standings.papers.awards import HONOURS

EVENT = PaperHeading(
    "Open Championship of the Nordic Countries", "Folkets Hus, Göteborg", "21–22 Nov 2026", 4, "Qualification", "10:00"
)
PLAYERS = [
    ("Wolfeschlegelsteinhausenbergerdorff, Maximiliane", "", "DEU"),
    ("Żółtowski, Bartłomiej", "", "POL"),
    ("Nguyễn Thị Minh Khai", "阮氏明開", "VNM"),
    ("Takahashi Sakiko", "髙橋 﨑子", "JPN"),
]
SHEETS = ["mcr-2006", "riichi-ema-2016", "taiwan-aono", "sichuan-world-championship"]
LANGUAGES = {
    "en": ["en", "ja"],
    "ja": ["ja", "en"],
    "zh-hans": ["zh-hans", "en"],
    "zh-hant": ["zh-hant", "en", "ja"],
    "fr": ["fr", "en"],
    "de": ["de", "en"],
}
"""First language -> the languages of the paper."""


def words(language: str) -> dict[str, PrintedWords]:
    more = scoresheet.SHEET | player_papers.BADGE | HONOURS | penalty_slips.SLIP | boards.BOARD_LABELS
    more |= figures.NUMBERS | award_papers.AWARDS | RECEIPT | FALLBACK | score_sheets.ROOM | rounds.HALL | rounds.SIGNS
    more |= {"rulebook": "Rulebook", "replaces": "In place of", "unverified": "not verified against the booklet"}
    return translate_labels(LANGUAGES[language], more)


def score_sheet(preset: str, *, large: bool = False) -> list[Leaf]:
    chairs = [papers.PrintedSeat(at, 118 + at, *who) for at, who in enumerate(PLAYERS)]
    table = scoresheet.PrintedSheet("47", chairs, "https://mahjong.example.org/e/0123456789abcdefghijkl/")
    rules = ruleset(preset).sheet
    return scoresheet.make_pages(EVENT, rules, [table], expected=120000 if rules.stick else 0, large=large)


def _badges(count: int) -> list[player_papers.Badge]:
    code = papers.make_qr_code("https://mahjong.example.org/t/nordic/p/118/")
    found = []
    for at in range(count):
        team, country = ("Dragons", "")[at % 2], places.format_country(PLAYERS[at % 4][2])
        facts = tuple(text for text in (team, country) if text)
        found.append(player_papers.Badge(118 + at, *PLAYERS[at % 4][:2], team, facts, code))
    return found


def badges() -> list[Leaf]:
    return player_papers.build_badge_pages(EVENT, _badges(7))


def lines(count: int) -> list[standings_list.StandingLine]:
    cells = [
        format_column([Fraction(at % 7 - 3, 1 + at % 3) for at in range(count)]),
        format_column([Fraction(-at * 1000) for at in range(count)]),
    ]
    return [
        standings_list.StandingLine(
            place_of(at + 1, at in (1, 2)),
            PLAYERS[at % 4][0],
            [column[at] for column in cells],
            PLAYERS[at % 4][1],
            "Riichi Club Göteborg Väst" if at % 3 else "",
            places.format_country(PLAYERS[at % 4][2]),
            out=at == 6,
        )
        for at in range(count)
    ]


def standings() -> list[Leaf]:
    return standings_list.build_standings_pages(EVENT, 4, (["TP", "Points"], lines(40)), (["TP"], []))


def standings_of_category() -> list[Leaf]:
    listed = [
        replace(line, overall=f"{7 * at}=", within="Juniors 2=, Harbour Club 1") for at, line in enumerate(lines(9))
    ]
    category = [("Juniors under 21 years", [replace(line, within="") for line in listed])]
    return standings_list.build_standings_pages(EVENT, 4, (["TP", "Points"], listed), (["TP"], []), categories=category)


def certificate() -> list[Leaf]:
    return honours.build_certificates(EVENT, [(1, lines(4)[0]), (3, lines(4)[3])])


def poster() -> list[Leaf]:
    return honours.build_poster(EVENT, 7, ("TP", lines(40)), ("TP", lines(5)))


def awards(sample: Literal["certificate", "poster"]) -> list[Leaf]:
    """Awards with and without a title, one with a hand of fourteen tiles and three kongs."""
    hand = "1z ckong(1111m) kong(2222p) akong(3333s) ckong(7777z) +1z"
    won = [
        {
            "amount": amount,
            "tiles": tiles,
            **dict(zip(("name", "native", "country"), who, strict=True)),
            "flag": "",
            "team": team,
        }
        for who, amount, tiles, team in zip(
            PLAYERS,
            ("88 points", "41.7%", "place 12", "13 wins"),
            (hand, "", "", ""),
            ("", "Dragons", "", ""),
            strict=True,
        )
    ]
    listed = [
        {"title": "", "label": "award_largest_hand", "category": "", "lines": won[:1]},
        {"title": "", "label": "award_place", "category": "Newcomers of the year", "lines": won[1:]},
        {
            "title": "Sparrow of the longest run without a fourth place",
            "label": "award_kongs",
            "category": "",
            "lines": won,
        },
    ]
    made = award_papers.build_award_certificates if sample == "certificate" else award_papers.build_awards_poster
    return made(EVENT, listed)


def slips() -> list[Leaf]:
    ruled = (
        ("the_hand", "A player's hand is dead"),
        ("payments", "; ".join(f"{PLAYERS[0][0]} → {who} 10" for who, *_rest in PLAYERS[1:])),
        ("ledger", f"{PLAYERS[0][0]} −10 Game points, Table"),
        ("time", "3 extra minutes"),
        ("appeal", "appeal until 30 minutes after the end of the session"),
    )
    full = penalty_slips.Slip(
        "4", "47", "12", f"118 {PLAYERS[0][0]}", "Payment: −30; warning", "False win: too few points", "MCR-6.8 points",
        "Case 12, ruling 1", ruled,
    )  # fmt: skip
    blank = penalty_slips.build_penalty_slips(EVENT, [])[0].values["slips"][0]
    return penalty_slips.build_penalty_slips(EVENT, [full, blank])


def seating_names() -> list[Leaf]:
    named = [
        ("Wolfeschlegelsteinhausenbergerdorff", "Maximiliane", ""),
        ("Nguyễn", "Thị Minh Khai", ""),
        ("Takahashi", "Sakiko", "髙橋 﨑子"),
    ]
    found = [
        seating.NameLine(*named[at % 9 // 3], 100 + at, str(1 + at // 4), format_wind(at % 4))
        for at in range(seating.NAMES_A_PAGE)
    ]
    return seating.build_name_pages(EVENT, found)


def seating_tables() -> list[Leaf]:
    chairs = [papers.PrintedSeat(at, 118 + at, *who) for at, who in enumerate(PLAYERS)]
    return seating.build_table_pages(EVENT, [(str(number), chairs) for number in range(1, 19)])


def schedules() -> list[Leaf]:
    plan = [
        player_papers.Appointment(at, "21 Nov, 10:00", "47", at % 4, ["Anna Berg", "Kenji Itō", "Li Wei"])
        for at in range(1, 8)
    ]
    return player_papers.schedule_pages(EVENT, [(badge, plan) for badge in _badges(4)])


def table_cards() -> list[Leaf]:
    return seating.build_card_pages(EVENT, ["47"])


def room_code() -> list[Leaf]:
    return score_sheets.make_room_pages(EVENT, "https://mahjong.example.org/evening/0123456789abcdefghijklmnopqrstuv/")


def signs() -> list[Leaf]:
    address = "https://mahjong.example.org/t/open-championship-of-the-nordic-countries/"
    made = [rounds.Sign("playing_hall"), rounds.Sign("tables", tables="101–124"), rounds.Sign("referee")]
    return rounds.build_sign_pages(EVENT, [*made, rounds.Sign("seats_and_results", address=address)])


def results() -> list[Leaf]:
    table = [[format_wind(at), PLAYERS[at][0], "−12,300", str(at + 1), "−22.30"] for at in range(4)]
    tables = [(str(at), table) for at in range(1, 9)]
    return round_results.make_result_pages(EVENT, ["Wind", "Player", "Points", "Place", "Score"], tables)


DIGEST = "0123456789abcdef" * 4


def _board(session: int, number: int) -> Board:
    return Board(session=session, number=number, prevalent_wind=(number - 1) // 4 % 4, digest=DIGEST)


def _play(step: int, number: int) -> BoardPlay:
    return BoardPlay(board=_board(2, number), table=GameTable(number=40 + step), order=step)


def deal_sheets(model: Literal["seat34", "shared"]) -> list[Leaf]:
    """Return a builder's sheets: riichi with its common block, or four shared walls."""
    deal = make_deal("riichi-ema-2016" if model == "seat34" else "mcr-2006", bytes(32), BoardName(7), model=model)
    sheets = boards.build_deal_sheets(EVENT, _board(2, 7), deal)
    return [sheets[0], sheets[-1]] if model == "seat34" else sheets


def movements() -> list[Leaf]:
    """Cards of four sets of trays and of two players, twelve steps each, and what builders do."""
    trays = [[_play(step, number) for step in range(1, 13)] for number in range(5, 9)]
    names = [who[0] for who in PLAYERS[1:]]
    plays = [(_play(step, step), PlaySeat(seat=step % 4), names) for step in range(1, 13)]
    team = Team(name="Riichi Club Göteborg Väst")
    players = [(Entry(number=118 + at, team=team), PLAYERS[at][0], plays) for at in (0, 3)]
    building = {"shared": False, "walls": [34, 34, 34, 34], "hand": 13, "common": 14, "even": True}
    return [
        Leaf("board_movement", {"heading": EVENT, "cards": trays}),
        Leaf("player_movement", {"heading": EVENT, "cards": players}),
        *boards.build_board_cards(EVENT, [plays[0].board for plays in trays], shared=True),
        Leaf("builder", {"heading": EVENT, **building}),
    ]


def fallback_cover() -> list[Leaf]:
    people = [["Organiser", PLAYERS[0][0], "maximiliane@wolfeschlegelsteinhausenbergerdorff.example.org"]] * 6
    when = datetime.datetime(2026, 11, 21, 10, 0, tzinfo=datetime.UTC)
    groups = " ".join(DIGEST[at : at + 8] for at in range(0, 64, 8))
    kept = {"code": papers.make_qr_code(groups), "lines": [("log_head", 4711, groups), ("promised_draw", when, groups)]}
    values = {"heading": EVENT, "made": "21 Nov 2026, 10:00", "next_round": 5, "people": people, "kept": kept}
    return [Leaf("fallback_cover", values)]


def rulebook() -> list[Leaf]:
    """The first clauses of an edition in two languages."""
    lines = []
    for number, clause in enumerate(list(ruleset("riichi-ema-2016").clauses.values())[:40]):
        texts = {clause.text: "en"}
        with translation.override("ja"):
            texts.setdefault(translation.gettext(clause.text), "ja")
        doubted = number % 5 == 0
        lines.append(
            (clause.name, [(tag, text) for text, tag in texts.items()], ", ".join(clause.instead_of), (), doubted)
        )
    values = {"heading": EVENT, "rules_title": "Riichi, EMA rules 2016", "changes": [("Uma", "15, 5, −5, −15")]}
    return [Leaf("rulebook", values | {"lines": lines})]


def hall() -> list[Leaf]:
    rows = [["" if at == 4 else str(row * 8 + at + 1) for at in range(9)] for row in range(6)]
    deep = [[str(100 + row * 20 + at) for at in range(20)] for row in range(20)]
    chairs = [papers.PrintedSeat(at, 118 + at, *who) for at, who in enumerate(PLAYERS)]
    seated = {str(number): chairs for number in range(1, 13)}
    named = [["1", "2", "", "3", "4"], ["5", "6", "", "7", "8"], ["9", "10", "", "11", "12"]]
    return [
        *rounds.build_plan_pages(EVENT, rows),
        *rounds.build_plan_pages(EVENT, deep),
        *rounds.build_plan_pages(EVENT, named, seated),
    ]


def protocol() -> list[Leaf]:
    # Imported here: its rows are models, which want Django set up.
    from tests.support import protocol_sample

    return protocol_sample.protocol(EVENT, [who[0] for who in PLAYERS])


def numbers() -> list[Leaf]:
    """Sixteen players after nine rounds, their hands written down."""
    keys, rounds = range(16), 9
    games = {
        key: [
            PlayedGame(at, 1, at % 4, place, Fraction(place), Fraction(score), Fraction(4 - place))
            for at in range(1, rounds + 1)
            for place in [1 + (key * 5 + at * at) % 4]
            for score in [(5 - 2 * place) * (90 + 7 * key)]
        ]
        for key in keys
    }  # fmt: skip
    sums = {}
    for key, played in games.items():
        won = 21 + key * 7 % 17
        hands = {
            "hands": 144, "games_with_hands": rounds, "hands_won": won, "wins": won, "self_draws": key % 9,
            "hands_dealt_in": 30 - key, "deal_ins": 30 - key, "worth_won": won * (9 + key),
            "worth_won_squares": won * 999,
            "worth_dealt_in": 400, "worth_dealt_in_squares": 9999, "most_worth": 24 + 8 * key, "hands_drawn": 12 + key,
            "hands_as_dealer": 36, "hands_won_as_dealer": key, "kongs": key * key % 11, "fines": key % 3,
        }  # fmt: skip
        sums[key] = add_sums([sum_games(played), {name: Fraction(amount) for name, amount in hands.items()}])
    row = StoredFigures(after=rounds, games=36, games_with_hands=36, hands=576)
    row.progress = [[key, *(1 + (key * at + at) % (17 - at) for at in range(1, rounds)), 1 + key] for key in range(8)]
    people = {key: (118 + key, PLAYERS[key % 4][0]) for key in keys}
    return [figures.build_numbers_page(EVENT, row, Numbers("mcr", ("mcr",), sums, games, {}), people)]


def receipts() -> list[Leaf]:
    issuer = ("Nordic Mahjong Federation", "Harbour Street 1, 411 20 Göteborg", "SE 556677-8899 01")
    purpose = ", ".join(["Entry fee of the Open Championship", "Lunch on both days", "T-shirt", "Gala dinner"])
    made = [
        Receipt(1204, kind, who, "1,234.50 EUR", purpose, "21 November 2026", method, issuer)
        for kind, method, who in (("payment", "transfer", PLAYERS[0][0]), ("refund", "cash", PLAYERS[2][0]))
    ]
    return build_receipt_pages(EVENT, made)


SAMPLES: dict[str, Callable[[], list[Leaf]]] = {
    **{f"sheet {preset}": partial(score_sheet, preset) for preset in SHEETS},
    **{f"large sheet {preset}": partial(score_sheet, preset, large=True) for preset in SHEETS[1:2]},
    "badges": badges,
    "certificate": certificate,
    "poster": poster,
    "standings": standings,
    "slips": slips,
    "seating by name": seating_names,
    "seating by table": seating_tables,
    "schedules": schedules,
    "table cards": table_cards,
    "results": results,
    "deal sheets": partial(deal_sheets, "seat34"),
    "shared deal sheets": partial(deal_sheets, "shared"),
    "movements": movements,
    "fallback cover": fallback_cover,
    "rulebook": rulebook,
    "code of a room": room_code,
    "plan of the hall": hall,
    "protocol of a case": protocol,
    "standings of a category": standings_of_category,
    "receipts": receipts,
    "numbers": numbers,
    "award certificates": partial(awards, "certificate"),
    "awards poster": partial(awards, "poster"),
    "room signs": signs,
}
"""Every kind of paper, by name."""

CHECKED = [
    (name, list(LANGUAGES)[(at + turn) % 4], ("letter", "a4")[(at + turn // 2) % 2])
    for at, name in enumerate(SAMPLES)
    for turn in ((0, 1) if name.startswith("sheet") else (0,))
]
"""Samples of which every run checks half, a release all, each paper in one language and score sheets in two;
`tests.support.layout` checks all: (sample, language, size of paper).
"""
