"""Notes which lines and branches the tests of a process reach: loaded with `-p` before anything of the program is.

SlipCover writes probes into the program's code and takes each out when it was reached, so that what runs often costs
nothing; tracing by Python made the tests of the game three times as long. `./test` says what is noted, and
`tools.coverage_floor` adds up what the processes of a run have written.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from slipcover import FileMatcher, ImportManager, Slipcover

FOLDER, PACKAGES, BRANCHES = "REACHED_FOLDER", "REACHED_PACKAGES", "REACHED_BRANCHES"
"""Names in the environment: where to write, folders of the program with commas between them, `1` for branches too."""

# Only xdist's workers run tests; the process that hands them out would note its own imports.
_worker = os.environ.get("PYTEST_XDIST_WORKER")
_probes: Any = None

if _worker and PACKAGES in os.environ:
    _packages = os.environ[PACKAGES].split(",")
    _probes = Slipcover(immediate=True, branch=os.environ.get(BRANCHES) == "1", source=_packages)
    ImportManager(_probes, FileMatcher(sources=_packages)).__enter__()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """Write what this process reached, by file: lines and branches, executed and missing."""
    if _probes is not None:
        folder = Path(os.environ[FOLDER])
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{_worker}.json").write_text(json.dumps(_probes.get_coverage()["files"]), encoding="utf-8")
