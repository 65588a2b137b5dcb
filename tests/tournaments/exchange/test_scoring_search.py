"""The scoring rule of a file that states none: reported in words, with every cell that contradicts it."""

import json
import random

from engine.match.scoring import MatchScoring, score_table
from tournaments.core.tabular.reading import read_text
from tournaments.events.presets import preset
from tournaments.exchange.event_reading import read as read_event
from tournaments.exchange.reading import pantheon
from tournaments.exchange.reading.interpretation import understand
from tournaments.exchange.reading.results_event import build_event_file

PLAYED = MatchScoring.from_dict({"start_points": 25000, "divisor": 1000, "uma": [30, 10, -10, -30]})
NAMES = ["Anna", "Bo", "Cleo", "Dai", "Emi", "Finn", "Gus", "Hana"]


def games(rounds=12):
    chance = random.Random(3)
    for number in range(1, rounds + 1):
        order = chance.sample(NAMES, 8)
        for table in (1, 2):
            points = [25_000 + 100 * chance.randint(-150, 150) for _ in range(3)]
            points.append(100_000 - sum(points))
            names = order[4 * table - 4 : 4 * table]
            yield from zip([number] * 4, [table] * 4, names, points, score_table(points, PLAYED), strict=True)


def understood(text):
    made, problems = build_event_file(read_text(text), preset("riichi-wrc"), "League")
    event, _problems = read_event(made)
    meaning = understand(event)
    return meaning, [problem.message for problem in problems + meaning.problems]


def test_scores_of_games_give_the_rule_and_the_cell_that_contradicts_it():
    rows = [[r, t, n, p, float(seat.score)] for r, t, n, p, seat in games()]
    rows[6][4] += 1
    text = "Round,Table,Player,Points,Final score\n" + "".join(",".join(map(str, row)) + "\n" for row in rows)
    meaning, told = understood(text)
    assert (meaning.scoring.start_points, meaning.scoring.uma) == (25_000, (30, 10, -10, -30))
    wrong = rows[6]
    assert told == [
        "25,000, uma 30/10/-10/-30: 23 of 24 games",
        f"{wrong[2]}: the score is {wrong[4]:g}; the rule gives {wrong[4] - 1:g}.",
    ]


def test_totals_of_a_row_for_each_player_give_the_rule():
    cells, totals = {}, {}
    for number, table, name, points, seat in games():
        cells.setdefault(name, {})[number] = f"{table},{points}"
        totals[name] = totals.get(name, 0) + seat.score
    head = ",".join(f"Table {n},Points {n}" for n in range(1, 13))
    lines = [f"{name},{','.join(cells[name][n] for n in range(1, 13))},{float(totals[name])}" for name in NAMES]
    meaning, told = understood(f"Name,{head},Total\n" + "\n".join(lines))
    assert meaning.differences == []
    assert told == [
        "The totals are not the sums of the points; they are read as scores with uma.",
        "25,000, uma 30/10/-10/-30: 8 of 8 totals",
    ]


def by_pantheon(*, former):
    """The same games as Pantheon's API answers them, the newest first."""
    id_, results = ("player_id", "final_results") if former else ("playerId", "finalResults")
    rating, title = ("rating_delta", "display_name") if former else ("ratingDelta", "title")
    found = []
    rows = list(games())
    for at in range(0, len(rows), 4):
        seats = [
            {id_: NAMES.index(name) + 1, "score": points, rating: float(seat.score)}
            for _round, _table, name, points, seat in rows[at : at + 4]
        ]
        final = {str(one[id_]): one for one in seats} if former else seats
        game = {"date": f"2026-01-{1 + at // 4:02}", "players": [one[id_] for one in seats], results: final}
        found.insert(0, game)
    people = [{"id": at, title: name} for at, name in enumerate(NAMES, 1)]
    answer = {"games": found, "players": {str(one["id"]): one for one in people} if former else people}
    return json.dumps({"jsonrpc": "2.0", "result": answer} if former else answer).encode()


def test_the_games_of_a_pantheon_event_are_read_with_their_rule():
    for former in (False, True):
        made, problems = build_event_file(
            pantheon.find_source(by_pantheon(former=former)), preset("riichi-wrc"), "League"
        )
        event, _problems = read_event(made)
        meaning = understand(event)
        assert [problem.message for problem in problems + meaning.problems] == [
            "25,000, uma 30/10/-10/-30: 24 of 24 games"
        ]
        assert [(number, table.number, [int(one) for one in table.points]) for number, table in event.played] == [
            (r, t, [row[3] for row in games() if row[:2] == (r, t)]) for r in range(1, 13) for t in (1, 2)
        ]


def test_a_record_of_another_program_is_no_event_and_says_what_to_export():
    record = {"title": "x", "player": [], "qijia": 0, "log": [[{"qipai": {}}]]}
    event, (problem,) = read_event(json.dumps(record).encode())
    assert (event, problem.message.partition(".")[0]) == (None, "This is a record of kobalab's Mahjong (電脳麻将)")
