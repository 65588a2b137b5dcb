"""Records of other programs: refused with what to export instead; logs whose payments are not the engine's."""

from __future__ import annotations

import json

import pytest

from engine.commands.logs import cases_of
from engine.records import RecordError, loads
from engine.records.cases import answer_replay
from tests.engine.records.test_real_forms import MJAI
from tests.support.rows import rows_of

rows = rows_of(__file__)

KOBALAB = {"title": "東風戦", "player": ["a", "b", "c", "d"], "qijia": 0, "log": [[{"qipai": {"zhuangfeng": 0}}]]}


@rows
def test_a_record_that_is_not_read_names_its_program_and_what_to_export(value, beginning):
    for text in (json.dumps(value), json.dumps([value]), json.dumps(value, indent=1)):
        with pytest.raises(RecordError) as error:
            loads(text)
        assert str(error.value.message).startswith(beginning)


def with_scores(change):
    lines = [json.loads(line) for line in MJAI.splitlines()]
    for line in lines:
        if line["type"] in ("hora", "ryukyoku"):
            # The log has no line for the deposit of seat 3, the only one who is ready.
            line["deltas"] = [own + more for own, more in zip((-1000, -1000, -1000, 2000), change, strict=True)]
    return "\n".join(map(json.dumps, lines)).encode()


def test_replay_tells_of_payments_in_a_log_that_are_not_the_engines():
    def answers(change):
        return [answer_replay(json.loads(line)) for line in cases_of(with_scores(change))]

    right = answers((0, 0, 0, 0))
    wrong = answers((100, 0, 0, -100))
    found = [one for one in wrong if "differences" in one]
    assert [one for one in right if "differences" in one] == []
    assert [[(one["seat"], one["stated"] - one["engine"]) for one in answer["differences"]] for answer in found] == [
        [(0, 100), (3, -100)]
    ]
