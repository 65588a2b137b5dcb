"""The web server with the tests' limit for a paper: `python -m tests.support.patient_web --port 8000`."""

from __future__ import annotations

import runpy

from tests.support import patience
from tournaments.core.printing import pdf

if __name__ == "__main__":
    # A child process of a loaded machine may need longer than a person would wait.
    pdf.WAIT = patience.SECONDS  # type: ignore[misc]
    runpy.run_module("tournaments.site.web", run_name="__main__", alter_sys=True)
