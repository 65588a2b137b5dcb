"""Child processes that fail in place of `site.typesetting.work`."""

from __future__ import annotations

import os
from multiprocessing.connection import Connection
from typing import Any


def die(_parent: Connection, *_rest: Any) -> None:
    """End at once, as for want of memory."""
    os._exit(9)


def miss_a_library(parent: Connection, *_rest: Any) -> None:
    """Fail as WeasyPrint does on a machine without Pango."""
    parent.send(OSError("cannot load library 'libgobject-2.0-0'"))
