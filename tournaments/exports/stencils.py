"""What the leaves of a pack have in common, laid out once and drawn once: a hundred score sheets differ in few places.

A leaf that names its own values (`Leaf.own`) has places marked `data-slot` in its template. The stencil is such a leaf
laid out whole, with those places left empty; the template `<name>_own.html` draws them alone, each where the stencil
has room for it. In the file a page is the stencil, as a form that all its pages use, and its own words over it.

A leaf looks as it does alone: where its words do not fit the stencil, as with a name of one line more, another stencil
is made from it, and a leaf of several pages is laid out whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from tournaments.printing.papers import Leaf

LEAST_DIFFERENCE: Final = 0.05
"""Pixels; less is rounding."""

WHOLE, STENCIL, OWN = "whole", "stencil", "own"
"""The layers in which a leaf is laid out."""

LayOut = Callable[[Leaf, str, Mapping[str, str]], Any]
"""Leaf, layer, and the style of each slot -> WeasyPrint's document."""


@dataclass(frozen=True, slots=True)
class Slot:
    """The place of a leaf's own words on the page, in pixels; ``room`` is what their height may be."""

    left: float
    top: float
    width: float
    room: float

    def style(self, margins: tuple[float, float]) -> str:
        """As CSS, from the corner inside the page's margins."""
        left, top = self.left - margins[0], self.top - margins[1]
        return f"position:absolute;margin:0;padding:0;left:{left:.6f}px;top:{top:.6f}px;width:{self.width:.6f}px"


@dataclass(frozen=True, slots=True)
class Stencil:
    """A page with its slots, and how high the words are that stand there in the leaf it was made from."""

    page: Any
    slots: Mapping[str, Slot]
    heights: Mapping[str, float]

    @property
    def styles(self) -> dict[str, str]:
        """What puts each slot's words into their place."""
        box = self.page._page_box
        return {name: slot.style((box.content_box_x(), box.content_box_y())) for name, slot in self.slots.items()}

    def fits(self, heights: Mapping[str, float]) -> bool:
        """Whether the leaf with words of these heights would be laid out with the same slots.

        Slots of one row are as high as the highest words in it, or higher where the row has a least height.
        """
        if heights.keys() != self.slots.keys():
            return False
        rows: dict[tuple[float, float], list[str]] = {}
        for name, slot in self.slots.items():
            rows.setdefault((round(slot.top, 1), round(slot.room, 1)), []).append(name)
        for (_top, room), names in rows.items():
            made, wanted = (max(each[name] for name in names) for each in (self.heights, heights))
            spare = room - made > LEAST_DIFFERENCE
            if wanted - room > LEAST_DIFFERENCE or not (spare or abs(wanted - made) <= LEAST_DIFFERENCE):
                return False
        return True


@dataclass
class Stencils:
    """The stencils of a pack, made as its leaves come."""

    lay_out: LayOut
    _made: list[tuple[Leaf, list[Stencil]]] = field(default_factory=list)

    def page(self, leaf: Leaf) -> tuple[Any, Stencil | None]:
        """WeasyPrint's document of the leaf's own words, and the stencil below; the whole leaf, and None below."""
        alike = self._alike(leaf)
        own = self._own(leaf, alike[0]) if alike else None
        if own is not None:
            document, heights = own
            fitting = next((one for one in alike if one.fits(heights)), None)
            if fitting is not None:
                # The slots of another stencil may stand elsewhere: lower where a row above is higher.
                same = fitting.styles == alike[0].styles
                return (document if same else self.lay_out(leaf, OWN, fitting.styles)), fitting
        made = self._stencil(leaf)
        own = self._own(leaf, made) if made else None
        if made is None or own is None or not made.fits(own[1]):
            return self.lay_out(leaf, WHOLE, {}), None
        alike.append(made)
        return own[0], made

    def _alike(self, leaf: Leaf) -> list[Stencil]:
        """The stencils of leaves that differ from this one in their own values alone."""
        for other, stencils in self._made:
            if other.template == leaf.template and _shared(other) == _shared(leaf):
                return stencils
        self._made.append((leaf, []))
        return self._made[-1][1]

    def _stencil(self, leaf: Leaf) -> Stencil | None:
        pages = self.lay_out(leaf, STENCIL, {}).pages
        if len(pages) != 1:
            return None
        slots, heights = {}, {}
        for name, box in _slot_boxes(pages[0]._page_box):
            # The padding of a cell grows below its words where its row is higher; above it is as the style has it.
            room = box.height + box.padding_bottom - box.padding_top
            slots[name] = Slot(box.content_box_x(), box.content_box_y(), box.width, room)
            heights[name] = getattr(box, "content_height", box.height)
        # Only the words of the page that is drawn over it are said to readers of the outline.
        pages[0].bookmarks.clear()
        return Stencil(pages[0], slots, heights)

    def _own(self, leaf: Leaf, stencil: Stencil) -> tuple[Any, dict[str, float]] | None:
        """The leaf's own words in the stencil's slots, and their heights; None where one is too wide for its slot."""
        document = self.lay_out(leaf, OWN, stencil.styles)
        found = dict(_slot_boxes(document.pages[0]._page_box))
        for box in found.values():
            edge = box.position_x + box.width + LEAST_DIFFERENCE
            if any(each.position_x + each.width > edge for each in _below(box)):
                return None
        return document, {name: box.height for name, box in found.items()}


def _shared(leaf: Leaf) -> dict[str, Any]:
    return {name: value for name, value in leaf.values.items() if name not in leaf.own}


def _below(box: Any) -> Iterator[Any]:
    for child in getattr(box, "children", ()):
        yield child
        yield from _below(child)


def _slot_boxes(page_box: Any) -> Iterator[tuple[str, Any]]:
    """Name and box of each slot. An element's first box is its own, those in it lines or what the style generates."""
    named = set()
    for box in _below(page_box):
        name = box.element.get("data-slot") if getattr(box, "element", None) is not None else None
        if name and name not in named:
            named.add(name)
            yield name, box


def overprint(stencils: list[Stencil | None]) -> Callable[[Any, Any], None]:
    """What finishes a file whose pages are the leaves' own, in this order, and after them the stencils, each once.

    The stencils' pages become forms, which the pages before them draw first.
    """

    def finish(_document: Any, pdf: Any) -> None:
        import pydyf

        kids = pdf.pages["Kids"]
        pages = [pdf.objects[number] for number in kids[::3]]
        forms: dict[int, Any] = {}
        for one, page in zip(distinct(stencils), pages[len(stencils) :], strict=True):
            form = _object(pdf, page["Contents"])
            resources = _object(pdf, page["Resources"])
            form.extra |= {"Type": "/XObject", "Subtype": "/Form", "BBox": page["MediaBox"]}
            form.extra["Resources"] = page["Resources"]
            pictures = pydyf.Dictionary({**resources["XObject"], "Stencil": form.reference})
            own = pydyf.Dictionary({**resources, "XObject": pictures})
            pdf.add_object(own)
            forms[id(one)] = own
            # An object that is left out would shift the numbers of the others in compressed files.
            page.clear()
        for stencil, page in zip(stencils, pages, strict=False):
            if stencil is not None:
                page["Resources"] = forms[id(stencil)].reference
                _object(pdf, page["Contents"]).stream.insert(0, b"/Stencil Do")
        pdf.pages["Kids"] = pydyf.Array(kids[: 3 * len(stencils)])
        pdf.pages["Count"] = len(stencils)

    return finish


def distinct(stencils: list[Stencil | None]) -> list[Stencil]:
    """Those that are used, each once, in the order of their first use."""
    return list({id(each): each for each in stencils if each is not None}.values())


def _object(pdf: Any, reference: bytes) -> Any:
    return pdf.objects[int(reference.split()[0])]
