"""The programs of the API's guide do what the guide says, each run as it stands on the page against a live site."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.support.browser import LiveSite
from tests.support.people import people, program, small_tournament, token_of
from tests.support.tables import playing
from tournaments.core.permissions import SCOPES
from tournaments.events.models import Tournament

GUIDE = (Path(__file__).parents[2] / "docs" / "api.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
SECONDS = 90
"""The time after which a program is ended, and its test fails."""

pytestmark = pytest.mark.django_db(transaction=True)


def get_example(words: str) -> str:
    """Return the only example of the guide with these words."""
    (example,) = [example for example in EXAMPLES if words in example]
    return example


class Running:
    """A program of the guide at work: lines are typed into it, and its output is read line by line."""

    def __init__(self, words: str, folder: Path, *arguments: str) -> None:
        path = folder / "example.py"
        path.write_text(get_example(words), "utf-8")
        command = [sys.executable, "-u", "-I", str(path), *arguments]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, text=True)
        self.output: list[str] = []
        # A program that waits for a line while the test waits for its words would wait for ever.
        self.end = Timer(SECONDS, self.process.kill)
        self.end.start()

    def type_line(self, line: str = "") -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def wait_for(self, words: str) -> str:
        """Return the next line with these words; the program's end before it fails the test."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.output.append(line)
            if words in line:
                return line.strip()
        raise AssertionError(f"no “{words}” in: {''.join(self.output)}")

    def finish(self) -> tuple[int, list[str]]:
        """Return the exit status and the lines of output not read before."""
        output, _errors = self.process.communicate()
        return self.process.returncode, output.splitlines()


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    started: list[Running] = []

    def begin(words: str, *arguments: str) -> Running:
        started.append(Running(words, tmp_path, *arguments))
        return started[-1]

    yield begin
    for running in started:
        running.end.cancel()
        running.process.kill()
        running.process.communicate()


def post(client: APIClient, path: str, body: dict[str, Any]) -> Any:
    response = client.post(f"/api/v1/tournaments/{path}", body, format="json")
    assert response.status_code in (200, 201), response.content
    return response.json()


PLAYERS = [f"Family{number} Given{number}" for number in range(1, 9)]


def test_the_club_draws_types_sheets_and_is_told_when_somebody_else_was_faster(
    live_site: LiveSite, run: Callable[..., Running]
) -> None:
    ada = program("ada", scopes=tuple(SCOPES), days=1)
    arguments = ("evening of a club", live_site.address, token_of("ada", scopes=tuple(SCOPES), days=1), "club-evening")
    club = run(*arguments, *PLAYERS)
    club.wait_for("8 players")
    post(ada, "club-evening/edit/", {"facts": {"organiser": "Aiko"}})
    club.type_line()
    club.wait_for("Look again")
    club.wait_for("8 players")
    club.type_line()
    club.wait_for("An empty line ends")
    club.process.kill()
    event = Tournament.objects.get()
    assert (event.entries.count(), event.rounds.get().state) == (8, "playing")

    other_players = run(*arguments, *reversed(PLAYERS))
    assert other_players.finish() == (
        1,
        ["This evening was begun with other players. Give them as before, or the evening another name."],
    )

    club = run(*arguments, *PLAYERS)
    club.wait_for("An empty line ends")
    club.type_line("1 30 -10 -10 -10")
    club.wait_for("Table 1 is confirmed")
    club.type_line("2 30 -10 -10 10")
    club.wait_for("20")
    post(ada, "club-evening/rounds/1/tables/2/", {"points": [8, -8, 16, -16]})
    club.type_line("2 30 -10 -10 -10")
    assert "[8, -8, 16, -16]" in club.wait_for("Table 2 has")
    club.type_line("2 30 -10 -10 -10 misread")
    club.wait_for("Table 2 is confirmed")
    club.type_line()
    status, lines = club.finish()
    assert (status, [line.split()[0] for line in lines]) == (0, ["1", "1", "3", "3", "3", "3", "3", "3"])
    assert event.entries.count() == 8


def play(event: Tournament) -> APIClient:
    """Play, finish and release the first round. Return the program of the director."""
    people(event)
    olga, below = program("olga"), f"{event.slug}/rounds/1/"
    post(olga, f"{event.slug}/edit/", {"facts": {"confirmations": "none"}})
    for table in (1, 2):
        post(olga, f"{below}tables/{table}/", {"points": [30, -10, -10, -10]})
    post(olga, f"{below}finish/", {})
    post(olga, f"{below}release/", {})
    return olga


def test_the_board_follows_the_event_until_its_end(live_site: LiveSite, run: Callable[..., Running]) -> None:
    event = playing(rounds_planned=1)
    board = run("ten best", live_site.address, event.slug, "0.1")
    assert board.wait_for("round") == "Spring Open, round 1 of 1"
    board.wait_for("No results yet")
    olga = play(event)
    board.wait_for("After round 1")
    assert [board.wait_for("Family").partition(" ")[0] for _place in range(8)] == ["1", "1", *["3"] * 6]
    post(olga, f"{event.slug}/state/", {"state": "finished"})
    assert board.finish() == (0, [])
    nothing = run("ten best", live_site.address, "no-event", "0.1")
    assert nothing.finish() == (1, ["There is no public event no-event."])


def test_the_federation_reads_the_finished_events_and_their_files(
    live_site: LiveSite, run: Callable[..., Running], tmp_path: Path
) -> None:
    event = playing(rounds_planned=1)
    olga = play(event)
    post(olga, f"{event.slug}/state/", {"state": "finished"})
    small_tournament(slug="still-open")
    federation = run("finished events", live_site.address, token_of("olga"), "2026", str(tmp_path))
    assert federation.finish() == (0, ["spring-open 8 players"])
    places = (tmp_path / "places.csv").read_text("utf-8").splitlines()
    games = (tmp_path / "games.csv").read_text("utf-8").splitlines()
    assert (len(places), places[0]) == (8, "spring-open,2026-05-02,mcr-2006,1,Family01,Given01,,4,30")
    assert (len(games), games[0]) == (8, "spring-open,1,1,1,30,4")
    assert (tmp_path / "spring-open.csv").read_text("utf-8").count("\n") == 9


def test_the_way_from_the_case_to_the_decision_on_the_appeal(capsys: pytest.CaptureFixture[str]) -> None:
    event = playing()
    people(event)
    named = {"...": program("ren"), "... of the head referee": program("olga")}

    def ask(path: str, body: dict[str, Any] | None = None, token: str = "...") -> Any:
        address = f"/api/v1/{path}"
        response = named[token].get(address) if body is None else named[token].post(address, body, format="json")
        assert response.status_code in (200, 201), (path, response.content)
        return response.json()

    exec(get_example('cases/"'), {"ask": ask})
    lines = capsys.readouterr().out.splitlines()
    assert (lines[0], lines[-1]) == ("fails", "dead_hand")
    assert "False win: too few points ['payment', 'hand_void']" in lines
    case = ask("judging/tournaments/spring-open/cases/1/")
    (ruling,) = case["rulings"]
    assert (case["state"], ruling["in_force"], ruling["hand_effect"]) == ("ruled", True, "dead_hand")
    assert event.score_lines.filter(voided_at=None).count() == 4
    assert ask("judging/tournaments/spring-open/overview/")["appeals"] == []
