"""Commands in the docs: the program understands each with all its options, and what is promised comes out."""

from __future__ import annotations

import hashlib
import io
import re
import shlex
from pathlib import Path

import openpyxl
import pytest
from django.core.management import call_command, get_commands, load_command_class

from engine.__main__ import main as engine
from engine.__main__ import parse_command_line
from tests.docs.test_docs import blocks
from tests.support.tables import playing
from tournaments.site import command, desktop
from tournaments.site.serve import parse

ROOT = Path(__file__).parents[2]
TEXTS = ("README.md", "CONTRIBUTING.md", "tournaments/exchange/demo/README.md")
DOCS = [*sorted(ROOT.glob("docs/**/*.md")), *(ROOT / name for name in TEXTS)]
BLOCK = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
OWN_PYTHON = ("manage.py", "python -m benchmarks", "python -m tests", "python -m pytest", "python -m tools")


def lines_of(path: Path) -> list[str]:
    """The command lines of a text's examples, without remarks."""
    found = []
    for kind, block in BLOCK.findall(path.read_text("utf-8")):
        if kind in ("", "sh"):
            joined = block.replace("\\\n", " ")
            found += [re.sub(r"(^|\s)#.*$", "", line).strip() for line in joined.splitlines()]
    return [line for line in found if line]


def words_after(mark: str, line: str) -> list[list[str]]:
    """Return the words after each mark of the line, up to where the shell takes over."""
    ends = re.compile(r"\s*(?:[<>|;]|&&|'$)")
    parts = re.sub(r'"\$\([^)]*\)"', "VALUE", line).split(mark)[1:]
    return [shlex.split(ends.split(part, maxsplit=1)[0]) for part in parts]


def test_the_shell_examples_are_understood_with_all_their_options():
    seen = set()
    for path in DOCS:
        for line in lines_of(path):
            for words in words_after("manage.py ", line):
                name = words[0]
                if name == "help":
                    continue
                load_command_class(get_commands()[name], name).create_parser("manage.py", name).parse_args(words[1:])
                seen.add("manage")
            for words in words_after("python -m engine ", line):
                parse_command_line(words)
                seen.add("engine")
            for words in words_after("./run", line) if not line.startswith("cp") else ():
                parse(words)
                seen.add("run")
        for written in re.findall(r"`mahjong-director ([^`]+)`", path.read_text("utf-8")):
            understand(shlex.split(written))
            seen.add("installed")
    assert seen == {"manage", "engine", "run", "installed"}


def understand(words):
    """Parse the words after `mahjong-director` as the program does."""
    name, *rest = words
    if name in command.SITE:
        full = command.SITE[name].name
        load_command_class(get_commands()[full], full).create_parser("mahjong-director", name).parse_args(rest)
    elif name in command.list_engine_commands():
        parse_command_line(words)
    elif name == command.SHORTCUT:
        desktop.parse(rest)
    elif name != "--help":
        parse(words)


@pytest.mark.parametrize("path", DOCS, ids=lambda path: str(path.relative_to(ROOT)))
def test_shell_examples_use_the_python_that_has_the_packages(path):
    """Else the reader meets ModuleNotFoundError: only the engine runs on any Python."""
    bare = [
        line
        for line in lines_of(path)
        if any(mark in line for mark in OWN_PYTHON) and not (".venv/bin/python" in line or "exec web python" in line)
    ]
    assert (bare, re.findall(r"`python manage\.py[^`]*`", path.read_text("utf-8"))) == ([], [])


def test_the_example_deal_of_the_guide_has_its_digest_and_is_verified(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    guide = ROOT / "docs" / "deals.md"
    (make,) = [line for line in lines_of(guide) if "deal make" in line]
    (verify,) = [line for line in lines_of(guide) if line.endswith("--seed HEX board.mjdeal")]
    seed = bytes(range(32)).hex()
    ((*words,),) = words_after("python -m engine ", make.replace("HEX", seed))
    assert engine(words) == 0
    sheet = capsys.readouterr().out
    Path("board.mjdeal").write_text(sheet, "utf-8")
    ((*words,),) = words_after("python -m engine ", verify.replace("HEX", seed))
    assert (engine(words), capsys.readouterr().out) == (0, "ok\n")
    text = "".join(line for line in sheet.splitlines(keepends=True) if line.startswith("["))
    assert f"this board has the digest `{hashlib.sha256(text.encode()).hexdigest()}`" in guide.read_text("utf-8")


@pytest.mark.django_db
def test_the_import_commands_of_the_guide_bring_in_what_it_says(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    event = playing()
    names = [entry.name for entry in event.entries.order_by("number")]
    book = openpyxl.Workbook()
    book.active.title = "Players"
    for cells in (["The spring's list"], [], ["Surname", "Name"], ["Berg", "Anna"]):
        book.active.append(cells)
    book.save("players.xlsx")
    points = dict(zip(names, (40, 12, -20, -32, 8, 0, 0, -8), strict=True))
    Path("evening.csv").write_text("player,R1\n" + "\n".join(f"{name},{n}" for name, n in points.items()), "utf-8")
    Path("schedule.txt").write_text("1-5-2-6\n3-7-4-8\n", "utf-8")
    Path("season.csv").write_text(blocks("results")[0], "utf-8")
    said = []
    for line in lines_of(ROOT / "docs" / "formats.md"):
        for name, *words in words_after("manage.py ", line):
            out = io.StringIO()
            call_command(name, *words, stdout=out)
            said.append((name, out.getvalue().splitlines()[-1]))
    assert said == [
        ("import_roster", "add 1, change 0, same 0, skip 0; nothing is saved yet, --save does it"),
        ("import_results", "spring-open: 2 tables entered"),
        ("import_schedule", "spring-open: 1 rounds seated as drafts"),
        ("import_event", "season-2025: 4 players, 1 rounds played, standings computed"),
    ]
