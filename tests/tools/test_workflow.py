"""The workflow of a forge runs what a contributor runs."""

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
