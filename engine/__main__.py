"""Command line of the engine: ``python -m engine COMMAND``, one command for each module of `engine.commands`."""

from __future__ import annotations

import gc
import importlib
import pkgutil
import sys
from argparse import Namespace
from collections.abc import Sequence
from typing import Any

from engine import commands
from engine.usage import ENGINE, UsageParser


def main(arguments: Sequence[str] | None = None, *, program: str = ENGINE) -> int:
    """Run a command of the engine; `program` are the words before it in usages and examples."""
    UsageParser.program = program
    module, parsed = parse_command_line(sys.argv[1:] if arguments is None else arguments)
    status: int = module.run(parsed)
    return status


def parse_command_line(arguments: Sequence[str]) -> tuple[Any, Namespace]:
    """Return the module of the sub-command and its options. Raises SystemExit for an invalid command line."""
    parser = UsageParser(
        prog=UsageParser.program,
        description="Mahjong rules as commands: JSON Lines in and out.",
        example="python -m engine score --help",
    )
    choices = parser.add_subparsers(dest="command", required=True, metavar="command")
    parsers: dict[str, Any] = {}
    for name, module in _load_commands(arguments):
        text = module.__doc__ or ""
        sub = choices.add_parser(name, help=text.split("\n")[0], description=text, example=module.EXAMPLE)
        module.add_arguments(sub)
        parsers[name] = (module, sub)
    parsed, unknown = parser.parse_known_args(arguments)
    module, sub = parsers[parsed.command]
    if unknown:
        # Reported by the sub-command, whose error shows its example.
        sub.error(f"unrecognized arguments: {' '.join(unknown)}")
    return module, parsed


def _load_commands(arguments: Sequence[str]) -> list[tuple[str, Any]]:
    """Return the named command alone, which loads fastest, or all of them when none is named."""
    names = [info.name for info in pkgutil.iter_modules(commands.__path__)]
    wanted = arguments[:1] if arguments and arguments[0] in names else names
    loaded = [(name, importlib.import_module(f"{commands.__name__}.{name}")) for name in wanted]
    return [(name, module) for name, module in loaded if hasattr(module, "EXAMPLE")] or _load_commands([])


if __name__ == "__main__":
    # Caches live until the process ends; scanning them for garbage took a tenth of a batch.
    gc.set_threshold(50_000)
    sys.exit(main())
