"""The web server with the tests' limits: `python -m tests.support.patient_web --port 8000`."""

from __future__ import annotations

import runpy

import django

if __name__ == "__main__":
    django.setup()

    from tests.support.site_limits import extend_limits

    extend_limits()
    runpy.run_module("tournaments.site.web", run_name="__main__", alter_sys=True)
