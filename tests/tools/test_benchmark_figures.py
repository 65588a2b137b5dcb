"""Figures of benchmarks are held against each other as one machine would have measured them."""

from benchmarks import table
from benchmarks.figures import PROBE, compared


def figure(value: float, unit: str, better: str = "lower") -> dict[str, object]:
    return {"value": value, "unit": unit, "better": better}


def test_a_faster_machine_is_no_faster_program():
    slow = {PROBE: figure(20, "ms"), "a hand": figure(30, "us"), "posts": figure(100, "/s", "higher")}
    fast = {PROBE: figure(10, "ms"), "a hand": figure(15, "us"), "posts": figure(200, "/s", "higher")}
    assert [line.split()[-2:] for line in compared(slow, fast)] == [["2.00", "x"]] + [["1.00", "x"]] * 2


def test_above_one_is_better_in_either_direction():
    before = {"a hand": figure(30, "us"), "posts": figure(100, "/s", "higher"), "queries": figure(33, "")}
    after = {"a hand": figure(15, "us"), "posts": figure(50, "/s", "higher"), "queries": figure(11, "")}
    assert [line.split()[-2] for line in compared(before, after)] == ["2.00", "0.50", "3.00"]


def test_what_only_one_file_has_is_left_out():
    assert list(compared({"a hand": figure(30, "us")}, {"another": figure(30, "us")})) == []


def test_the_table_has_every_goal_and_a_dash_for_what_was_not_measured():
    found = {PROBE: figure(20.4, "ms"), "taiwan-aono score, again, median": figure(14.04, "us")}
    said = [line.split(" | ") for line in table.lines(found)]
    rows = {cells[0].removeprefix("| "): cells[2] for cells in said[4:]}
    assert said[0] == ["Machine probe: 20 ms."]
    assert list(rows) == [row.work for row in table.ROWS]
    assert rows["score a hand again, Taiwan"] == "14.0 µs"
    assert rows["score a hand again, Sichuan"] == "–"
