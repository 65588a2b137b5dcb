"""The catalogues in the repository are as `makemessages` writes them, so that a diff shows what a change adds."""

import difflib
import os
import shutil
import subprocess
import sys

import pytest

from tools.checks import ROOT

COMMAND = ("makemessages", "--all", "--no-obsolete")
NOT_COPIED = shutil.ignore_patterns("__pycache__", ".*", "var", "tests", "tools", "docs")


def catalogues(tree):
    return {path.relative_to(tree): path.read_text("utf-8") for path in tree.rglob("locale/*/LC_MESSAGES/django.po")}


@pytest.mark.long
@pytest.mark.release
@pytest.mark.translations
def test_makemessages_changes_nothing(tmp_path):
    tree = tmp_path / "tree"
    shutil.copytree(ROOT, tree, ignore=NOT_COPIED)
    before = catalogues(tree)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MAHJONG_")}
    ended = subprocess.run([sys.executable, "manage.py", *COMMAND], cwd=tree, env=kept, capture_output=True, text=True)
    if ended.returncode:
        raise RuntimeError(ended.stderr)
    after = catalogues(tree)
    assert before.keys() == after.keys() != set()
    for path, text in before.items():
        lines = [*difflib.unified_diff(text.splitlines(), after[path].splitlines(), str(path), "as written", n=1)]
        if lines:
            pytest.fail("\n".join([f"manage.py {' '.join(COMMAND)} changes a catalogue:", *lines[:60]]), pytrace=False)
