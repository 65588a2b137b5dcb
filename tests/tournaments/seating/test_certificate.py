"""Certificates: what a sceptic can check."""

import gzip
import json
from pathlib import Path

import pytest

from engine.commitments import seed_commitment
from tests.support.rows import rows_of
from tournaments.seating.logic import Constraints, SeatingError, collect_pairs
from tournaments.seating.logic.certificate import format_certificate, make_seed, parse_certificate
from tournaments.seating.logic.drawing import draw
from tournaments.seating.logic.draws import FixedInputs, RankedInputs, read
from tournaments.seating.logic.scheduling import schedule_rounds
from tournaments.seating.logic.text import explain
from tournaments.seating.logic.verify import verify

rows = rows_of(__file__)


def _certificate(**arguments):
    return schedule_rounds(16, 5, seed="olga", **arguments).certificate()


def _failed(value):
    return [check.name for check in verify(value) if not check.passed]


@pytest.mark.parametrize(
    "drawn",
    [
        lambda: schedule_rounds(32, 8, seed="a"),
        lambda: schedule_rounds(28, 7, seed="a", teams={p: (p - 1) // 4 for p in range(1, 29)}),
        lambda: schedule_rounds(20, 6, seed="a"),
        lambda: schedule_rounds(20, 8, seed="a", constraints=Constraints(forbidden=collect_pairs([(1, 2)]))),
        lambda: schedule_rounds(18, 4, seed="a"),
        lambda: schedule_rounds(18, 4, seed="a", substitutes=[90, 91]),
        lambda: schedule_rounds(64, 8, seed="a", constraints=Constraints(countries=dict.fromkeys(range(1, 30), "FR"))),
    ],
    ids=["flights", "teams", "annealed", "wishes", "byes", "substitutes", "countries"],
)
def test_a_certificate_stands_after_a_trip_through_a_file(drawn):
    value = parse_certificate(format_certificate(drawn().under(seed_commitment("a")).certificate()))
    assert _failed(value) == []
    assert (
        format_certificate(value)
        == format_certificate(parse_certificate(format_certificate(value)))
        == format_certificate(read(value).certificate())
    )


def test_an_improved_draw_and_a_cancelled_search_are_repeated_to_the_same_step():
    assert _failed(schedule_rounds(32, 8, seed="a", improve=1).certificate()) == []
    asked = Constraints(forbidden=collect_pairs([(1, 2)]))
    full = schedule_rounds(16, 7, seed="a", constraints=asked, improve=1)
    cut = schedule_rounds(16, 7, seed="a", constraints=asked, improve=1, progress=lambda share: share < 0.2)
    steps = [made.details["template"]["parameters"]["steps"] for made in (cut, full)]
    assert (steps[0] < steps[1], _failed(cut.certificate())) == (True, [])


def test_two_players_exchanged_by_hand_are_found_out():
    value = _certificate()
    table, other = value["rounds"][0][0], value["rounds"][0][1]
    table[0], other[0] = other[0], table[0]
    assert _failed(value) == ["measures", "template", "draw"]
    value = _certificate()
    value["rounds"][0][0].reverse()
    assert "draw" in _failed(value), "other winds at one table"


FORM, UNKNOWN = "An entry has another form than in a certificate.", "Unknown constraint: colour."
AGAIN = "The draw cannot be made again"
VERSION = "The draw was not made again, since another version drew it; use that version for it."


@rows
def test_every_change_is_found(change, failed):
    assert _failed({**_certificate(), **change}) == failed


def _sentence(value, name="draw"):
    (found,) = [check.sentence for check in verify(value) if check.name == name]
    return found


TABLES_OF_ANOTHER_FORM = (
    {"byes": 5}, {"byes": [5]}, {"byes": [[[1]]]}, {"byes": {"a": 1}}, {"rounds": None}, {"rounds": "x"},
    {"rounds": [[[1, 2, 3, None]]]}, {"rounds": [[[1, 2, 3, float("inf")]]]},
)  # fmt: skip


def _wishing(constraints):
    value = _certificate()
    return value["inputs"] | {"constraints": constraints}


@pytest.mark.parametrize(
    ("change", "name", "sentence"),
    [
        *((change, "tables", f"The tables cannot be read: {FORM}") for change in TABLES_OF_ANOTHER_FORM),
        *(
            ({"inputs": _wishing(asked)}, name, f"{what}: {why}")
            for asked, why in ((5, FORM), ({"teams": 5}, FORM), ({"forbidden": [[1]]}, FORM), ({"colour": 1}, UNKNOWN))
            for name, what in (("measures", "The measures cannot be recomputed"), ("draw", AGAIN))
        ),
        ({"seed": None}, "draw", f'{AGAIN}: "seed" is missing.'),
        ({"version": "mjseat/9"}, "draw", VERSION),
        ({"measures": _certificate()["measures"] | {"repeats": 3}}, "measures", "Wrong measures: repeats is 0, not 3."),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_a_sentence(change, name, sentence):
    value = {name: entry for name, entry in ({**_certificate(), **change}).items() if name != "seed" or entry}
    assert _sentence(value, name) == sentence


def test_where_a_changed_file_first_differs_is_said():
    value = _certificate()
    first, second, *_ = value["rounds"]
    value["rounds"][:2] = second, first
    drawn, found = (", ".join(map(str, round_[0])) for round_ in (first, second))
    assert _sentence(value).endswith(
        f"The first difference: at table 1 of round 1 the seed seats {drawn}, the file {found}."
    )
    assert _sentence({**_certificate(), "notes": ["mine"]}).endswith("Other entries than those drawn: notes.")


def test_broken_files_are_said_to_be_broken():
    with pytest.raises(SeatingError, match="Not valid JSON"):
        parse_certificate("{")
    for text in ("[]", "[" * 100_000, f'{{"rounds": {"9" * 5000}}}', '{"rounds": [], "seed": "\\ud800"}'):
        with pytest.raises(SeatingError, match='with "rounds"'):
            parse_certificate(text)
    with pytest.raises(SeatingError, match="There is nothing to read"):
        parse_certificate(" \n")
    checks = verify({"rounds": [[[1, 2, 3, 4]], [[1, 2, 3, 4]]], "measures": {"repeats": 6}})
    assert [(c.name, c.passed) for c in checks] == [("tables", True), ("measures", True)], "bare rounds are measured"
    assert [c.passed for c in verify({"rounds": [[[1, 2, 3]]]})] == [False]
    seed = make_seed()
    assert (len(seed), make_seed() != seed, seed in seed_commitment(seed)) == (32, True, False)
    assert parse_certificate("\ufeff" + format_certificate(_certificate())) == parse_certificate(
        format_certificate(_certificate())
    ), "a byte order mark of an editor"


def _words(*arguments, **options):
    return explain(schedule_rounds(*arguments, seed="olga", **options))


def test_a_draw_is_explained_in_words():
    assert _words(16, 5) == [
        "One round was designed, and everybody moves up one place for the next.",
        "A lot decided who is which number in it; its seed is published, so anybody can repeat it.",
        "Nobody meets the same opponent twice.",
        "Everybody meets everybody.",
        "Everybody has each wind as often as the others, give or take one.",
        "3 times somebody comes back to a table more often than needed; no seating of this size without a repeat has "
        "fewer.",
    ]
    countries = Constraints(countries=dict.fromkeys(range(1, 8), "FR"), forbidden=collect_pairs([(9, 10)]))
    assert _words(24, 3, constraints=countries)[-2:] == [
        "Meetings between players of one country (1 countries): 3; the fewest possible are 3.",
        "Forbidden pairs that meet: 0.",
    ]
    assert _words(18, 4)[2] == "2 of 18 players sit out in each round, in turn; everybody plays 3 to 4 rounds."
    assert _words(16, 6)[2].endswith("24 repeats in all; no seating of this size has fewer.")


def _teams(players):
    return {player: (player - 1) // 4 for player in range(1, players + 1)}


def test_teams_of_four_are_told_what_counting_allows_and_what_was_reached():
    assert _words(16, 5, teams=_teams(16))[2:4] == [
        "24 pairs meet more than once, 24 repeats in all; no seating that keeps apart who must not meet has fewer. "
        "Without that, counting would allow 0.",
        "If nothing else were asked, 16 players could play 5 rounds without a repeat.",
    ]
    twenty = schedule_rounds(20, 5, seed="olga", teams=_teams(20))
    repeats = twenty.measure().repeats
    assert explain(twenty)[2:4] == [
        f"{repeats} pairs meet more than once, {repeats} repeats in all; counting alone would allow 0.",
        "If nothing else were asked, 20 players could play 5 rounds without a repeat.",
    ]
    many = schedule_rounds(28, 7, seed="olga", teams=_teams(28))
    returns = many.measure().repeated_tables
    assert f"{returns} times somebody comes back to a table more often than needed." in explain(many)


DATA = Path(__file__).parents[2] / "data" / "certificates.json.gz"
CERTIFICATES = json.loads(gzip.decompress(DATA.read_bytes()))
"""Certificates that earlier releases wrote, by name."""
STORED = ("byes-18x4", "fixed-24x6", "wishes-20x6")


def _stored(name):
    return parse_certificate(CERTIFICATES[name])


@pytest.mark.parametrize("name", STORED)
def test_draws_of_the_first_version_are_still_made_again(name):
    value = _stored(name)
    assert value["version"] == "mjseat/1"
    assert _failed(value) == []
    assert _failed({**value, "version": "mjseat/2"}) == []
    assert _failed({**value, "version": "mjseat/0"}) == ["version", "draw"]


@pytest.mark.parametrize(
    "name", ["added-18", "library-10", "movement-20", "movement-teams", "standings-18", "swiss-brackets-18"]
)
def test_a_draw_of_each_kind_of_an_earlier_release_is_made_again_byte_for_byte(name):
    value = _stored(name)
    assert _failed(value) == []
    assert format_certificate(read(value).certificate()) == CERTIFICATES[name]


def test_a_swiss_round_of_an_earlier_search_is_refused_by_its_version():
    for version in ("mjseat/1", "mjseat/2"):
        value = {**_stored("swiss-16"), "version": version}
        refused, *_ = verify(value)
        assert refused.sentence == f"Drawn by {version}; this program is mjseat/3 and cannot repeat it."
        assert _failed(value) == ["version", "draw"]
    value = _stored("swiss-32-of-7")
    assert (value["version"], _failed(value)) == ("mjseat/3", [])
    assert _failed({**value, "inputs": {**value["inputs"], "rounds": 9}}) == ["inputs", "draw"]


@pytest.mark.parametrize(
    "name", ["chosen-32-of-5", "replan-fewer-tables", "replan-re-seat", "replan-sit-out", "replan-substitute"]
)
def test_a_draw_that_only_release_0_3_0_makes_is_read_and_left_to_its_verifier(name):
    value = _stored(name)
    *others, draw = verify(value)
    assert {check.passed for check in others} == {True}
    assert (draw.name, draw.passed) == ("draw", None)
    assert draw.sentence == (
        "Release 0.3.0 made it in a way that this program does not repeat; check the draw with the verifier of that "
        "release."
    )
    assert format_certificate(read(value).certificate()) == CERTIFICATES[name]
    value["inputs"]["kind"] = "magic"
    assert "inputs" in _failed(value)


def test_a_redraw_of_the_first_version_is_refused_by_its_version():
    value = _stored("replan-16")
    assert value["version"] == "mjseat/1"
    refused, *_ = verify({**value, "inputs": {**value["inputs"], "kind": "redraw"}})
    assert refused.sentence == "Drawn by mjseat/1; this program is mjseat/3 and cannot repeat it."


def _by_standings(players=16, **options):
    order = list(range(players, 0, -1))
    played = schedule_rounds(16, 2, seed="before").rounds
    asked = options.pop("constraints", Constraints())
    inputs = RankedInputs("standings", tuple(order), played, constraints=asked, **{"mode": "standings", **options})
    return parse_certificate(format_certificate(draw(inputs).certificate()))


@pytest.mark.parametrize(
    "options",
    [
        {"mode": "standings"},
        {"mode": "interval", "block": 2},
        {"mode": "snake", "constraints": Constraints(fixed_tables={5: 3})},
        {"players": 18, "byes": {1: 2, 2: 1}},
    ],
    ids=["neighbours", "intervals in groups", "snake with a fixed table", "byes"],
)
def test_a_round_by_the_standings_is_made_again_without_a_seed(options):
    value = _by_standings(**options)
    assert (value["kind"], value["seed"]) == ("standings", "")
    assert [(check.name, check.passed) for check in verify(value)] == [
        (name, True) for name in ("tables", "measures", "inputs", "draw")
    ]
    assert _failed({**value, "rounds": [value["rounds"][0][::-1]]}) in (["draw"], ["measures", "draw"])
    order = value["inputs"]["order"]
    order[0], order[5] = order[5], order[0]
    assert _failed(value) == ["inputs", "draw"]


def test_byes_by_the_standings_go_to_those_who_sat_out_least_then_to_the_last():
    drawn = draw(RankedInputs("standings", tuple(range(1, 11)), mode="standings", byes={10: 1}))
    assert drawn.byes == ((8, 9),)
    assert [sorted(table) for table in drawn.rounds[0]] == [[1, 2, 3, 4], [5, 6, 7, 10]]


def _added(players, rounds, played, **options):
    numbers = tuple(tuple(range(1, len(round_) + 1)) for round_ in played)
    people = tuple(range(1, players + 1))
    return FixedInputs("added", people, rounds, played=played, played_numbers=numbers, **options)


def test_added_rounds_are_made_again_with_their_substitutes_and_fixed_tables():
    played = schedule_rounds(48, 3, seed="before").rounds
    asked = _added(47, 3, played, constraints=Constraints(fixed_tables={4: 6}), substitutes=(90, 91))
    added = draw(asked, "after")
    found = added.measure_with_played()
    assert (added.inputs.substitutes, found.rounds, found.repeats) == ((90,), 6, 0)
    assert all(4 in added.rounds[k][added.table_numbers[k].index(6)] for k in range(3))
    value = parse_certificate(format_certificate(added.under(seed_commitment("after")).certificate()))
    assert _failed(value) == []
    assert _failed({**value, "seed": "later"}) == ["commitment", "draw"]
    few = draw(_added(18, 3, schedule_rounds(16, 2, seed="before").rounds, substitutes=(90,)), "after")
    assert (few.inputs.substitutes, [len(line) for line in few.byes]) == ((), [2, 2, 2])
    assert len({p for line in few.byes for p in line}) == 6, "without enough substitutes some sit out in turn"
