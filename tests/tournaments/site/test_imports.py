"""Imports of a command and a public page: every process loads them, so nothing heavy comes in unnoticed."""

import json
import os
import subprocess
import sys

import pytest

from tests.support.database import database_url
from tests.support.people import small_tournament
from tools.checks import ROOT

LOADS = """
import json, os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "tournaments.site.settings"
import colorama
before = set(sys.modules)
import django
django.setup()
from django.core.management import call_command

def loaded():
    names = set(sys.modules) - before
    return sorted(name for name in names if name.partition(".")[0] not in sys.stdlib_module_names)

with open(os.devnull, "w") as nowhere:
    call_command("standings", sys.argv[1], stdout=nowhere)
command = loaded()
import drf_spectacular.views
import rest_framework.serializers
from django.test import Client

framework = loaded()
assert Client().get(f"/t/{sys.argv[1]}/standings/").status_code == 200
print(json.dumps([command, framework, loaded()]))
"""

DRIVERS = {"cython_runtime", "psycopg", "psycopg_binary", "psycopg_pool", "typing_extensions"}
"""Database driver with the imports of its compiled part; the database decides which are loaded."""

APPS = set(
    "asgiref axes csp dj_database_url django django_filters django_htmx drf_spectacular drf_spectacular_sidecar "
    "filelock packaging rest_framework sqlparse".split()
)
"""Django and the apps of the settings with what they need to be there."""
HOUSE = {"engine", "judging", "tournaments", "anyascii", "cachetools"}
"""The program, and the libraries that fold names for a search and remember values of queries."""
INTERFACE = {"actions", "api", "forms", "jobs", "page_extensions", "papers", "printing", "serializers", "views"}
"""Layers of a subject that only the web server and the worker need; they need `judging.law` and the tasks too."""


@pytest.fixture
def loaded(transactional_db, tmp_path):
    """The modules after `manage.py standings`, the frameworks of the API, and a public page.

    A site names its API's views with its addresses, and their framework loads whatever it finds installed. So do the
    test client, which finds jinja2 among the tools of development, and Django's command line, which always finds
    colorama here.
    """
    (tmp_path / "colorama.py").write_text("def init(): ...\njust_fix_windows_console = init\n", "utf-8")
    event = small_tournament()
    kept = {name: value for name, value in os.environ.items() if name not in ("REDIS_URL", "CACHE_URL")}
    env = {**kept, "DATABASE_URL": database_url(), "PYTHONPATH": str(tmp_path)}
    run = subprocess.run([sys.executable, "-c", LOADS, event.slug], cwd=ROOT, env=env, capture_output=True, check=True)
    return [set(modules) for modules in json.loads(run.stdout.splitlines()[-1])]


def packages(modules):
    return {name.partition(".")[0] for name in modules if not name.startswith("_")} - DRIVERS


def pages(modules):
    """The modules of interface layers, and what else no command needs."""
    own = {name for name in modules if name.startswith(("tournaments.", "judging."))}
    own -= {"tournaments.core.jobs", "tournaments.core.models.jobs"}  # the registry and the rows
    own -= {"tournaments.standings.federations.forms"}  # the federations' own lists, which are data
    # Services know the papers whose inputs they keep; nothing is laid out for that.
    own = {name for name in own if not name.startswith(("tournaments.core.printing", "tournaments.core.text.papers"))}
    others = own & {"judging.law", "tournaments.tasks"}
    return others | {name for name in own if INTERFACE & set(name.split(".")) and ".management." not in name}


def test_a_command_and_a_public_page_load_what_they_use(loaded):
    command, framework, page = loaded
    assert packages(command) == APPS | HOUSE
    assert pages(command) == set()
    assert packages(page) - packages(framework) - {"tzdata"} == {"whitenoise"}
    assert page & {"tournaments.seating.logic.search", "tournaments.site.celery"} == set()
