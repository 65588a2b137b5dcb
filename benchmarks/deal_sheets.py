"""Duration of the sheets of a duplicate board and of a hand played by the robots."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

from benchmarks.figures import keep


def main(argv: list[str]) -> None:
    """Print milliseconds a deal, a printed sheet of each kind, and a hand played by the robots."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.site.settings")
    import django

    django.setup()
    from engine.walls.deal import Deal, Model, make_deal
    from engine.walls.wall import BoardName
    from tournaments.core.printing import pdf
    from tournaments.core.printing.documents import Leaf, PaperHeading
    from tournaments.core.printing.registry import translate_labels
    from tournaments.core.printing.typesetting import Typesetter
    from tournaments.duplicate.logic.robots import play_hand
    from tournaments.duplicate.models.deals import Board
    from tournaments.duplicate.papers import BOARD_LABELS, build_deal_sheets

    number = int(argv[0]) if argv else 20
    words = translate_labels(["en"], BOARD_LABELS)
    typesetter = Typesetter("A4")

    def deal(at: int, model: Model = "seat34") -> Deal:
        return make_deal("mcr-2006", bytes(32), BoardName(at, "benchmark", "1", 0, "3141"), model=model)

    def sheets(model: Model) -> list[Leaf]:
        one = deal(1, model)
        board = Board(session=1, number=1, digest=one.digest)
        return build_deal_sheets(PaperHeading("Spring Open", "Lyon", "2 May 2026"), board, one)

    def printed(leaves: list[Leaf]) -> None:
        for sheet in pdf.fill_leaves(pdf.PrintRun(leaves, "Sheets", "a4", "en", words, "UTC")):
            typesetter.lay_out(sheet.html).write_pdf()

    def timed(what: str, times: int, call: Callable[[int], object]) -> None:
        call(0)  # fonts and style sheets are read once
        began = time.process_time()
        for at in range(times):
            call(at + 1)
        each = 1000 * (time.process_time() - began) / times
        keep(f"deal sheets, {what}", each, "ms")
        print(f"{what}: {each:.2f} ms")

    timed("deal", 50 * number, deal)
    timed("hand played", number, lambda at: play_hand(deal(at).setup(), str(at)))
    seat, shared = sheets("seat34"), sheets("shared")
    timed("seat sheet", number, lambda at: printed(seat[:1]))
    timed("shared-wall sheet", max(1, number // 4), lambda at: printed(shared))
