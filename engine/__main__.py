"""``python -m engine``: scoring, waits and whatever else is a module of engine.commands, without any framework."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

from engine import commands


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the sub-command that the arguments name; its exit status."""
    parser = ArgumentParser(prog="python -m engine", description="Mahjong rules as commands: JSON Lines in and out.")
    choices = parser.add_subparsers(dest="command", required=True, metavar="command")
    found: dict[str, Any] = {}
    for info in pkgutil.iter_modules(commands.__path__):
        module = importlib.import_module(f"{commands.__name__}.{info.name}")
        if not hasattr(module, "add_arguments"):
            continue
        text = module.__doc__ or ""
        sub = choices.add_parser(info.name, help=text.split("\n")[0], description=text)
        module.add_arguments(sub)
        found[info.name] = module
    parsed = parser.parse_args(arguments)
    status: int = found[parsed.command].run(parsed)
    return status


if __name__ == "__main__":
    sys.exit(main())
