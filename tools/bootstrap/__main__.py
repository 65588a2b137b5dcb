"""Started as a folder (`python3 tools/bootstrap run`), so that no installed package is needed to find it."""

import os
import sys
from importlib import import_module
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036 - here the version is only hoped for
    sys.exit(f"Mahjong Director needs Python 3.11 or newer; this is {sys.version.split()[0]}.")

sys.path[0] = str(Path(__file__).resolve().parents[2])
# A site and its tests start many processes of the same sources; each would compile all of them, Django's too.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

from tools.bootstrap.processes import nothing_left_behind  # noqa: E402 - the path above leads to them
from tools.bootstrap.steps import StepFailed  # noqa: E402

# Only the one that is asked for is loaded: `./run` stays in memory with the site.
COMMANDS = {"run": "tools.bootstrap.serve", "test": "tools.bootstrap.check"}

if __name__ == "__main__":
    with nothing_left_behind():
        try:
            sys.exit(import_module(COMMANDS[sys.argv[1]]).main(sys.argv[2:]))
        except StepFailed as failure:
            sys.exit(f"\n{failure}")
