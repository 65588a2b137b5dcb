"""``python -m engine``: scoring, waits and whatever else is a module of engine.commands, without any framework."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import Any

from engine import commands


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the sub-command that the arguments name; its exit status."""
    module, parsed = understood(sys.argv[1:] if arguments is None else arguments)
    status: int = module.run(parsed)
    return status


def understood(given: Sequence[str]) -> tuple[Any, Namespace]:
    """The module of the sub-command and its options. Raises SystemExit for a line that is none."""
    parser = ArgumentParser(prog="python -m engine", description="Mahjong rules as commands: JSON Lines in and out.")
    choices = parser.add_subparsers(dest="command", required=True, metavar="command")
    found: dict[str, Any] = {}
    for name in _wanted(given):
        module = importlib.import_module(f"{commands.__name__}.{name}")
        if not hasattr(module, "add_arguments"):
            continue
        text = module.__doc__ or ""
        sub = choices.add_parser(name, help=text.split("\n")[0], description=text)
        module.add_arguments(sub)
        found[name] = module
    parsed = parser.parse_args(given)
    return found[parsed.command], parsed


def _wanted(given: Sequence[str]) -> list[str]:
    """The module of the command that is asked for, else all of them: a list of commands reads each."""
    names = [info.name for info in pkgutil.iter_modules(commands.__path__)]
    if (
        given
        and given[0] in names
        and hasattr(importlib.import_module(f"{commands.__name__}.{given[0]}"), "add_arguments")
    ):
        return [given[0]]
    return names


if __name__ == "__main__":
    sys.exit(main())
