"""Hostile requests to every route, found in the URL resolver, and what each costs in seconds of processor.

A new route is asked by itself: with addresses that fit its converters, hostile ones among them, with a query of endless
numbers, with every field of its own form filled with them, and with JSON that no route can want. A view that never
looked at the first body of a kind answers the others of that kind alike: only those that the door itself must refuse by
their size are sent to it still. What a route alone takes (a certificate, a claim, a log) stands in `own_of_everybody`
and `own_of_accounts`. The cost counts the web process and its children.
"""

from __future__ import annotations

import functools
import gzip
import io
import itertools
import json
import os
import re
import subprocess
import sys
import zipfile
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.core.cache import caches
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.handlers.wsgi import WSGIRequest
from django.http import FileResponse
from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from django.urls import URLPattern, URLResolver, get_resolver

from tests.support.cases import case_with_facts
from tests.support.people import people, person
from tests.support.tables import enter, playing, table_of
from tournaments.events.models import Tournament
from tournaments.rounds.models import GameTable

MAX_SECONDS: Final = 2.0
"""Seconds of processor that any answer may take, without what a process loads first."""

DIGITS, POWER, LONG = "9" * 3000, "1e999999999", "\u9ebb" * 2000
DEEP = "[" * 100_000
FORM, JSON, TYPED = MULTIPART_CONTENT, "application/json", "application/x-www-form-urlencoded"
ENCODED = "multipart/form-data; boundary=hostile"
LARGE = "30 MB"


@dataclass(frozen=True)
class Route:
    address: str
    name: str
    names: tuple[tuple[str, str], ...]

    @property
    def api(self) -> bool:
        return self.address.startswith("api/")


@dataclass(frozen=True)
class Asked:
    """A request. `refused`: nobody may get more than a 4xx for it, or be sent to sign in."""

    method: str
    path: str
    body: Any = None
    kind: str = FORM
    about: str = ""
    refused: bool = False


@dataclass(frozen=True)
class Answered:
    who: str
    asked: Asked
    status: int
    seconds: float
    route: Route | None = field(default=None, compare=False)
    looked: bool = field(default=True, compare=False)
    """True if the view looked at the request, as far as one can tell."""

    @property
    def fault(self) -> str:
        """Fault of the response; empty for a correct one."""
        if self.status >= 500 and self.status != 503:
            return "an error of the server"
        if self.seconds > MAX_SECONDS:
            return f"more than {MAX_SECONDS:g} s of processor"
        if self.asked.refused and not (400 <= self.status < 500 or self.status == 302):
            return "not refused"
        return ""

    def __str__(self) -> str:
        asked = self.asked
        about = f" ({asked.about})" if asked.about else ""
        return f"{self.seconds:6.2f} s  {self.status}  {self.who:8}  {asked.method} {asked.path[:70]}{about}"


def routes() -> list[Route]:
    found = []
    for prefix, pattern in url_patterns(get_resolver().url_patterns):
        address = prefix + str(pattern.pattern)
        names = tuple((name, type(how).__name__) for name, how in pattern.pattern.converters.items())
        found.append(Route(address, pattern.name or "", names))
    return found


def url_patterns(patterns: list[URLPattern | URLResolver], prefix: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Yield (prefix, pattern) for every route below the patterns."""
    for each in patterns:
        if isinstance(each, URLPattern):
            yield prefix, each
        else:
            yield from url_patterns(each.url_patterns, prefix + str(each.pattern))


def scene() -> Tournament:
    """A published event whose first round is played, with a sheet, a case and its facts."""
    tournament = playing()
    people(tournament)
    enter(table_of(tournament), [30, -10, -10, -10])
    case_with_facts(tournament)
    return tournament


def known(tournament: Tournament) -> dict[str, str]:
    """Values of addresses that lead somewhere, by the name of the part."""
    token = GameTable.objects.filter(round__tournament=tournament).order_by("pk").first()
    return {
        "slug": tournament.slug,
        "token": token.token if token else "x",
        "name": "mcr-2006",
        "ruleset": "mcr-2006",
        "kind": "value",
        "view": "seating",
        "key": "seating-tables",
        "step": "take",
        "scale": "mcr",
        "code": "A",
        "secret": "x",
        "pk": "1",
    }


HOSTILE_PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "IntConverter": ("0", "9" * 25),
    "NumberConverter": ("0", "9" * 9),
    "SlugConverter": ("x" * 300,),
    "StringConverter": ("%00", LONG[:300], "..%2f..%2fetc"),
    "UUIDConverter": ("00000000-0000-0000-0000-000000000000",),
}


def paths(route: Route, values: Mapping[str, str]) -> list[str]:
    """An address that leads somewhere where there is one, then each part in turn hostile."""
    usual = {
        name: values.get(name) or {"UUIDConverter": HOSTILE_PARTS["UUIDConverter"][0]}.get(how, "1")
        for name, how in route.names
    }
    found = [_filled(route, usual)]
    for name, how in route.names:
        if name != "slug":
            found += [_filled(route, {**usual, name: hostile}) for hostile in HOSTILE_PARTS.get(how, ("x",))]
    return found


def _filled(route: Route, parts: Mapping[str, str]) -> str:
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda found: parts[found[1]], route.address)


QUERY: Final = "&".join(
    f"{name}={value}"
    for name, value in {
        **dict.fromkeys(("q", "page", "page_size", "after", "number", "version", "seconds"), DIGITS[:500]),
        **dict.fromkeys(("hand", "at", "seat", "round", "table", "player", "sort", "ordering"), POWER),
        "lang": "x" * 300,
        "part": "1",
    }.items()
)

FIELD: Final = re.compile(r"""<(?:input|select|textarea)\b[^>]*?\bname=["']?([\w.-]+)""")


def addresses(route: Route, values: Mapping[str, str]) -> Iterator[Asked]:
    """Every hostile request to a route without a body; the first is for its usual address."""
    first, *others = paths(route, values)
    for path in (first, *others):
        yield Asked("GET", path)
    yield Asked("GET", f"{first}?{QUERY}", about="query of endless numbers")
    yield Asked("GET", f"{first}?q=%00", about="NUL in the query", refused=True)


def bodies(route: Route, path: str, fields: Sequence[str]) -> Iterator[Asked]:
    """Every hostile body for a route at its usual path, whose page has shown these fields."""
    if route.api:
        for about, body in JSON_BODIES.items():
            yield Asked("POST", path, body, JSON, about, refused=True)
        return
    for about, value in (("endless digits", DIGITS), ("a power of ten", POWER), ("long text", LONG)):
        yield Asked("POST", path, _form(dict.fromkeys([*fields, "reason", "amount"], value)), FORM, f"form of {about}")
    yield Asked("POST", path, _form({"text": "\x00", "reason": "\x00"}), FORM, "NUL in a form", refused=True)
    yield Asked("POST", path, MANY_FIELDS, TYPED, "1,500 fields", refused=True)
    yield Asked("POST", path, large_form(), ENCODED, LARGE, refused=True)


def _form(fields: Mapping[str, str]) -> bytes:
    return encode_multipart(BOUNDARY, dict(fields))


# Written once: every route is sent the same.
MANY_FIELDS: Final = "&".join(f"field{number}=1" for number in range(1500)).encode()


@functools.cache
def large_form() -> bytes:
    """A form of 30 MB as a browser sends one with a file."""
    return encode_multipart("hostile", {"text": "x" * 30_000_000})


JSON_BODIES: Final[Mapping[str, bytes]] = {
    "100,000 brackets": DEEP.encode(),
    "deep objects": b'{"facts":' * 50 + b"1" + b"}" * 50,
    "NUL": b'{"kind": "\\u0000", "reason": "\\u0000", "name": "\\u0000", "username": "\\u0000", "password": "\\u0000"}',
    "endless digits": b'{"amount": ' + DIGITS.encode() + b"}",
    "a power of ten": b'{"amount": 1e999999999}',
    "no object": b"[1, 2, 3]",
    "another form": json.dumps(
        {name: [{}] for name in "kind facts points amount preset log username".split()}
    ).encode(),
    LARGE: b'"' + b"x" * 30_000_000 + b'"',
}


def own_of_everybody() -> Iterator[Asked]:
    """Return hostile input for single public routes: certificates, claims, logs, hands."""
    many = {f"field{number}": "1" for number in range(1500)}
    yield Asked("POST", "/replay/", many, FORM, "1,500 fields beside a file", refused=True)
    yield from (
        Asked("POST", "/seating/verify/", {"text": text}, FORM, f"certificate with {about}")
        for about, text in certificates()
    )
    yield from (
        Asked("POST", "/api/v1/judging/examine/", json.dumps(claim).encode(), JSON, f"claim with {about}", refused)
        for about, claim, refused in claims()
    )
    yield from (
        Asked("POST", "/replay/", {"text": text} if isinstance(text, str) else {"file": text}, FORM, f"log of {about}")
        for about, text in logs()
    )
    hand = "1112345678999m" + "pung(222p)" * 400
    for ruleset in ("mcr-2006", "riichi-ema-2016", "taiwan-aono", "sichuan-unlimited"):
        yield Asked("GET", f"/hand/?ruleset={ruleset}&hand={hand}", about="endless hand")
        yield Asked("GET", f"/hand/?ruleset={ruleset}&hand=1112345678999m%20%2B5m&add=1m", about="a hand")
    for kind in ("value", "win", "lock"):
        yield Asked("GET", f"/rules/mcr-2006/ask/{kind}/?hand={hand}&claimed_value={DIGITS}&seat=9", about="facts")


def own_of_accounts(values: Mapping[str, str]) -> Iterator[Asked]:
    """Return hostile input for single routes that need an account: amounts, spreadsheets, events."""
    slug = values["slug"]
    ledger = f"/t/{slug}/manage/ledger/"
    for amount in ("1e9999999", POWER, DIGITS, "1/0", "\u0661"):
        line = {"kind": "penalty", "amount": amount, "unit": "points", "scope": "overall", "reason": "x"}
        yield Asked("POST", ledger, line, FORM, f"amount {amount[:12]}", refused=True)
        api = f"/api/v1/tournaments/{slug}/ledger/"
        yield Asked("POST", api, json.dumps(line).encode(), JSON, f"amount {amount[:12]}", refused=True)
    for about, content in tables():
        sent = {"file": SimpleUploadedFile("players.xlsx", content)}
        yield Asked("POST", f"/t/{slug}/manage/entries/import/", sent, FORM, f"roster of {about}")
    for about, text in (("100,000 brackets", DEEP), ("a million ids", "[" + "1," * 900_000 + "1]")):
        sent = {"file": SimpleUploadedFile("event.json", text.encode())}
        yield Asked("POST", "/events/import/", sent, FORM, f"event of {about}", refused=False)


def certificates() -> Iterator[tuple[str, str]]:
    """Certificates that would draw for hours, each with what is wrong with it."""
    from tournaments.seating.logic.scheduling import schedule_rounds

    def changed(value: dict[str, Any], *way: str, to: Any) -> str:
        copy = json.loads(json.dumps(value))
        place = copy
        for part in way[:-1]:
            place = place[part]
        place[way[-1]] = to
        return json.dumps(copy)

    small, flights = (schedule_rounds(players, 5, seed="x").certificate() for players in (16, 48))
    rotation = {"base": "a0 a1 a2 a4", "modulus": 13, "shifts": [0, 1, 2], "spread": 30}
    for about, parameters in {
        "spread 10^9": {**rotation, "spread": 10**9},
        "spread 10^5": {**rotation, "spread": 10**5},
        "21,000 shifts": {**rotation, "shifts": list(range(21_000))},
        "modulus 10^9": {**rotation, "modulus": 10**9},
    }.items():
        template = {"method": "rotation", "parameters": parameters}
        yield about, changed(small, "template", to=template)
    own = small["template"]["parameters"]
    if small["template"]["method"] == "rotation":
        yield "its own base, spread 10^9", changed(small, "template", "parameters", to={**own, "spread": 10**9})
        yield (
            "its own base, 21,000 shifts",
            changed(small, "template", "parameters", to={**own, "shifts": list(range(21_000))}),
        )
    rows = flights["template"]["parameters"]["rows"]
    for group in ([12_000], [10**9], [2] * 30, [100, 100], [0], [-5]):
        template = {"method": "four flights", "parameters": {"group": group, "rows": rows}}
        yield f"group {group[:3]}", changed(flights, "template", to=template)
    yield "10^9 rounds", changed(small, "inputs", "rounds", to=10**9)
    yield "effort 10^9", changed(small, "inputs", "improve", to=10**9)
    yield "no players", changed(small, "inputs", "players", to=[])
    free = json.loads(changed(small, "template", to={"method": "any", "parameters": {"seeded": True, "steps": 10**9}}))
    yield "a search of 10^9 steps", json.dumps(free)
    free["inputs"]["players"] = list(range(1, 201))
    free["inputs"]["rounds"], free["inputs"]["improve"] = 40, 60
    yield "200 players, 40 rounds, effort 60", json.dumps(free)
    swiss = {
        "order": list(range(400)), "played": [], "rounds": 12, "setting": "balanced", "constraints": {},
        "brackets": None, "byes": {},
    }  # fmt: skip
    yield "a Swiss round of 400", json.dumps({**small, "kind": "swiss", "inputs": swiss})
    yield "one huge round", json.dumps({"rounds": [[[4 * k, 4 * k + 1, 4 * k + 2, 4 * k + 3] for k in range(2000)]]})
    wide = {"rounds": [[[4 * k, 4 * k + 1, 4 * k + 2, 4 * k + 3] for k in range(1900)]], "measures": {"repeats": 0}}
    yield "measures of 7,600 players", json.dumps({**small, **wide})
    yield "100,000 brackets", DEEP
    yield "endless digits", '{"rounds": [[[' + "9" * 5000 + ",1,2,3]]]}"


def claims() -> Iterator[tuple[str, dict[str, Any], bool]]:
    """Claims that cost, and whether each must be refused."""
    for number in (10**11, 20_000, -1):
        for name in ("mangan_fan", "mangan_hand_fan", "fan_gen"):
            claim = {"kind": "value", "ruleset": "sichuan-unlimited", "parameters": {name: number}}
            yield f"{name} {number}", claim, True
    yield (
        "parameters of 100 KB",
        {"kind": "value", "ruleset": "mcr-2006", "parameters": {"fan_set": ["x" * 80] * 1200}},
        True,
    )
    log = {"deal": ["?" * 13] * 4, "events": [["draw", 0, "1m"]] * 50_000}
    yield "50,000 events", {"kind": "event", "ruleset": "mcr-2006", "log": log}, True
    log = {"deal": ["?" * 14, "?" * 13, "?" * 13, "?" * 13], "events": [["discard", 0, "1m"], ["draw", 1, "2m"]] * 900}
    yield "1,800 events", {"kind": "event", "ruleset": "mcr-2006", "log": log}, False
    for family in ("mcr-2006", "riichi-ema-2016", "taiwan-aono", "sichuan-unlimited"):
        facts = {"hand": "1112345678999m" * 2000, "claimed_value": 10**18}
        yield "a hand of 28,000 tiles", {"kind": "value", "ruleset": family, "facts": facts}, True
        yield "unknown facts", {"kind": "value", "ruleset": family, "facts": {"x" * 1000: 1}}, True
    yield "earlier of endless numbers", {"kind": "value", "ruleset": "mcr-2006", "earlier": {"x": 10**30}}, False
    yield "a ruleset of 80 characters", {"kind": "value", "ruleset": "x" * 80}, True


def logs() -> Iterator[tuple[str, Any]]:
    """Logs of the greatest length and of the least sense."""
    from tournaments.game.views.replay import read_examples

    for example in read_examples()[:4]:
        text = example["log"] if "log" in example else example["text"]
        yield f"{example['ruleset']}, as long as it may be", text * (990_000 // len(text))
    yield "500,000 lines", "x\n" * 499_000
    yield "120,000 cases", '{"a":1}\n' * 120_000
    yield "a million brackets", "[" * 990_000
    yield "endless digits", '{"type": ' + "9" * 900_000 + "}"
    yield "a parameter of 10^11", 'ruleset sichuan-unlimited\nparameters {"mangan_fan": 100000000000}\ndeal A 1m'
    yield "190,000 tags", "<mjloggm>" + "<T1/>" * 190_000 + "</mjloggm>"
    yield (
        "entities in one another",
        "<!DOCTYPE m ["
        + "".join(f'<!ENTITY e{k} "{f"&e{k - 1};" * 20 if k else "x" * 50}">' for k in range(9))
        + "]><mjloggm>&e8;</mjloggm>",
    )
    yield "a gzip bomb", SimpleUploadedFile("log.gz", gzip.compress(b"0" * 100_000_000, 1))


def tables() -> Iterator[tuple[str, bytes]]:
    """Rosters that unpack to much more than they are."""
    row = '<row r="{0}"><c r="A{0}" t="inlineStr"><is><t>a</t></is></c></row>'
    yield "700,000 rows", xlsx("".join(row.format(number) for number in range(1, 700_001)))
    yield "a million empty rows", xlsx("".join(f'<row r="{number}"/>' for number in range(1, 1_000_001)))
    yield "16,000 columns", xlsx('<row r="1">' + '<c t="n"><v>1</v></c>' * 900_000 + "</row>")
    yield "2 million characters of GB 18030", "\u9ebb".encode("gb18030") * 1_900_000
    yield "a million commas", b"," * 3_900_000


def xlsx(rows: str) -> bytes:
    """A workbook of one sheet with these rows."""
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    office = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types">'
        f'<Override PartName="/xl/workbook.xml" ContentType="{office}.sheet.main+xml"/>'
        f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{office}.worksheet+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships">'
        f'<Relationship Id="r1" Type="{relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{relations}"><sheets>'
        '<sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships">'
        f'<Relationship Id="r1" Type="{relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{main}"><sheetData>{rows}</sheetData></worksheet>',
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return file.getvalue()


ANYBODY: Final = "anybody"


class Watched(WSGIRequest):
    """A request, from the beginning of its view on: what the door reads of every form is no look of the view."""

    looked_at = False

    def __getattribute__(self, name: str) -> Any:
        if name in ("POST", "FILES", "body", "read", "readline"):
            self.looked_at = True
        return super().__getattribute__(name)


def _view_begins(request: WSGIRequest, *_view: Any) -> None:
    """The last of the site's middleware before a view."""
    request.__class__ = Watched


def processor_seconds() -> float:
    """Return the processor time of this process and of the children that have ended."""
    return sum(os.times()[:4])


@functools.cache
def loading_seconds() -> float:
    """Return the processor time in which the child that typesets papers loads WeasyPrint, before it sees any input."""
    began = processor_seconds()
    subprocess.run([sys.executable, "-c", "import pypdf, weasyprint"], check=True)
    return processor_seconds() - began


class Visitor:
    """Somebody who asks: nobody known, or one of the tests' people."""

    def __init__(self, name: str = "") -> None:
        self.name = name or ANYBODY
        self.client = Client(raise_request_exception=False)
        handler: Any = self.client.handler
        handler.load_middleware()
        handler._view_middleware.append(_view_begins)
        # What is loaded at the first request is no part of any answer's cost.
        self.last: Any = self.client.get("/")
        self.client.post("/seating/verify/", {"text": '{"rounds": [[[1, 2, 3, 4]]]}'})
        if name:
            self.client.force_login(person(name))

    def ask(self, asked: Asked, route: Route | None = None) -> Answered:
        """The answer and its cost; nobody is turned away for having asked before."""
        for one in caches.all():
            one.clear()
        began, in_children = processor_seconds(), sum(os.times()[2:4])
        if asked.method == "GET":
            answer = self.client.get(asked.path)
        elif isinstance(asked.body, bytes):
            answer = self._send(asked.path, asked.body, asked.kind)
        else:
            answer = self.client.post(asked.path, asked.body, content_type=asked.kind)
        seconds = processor_seconds() - began
        if answer.headers.get("Content-Type") == "application/pdf" and sum(os.times()[2:4]) > in_children:
            seconds -= loading_seconds()
        given: object = answer
        if isinstance(given, FileResponse):
            # Read to its end the client closes it; closed by hand it would close the database's connection as well.
            deque(given, maxlen=0)
        self.last = answer
        looked = getattr(answer.wsgi_request, "looked_at", True)
        return Answered(self.name, asked, answer.status_code, seconds, route, looked)

    def _send(self, path: str, body: bytes, kind: str) -> Any:
        """The answer to a body as it is. Django's client would copy its thirty megabytes for every route."""
        sent: dict[str, Any] = {"CONTENT_LENGTH": str(len(body)), "wsgi.input": io.BytesIO(body)}
        return self.client.generic("POST", path, CONTENT_TYPE=kind, **sent)

    def fields(self) -> list[str]:
        """The names of the fields on the page that the last request was answered with."""
        answer = self.last
        if answer.status_code != 200 or "html" not in answer.get("Content-Type", "") or answer.streaming:
            return []
        return sorted(set(FIELD.findall(answer.content.decode())) - {"csrfmiddlewaretoken"})

    def try_out(self, route: Route, values: Mapping[str, str]) -> Iterator[Answered]:
        """Every hostile request to a route, but no body that its view would not look at either."""
        usual, *others = addresses(route, values)
        yield self.ask(usual, route)
        fields = self.fields()
        for asked in others:
            yield self.ask(asked, route)
        unseen: set[str] = set()
        for asked in bodies(route, usual.path, fields):
            if asked.kind in unseen and asked.about != LARGE:
                continue
            answered = self.ask(asked, route)
            if not answered.looked:
                unseen.add(asked.kind)
            yield answered


def walk(visitor: Visitor, tournament: Tournament, part: int = 0, parts: int = 1) -> Iterator[Answered]:
    """Every hostile request to every route (or every n-th of them) by one visitor."""
    values = known(tournament)
    for route in itertools.islice(routes(), part, None, parts):
        yield from visitor.try_out(route, values)


def walk_own(visitor: Visitor, tournament: Tournament, part: int = 0, parts: int = 1) -> Iterator[Answered]:
    """Send the special input of single routes (or every n-th of it) as one visitor; public routes are tested as an
    anonymous visitor only.
    """
    public = own_of_everybody() if visitor.name == ANYBODY else ()
    for asked in itertools.islice(itertools.chain(public, own_of_accounts(known(tournament))), part, None, parts):
        yield visitor.ask(asked)
