"""Pages cite the clause that the edition has in force, even if the engine names another."""

from __future__ import annotations

from engine.family import ruleset
from engine.play.players import Lock
from engine.play.table import Setup, start
from engine.scoring.patterns import Award
from engine.tiles.tile import UNKNOWN
from tournaments.game.logic.hand_result import award_lines
from tournaments.game.logic.replay import locks_seen
from tournaments.game.terms.reader import ENGLISH


def test_an_award_of_the_hand_checker_cites_the_edition():
    (line,) = award_lines(ruleset("taiwan-sml-2026"), [Award("pinghu", 2, 1, "TW-4.17")], None, ENGLISH)
    assert line.clause == "TW-E4"


def test_a_lock_of_the_replay_cites_the_edition():
    cited = {}
    for name in ("riichi-tenhou", "riichi-wrc"):
        state = start(Setup(ruleset(name), ((UNKNOWN,) * 14, *[(UNKNOWN,) * 13] * 3)))
        player = state.players[1]._replace(locks=(Lock("temporary_furiten", "RI-6.3", 0),))
        (lock,) = locks_seen(state.with_player(1, player), "referee", ENGLISH)
        cited[name] = lock.clause
    assert cited == {"riichi-tenhou": "RI-E2", "riichi-wrc": "RI-6.3"}
