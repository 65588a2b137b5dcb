"""Access from the hall: the setting for phones, and the supervisor's present address, both files of the data folder.

The site writes the setting, the supervisor the state. This module imports no Django.
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
STATE: Final = "serving.json"
SUPERVISED: Final = "MAHJONG_DIRECTOR_SUPERVISED"
"""Variable that the supervisor sets for its processes: their state is not left over from another start."""
HERE: Final = "127.0.0.1"
ALL_INTERFACES: Final = next(iter(EVERYWHERE))


@dataclass(frozen=True)
class Access:
    """Host and port of the site; `fixed` by the command line, `problem` is the last failure to let phones in."""

    host: str
    port: int
    fixed: bool = False
    problem: str = ""
    since: float = 0.0

    @property
    def is_open(self) -> bool:
        return not is_loopback(self.host)


def is_open_to_hall(folder: Path) -> bool:
    return (folder / SETTING).exists()


def let_in(folder: Path, *, let: bool) -> None:
    if let:
        (folder / SETTING).touch(mode=0o600)
    else:
        (folder / SETTING).unlink(missing_ok=True)


def get_wanted_host(folder: Path) -> str:
    return ALL_INTERFACES if is_open_to_hall(folder) else HERE


def write_state(folder: Path, access: Access) -> None:
    """Store the state in place: Windows refuses to replace a file that somebody reads."""
    (folder / STATE).write_text(json.dumps(asdict(access)), encoding="utf-8")


def state(folder: Path) -> Access | None:
    if os.environ.get(SUPERVISED) != "1":
        return None
    for pause in (0.05, 0.2, 0.0):
        with suppress(OSError, ValueError, TypeError):
            return Access(**json.loads((folder / STATE).read_text(encoding="utf-8")))
        # The supervisor is writing it.
        time.sleep(pause)
    return None
