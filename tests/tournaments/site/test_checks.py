"""System checks of the environment."""

import io

import pytest
from django.core.management import call_command


@pytest.fixture
def said(monkeypatch):
    """The output of `manage.py check` with a variable in the environment."""

    def check(name: str) -> str:
        monkeypatch.setenv(name, "plain")
        output = io.StringIO()
        call_command("check", stdout=output, stderr=output)
        return output.getvalue()

    monkeypatch.delenv("MAHJONG_DIRECTOR_ENGINE", raising=False)
    return check


def test_a_removed_variable_produces_a_warning(said):
    warning = "?: (tournaments.W001) The environment variable MAHJONG_DIRECTOR_ENGINE no longer has any effect."
    assert warning in said("MAHJONG_DIRECTOR_ENGINE").splitlines()


def test_a_variable_in_use_produces_no_warning(said):
    assert said("MAHJONG_DIRECTOR_QUEUE") == "System check identified no issues (0 silenced).\n"


def test_preparation_warns_of_a_removed_variable(monkeypatch):
    monkeypatch.setenv("MAHJONG_DIRECTOR_ENGINE", "compiled")
    monkeypatch.setattr("tournaments.management.commands.prepare.Command.handle", lambda *args, **options: None)
    errors = io.StringIO()
    call_command("prepare", stderr=errors, skip_checks=False)
    assert "MAHJONG_DIRECTOR_ENGINE" in errors.getvalue()
