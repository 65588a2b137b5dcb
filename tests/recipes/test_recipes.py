"""The recipes of CONTRIBUTING.md, each followed in a copy of the tree: its files, its commands, its tests.

`recipes.toml` has what somebody would write. A recipe names all files that change, and no others.
"""

import fnmatch
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tools.checks import ROOT

CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
RECIPES = tomllib.loads(Path(__file__).with_name("recipes.toml").read_text("utf-8"))
NOT_COPIED = shutil.ignore_patterns("__pycache__", ".*", "var")


def section(title):
    return re.search(rf"^### {re.escape(title)}\n(.*?)(?=^##)", CONTRIBUTING, re.MULTILINE | re.DOTALL)[1]


def digests(tree):
    """Return the SHA-256 of each file that belongs into the repository."""
    paths = (path for path in tree.rglob("*.*") if not {".venv", "var", "__pycache__"} & {*path.parts})
    found = (path for path in paths if path.is_file() and path.suffix != ".mo" and "/." not in str(path))
    return {str(path.relative_to(tree)): hashlib.sha256(path.read_bytes()).digest() for path in found}


def edited(text, edit):
    """Return a file's text with what is added at the end or before a mark."""
    if "append" in edit:
        return text + edit["append"]
    assert edit["before"] in text, edit
    return text.replace(edit["before"], edit["add"] + edit["before"], 1)


@pytest.fixture
def tree(tmp_path):
    shutil.copytree(ROOT, tmp_path / "tree", ignore=NOT_COPIED)
    (tmp_path / "tree" / ".venv").symlink_to(sys.prefix)
    yield tmp_path / "tree"
    shutil.rmtree(tmp_path / "tree")


@pytest.mark.parametrize("title", RECIPES)
def test_a_recipe_names_all_that_is_needed(title, tree):
    text, before = section(title), digests(tree)
    for edit in RECIPES[title]:
        path = tree / edit["path"]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(edit["text"] if "text" in edit else edited(path.read_text("utf-8"), edit), "utf-8")
    commands = "".join(re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL)).splitlines()
    assert "pytest" in commands[-1]
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("MAHJONG_", "PYTEST_"))}
    for command in commands:
        ended = subprocess.run(command, shell=True, cwd=tree, env=kept, capture_output=True, text=True)
        assert ended.returncode == 0, f"{command}\n{ended.stdout[-8000:]}{ended.stderr[-4000:]}"
    print(ended.stdout[-2000:])
    after = digests(tree)
    changed = [path for path in before.keys() | after.keys() if before.get(path) != after.get(path)]
    named = [re.sub(r"<\w+>|NNNN", "*", name) for name in re.findall(r"`([\w/<>*-]+/[\w<>*.-]+\.\w+)`", text)]
    assert [path for path in changed if not any(fnmatch.fnmatch(path, name) for name in named)] == []
    assert [name for name in named if not fnmatch.filter(changed, name)] == []
