"""Each command with wrong inputs ends with a sentence: no traceback or exception, paths as a shell takes them."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import socket
import subprocess
import sys
import zipfile
from argparse import Action
from collections.abc import Iterator
from contextlib import closing, redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command, get_commands, load_command_class
from django.db import DatabaseError, connections
from django.db.backends.sqlite3.base import DatabaseWrapper

from engine.__main__ import main as engine
from tests.support import patience
from tests.support.tables import playing
from tests.support.verifier import verifier
from tournaments.core.installation import ROOT, ServeError
from tournaments.management.commands import federation_pack
from tournaments.seasons.models import Season
from tournaments.site import command, serve, web
from tournaments.site.failures import explain, explained

WRITES_PROGRAM = {"compile_translations", "makemessages"}
"""These write into the program's own folders and take no file."""
MAKES_DATABASE = {"prepare"}
NEEDS_NO_DATABASE = {
    *(
        "event_schema",
        "fetch_backup",
        "judge",
        "personal_data_guide",
        "seating",
        "settings_guide",
        "verify_event",
        "verify_seating",
    ),
}
OWN = sorted(name for name, app in get_commands().items() if app in ("tournaments", "judging"))
NOT_RUN = WRITES_PROGRAM | MAKES_DATABASE
NEEDED = {
    "accounts": ["list"],
    "fetch_backup": ["https://club.example/t/spring-open/", "0123456789abcdef"],
    "import_schedule": ["--round", "1"],
    "restore": ["--in-place"],
    "site_copy": ["never-made"],
    "seating": ["--players", "8", "--rounds", "2", "--seed", "s"],
}
ENGINE = (f"deal verify --seed {16 * '00'}", "pay", "replay", "replay --deal", "score", "waits")
ABRUPT = re.compile(r"Traceback|\b[A-Za-z]+(?:Error|Exception)\b|\[Errno|codec|Unreadable\(|\bNone\b")


@pytest.fixture(scope="module")
def wrong_files(tmp_path_factory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("my events")
    contents = {
        "binary": bytes(range(256)) * 4,
        "empty": b"",
        "text": b"hello, world\n1,2",
        "list": b"[1]",
        "other archive": zipped("names.txt", b"x"),
        "broken archive": zipped("event.json", b"{}")[:-30],
        "archive of nothing": zipped("event.json", b"{}"),
    }
    paths = {name: folder / f"{name} 1.zip" for name in (*contents, "missing", "folder")}
    for name, content in contents.items():
        paths[name].write_bytes(content)
    paths["folder"].mkdir()
    return paths


def zipped(name: str, content: bytes) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        archive.writestr(name, content)
    return written.getvalue()


def run(name: str, *words: object) -> tuple[int, str]:
    """Return exit status and text of a command, as `manage.py` shows them."""
    out, status = io.StringIO(), 0
    with redirect_stdout(out), redirect_stderr(out):
        try:
            with explained():
                call_command(name, *map(str, words), stdout=out, stderr=out)
        except CommandError as error:
            status = error.returncode
            out.write(str(error))
        except SystemExit as ended:
            status = ended.code if isinstance(ended.code, int) else 1
            out.write(ended.code if isinstance(ended.code, str) else "")
    return status, out.getvalue()


def list_faults(status: int, text: str, *paths: Path) -> list[str]:
    faults = [] if status else ["status 0"]
    faults += [f"raw: {match}" for match in ABRUPT.findall(text)]
    for path in paths:
        for form in (str(path), path.name):
            if form in text.replace(shlex.quote(form), "").replace(shlex.quote(str(path)), ""):
                faults.append(f"not quoted: {form}")
    if not text.strip():
        faults.append("nothing is printed")
    elif not any(line.rstrip().endswith((".", ".”", "}")) for line in text.splitlines()):
        faults.append("no sentence")
    return [f"{fault}: {text[-300:]}" for fault in faults]


def actions_of(name: str) -> list[Action]:
    parser = load_command_class(get_commands()[name], name).create_parser("manage.py", name)
    return [action for action in parser._actions if action.dest not in ("help", "version", "settings", "pythonpath")]


def takes_file(action: Action) -> bool:
    return not action.option_strings and ((action.type is Path and action.dest != "folder") or action.dest == "files")


def write_line(name: str, slug: str, path: Path) -> list[object]:
    """Return the words of a command: the event, `path` for its file, and what else it needs."""
    words: list[object] = []
    for action in actions_of(name):
        if takes_file(action):
            words.append(path)
        elif action.dest in ("slug", "username") and not action.option_strings:
            words.append(slug)
        elif action.required and action.option_strings and action.type is Path:
            words += [action.option_strings[0], path.parent / "x.zip"]
    return [*NEEDED.get(name, []), *words]


READERS = [name for name in OWN if name not in NOT_RUN and any(map(takes_file, actions_of(name)))]
NAMING = [
    name
    for name in OWN
    if any(action.dest in ("slug", "username") and not action.option_strings for action in actions_of(name))
]
WRITERS = [
    (name, action.option_strings[0])
    for name in OWN
    for action in actions_of(name)
    if action.option_strings and action.type is Path and name != "restore"
]


def test_the_commands_that_read_and_write_files_are_found():
    assert {"import_event", "import_season", "judge", "restore", "verify_event", "verify_seating"} < set(READERS)
    assert {name for name, _option in WRITERS} == {
        *("export_event", "export_season", "federation_pack", "fetch_backup", "seating"),
    }


@pytest.mark.django_db
@pytest.mark.parametrize("name", READERS)
def test_a_file_that_is_none_of_ours_is_refused_in_a_sentence(name, wrong_files):
    slug = playing(8).slug if "slug" in {action.dest for action in actions_of(name)} else ""
    faults = {}
    for kind, path in wrong_files.items():
        if name == "judge" and kind == "empty":
            # A batch of no claims.
            continue
        status, text = run(name, *write_line(name, slug, path))
        if name == "import_roster" and kind == "list" and status == 0:
            # The list of one player who is called "[1]".
            continue
        if wrong := list_faults(status, text, path):
            faults[kind] = wrong
    assert faults == {}


@pytest.mark.django_db
@pytest.mark.parametrize("name", NAMING)
def test_a_name_that_nobody_has_is_refused_in_a_sentence(name, wrong_files):
    assert list_faults(*run(name, *write_line(name, "nobody", wrong_files["text"]))) == []


@pytest.mark.django_db
@pytest.mark.parametrize("step", ["change nobody", "deactivate nobody", "reset nobody", "approve 7", "refuse 7"])
def test_an_account_that_is_not_there_is_refused_in_a_sentence(step):
    assert list_faults(*run("accounts", *step.split())) == []


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "option"), WRITERS)
def test_a_place_that_cannot_be_written_is_named_in_a_sentence(name, option, wrong_files, monkeypatch):
    monkeypatch.setattr(federation_pack, "pack", lambda *_arguments: b"content")
    slug = make_slug(name)
    for path in (
        wrong_files["folder"],
        wrong_files["folder"] / "no folder" / "x 1.zip",
        wrong_files["text"] / "x 1.zip",
    ):
        words = [word for word in write_line(name, slug, path) if word not in (option, path.parent / "x.zip")]
        assert list_faults(*run(name, *words, option, path), path) == []


def make_slug(name: str) -> str:
    if name == "export_season":
        return Season.objects.create(name="League", slug="league").slug
    return playing(8).slug if name != "seating" else ""


@pytest.fixture
def unprepared(tmp_path) -> Iterator[None]:
    """Put a database without tables into the place of the site's."""
    stored = connections["default"]
    empty = DatabaseWrapper(
        {
            **stored.settings_dict,
            "ENGINE": "django.db.backends.sqlite3",
            "OPTIONS": {},
            "NAME": str(tmp_path / "empty db.sqlite3"),
        },
        "default",
    )
    connections["default"] = empty
    try:
        yield
    finally:
        empty.close()
        connections["default"] = stored


@pytest.mark.django_db
@pytest.mark.parametrize("name", [name for name in OWN if name not in NOT_RUN])
def test_a_database_that_is_not_prepared_is_named_with_the_remedy(name, wrong_files, unprepared):
    status, text = run(name, *write_line(name, "spring-open", wrong_files["text"]))
    if name in NEEDS_NO_DATABASE:
        assert ABRUPT.findall(text) == []
        return
    assert list_faults(status, text, wrong_files["text"]) == []
    if name in NAMING:
        assert "is not up to date with this program" in text
        assert "try again" in text


@pytest.mark.parametrize("line", ENGINE)
def test_the_engine_names_a_file_that_it_cannot_read(line, wrong_files, capsys):
    for kind in ("missing", "folder", "binary"):
        status = engine([*line.split(), str(wrong_files[kind])])
        printed = capsys.readouterr()
        assert list_faults(status, printed.out + printed.err, wrong_files[kind]) == [], kind


def test_the_verifier_for_strangers_names_a_file_that_it_cannot_read(wrong_files, monkeypatch, capsys):
    for kind, path in wrong_files.items():
        monkeypatch.setattr(sys, "argv", ["mahjong-verify.py", str(path)])
        status, text = verifier().main(), capsys.readouterr().err
        assert (status, len(text.splitlines())) == (2, 1), kind
        assert text.startswith(f"'{path}' cannot be read: "), kind
        assert ABRUPT.findall(text) == [], kind


def test_failures_of_the_machine_are_sentences_and_faults_of_the_program_are_not(monkeypatch):
    for error, expected in (
        (DatabaseError("no such table: tournaments_user"), "is not up to date"),
        (DatabaseError("connection failed\n\tIs the server running?"), r"\(connection failed\); look at DATABASE_URL"),
        (DatabaseError("database is locked"), "is busy"),
        (
            PermissionError(13, "Permission denied", "/my data/secret_key"),
            "'/my data/secret_key' is closed to this user",
        ),
        (OSError(98, "Address already in use"), "Address already in use"),
    ):
        assert re.search(expected, explain(error)), error
        assert list_faults(1, explain(error)) == []
        with pytest.raises(SystemExit), explained():
            raise error
        with pytest.raises(type(error)), explained(["--traceback"]):
            raise error
    with pytest.raises(KeyError), explained():
        raise KeyError("a fault of the program")


def test_the_suggested_port_is_free(tmp_path):
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        with closing(try_server(port + 1)), pytest.raises(ServeError) as refused:
            serve.bound(tmp_path, "127.0.0.1", port)
    suggested = int(re.search(r"such as --port (\d+)\.$", str(refused.value))[1])
    assert suggested not in (port, port + 1)
    socket.create_server(("127.0.0.1", suggested)).close()


def test_a_web_server_by_itself_refuses_a_taken_port_in_a_sentence(tmp_path):
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        words = [sys.executable, "-m", "tournaments.site.web", "--port", str(taken.getsockname()[1])]
        environment = os.environ | {"MAHJONG_DIRECTOR_DATA": str(tmp_path / "my data")}
        done = subprocess.run(
            words, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=patience.SECONDS
        )
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (1, "", 1), done.stderr
    assert re.search(r"choose another with --port, such as --port \d+\.$", done.stderr)


def try_server(port: int) -> socket.socket:
    try:
        return socket.create_server(("127.0.0.1", port))
    except OSError:
        # Another program has it, which does as well.
        return socket.socket()


def test_an_address_of_another_computer_and_a_folder_that_is_a_file_are_refused(tmp_path, wrong_files):
    with pytest.raises(ServeError, match=r"such as --host 127\.0\.0\.1\.$"):
        serve.bound(tmp_path, "192.0.2.1", 8000)
    with pytest.raises(ServeError) as refused:
        serve.main(["--data", str(wrong_files["text"])])
    assert list_faults(1, str(refused.value), wrong_files["text"]) == []
    for port in ("0", "65536", "-1", "x"):
        with pytest.raises(Exception, match="is no port; give a number from 1 to 65535"):
            web.read_port(port)


def test_the_help_lists_what_the_guides_name(capsys):
    with pytest.raises(SystemExit):
        command.main(["--help"])
    listed = capsys.readouterr().out
    guides = "".join((ROOT / name).read_text("utf-8") for name in ("README.md", "docs/deploy.md", "docs/organiser.md"))
    commands = set(re.findall(r"manage\.py (\w+)", guides)) - {"migrate", "help"}
    options = {word for line in re.findall(r"\./run ([^`\n#]*)", guides) for word in re.findall(r"--[a-z-]+", line)}
    assert len(commands) > 5
    assert len(options) > 2
    assert {word for word in commands | options if not re.search(rf"(?<![\w-]){word}(?![\w-])", listed)} == set()


def test_answers_of_the_engine_stay_json(wrong_files, capsys):
    assert engine(["score", str(wrong_files["list"])]) == 1
    assert json.loads(capsys.readouterr().out)["error"]["kind"] == "case"
