"""One line a step: what is being done, how it ended, how long it took."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class StepFailed(Exception):
    """Ends the command; the text says what to do about it."""


@contextmanager
def step(title: str) -> Iterator[None]:
    """Print `title ... done (2.1 s)`; a StepFailed inside prints `failed` and goes on upwards."""
    print(f"{title} ... ", end="", flush=True)
    start = time.monotonic()
    try:
        yield
    except BaseException:
        print("failed", flush=True)
        raise
    print(f"done ({time.monotonic() - start:.1f} s)", flush=True)


def quietly(command: Sequence[str], env: Mapping[str, str] | None = None, hint: str = "") -> str:
    """Run a command without showing its output; StepFailed carries the last lines of what it said. Returns stdout."""
    done = subprocess.run(
        command, cwd=ROOT, env=dict(env or os.environ), capture_output=True, text=True, errors="replace"
    )
    if done.returncode:
        said = "\n".join((done.stdout + done.stderr).strip().splitlines()[-30:])
        raise StepFailed("\n".join(part for part in (f"{' '.join(command)} failed:", said, hint) if part))
    return done.stdout


def warn(text: str) -> None:
    """A line that the person should read."""
    print(f"! {text}", file=sys.stderr, flush=True)
