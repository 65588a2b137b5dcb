"""Loaded with `-p` before Django reads its settings: a test never touches the data folder of a running site."""

import atexit
import os
import shutil
import tempfile

if "MAHJONG_DIRECTOR_TEST_DATA" not in os.environ:
    _folder = tempfile.mkdtemp(prefix="mahjong-director-test-")
    os.environ["MAHJONG_DIRECTOR_TEST_DATA"] = _folder
    atexit.register(shutil.rmtree, _folder, ignore_errors=True)

os.environ["MAHJONG_DIRECTOR_DATA"] = os.environ["MAHJONG_DIRECTOR_TEST_DATA"]
