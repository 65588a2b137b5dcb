"""`manage.py prepare` in a fork of the web server, for `./run`: what both need is loaded once.

The web server loads its pages meanwhile, and waits before it reads static files or catalogues, which are prepared.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from typing import Final

from django.core.management import execute_from_command_line
from django.db import connections

ASKED: Final = "MAHJONG_DIRECTOR_PREPARE"
"""JSON: the arguments of the command, and descriptors: `answer` (see the command), `out` and `err`, where it speaks."""


def begin() -> int | None:
    """Fork the preparation where the environment asks for one; the number of its process. Only after `django.setup`,
    and before anything opens a connection to the database.
    """
    asked = json.loads(os.environ.pop(ASKED, "null"))
    if asked is None:
        return None
    descriptors = [asked[name] for name in ("answer", "out", "err")]
    if process := os.fork():
        for each in descriptors:
            os.close(each)
        return process
    code = 1
    try:
        for place, descriptor in ((1, asked["out"]), (2, asked["err"])):
            os.dup2(descriptor, place)
        arguments = ["prepare", "--answer-fd", str(asked["answer"]), *asked["arguments"]]
        execute_from_command_line(["manage.py", *arguments])
        connections.close_all()
        code = 0
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 1
    except BaseException:  # noqa: BLE001 - nothing of the web server may go on in this process
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def wait(process: int | None) -> None:
    """Until that is done. SystemExit where it failed: the site cannot be served."""
    if process is not None and os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]):
        sys.exit("the site was not prepared")
