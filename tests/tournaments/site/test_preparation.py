"""While the site is prepared in a fork of it, the web server loads nothing that is being prepared."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

LOADS = """
import json, os
os.environ["DJANGO_SETTINGS_MODULE"] = "tournaments.site.settings"
import django
django.setup()
import tournaments.site.urls
from django.contrib.staticfiles.storage import staticfiles_storage
from django.db import connection
from django.utils.functional import empty
from django.utils.translation import trans_real
# English is what stands in the sources: it has none.
catalogues, files = sorted(set(trans_real._translations) - {"en"}), staticfiles_storage._wrapped
print(json.dumps([catalogues, files is empty, connection.connection is None]))
"""


def test_all_pages_are_loaded_without_catalogues_static_files_and_a_database():
    command = [sys.executable, "-c", LOADS]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    assert json.loads(said) == [[], True, True]
