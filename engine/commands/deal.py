"""Duplicate deals: make the deal of a seed, or check a published sheet against its seed.

``deal make`` prints the sheet and its digest; ``deal verify`` reads a sheet and prints ok or every difference.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from engine.deal import MODELS, differences, make_deal, read_deals
from engine.errors import EngineError
from engine.seats import Wind
from engine.wall import Board, read_secret


def add_arguments(parser: ArgumentParser) -> None:
    """The options of the command."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="action")
    make = actions.add_parser("make", help="print the deal of a seed and its digest")
    make.add_argument("--ruleset", required=True, help="such as mcr-2006")
    make.add_argument("--number", type=int, required=True, help="board number, from 1")
    make.add_argument("--model", choices=MODELS, default="seat34", help="one wall a seat, or one shared wall")
    make.add_argument("--event", default="", help="the event's name in the commitment")
    make.add_argument("--session", default="", help="the session the board belongs to")
    make.add_argument("--reserve", type=int, default=0, help="number of the reserve set, 0 for the first")
    make.add_argument("--value", default="", help="the public value that became known after the commitment")
    make.add_argument("--flowers", action="store_true", help="seat walls with the flowers of the game")
    make.add_argument("--prevalent", default="E", help="prevalent wind, E S W or N")
    verify = actions.add_parser("verify", help="check a sheet against its published seed")
    verify.add_argument("file", nargs="?", help="the sheet; standard input when missing")
    for each in (make, verify):
        each.add_argument("--seed", required=True, metavar="HEX", help="the event's secret, hexadecimal")


def run(arguments: Namespace) -> int:
    """Make or verify; 0, 1 for differences, 2 for a mistake in the arguments or the sheet."""
    try:
        secret = read_secret(arguments.seed)
        if arguments.action == "make":
            board = Board(arguments.number, arguments.event, arguments.session, arguments.reserve, arguments.value)
            wind = Wind.parse(arguments.prevalent)
            deal = make_deal(
                arguments.ruleset,
                secret,
                board,
                model=arguments.model,
                prevalent_wind=wind,
                flowers=arguments.flowers,
            )
            sys.stdout.write(f"{deal.text}digest {deal.digest}\n")
            return 0
        text = Path(arguments.file).read_text("utf-8") if arguments.file else sys.stdin.read()
        sheets = read_deals(text)
        found = []
        for sheet in sheets:
            name = f"board {sheet.board.number}: " if len(sheets) > 1 else ""
            found += [name + line for line in differences(sheet, secret)]
    except (EngineError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write("\n".join(found or ["ok"]) + "\n")
    return 1 if found else 0
