from __future__ import annotations

import re
import sys
from argparse import ArgumentParser
from typing import Any, NoReturn

OFFERED = re.compile(r"invalid choice: '(?P<given>.*)' \(choose from (?P<known>.*)\)", re.DOTALL)
UNKNOWN = re.compile(r"unrecognized arguments: (?P<given>-[^\s=]*)")


ENGINE = "python -m engine"


def fill_in_ruleset(example: str) -> str:
    """Replace RULESET in an example by an existing ruleset."""
    from engine.family import default_ruleset_name

    return example.replace("RULESET", default_ruleset_name()) if "RULESET" in example else example


class UsageParser(ArgumentParser):
    program = ENGINE
    """Words that start the engine's commands, which the examples begin with."""

    def __init__(self, *args: Any, example: str = "", **options: Any) -> None:
        super().__init__(*args, **options)
        self.example = example.replace(ENGINE, self.program)

    def format_help(self) -> str:
        return super().format_help() + (f"\nexample:\n  {fill_in_ruleset(self.example)}\n" if self.example else "")

    def error(self, message: str) -> NoReturn:
        """Exit with status 2 after printing the error, the nearest known word, and an example."""
        self.print_usage(sys.stderr)
        lines = [f"{self.prog}: error: {message}"]
        if nearest := self._find_nearest(message):
            lines.append(f"Did you mean {nearest}?")
        if self.example:
            lines.append(f"For example: {fill_in_ruleset(self.example)}")
        lines.append(f"{self.prog} --help tells more.")
        self.exit(2, "\n".join(lines) + "\n")

    def _find_nearest(self, message: str) -> str:
        from difflib import get_close_matches

        if match := OFFERED.search(message):
            offered = re.findall(r"'([^']*)'", match["known"]) or re.split(r", ", match["known"])
        elif match := UNKNOWN.search(message):
            offered = [option for action in self._actions for option in action.option_strings]
        else:
            return ""
        return next(iter(get_close_matches(match["given"], offered, 1)), "")
