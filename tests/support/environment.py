"""Loaded with `-p` before Django reads its settings: a test never touches the data of a running site.

Each process of the suite has a data folder, a queue and Redis databases of its own, so that tests side by side see
neither each other's pages in the cache nor each other's jobs.
"""

import atexit
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

from tools.install import only_pure

if only_pure(sys.argv[1:]):
    # pytest-django leaves Django alone, here and in the processes that share the tests.
    os.environ["DJANGO_SETTINGS_MODULE"] = ""
ONLY_PURE = os.environ.get("DJANGO_SETTINGS_MODULE") == ""
"""True where tests of game and law are named and no others."""

if "MAHJONG_DIRECTOR_TEST_DATA" not in os.environ:
    _folder = tempfile.mkdtemp(prefix="mahjong-director-test-")
    os.environ["MAHJONG_DIRECTOR_TEST_DATA"] = _folder
    atexit.register(shutil.rmtree, _folder, ignore_errors=True)

_process = os.environ.get("PYTEST_XDIST_WORKER", "main")
os.environ["MAHJONG_DIRECTOR_DATA"] = str(Path(os.environ["MAHJONG_DIRECTOR_TEST_DATA"]) / _process)
os.environ["MAHJONG_DIRECTOR_QUEUE"] = f"test-{_process}"
os.environ["MAHJONG_DIRECTOR_LOG_LEVEL"] = "WARNING"

if "REDIS_URL" in os.environ:
    # 0 for a single process, 2, 4 ... for the parallel ones; the odd number above is the cache, which tests empty.
    _number = 2 * int(_process.removeprefix("gw")) + 2 if _process != "main" else 0
    _server = re.sub(r"/\d*$", "", os.environ["REDIS_URL"])
    os.environ["REDIS_URL"] = f"{_server}/{_number}"
    os.environ["CACHE_URL"] = f"{_server}/{_number + 1}"
