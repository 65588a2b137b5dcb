"""The file that strangers download finds an honest event in order, and names what is wrong in every forged one."""

import ast
import copy
import gzip
import hashlib
import io
import itertools
import json
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from engine.commitments import seed_commitment
from tests.support import patience
from tests.support.slices import in_slice
from tests.support.verifier import VERIFIER, digest_of, lines_of, sealed
from tournaments.events.models import Tournament
from tournaments.exchange.document.archive import pack
from tournaments.exchange.document.writing import build_document
from tournaments.exchange.evidence import build_evidence
from tournaments.exchange.files.public_bundle import build_public_bundle, make_bundle_file

pytestmark = pytest.mark.django_db
Bundle = dict[str, Any]
DOCS = VERIFIER.parents[2] / "docs"


def run_alone(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The file in a clean process, with its arguments as they stand in the folder."""
    command = [sys.executable, "-I", "-S", "-W", "error", str(VERIFIER), *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=patience.SECONDS)


def with_certificate(
    bundle: dict[str, Any], at: int, certificate: dict[str, Any], *, inputs: bool = True
) -> dict[str, Any]:
    """The bundle with another certificate of a draw, and every digest that follows from it made anew."""
    if inputs:
        certificate = certificate | {"inputs_digest": digest_of(certificate["inputs"])}
    text = json.dumps(certificate, ensure_ascii=False)
    links = [hashlib.sha256(text.encode()).hexdigest()]
    for change in bundle["claims"]["draws"][at]["changes"]:
        links.append(hashlib.sha256(f"{links[-1]}|{_written(change)}".encode()).hexdigest())
    forged: dict[str, Any] = json.loads(json.dumps(bundle))
    forged["draws"][at]["certificate"] = text
    forged["claims"]["draws"][at]["links"] = links
    for promise in forged["claims"]["promises"]:
        for line in promise["draws"]:
            if line["number"] == forged["draws"][at]["number"]:
                line["digest"] = links[0]
    return sealed(forged)


def _written(change: Any) -> str:
    return json.dumps(change, sort_keys=True, separators=(",", ":"))


@pytest.fixture(scope="module")
def bundles_as_text(ordinary: Tournament, boards: Tournament, django_db_blocker: Any) -> str:
    """The bundle of each, and the file of the whole first event, made once."""
    with django_db_blocker.unblock():
        with zipfile.ZipFile(io.BytesIO(pack(ordinary))) as archive:
            file = json.loads(archive.read("event.json"))
        return json.dumps(
            {"ordinary": build_public_bundle(ordinary), "boards": build_public_bundle(boards), "file": file}
        )


@pytest.fixture
def bundles(bundles_as_text: str) -> dict[str, Bundle]:
    """A copy of them that a test may change."""
    found: dict[str, Bundle] = json.loads(bundles_as_text)
    return found


def certificate_of(bundle: Bundle, at: int) -> Bundle:
    found: Bundle = json.loads(bundle["draws"][at]["certificate"])
    return found


LONGEST_FUNCTION = 40


def test_the_site_hands_out_a_file_of_short_functions_for_python_3_9_alone_that_names_sections_of_the_documents() -> (
    None
):
    text = VERIFIER.read_text("utf-8")
    tree = ast.parse(text, feature_version=(3, 9))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported - sys.stdlib_module_names == set()
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert [node.name for node in functions if node.end_lineno - node.lineno >= LONGEST_FUNCTION] == []  # type: ignore[operator]
    answer = Client().get(reverse("verifier"))
    assert b"".join(answer) == VERIFIER.read_bytes()  # type: ignore[arg-type]
    assert answer["Content-Disposition"] == 'attachment; filename="mahjong-verify.py"'
    named = re.findall(r"'((?:checking|deals|seating)\.md) \"(.+?)\"'", text)
    titles = {file: re.findall("^##+ (.+)$", (DOCS / file).read_text("utf-8"), re.M) for file, _title in named}
    assert (len(named), [title for file, title in named if title not in titles[file]]) == (10, [])


def test_it_runs_by_itself_and_says_with_its_status_how_it_ended(ordinary: Tournament, tmp_path: Path) -> None:
    content = make_bundle_file(ordinary)
    bundle = json.loads(content)
    (tmp_path / "bundle.json").write_bytes(content)
    (tmp_path / "event.zip").write_bytes(pack(ordinary))
    with zipfile.ZipFile(tmp_path / "bundle.zip", "w") as archive:
        archive.writestr("public.json", content)
    for files in (["bundle.json"], ["event.zip"], ["bundle.zip"], ["bundle.json", "event.zip"]):
        done = run_alone(tmp_path, *files, "--head", f"3:{bundle['log'][2]['digest'][:16]}")
        assert (done.returncode, done.stderr, done.stdout.splitlines()[-1][:9]) == (0, "", "In order:")
    every = run_alone(tmp_path, "bundle.json").stdout.splitlines()[:-1]
    outcome = re.compile(r'(in order|not known) +[^:]+: .+ \[(checking|deals|seating)\.md ".+"\]')
    assert [line for line in every if not outcome.fullmatch(line)] == []
    bundle["result_seats"][0]["points"] += 8
    (tmp_path / "bundle.json").write_text(json.dumps(sealed(bundle)))
    wrong = run_alone(tmp_path, "bundle.json")
    assert (wrong.returncode, wrong.stderr) == (1, "")
    assert wrong.stdout.splitlines()[-1].startswith("Something is wrong:")
    bundle["log"][0]["digest"] = "0" * 64
    (tmp_path / "bundle.json").write_text(json.dumps(sealed(bundle)))
    assert "the files have different logs" in run_alone(tmp_path, "bundle.json", "event.zip").stdout


def test_what_a_paper_bears_is_compared_with_the_bundle(bundles: dict[str, Bundle], boards: Tournament) -> None:
    printed = build_evidence(boards).text
    assert lines_of(bundles["boards"], heads=printed) == []
    (made,) = bundles["boards"]["board_sets"]
    without = {"board_sets": [], "boards": [], "board_plays": [], "play_seats": []}
    lost = lines_of(sealed(bundles["boards"] | without), heads=printed)
    kept = f"the promise deal {made['commitment'][:8]} that you kept is here"
    assert [line for line in lost if "kept" in line] == [f"bundle: not so: {kept}"]


def resown(bundle: Bundle) -> None:
    """The seed opened is another one, and the boards are those of that seed."""
    bundle["board_sets"][0]["seed"] = "01" * 32


def rewalled(bundle: Bundle) -> None:
    """Two tiles of the first wall have changed places, and the sheet has its digest."""
    board = bundle["boards"][0]
    board["text"] = re.sub(r"E:(\d)(\d*)([mpsz])(\d)", r"E:\4\2\3\1", board["text"], count=1)
    board["digest"] = hashlib.sha256(board["text"].encode()).hexdigest()


def reordered(bundle: Bundle) -> None:
    """The first two places after round 3 are exchanged, names and all."""
    rows = bundle["claims"]["standings"][-1]["individual"]
    rows[0]["key"], rows[1]["key"] = rows[1]["key"], rows[0]["key"]


def moved_chain(bundle: Bundle) -> None:
    """The first change put somebody else on a chair, from which a new plan went on; the links are made anew."""
    draw = bundle["claims"]["draws"][1]
    draw["changes"][0]["moves"][0][3] = 9
    for at, change in enumerate(draw["changes"]):
        text = json.dumps(change, sort_keys=True, separators=(",", ":"))
        draw["links"][at + 1] = hashlib.sha256(f"{draw['links'][at]}|{text}".encode()).hexdigest()


Change = Callable[[Bundle], Bundle | None]


def redrawn(at: int, changed: Change) -> Change:
    """A change of a certificate, with all digests made anew."""

    def forge(bundle: Bundle) -> Bundle:
        certificate = certificate_of(bundle, at)
        changed(certificate)
        return with_certificate(bundle, at, certificate)

    return forge


def at_path(*path: str | int, to: Any) -> Change:

    def change(document: Bundle) -> None:
        for step in path[:-1]:
            document = document[step]  # type: ignore[index]
        document[path[-1]] = to  # type: ignore[index]

    return change


def other_inputs(bundle: Bundle) -> Bundle:
    """Somebody else was to be seated; the digest of the inputs stays."""
    certificate = certificate_of(bundle, 1)
    certificate["inputs"]["substitutes"] = [17]
    return with_certificate(bundle, 1, certificate, inputs=False)


def swapped_seats(certificate: Bundle) -> None:
    """Two players of the first round, each at a table of the other's."""
    first, second = certificate["rounds"][0][:2]
    first[0], second[0] = second[0], first[0]


def swapped_order(certificate: Bundle) -> None:
    """The first two of the standings, in the order that a Swiss round was drawn from."""
    order = certificate["inputs"]["order"]
    order[0], order[1] = order[1], order[0]


def dealt_from_another_template(certificate: Bundle) -> None:
    """Two words of the base round have changed places."""
    parameters = certificate["template"]["parameters"]
    parameters["base"] = parameters["base"].replace("b1", "b9").replace("b3", "b1").replace("b9", "b3")


def remapped(certificate: Bundle) -> None:
    """Two players have each other's number of the template, and the tables follow."""
    mapping = certificate["mapping"]
    one, other = mapping[0], mapping[1]
    mapping[0], mapping[1] = other, one
    names = {one: other, other: one}
    certificate["rounds"] = [
        [[names.get(player, player) for player in table] for table in tables] for tables in certificate["rounds"]
    ]


def written(row: dict[str, Any]) -> tuple[str, Change, str]:
    change = at_path(*row["path"], to=row["to"])
    if "certificate_of_draw" in row:
        change = redrawn(row["certificate_of_draw"], change)
    return row["event"], change, row["said"]


FORGERIES: dict[str, tuple[str, Change, str]] = {
    "the seed of boards": ("boards", resown, "the seed has the hash that was published"),
    "a wall": ("boards", rewalled, "(other deals: session 1, board 1, reserve 0)"),
    "the order of the standings": ("ordinary", reordered, "round 3: not so: row 1 (individual) follows"),
    "what decided a place": (
        "ordinary",
        at_path("claims", "standings", 0, "individual", 0, "decided_by", to=None),
        "standings after round 1",
    ),
    "a change with its link": ("ordinary", moved_chain, "draw 3: not so: it goes on from tables"),
    "inputs of a draw": ("ordinary", other_inputs, "draw 2: not so: the inputs have their digest"),
    "a seat of a drawn table": ("ordinary", redrawn(1, swapped_seats), "the tables are those of the template"),
    "the shuffle": ("ordinary", redrawn(1, remapped), "the seed shuffles the players into these numbers"),
    "the template": ("ordinary", redrawn(1, dealt_from_another_template), "the tables are those of the template"),
    "a player of a movement": ("boards", redrawn(0, swapped_seats), "the tables are those of the movement"),
    "the lot of a movement": ("boards", redrawn(0, remapped), "the lot gives these places"),
    "Swiss order": ("ordinary", redrawn(3, swapped_order), "otherwise than after round 2"),
} | {
    row["name"]: written(row)
    for row in tomllib.loads(Path(__file__).with_name("forgeries.toml").read_text("utf-8"))["forgery"]
}


def test_honest_events_are_in_order_and_whole(bundles: dict[str, Bundle]) -> None:
    assert {name: lines_of(each) for name, each in bundles.items()} == {"ordinary": [], "boards": [], "file": []}
    (line,) = lines_of(bundles["ordinary"] | {"exported_at": "2026-05-02T09:00:00Z"})
    assert line.startswith("bundle: not so: it is as it was made, byte for byte (")
    bundle = bundles["ordinary"]
    assert (bundle["format"], bundle["part"]) == ("mahjong-event/2", "public")
    assert bundle["digest"] == digest_of({name: value for name, value in bundle.items() if name != "digest"})
    assert {type(entry["reason"]) for entry in bundles["file"]["log"]} == {str, dict}
    bundle["claims"]["seatings"][0]["draw"] = None
    (wrong,) = lines_of(sealed(copy.deepcopy(bundle)))
    assert wrong.startswith("draws: the seating of round 1 was promised and is of another draw")


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_is_found_and_named_though_all_digests_are_made_anew(bundles: dict[str, Bundle], name: str) -> None:
    which, change, named = FORGERIES[name]
    forged = copy.deepcopy(bundles[which])
    forged = change(forged) or forged
    assert [line for line in lines_of(sealed(forged)) if named in line] != []


LOGGED = (
    "sequence", "at", "actor_name", "action", "object_type", "object_id", "object_name", "before", "after", "reason",
    "origin", "ip_address", "user_agent", "previous_digest", "digest", "elsewhere", "personal", "redacted_by",
)  # fmt: skip


def test_every_field_of_an_entry_of_the_log_is_under_its_digest(bundles: dict[str, Bundle]) -> None:
    log = bundles["file"]["log"]
    at = next(at for at, each in enumerate(log) if isinstance(each["reason"], dict) and each["personal"])
    named = re.compile(f"log: (entry {at + 1} |it has another form|not so: .* digests of their own)")
    for field in LOGGED:
        was = log[at][field]
        forged = {"x": 1} if isinstance(was, dict) else was + 1 if isinstance(was, int) else f"1{(was or '')[1:]}x"
        if field == "at":
            forged = was.replace(was[:4], "2001")
        found = lines_of(bundles["file"] | {"log": [*log[:at], log[at] | {field: forged}, *log[at + 1 :]]})
        assert [line for line in found if named.match(line)] == found != [], field


def test_an_entry_cannot_be_taken_out_of_the_log(bundles: dict[str, Bundle]) -> None:
    log = bundles["file"]["log"]
    for kept in (log[:4] + log[5:], log[1:], log[:3] + log[2:]):
        said = lines_of(bundles["file"] | {"log": kept})[0]
        assert re.fullmatch("log: entry [0-9]+ does not follow from the one before it", said)


def test_boards_of_the_first_commitments_are_verified(bundles: dict[str, Bundle]) -> None:
    bundle = bundles["boards"]
    made = bundle["board_sets"][0] | {"promise": ""}
    text = f"mjdeal/1|{made['event']}|{made['sessions']}|{made['boards']}|".encode() + bytes.fromhex(made["seed"])
    made["commitment"] = hashlib.sha256(text).hexdigest()
    assert lines_of(sealed(bundle | {"board_sets": [made]})) == []
    found = lines_of(sealed(bundle | {"board_sets": [made | {"boards": 3}]}))
    assert [re.sub(r".*not so: ([^(]+).*", r"\1", line).strip() for line in found] == [
        "the seed has the hash that was published",
        "all promised boards are there, and no others",
    ]


def test_draws_of_the_first_commitments_are_verified(bundles: dict[str, Bundle]) -> None:
    """A commitment of mjseat/1 is of the seed alone."""
    bundle = copy.deepcopy(bundles["ordinary"])
    seed = "an older seed"
    certificate = certificate_of(bundle, 3) | {"commitment": seed_commitment(seed), "seed": seed, "version": "mjseat/1"}
    alone = {"commitment": seed_commitment(seed), "promise": "", "public_value": "", "rounds": [3]}
    bundle["seed_commitments"].append(bundle["seed_commitments"][0] | alone)
    line = {"number": 4, "state": "public", "why": "", "fate": "", "digest": ""}
    bundle["claims"]["promises"].append({"commitment": seed_commitment(seed), "draws": [line]})
    bundle["draws"][3]["under"] = seed_commitment(seed)
    assert lines_of(with_certificate(bundle, 3, certificate)) == []
    (wrong,) = lines_of(with_certificate(bundle, 3, certificate | {"seed": "another"}))
    assert "the seed has the hash that was published (mjseat/1)" in wrong


def test_draws_and_deals_of_a_whole_event_are_checked_like_those_of_its_public_part(event: Tournament) -> None:
    whole = json.loads(json.dumps(build_document(event)[0]))
    assert lines_of(whole) == []
    good = set(lines_of(whole, outcome="in order"))
    assert len(good & set(lines_of(build_public_bundle(event), outcome="in order"))) > 20
    for forged in (
        at_path("seed_commitments", 0, "rounds", to=[7]),
        at_path("draws", 0, "certificate", to=whole["draws"][0]["certificate"].replace('"seed": "', '"seed": "1')),
    ):
        copied = copy.deepcopy(whole)
        forged(copied)
        assert lines_of(copied) != []


@pytest.mark.parametrize("stored", ["event-0.1", "event-0.3.0-boards"])
def test_stored_events_of_earlier_releases_are_in_order(stored: str) -> None:
    """An event of 0.1; boards of 0.3.0 with shares and a requested reserve, under way."""
    data = VERIFIER.parents[2] / "tests" / "data" / f"{stored}.json.gz"
    document = json.loads(gzip.decompress(data.read_bytes()))
    assert (lines_of(document), lines_of(document, outcome="in order") != []) == ([], True)


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every place of a JSON value below its top; of a list the first and the last."""
    steps = (
        sorted(value) if isinstance(value, dict) else {0, len(value) - 1} if isinstance(value, list) and value else ()
    )
    for step in steps:
        yield (*path, step)
        yield from places(value[step], (*path, step))


def replaced(value: Any, path: tuple[str | int, ...], by: Any) -> Any:
    step, *further = path
    found = copy.copy(value)
    found[step] = replaced(value[step], tuple(further), by) if further else by
    return found


ODD = (None, {}, [[]], "\ud800", 10**30)


@pytest.mark.parametrize("name", ["ordinary", "boards", "file"])
def test_a_value_of_another_form_is_a_line_and_never_an_exception(bundles: dict[str, Bundle], name: str) -> None:
    document = bundles[name] if name != "file" else bundles["file"] | {"log": bundles["file"]["log"][:45]}
    places_of_it = [path for path in places(document) if name != "file" or path[0] == "log"]
    assert len(places_of_it) > 50
    for path, by in zip(in_slice(places_of_it, 4), itertools.cycle(ODD), strict=False):
        lines_of(replaced(document, path, by) | {"format": document["format"]})


def zipped(files: dict[str, bytes]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, held in files.items():
            archive.writestr(name, held)
    return content.getvalue()


EMPTY = b'{"format": "mahjong-event/2"}'


DAMAGED: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _file: b"",
    "text": lambda _file: b"Dear organiser,",
    "half": lambda file: file[: len(file) // 2],
    "changed": lambda file: file[:3000] + bytes(200) + file[3200:],
    "no UTF-8": lambda _file: b'{"format": "\xff"}',
    "deep": lambda _file: b'{"format": ' + b"[" * 200_000,
    "another form": lambda _file: b"[1, 2]",
    "another format": lambda _file: b'{"format": "mahjong-event/9"}',
    "another part": lambda _file: b'{"format": "mahjong-event/2", "part": "mine"}',
    "a former format": lambda _file: b'{"format": "mahjong-public/1"}',
    "a name twice": lambda _file: b'{"format": "mahjong-event/2", "format": "mahjong-event/2"}',
    "a bomb": lambda _file: zipped({"event.json": b" " * 200_000_000}),
    "large": lambda _file: b" " * (33 * 2**20),
    "two documents": lambda _file: zipped({"one.json": EMPTY, "two.json": EMPTY}),
    "no document": lambda _file: zipped({"names.csv": EMPTY}),
}


def test_a_file_that_cannot_be_read_is_said_in_one_line(ordinary: Tournament, tmp_path: Path) -> None:
    content = pack(ordinary)
    for name, damage in in_slice(list(DAMAGED.items()), 3):
        (tmp_path / "event.zip").write_bytes(damage(content))
        done = run_alone(tmp_path, "event.zip")
        assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1), name
        assert done.stderr.startswith("'event.zip' cannot be read: ")


def test_a_file_without_anything_in_it_is_wrong_line_by_line(tmp_path: Path) -> None:
    assert run_alone(tmp_path, "missing.json").returncode == 2
    (tmp_path / "empty.json").write_text('{"format": "mahjong-event/2", "part": "public"}')
    (tmp_path / "log.json").write_text('{"format": "mahjong-event/2", "log": 7}')
    done = [run_alone(tmp_path, name) for name in ("empty.json", "log.json")]
    assert [(each.returncode, each.stderr) for each in done] == [(1, "")] * 2
