"""Version of the wheel: between releases with the commit that it is built from."""

import subprocess
from pathlib import Path

from tournaments import __version__

ROOT = Path(__file__).resolve().parent


def build_version() -> str:
    if ".dev" not in __version__ or not (ROOT / ".git").exists():
        return __version__
    command = ["git", "rev-parse", "--short=9", "HEAD"]
    commit = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    return f"{__version__}+g{commit}"
