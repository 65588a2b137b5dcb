"""Deals: the wall of one board, its text and digest, and verification of a sheet.

In the model ``seat34`` every seat has its own wall: the first tiles are the starting hand, the rest are drawn in order,
so that the same seat draws the same tiles at every table. In the model ``shared`` all draw from one wall. Seats are
E S W N from the board's dealer, who is East.
"""

from __future__ import annotations

import hashlib
import re
from typing import Final, Literal, NamedTuple

from engine.errors import EngineError, NotationError
from engine.exact import integer_or, quote_value
from engine.family import Ruleset, ruleset
from engine.play.start_values import with_start_values
from engine.play.table import Setup
from engine.sentences import Sentence, gettext_noop
from engine.sentences import sentence as _
from engine.tiles.seats import WIND_NAMES, Wind
from engine.tiles.tile import Tile, TileSet, format_tile, format_tiles, is_flower, parse_tiles, sort_tiles
from engine.walls.wall import FORMAT, BoardName, wall_of

Model = Literal["seat34", "shared"]
MODELS: Final[tuple[Model, ...]] = ("seat34", "shared")


class DealError(EngineError):
    kind = "deal"


class Deal(NamedTuple):
    """Deal of a board. ``walls``: E S W N in drawing order, starting hand first, in ``seat34``; one wall in ``shared``.

    ``common`` are the indicators, the tiles under them and the replacements of a riichi board with seat walls: five,
    five, and one for each seat. ``flowers``: seat walls include the flowers of the set.
    """

    ruleset: str
    board: BoardName
    model: Model
    walls: tuple[tuple[Tile, ...], ...]
    common: tuple[Tile, ...] = ()
    prevalent_wind: Wind = Wind.EAST
    flowers: bool = False

    @property
    def text(self) -> str:
        names = "ESWN" if self.model == "seat34" else "A"
        walls = ";".join(f"{name}:{format_tiles(wall)}" for name, wall in zip(names, self.walls, strict=True))
        tags = {
            "Format": FORMAT,
            "Event": self.board.event,
            "Session": self.board.session,
            "Board": str(self.board.number),
            "Reserve": str(self.board.reserve),
            "Ruleset": self.ruleset,
            "Dealer": "E",
            "Prevalent": self.prevalent_wind.letter,
            "Model": self.model,
            "Value": self.board.value,
            "Wall": walls,
        }
        if self.common:
            tags["Common"] = format_tiles(self.common)
        if self.flowers:
            tags["Flowers"] = "yes"
        return "".join(f'[{name} "{value}"]\n' for name, value in tags.items())

    @property
    def digest(self) -> str:
        """SHA-256 of the sheet, 64 hexadecimal digits; printed sheets show the first eight."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    def setup(self) -> Setup:
        """Setup before the first event; with seat walls the dealer draws the first tile of the own wall."""
        rules = ruleset(self.ruleset)
        size = 3 * rules.family.sets + 1
        if self.model == "seat34":
            setup = Setup(
                rules,
                tuple(sort_tiles(wall[:size]) for wall in self.walls),
                prevalent_wind=self.prevalent_wind,
                seat_walls=tuple(wall[size:] for wall in self.walls),
            )
            return with_start_values(setup, dora_indicators=self.common[:1], common=self.common)
        hands, wall = starting_hands(self.walls[0], size)
        setup = Setup(rules, hands, prevalent_wind=self.prevalent_wind, wall=wall)
        return rules.procedure.complete_setup(setup)


def starting_hands(wall: tuple[Tile, ...], size: int) -> tuple[tuple[tuple[Tile, ...], ...], tuple[Tile, ...]]:
    """Deal from a shared wall in fours, then one each, one more for the dealer; returns hands and remaining tiles.

    With thirteen tiles the dealer jumps: the first and fifth of the last tiles (MCR-2.10, RI-2.11, SC-2.5); with
    sixteen all take four times four and the dealer one more (TW-2.6).
    """
    hands: list[list[Tile]] = [[], [], [], []]
    position = 0
    for _round in range(size // 4):
        for hand in hands:
            hand.extend(wall[position : position + 4])
            position += 4
    if size % 4:
        last = wall[position : position + 5]
        for seat in range(4):
            hands[seat].append(last[seat])
        hands[0].append(last[4])
        position += 5
    else:
        hands[0].append(wall[position])
        position += 1
    return tuple(map(tuple, hands)), wall[position:]


def deal_tiles(rules: Ruleset, model: Model, *, flowers: bool = False) -> TileSet:
    """Tile set of a board: that of the rules; seat walls exclude flowers unless requested (B2)."""
    if model == "shared" or flowers:
        return rules.tile_set
    return TileSet.of(tile for tile in rules.tile_set.tiles if not is_flower(tile))


def make_deal(
    name: str,
    secret: bytes,
    board: BoardName,
    *,
    model: Model = "seat34",
    prevalent_wind: Wind = Wind.EAST,
    flowers: bool = False,
) -> Deal:
    """Create a board's deal; ``flowers`` adds them to seat walls. Raises RulesetError, BoardNameError or DealError."""
    rules = ruleset(name)
    if flowers and not any(map(is_flower, rules.tile_set.tiles)):
        raise DealError(_("%(name)s is played without flowers", name=name), at="flowers")
    wall = wall_of(secret, board, deal_tiles(rules, model, flowers=flowers))
    if model == "shared":
        return Deal(name, board, model, (wall,), (), prevalent_wind)
    places = seat_places(rules, len(wall))
    common = wall[: places[0].start]
    walls = tuple(wall[place.start : place.stop] for place in places)
    return Deal(name, board, model, walls, common, prevalent_wind, flowers)


def board_wind(rules: Ruleset, number: int) -> Wind:
    """Prevalent wind of a board: four boards per wind, as in a match; after the last wind East again."""
    return Wind((number - 1) // 4 % rules.match.prevalent_winds)


def seat_places(rules: Ruleset, size: int) -> tuple[range, ...]:
    """Positions of each seat's tiles in a shuffled wall of ``size``, from the dealer on; the common block comes first.

    >>> seat_places(ruleset("riichi-wrc"), 136)
    (range(14, 45), range(45, 76), range(76, 106), range(106, 136))
    """
    start = rules.procedure.wall.common_size
    tiles = size - start
    places = []
    for seat in range(4):
        # 122 tiles beside a common block do not divide by four: East and South have one more.
        length = tiles // 4 + (1 if seat < tiles % 4 else 0)
        places.append(range(start, start + length))
        start += length
    return tuple(places)


DIGEST: Final = "digest "

_TAG = re.compile(r'\[(\w+) "([^"]*)"\]')


def read_deal(text: str) -> Deal:
    """Parse a deal sheet; unknown tags are a publisher's own and ignored. Raises DealError with the line at fault."""
    tags: dict[str, tuple[str, int]] = {}
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("%"):
            continue
        match = _TAG.fullmatch(line.strip())
        if match is None:
            raise DealError(
                _(
                    'line %(line)s: expected a tag such as [Board "7"], found %(value)s',
                    line=number,
                    value=repr(line.strip()[:40]),
                ),
                at=number,
            )
        if match[1] in tags:
            raise DealError(_("line %(line)s: [%(name)s] occurs twice", line=number, name=match[1]), at=number)
        tags[match[1]] = (match[2], number)
    if tags.get("Format", ("", 0))[0] != FORMAT:
        raise DealError(_('the sheet must begin with [Format "%(format)s"]', format=FORMAT), at=1)
    for name in ("Board", "Ruleset", "Model", "Wall"):
        if name not in tags:
            raise DealError(_("the sheet lacks [%(name)s]", name=name), at=len(text.splitlines()) or 1)

    def value(name: str) -> str:
        return tags.get(name, ("", 0))[0]

    def number_of(name: str) -> int:
        written, line = tags.get(name, ("0", 0))
        number = integer_or(written, -1)
        if number < 0:
            raise DealError(
                _(
                    "line %(line)s: expected a number in [%(name)s], found %(found)s",
                    line=line,
                    name=name,
                    found=quote_value(written),
                ),
                at=line,
            )
        return number

    model = next((model for model in MODELS if model == value("Model")), None)
    if model is None:
        raise DealError(
            _("line %(line)s: unknown model; use one of %(known)s", line=tags["Model"][1], known=", ".join(MODELS)),
            at=tags["Model"][1],
        )
    board = BoardName(number_of("Board"), value("Event"), value("Session"), number_of("Reserve"), value("Value"))
    if value("Dealer") not in ("", "E"):
        raise DealError(
            _("line %(line)s: expected dealer E, from whom walls are written", line=tags["Dealer"][1]),
            at=tags["Dealer"][1],
        )
    if value("Flowers") not in ("", "yes"):
        raise DealError(
            _('line %(line)s: [Flowers] must be "yes" or omitted', line=tags["Flowers"][1]), at=tags["Flowers"][1]
        )
    walls = []
    names = "ESWN" if model == "seat34" else "A"
    parts = value("Wall").split(";")
    if [part.partition(":")[0] for part in parts] != list(names):
        raise DealError(
            _(
                "line %(line)s: expected the walls %(known)s in this order",
                line=tags["Wall"][1],
                known=", ".join(names),
            ),
            at=tags["Wall"][1],
        )
    for part in parts:
        tiles = part.partition(":")[2]
        try:
            walls.append(parse_tiles(tiles))
        except NotationError as error:
            raise DealError(
                _("line %(line)s: %(problem)s", line=tags["Wall"][1], problem=error.message), at=tags["Wall"][1]
            ) from None
    try:
        common = parse_tiles(value("Common"))
        prevalent = Wind.parse(value("Prevalent") or "E")
    except NotationError as error:
        raise DealError(error.message, at="Common") from None
    return Deal(value("Ruleset"), board, model, tuple(walls), common, prevalent, value("Flowers") == "yes")


def read_deals(text: str) -> list[Deal]:
    """Parse a file of sheets with ``digest`` lines between them. Raises DealError with the line within the sheet."""
    return [read_deal(lines) for lines, _digest in _split_sheets(text)]


def stated_digests(text: str) -> list[str]:
    """Digests stated under each sheet of a file; empty for a sheet without one."""
    return [digest for _lines, digest in _split_sheets(text)]


def _split_sheets(text: str) -> list[tuple[str, str]]:
    sheets: list[tuple[list[str], list[str]]] = []
    for line in text.replace("\ufeff", "").splitlines():
        if line.startswith("[Format "):
            sheets.append(([], []))
        if sheets:
            lines, digests = sheets[-1]
            (digests if line.startswith(DIGEST) else lines).append(line)
    return [
        ("\n".join(lines), " ".join(line.removeprefix(DIGEST).strip() for line in digests)) for lines, digests in sheets
    ] or [(text, "")]


def find_differences(sheet: Deal, secret: bytes) -> list[Sentence]:
    """List every difference between a sheet and the deal of the secret, as sentences; empty for the true sheet."""
    true = make_deal(
        sheet.ruleset,
        secret,
        sheet.board,
        model=sheet.model,
        prevalent_wind=sheet.prevalent_wind,
        flowers=sheet.flowers,
    )
    differences = []
    names = tuple(map(_, WIND_NAMES)) if true.model == "seat34" else (_("wall"),)
    if len(sheet.walls) != len(true.walls):
        return [_("the sheet has %(count)s walls, the deal %(right)s", count=len(sheet.walls), right=len(true.walls))]
    pairs = [*zip(names, true.walls, sheet.walls, strict=True), (_("common block"), true.common, sheet.common)]
    for name, dealt, written in pairs:
        if len(dealt) != len(written):
            template = gettext_noop("%(wall)s: %(count)s tiles on the sheet, %(right)s in the deal")
            differences.append(Sentence(template, {"wall": name, "count": len(written), "right": len(dealt)}))
        for number, (right, wrong) in enumerate(zip(dealt, written, strict=False), 1):
            if right != wrong:
                template = gettext_noop("%(wall)s, tile %(at)s: %(tile)s on the sheet, %(right)s in the deal")
                tiles = {"tile": format_tile(wrong), "right": format_tile(right)}
                differences.append(Sentence(template, {"wall": name, "at": number, **tiles}))
    return differences
