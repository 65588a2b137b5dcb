"""The virtual environment, filled from the hashed lock files."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

from tools.bootstrap.steps import ROOT, quietly, step

VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
RUNTIME_LOCK = ROOT / "requirements.lock"
DEVELOPMENT_LOCK = ROOT / "requirements-dev.lock"
# What was installed last: lock file name -> digest. The development lock holds all of the runtime lock.
STAMP = VENV / "installed.json"

PIP_OPTIONS = (
    *("--quiet", "--disable-pip-version-check", "--no-input"),
    *("--only-binary", ":all:", "--require-hashes"),
    # The lock holds all that its packages need: nothing is worked out again.
    "--no-deps",
    # Most modules are never imported; those that are get compiled then.
    "--no-compile",
)


def digest(lock: Path) -> str:
    """The lock file's fingerprint."""
    return hashlib.sha256(lock.read_bytes()).hexdigest()


def provide(lock: Path) -> None:
    """Make the environment when it is not there, and install the lock file when it changed since the last time."""
    if not PYTHON.exists() or subprocess.run([PYTHON, "-c", ""], capture_output=True).returncode:
        with step("Making the virtual environment .venv"):
            quietly([sys.executable, "-m", "venv", "--clear", str(VENV)])
    wanted = digest(lock)
    if installed().get(lock.name) == wanted:
        return
    with step(f"Installing Python packages of {lock.name}"):
        STAMP.unlink(missing_ok=True)
        quietly(
            [str(PYTHON), "-m", "pip", "install", *PIP_OPTIONS, "-r", str(lock)],
            hint="Is there a way to the package index? Then the same command goes on where it stopped.",
        )
        stamp = {lock.name: wanted}
        if lock == DEVELOPMENT_LOCK:
            stamp[RUNTIME_LOCK.name] = digest(RUNTIME_LOCK)
        STAMP.write_text(json.dumps(stamp), encoding="utf-8")


def installed() -> dict[str, str]:
    """What the last installation was; empty when it was interrupted."""
    try:
        stamp: dict[str, str] = json.loads(STAMP.read_text(encoding="utf-8"))
    except (FileNotFoundError, json.JSONDecodeError):
        return {}
    return stamp
