"""Duplicate deals: make the deal of a seed, or check a published sheet against its seed.

``deal commit`` draws a seed and prints its commitment; ``deal make`` prints sheets and digests; ``deal verify`` reads
sheets and prints ok or every difference.
"""

from __future__ import annotations

import secrets
import sys
from argparse import ArgumentParser, Namespace

from engine.commands.batch import integer_from
from engine.commitments import combine_shares, promise_commitment, sheets_commitment
from engine.errors import EngineError
from engine.family import default_ruleset_name
from engine.files import FileFailure, read_text
from engine.sentences import sentence as _
from engine.tiles.seats import Wind
from engine.walls.deal import DIGEST, MODELS, find_differences, make_deal, read_deals, stated_digests
from engine.walls.wall import BoardName, SecretError, read_secret

EXAMPLE = 'python -m engine deal commit --event "Spring Open" --sessions 5 --boards 16'


def add_arguments(parser: ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="action")
    make = actions.add_parser(
        "make",
        help="print the deal of a seed and its digest",
        example="python -m engine deal make --ruleset RULESET --seed HEX --session 1 --number 7 > board.mjdeal",
    )
    make.add_argument("--ruleset", required=True, help=f"such as {default_ruleset_name()}")
    make.add_argument("--number", type=integer_from(1), required=True, help="board number, from 1")
    make.add_argument(
        "--boards", type=integer_from(1), default=1, help="so many boards from this number on, sheet after sheet"
    )
    make.add_argument("--model", choices=MODELS, default="seat34", help="one wall a seat, or one shared wall")
    make.add_argument("--event", default="", help="the event's name in the commitment")
    make.add_argument("--session", default="", help="the session the board belongs to")
    make.add_argument("--reserve", type=integer_from(0), default=0, help="number of the reserve set, 0 for the first")
    make.add_argument("--value", default="", help="the public value that became known after the commitment")
    make.add_argument("--flowers", action="store_true", help="seat walls with the flowers of the game")
    make.add_argument("--prevalent", default="E", help="prevalent wind, E S W or N")
    verify = actions.add_parser(
        "verify",
        help="check a sheet against its published seed",
        example="python -m engine deal verify --seed HEX board.mjdeal",
    )
    verify.add_argument("file", nargs="?", help="the sheet; standard input when missing")
    verify.add_argument("--commitment", metavar="HEX", help="the digest that was published before entries closed")
    verify.add_argument("--promise", metavar="FILE", help="the promise that it covers with the seed, letter by letter")
    verify.add_argument("--event", help="without a promise: the event's name in the commitment")
    verify.add_argument("--sessions", type=integer_from(1), help="without a promise: how many sessions")
    verify.add_argument("--boards", type=integer_from(1), help="without a promise: how many boards a session")
    verify.add_argument(
        "--share",
        metavar="HEX",
        action="append",
        default=[],
        help="a share of the seed, in their order (events up to release 0.3.0)",
    )
    verify.add_argument("--digest", metavar="HEX", action="append", default=[], help="a published digest, one a sheet")
    commit = actions.add_parser(
        "commit",
        help="draw a seed and print what to publish before entries close",
        example=EXAMPLE,
    )
    commit.add_argument("--event", required=True, help="the event's name, as on the sheets")
    commit.add_argument("--sessions", type=integer_from(1), required=True, help="how many sessions")
    commit.add_argument("--boards", type=integer_from(1), required=True, help="how many boards a session")
    commit.add_argument("--seed", metavar="HEX", help="check a published seed instead of drawing one")
    for action in (make, verify):
        action.add_argument("--seed", required=True, metavar="HEX", help="the event's secret, hexadecimal")


def run(arguments: Namespace) -> int:
    """Make, verify or commit; returns 0, 1 for differences, 2 for invalid arguments or an unreadable sheet."""
    try:
        secret = read_secret(arguments.seed) if arguments.seed is not None else secrets.token_bytes(32)
        if arguments.action == "make":
            for number in range(arguments.number, arguments.number + arguments.boards):
                deal = make_deal(
                    arguments.ruleset,
                    secret,
                    BoardName(number, arguments.event, arguments.session, arguments.reserve, arguments.value),
                    model=arguments.model,
                    prevalent_wind=Wind.parse(arguments.prevalent),
                    flowers=arguments.flowers,
                )
                sys.stdout.write(f"{deal.text}{DIGEST}{deal.digest}\n")
            return 0
        if arguments.action == "commit":
            digest = sheets_commitment(secret, arguments.event, arguments.sessions, arguments.boards)
            sys.stdout.write(f"seed {secret.hex()}\ncommitment {digest}\n")
            return 0
        text = read_text(arguments.file or "")
        sheets = read_deals(text)
        differences = _check_commitment(arguments, secret)
        secret = combine_shares(secret, [read_secret(text) for text in arguments.share])
        published = {digest.strip().lower() for digest in arguments.digest}
        for sheet, stated in zip(sheets, stated_digests(text), strict=True):
            name = f"board {sheet.board.number}: " if len(sheets) > 1 else ""
            lines: list[str] = [*find_differences(sheet, secret)]
            if stated and not lines and stated != sheet.digest:
                lines = [f"digest: {stated} under the sheet, {sheet.digest} is that of its text"]
            if published and sheet.digest not in published:
                lines.append(f"digest: {sheet.digest} is not among those published")
            differences += [name + line for line in lines]
    except (EngineError, FileFailure) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write("\n".join(differences or ["ok"]) + "\n")
    return 1 if differences else 0


def _check_commitment(arguments: Namespace, secret: bytes) -> list[str]:
    stated = arguments.commitment
    if stated is None:
        return []
    if arguments.promise:
        commitment = promise_commitment(read_text(arguments.promise).rstrip("\r\n"), secret)
    elif arguments.event is not None and arguments.sessions and arguments.boards:
        commitment = sheets_commitment(secret, arguments.event, arguments.sessions, arguments.boards)
    else:
        raise SecretError(_("to check a commitment, give its promise, or event, sessions and boards"), at="commitment")
    if commitment == stated.strip().lower():
        return []
    return ["commitment: the seed is not the one that was committed to, or something else was promised"]
