"""The command's messages, the entry on the desktop, and data of a newer version."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from django.urls import reverse

from tests.support.people import person
from tournaments.accounts.models import SignInLink
from tournaments.accounts.services import accounts
from tournaments.core import installation
from tournaments.core.audit import Actor
from tournaments.events import hall_network
from tournaments.site import checks, command, desktop, serve


def test_without_a_command_the_site_is_served(monkeypatch):
    asked = []
    monkeypatch.setattr(serve, "main", lambda given: asked.append(given) or 0)
    assert [command.main(given) for given in ([], ["--port", "9000"], ["serve", "--empty"])] == [0, 0, 0]
    assert asked == [[], ["--port", "9000"], ["--empty"]]


def test_one_help_lists_every_command(capsys):
    with pytest.raises(SystemExit):
        command.main(["--help"])
    said = capsys.readouterr().out
    listed = [line.split()[0] for line in said.splitlines() if line.startswith("    ") and line[4] != " "]
    assert listed == [
        *("serve", "install-shortcut", "backup", "restore", "fetch-backup"),
        *("import", "export", "site-copy", "verify", "judge", "sign-in-link"),
        *("deal", "pay", "replay", "score", "waits", "manage"),
    ]


def test_a_misspelt_command_names_the_nearest_one(capsys):
    with pytest.raises(SystemExit) as ended:
        command.main(["bakcup"])
    assert ended.value.code == 2
    assert "Did you mean backup?\n" in capsys.readouterr().err


def test_a_console_gets_the_characters_that_it_has_and_a_pipe_gets_utf_8(monkeypatch):
    class Console(io.TextIOWrapper):
        def isatty(self):
            return True

    console, pipe = Console(io.BytesIO(), encoding="cp1252"), io.TextIOWrapper(io.BytesIO(), encoding="cp1252")
    monkeypatch.setattr(sys, "stdout", console)
    monkeypatch.setattr(sys, "stderr", pipe)
    command.write_what_the_console_can()
    for stream in (console, pipe):
        # The last is a byte of a folder's name that the locale cannot read.
        stream.write("Zürich 麻雀 \udcc3")
        stream.flush()
    assert console.buffer.getvalue() == "Zürich ?? ?".encode("cp1252")
    assert pipe.buffer.getvalue() == "Zürich 麻雀 \\udcc3".encode()
    # A QR code would be a field of question marks.
    assert not hall_network._can_print_blocks()


def test_the_entry_on_a_linux_desktop_starts_the_program(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(desktop.shutil, "which", lambda name: "/opt/my programs/mahjong-director")
    (tmp_path / "Desktop").mkdir()
    assert desktop.main([]) == 0
    menu = tmp_path / ".local" / "share" / "applications" / "mahjong-director.desktop"
    entry = tmp_path / "Desktop" / "mahjong-director.desktop"
    assert menu.read_text(encoding="utf-8") == entry.read_text(encoding="utf-8")
    assert 'Exec="/opt/my programs/mahjong-director"\n' in entry.read_text(encoding="utf-8")
    assert capsys.readouterr().out.count("A double click starts Mahjong Director: ") == 2
    desktop.main(["--remove"])
    assert [path for path in (menu, entry) if path.exists()] == []


@pytest.mark.django_db
def test_data_of_a_newer_version_is_refused_with_the_remedy():
    assert checks.check_newer_database(None, databases=["default"]) == []
    newer = {("tournaments", "9999_from_tomorrow"), ("axes", "9999_of_a_package")}
    assert (checks.is_newer(newer), checks.is_newer({("axes", "9999_of_a_package")})) == (True, False)


def test_a_person_at_a_screen_gets_a_browser_and_a_service_does_not(monkeypatch):
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert not desktop.has_desktop()
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert desktop.has_desktop()
    monkeypatch.delenv("DISPLAY")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert not desktop.has_desktop()


def test_a_sleep_is_noticed_and_the_addresses_are_shown_again(monkeypatch, capsys):
    now = [0.0]
    monkeypatch.setattr(serve.time, "time", lambda: now.append(now[-1] + 600) or now[-1])
    monkeypatch.setattr(serve, "asked_to_stop", [])
    heard = []

    class Idle(serve.Child):
        def start(self):
            pass

    def after(seconds):
        heard.append(seconds)
        serve.asked_to_stop.append(2)

    serve.supervise([Idle("web", [], Path("log"))], lambda: True, lambda: None, after)
    assert heard == [600.0]
    monkeypatch.setattr(hall_network, "show_addresses", lambda port: print(f"port {port}"))
    serve.warn_of_sleep(600, "0.0.0.0", 8000)
    captured = capsys.readouterr()
    assert captured.err.startswith("! This computer slept for 10 min; keep it awake")
    assert captured.out == "port 8000\n"


def test_the_program_knows_a_clone(monkeypatch, tmp_path):
    assert (installation.INSTALLED, installation.PROGRAM) == (False, "./run")
    monkeypatch.delenv("MAHJONG_DIRECTOR_DATA")
    assert installation.get_data_folder() == installation.ROOT / "var"
    monkeypatch.setattr(installation, "INSTALLED", True)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert installation.get_data_folder() == tmp_path / "mahjong-director"
    assert installation.get_program_folder("docs") == installation.ROOT / "tournaments" / "resources" / "docs"


@pytest.mark.browser
def test_the_browser_that_the_program_opens_is_signed_in(live_site, page, monkeypatch, tmp_path):
    """Links that people were sent wait for their button: chats and mail programs look at them first."""
    by, olga = Actor.of_command("test"), person("olga")

    def link(**how):
        return live_site.url(reverse("sign_in_link", args=[accounts.make_sign_in_link(by, user=olga, **how)]))

    page.goto(link() + "#start")
    assert page.get_by_role("button", name="Sign in").count() == 1
    monkeypatch.setattr(desktop, "open_browser", page.goto)
    desktop.open_secret(link(opens_browser=True), tmp_path / "start.html")
    page.wait_for_url(lambda url: url.startswith("http") and "/sign-in/" not in url)
    assert SignInLink.objects.get(user=olga).used_at is not None


def test_the_secret_of_a_start_is_in_no_list_of_processes(monkeypatch, tmp_path):
    commands, page = [], tmp_path / "start.html"
    monkeypatch.setattr(desktop, "open_browser", commands.append)
    page.symlink_to(tmp_path / "elsewhere")
    for secret in ("first", "second&<"):
        desktop.open_secret(f"http://127.0.0.1:8000/sign-in/{secret}/", page)
    assert commands == [page.as_uri()] * 2
    assert (oct(page.stat().st_mode & 0o777), (tmp_path / "elsewhere").exists()) == ("0o600", False)
    assert 'url=http://127.0.0.1:8000/sign-in/second&amp;&lt;/"' in page.read_text()
