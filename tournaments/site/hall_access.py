"""Access from the hall: whether phones are let in, and where the supervisor serves the site just now.

Both are files of the data folder. The setting is written by the site and read by the supervisor, at each start too; the
state is written by the supervisor and read by web server and worker. This module imports no Django.
"""

from __future__ import annotations

import json
import os
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from tournaments.site.listening import EVERYWHERE, is_loopback

SETTING: Final = "phones-let-in"
"""The file exists while phones are let in."""
STATE: Final = "serving.json"
SUPERVISED: Final = "MAHJONG_DIRECTOR_SUPERVISED"
"""Variable that the supervisor sets for its processes: the state is its own, and not left over from another start."""
HERE: Final = "127.0.0.1"
ALL_INTERFACES: Final = next(iter(EVERYWHERE))


@dataclass(frozen=True)
class Access:
    """Host and port that the site is bound to, and since when.

    `fixed`: the command line chose the host, so that the setting does not count. `problem`: why the last attempt to let
    phones in failed.
    """

    host: str
    port: int
    fixed: bool = False
    problem: str = ""
    since: float = 0.0

    @property
    def is_open(self) -> bool:
        """True if other devices can reach the site."""
        return not is_loopback(self.host)


def are_let_in(folder: Path) -> bool:
    """Return the setting."""
    return (folder / SETTING).exists()


def let_in(folder: Path, *, let: bool) -> None:
    """Store the setting; the supervisor sees it within a second."""
    if let:
        (folder / SETTING).touch(mode=0o600)
    else:
        (folder / SETTING).unlink(missing_ok=True)


def wanted_host(folder: Path) -> str:
    """Return the host to bind where the command line names none."""
    return ALL_INTERFACES if are_let_in(folder) else HERE


def write_state(folder: Path, access: Access) -> None:
    """Store the state. Not by a second file put in its place, which Windows refuses while somebody reads."""
    (folder / STATE).write_text(json.dumps(asdict(access)), encoding="utf-8")


def state(folder: Path) -> Access | None:
    """Return the state; None for a site that runs without the supervisor."""
    if os.environ.get(SUPERVISED) != "1":
        return None
    for pause in (0.05, 0.2, 0.0):
        with suppress(OSError, ValueError, TypeError):
            return Access(**json.loads((folder / STATE).read_text(encoding="utf-8")))
        # It is being written.
        time.sleep(pause)
    return None
