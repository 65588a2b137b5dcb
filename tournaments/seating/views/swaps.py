from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest, HttpResponse

from tournaments.core.views.manage import page
from tournaments.events.models import Tournament
from tournaments.rounds.models import Seating
from tournaments.seating.forms.swaps import BoardForm, SaveSwapsForm
from tournaments.seating.queries.started import find_obstacle_to_swaps
from tournaments.seating.queries.swaps import Swap, write_swaps
from tournaments.seating.services import seating as seatings
from tournaments.seating.text import seatings as words
from tournaments.seating.views.swap_board import SwapBoard, build_board


@dataclass(frozen=True)
class SwapDesk:
    """Swaps tried, swaps undone (the last undone first), and the player who is picked up."""

    swaps: tuple[Swap, ...] = ()
    undone: tuple[Swap, ...] = ()
    picked: int | None = None

    def query(self, *, picked: int | None = None) -> str:
        values = {"swaps": write_swaps(self.swaps), "undone": write_swaps(self.undone), "picked": picked}
        return urlencode({name: value for name, value in values.items() if value})

    def undo(self) -> SwapDesk:
        return SwapDesk(self.swaps[:-1], (self.swaps[-1], *self.undone))

    def redo(self) -> SwapDesk:
        return SwapDesk((*self.swaps, self.undone[0]), self.undone[1:])


def build_desk(form: BoardForm) -> SwapDesk:
    """Return the desk after a second pick, or two players chosen from the lists."""
    if not form.is_valid():
        return SwapDesk()
    values = form.cleaned_data
    swaps, undone, picked = tuple(values["swaps"]), tuple(values["undone"]), values["picked"]
    if values["first"] and values["second"]:
        return SwapDesk((*swaps, (values["first"], values["second"])))
    if values["pick"]:
        if picked is None:
            return SwapDesk(swaps, undone, values["pick"])
        if picked == values["pick"]:
            return SwapDesk(swaps, undone)
        return SwapDesk((*swaps, (picked, values["pick"])))
    return SwapDesk(swaps, undone, picked)


def swap_board(
    request: HttpRequest,
    tournament: Tournament,
    seating: Seating,
    desk: SwapDesk,
    *,
    save_form: forms.BaseForm | None = None,
    unreadable: bool = False,
    status: int = 200,
) -> HttpResponse:
    round_ = seating.round
    board = build_board(seating, desk.swaps, locked=seatings.collect_tables_with_sheet(round_))
    if board.problem:
        desk = SwapDesk(board.swaps, desk.undone)
    obstacle = find_obstacle_to_swaps(seating, round_)
    newest = None
    if seating.state == Seating.State.SUPERSEDED:
        newest = round_.seatings.exclude(state=Seating.State.SUPERSEDED).order_by("-version").first()
    swaps_text = write_swaps(desk.swaps)
    people = [*(entry for card in board.cards for _wind, entry, _moved in card.chairs), *board.sits_out]
    fresh = SaveSwapsForm(initial={"swaps": swaps_text, "seen_state": seating.state})
    save_form = fresh if save_form is None or board.problem else save_form
    # The service requires the reason too; the page asks for it first.
    save_form.fields["reason"].required = bool(board.broken) or seating.state == Seating.State.PLAYING
    template = "seating/manage/_swap_board.html" if request.GET.get("part") else "seating/manage/swaps.html"
    return page(
        request,
        tournament,
        template,
        "rounds",
        status=status,
        round=round_,
        shown=seating,
        board=board,
        desk=desk,
        open=seating.state != Seating.State.SUPERSEDED and obstacle is None,
        obstacle=obstacle,
        newest=newest,
        unreadable=unreadable,
        picked=next((entry for entry in people if entry.number == desk.picked), None),
        people=_list_people(board),
        undo=f"?{desk.undo().query()}" if desk.swaps else "",
        redo=f"?{desk.redo().query()}" if desk.undone else "",
        here=f"?{desk.query()}",
        save_form=save_form,
        swaps_text=swaps_text,
        saved="saved" in request.GET and seating.based_on is not None,
        announce=_announce(board),
    )


def _list_people(board: SwapBoard) -> list[tuple[int, str]]:
    seated = [(who.number, str(who)) for card in board.cards if not card.locked for _wind, who, _moved in card.chairs]
    return sorted([*seated, *((entry.number, str(entry)) for entry in board.sits_out)])


def _announce(board: SwapBoard) -> str:
    if board.problem:
        return board.problem
    if not board.named:
        return words.describe_no_swap()
    first, second = board.named[-1]
    changed = [(figure.label, figure.before, figure.after) for figure in board.changed]
    return words.announce_swap(str(first), str(second), changed)
