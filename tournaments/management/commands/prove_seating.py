"""`python manage.py prove_seating FILE`: how far the Swiss round of a certificate is from the best possible."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.seating.certificate import dumps, loads
from tournaments.seating.draws import read
from tournaments.seating.errors import SeatingError
from tournaments.seating.proof.better_seating import better_draw, proof_as_dict, swiss_inputs
from tournaments.seating.proof.prove import prove
from tournaments.seating.proof.solver import available
from tournaments.wording import proofs
from tournaments.wording.sentences import in_words


class Command(BaseCommand):
    help = (
        "Proves how much cheaper a seating of a certified Swiss round could be, and keeps a better one if it is found."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the certificate of a Swiss round")
        parser.add_argument("--seconds", type=float, default=60.0, help="so long at most (60)")
        parser.add_argument("--certificate", type=Path, help="write the better seating's certificate to this file")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        if not available():
            raise CommandError("The solver is not installed: pip install --require-hashes -r requirements-prove.lock")
        try:
            value = loads(path.read_text(encoding="utf-8"))
            if value.get("kind") != "swiss":
                raise CommandError(f"{path}: only a Swiss round can be proven.")
            draw = read(value)
            found = prove(
                swiss_inputs(draw).prices(),
                draw.rounds[0],
                fixed_tables=draw.inputs.constraints.fixed_tables,
                seconds=options["seconds"],
            )
        except (OSError, UnicodeDecodeError, SeatingError) as error:
            raise CommandError(f"{path}: {error}") from error
        except (KeyError, TypeError, ValueError) as error:
            raise CommandError(f"{path}: the certificate cannot be read ({error}).") from error
        proof = proof_as_dict(found)
        for sentence in map(in_words, [*proofs.verdict(proof), proofs.grounds(proof)]):
            self.stdout.write(sentence)
        for line in proofs.cost_lines(proof):
            self.stdout.write(f"  {line.name}: {line.drawn}" + ("" if line.better is None else f" -> {line.better}"))
        if options["certificate"] and found.better is not None:
            options["certificate"].write_text(dumps(better_draw(draw, proof).certificate()), encoding="utf-8")
