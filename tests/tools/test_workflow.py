"""The workflow of a forge runs what a contributor runs."""

import shutil
import subprocess

import pytest
import yaml

from tools.checks import ROOT


def test_every_push_and_pull_request_is_checked_by_the_command_of_ci():
    (path,) = (ROOT / ".github" / "workflows").iterdir()
    workflow = yaml.safe_load(path.read_text("utf-8"))
    # YAML 1.1 reads the word `on` as true.
    assert workflow[True] == {"push": None, "pull_request": None}
    (job,) = workflow["jobs"].values()
    commands = [step["run"] for step in job["steps"] if "run" in step]
    assert (commands, (ROOT / ".ci" / "run").stat().st_mode & 0o111) == ([".ci/run"], 0o111)
    assert not (ROOT / ".forgejo").exists()


@pytest.mark.parametrize(
    ("failing", "code", "verdict"),
    [
        ("none", 0, "CI: all in order"),
        ("./test", 1, "CI: FAILED: ./test"),
        (r"./test\ --more", 1, "CI: FAILED: ./test --more"),
        ("*", 1, "CI: FAILED: ./test ./test --more"),
    ],
)
def test_the_command_of_ci_runs_both_parts_and_fails_if_either_does(tmp_path, failing, code, verdict):
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "run", tmp_path / ".ci")
    command = tmp_path / "test"
    command.write_text(
        f'#!/bin/sh\ncommand=$(echo "$0" "$@")\necho "$command"\ncase "$command" in {failing}) exit 1 ;; esac\n'
    )
    command.chmod(0o755)
    ended = subprocess.run([tmp_path / ".ci" / "run"], cwd="/", capture_output=True, text=True)
    assert (ended.returncode, ended.stdout.splitlines()) == (code, ["./test", "./test --more", verdict])
