"""The server of docs/deploy.md: its commands refuse a variable that a shell cut off, and one process answers always."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.urls import reverse

from tournaments.core.http.public_version import CHANGED

ROOT = Path(__file__).parents[2]
GUIDES = [ROOT / "docs" / "deploy.md", ROOT / "docs" / "ja" / "deploy.md"]
ENVIRONMENT = "/etc/mahjong-director.env"
WHOLE = "postgresql://mahjong@db.example/mahjong?sslmode=require&connect_timeout=5"
PREFIX = "runuser -u mahjong -- "


def ways_in(guide: Path) -> list[str]:
    """The commands by which root acts as the site's account, each made to print the database that it would use."""
    ways = []
    for block in re.findall(r"^```sh\n(.*?)^```", guide.read_text("utf-8"), re.MULTILINE | re.DOTALL):
        for name, code in re.findall(r"^(as_site\(\) \{ )?(runuser -u mahjong -- sh -c '.*?'.*?)$", block, re.M | re.S):
            command = code.removeprefix(PREFIX)
            if name:
                command = f"as_site() {{ {command}\nas_site sh -c 'echo \"uses $DATABASE_URL\"'"
            ways.append(re.sub(r"exec \.venv/bin/python .*?(?=')", 'echo "uses $DATABASE_URL"', command))
    return ways


@pytest.mark.parametrize("guide", GUIDES, ids=["en", "ja"])
def test_a_database_cut_off_in_the_file_of_variables_is_refused(guide: Path, tmp_path: Path) -> None:
    """A shell ends an unquoted value at its `&`; without the variable the site would use SQLite."""
    file, ways = tmp_path / "env", ways_in(guide)
    assert len(ways) == 3
    for way in ways:
        for line, code, printed in (
            (f"DATABASE_URL='{WHOLE}'", 0, f"uses {WHOLE}\n"),
            (f"DATABASE_URL={WHOLE}", 2, ""),
        ):
            file.write_text(f"{line}\nMAHJONG_DIRECTOR_PROXIES=1\n", "utf-8")
            command = ["env", "-i", "PATH=/usr/bin:/bin", "sh", "-c", way.replace(ENVIRONMENT, str(file))]
            done = subprocess.run(command, capture_output=True, text=True)
            assert (done.returncode, done.stdout) == (code, printed), (way, done.stderr)
            assert ("DATABASE_URL: is cut off" in done.stderr) is bool(code)


@pytest.mark.parametrize("guide", GUIDES, ids=["en", "ja"])
def test_nginx_tries_every_process_again_at_once_and_an_upgrade_restarts_them_in_turn(guide: Path) -> None:
    text = guide.read_text("utf-8")
    servers = [line for line in text.splitlines() if re.match(r" +server [0-9.]+:\d+", line)]
    assert [line for line in servers if "max_fails=0;" not in line] == []
    assert len(servers) == 4
    assert re.findall(r"^systemctl restart .*", text, re.MULTILINE) == ["systemctl restart mahjong-worker"]
    assert "for port in 8000 8001; do" in text


@pytest.mark.parametrize("guide", GUIDES, ids=["en", "ja"])
def test_on_the_way_back_to_0_3_0_the_database_is_emptied_and_migrated_before_it_is_restored(guide: Path) -> None:
    """`restore` of 0.3.0 drops the tables that it knows, and PostgreSQL refuses where later ones refer to them."""
    text = guide.read_text("utf-8")
    steps = (
        "systemctl disable --now mahjong-web ",
        "-- dropdb mahjong && ",
        "-- createdb -O mahjong ",
        "manage.py migrate ",
    )
    places = [text.index(step, text.index("### ", text.index("before-the-upgrade")) - 1) for step in steps]
    assert places == sorted(places)


@pytest.mark.parametrize("guide", GUIDES, ids=["en", "ja"])
def test_nginx_stores_versions_for_strangers_alone(guide: Path) -> None:
    """nginx answers nobody whom the site's own cache never answers."""
    text = guide.read_text("utf-8")
    address = re.search(r"location ~ (\S+) \{", text)
    assert address is not None
    assert re.search(address[1], reverse("event_version", args=["spring-open"]))
    assert not re.search(address[1], reverse("event", args=["version"]))
    cookies = (settings.SESSION_COOKIE_NAME, CookieStorage.cookie_name, CHANGED)
    strangers = "".join(["$http_authorization", *(f"$cookie_{name}" for name in cookies)])
    for directive in ("proxy_cache_bypass", "proxy_no_cache"):
        assert re.findall(rf" {directive} (.*);", text) == [strangers]


@pytest.mark.parametrize("guide", GUIDES, ids=["en", "ja"])
def test_a_bare_debian_has_what_the_commands_need(guide: Path) -> None:
    """Debian has no curl of its own, and its nginx has no folder in /var/cache."""
    text = guide.read_text("utf-8")
    (packages,) = re.findall(r"^apt-get install --no-install-recommends (.*? certbot )", text, re.MULTILINE)
    programs = {"curl": "curl ", "git": "git clone ", "certbot": "certbot certonly ", "nginx": "nginx -t "}
    assert [package for package, command in programs.items() if package not in packages.split()] == []
    assert [command for command in programs.values() if command not in text] == []
    assert re.findall(r"^proxy_cache_path (\S+)/\S+ ", text, re.MULTILINE) == ["/var/lib/nginx"]


@pytest.mark.parametrize("guide", GUIDES, ids=["en", "ja"])
def test_commands_of_the_server_run_as_the_account_of_the_site(guide: Path) -> None:
    """As root, without the file of variables, they would use a SQLite in the clone."""
    server = guide.read_text("utf-8").partition("```nginx")[2].partition("```nginx")[0]
    bare = re.findall(r"^\.venv/bin/python manage.py .*", server, re.MULTILINE)
    assert (bare, server.count("\nas_site .venv/bin/python manage.py ") > 5) == ([], True)
