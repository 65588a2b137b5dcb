"""`python -m engine deal`: make, verify, commit, and errors of the command line."""

import io
import sys

import pytest

from engine.__main__ import main
from engine.commitments import combine_shares, promise_commitment, sheets_commitment
from engine.walls.deal import make_deal, read_deals
from engine.walls.wall import BoardName
from tests.support.rows import rows_of

rows = rows_of(__file__)

SEED = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
MAKE = ["deal", "make", "--ruleset", "mcr-2006", "--seed", SEED, "--event", "Spring", "--session", "1"]


def said(capsys, *arguments):
    status = main(list(arguments))
    out, err = capsys.readouterr()
    return status, out, err


@pytest.fixture
def sheets(capsys):
    status, out, _err = said(capsys, *MAKE, "--number", "7", "--boards", "2")
    assert status == 0
    return out


def test_the_same_seed_deals_the_same_boards(capsys, sheets):
    boards = [BoardName(number, "Spring", "1") for number in (7, 8)]
    assert read_deals(sheets) == [make_deal("mcr-2006", bytes.fromhex(SEED), board) for board in boards]
    assert said(capsys, *MAKE, "--number", "7", "--boards", "2") == (0, sheets, "")
    assert said(capsys, *MAKE, "--number", "8")[1] == sheets[sheets.index("digest") :].split("\n", 1)[1]


def test_a_sheet_is_verified_against_its_seed(capsys, sheets, tmp_path, monkeypatch):
    file = tmp_path / "sheets.txt"
    file.write_text(sheets, encoding="utf-8")
    assert said(capsys, "deal", "verify", "--seed", SEED, str(file)) == (0, "ok\n", "")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(sheets.encode("utf-8-sig"))))
    assert said(capsys, "deal", "verify", "--seed", SEED) == (0, "ok\n", "")
    file.write_bytes(b"\xef\xbb\xbf" + sheets.replace("\n", "\r\n").encode())
    assert said(capsys, "deal", "verify", "--seed", SEED, str(file)) == (0, "ok\n", "")
    file.write_bytes(sheets.replace("Spring", "Österreich").encode("latin-1"))
    assert said(capsys, "deal", "verify", "--seed", SEED, str(file))[:2] == (2, "")


def test_another_seed_and_another_digest_are_told_by_board(capsys, sheets, tmp_path):
    file = tmp_path / "sheets.txt"
    file.write_text(sheets, encoding="utf-8")
    status, out, _err = said(capsys, "deal", "verify", "--seed", "ff" * 32, str(file))
    assert status == 1
    assert {line.split(":")[0] for line in out.splitlines()} == {"board 7", "board 8"}
    digest = next(line for line in sheets.splitlines() if line.startswith("digest")).split()[-1]
    file.write_text(sheets.replace(digest, digest[::-1]), encoding="utf-8")
    status, out, _err = said(capsys, "deal", "verify", "--seed", SEED, str(file))
    assert (status, out) == (1, f"board 7: digest: {digest[::-1]} under the sheet, {digest} is that of its text\n")


def test_a_commitment_can_be_checked_with_its_seed(capsys):
    wanted = ("deal", "commit", "--event", "Spring", "--sessions", "3", "--boards", "16")
    status, out, _err = said(capsys, *wanted, "--seed", SEED)
    commitment = sheets_commitment(bytes.fromhex(SEED), "Spring", 3, 16)
    assert (status, out) == (0, f"seed {SEED}\ncommitment {commitment}\n")
    fresh = [said(capsys, *wanted)[1] for _ in range(2)]
    assert len({out, *fresh}) == 3


@rows
def test_mistakes_are_one_sentence_and_status_2(capsys, arguments, message):
    status, out, err = said(capsys, *arguments)
    assert (status, out, err.count("\n"), err) == (2, "", 1, message or err)


@pytest.mark.parametrize("asked", ["--number=0", "--number=-1", "--number=x", "--boards=0", "--reserve=-1"])
def test_boards_are_counted_from_one_and_reserve_sets_from_none(capsys, asked):
    with pytest.raises(SystemExit) as ended:
        main([*MAKE, "--number", "7", asked])
    assert (ended.value.code, capsys.readouterr().out) == (2, "")


def test_a_sheet_is_verified_against_promise_share_and_digest(capsys, tmp_path):
    both = combine_shares(bytes.fromhex(SEED), [bytes.fromhex("11" * 32)]).hex()
    _status, sheet, _err = said(capsys, *MAKE[:4], "--seed", both, *MAKE[6:], "--number", "7")
    file, promise = tmp_path / "board.mjdeal", tmp_path / "promise.json"
    file.write_text(sheet, encoding="utf-8-sig")
    promise.write_text('{"format":"mjdeal/2"}\n', encoding="utf-8-sig")
    good = promise_commitment('{"format":"mjdeal/2"}', bytes.fromhex(SEED))
    digest = sheet.rsplit("digest ", 1)[1].strip()
    asked = ["deal", "verify", "--seed", SEED, "--share", "11" * 32, "--promise", str(promise), str(file)]
    assert said(capsys, *asked, "--commitment", good, "--digest", digest) == (0, "ok\n", "")
    assert said(capsys, *asked, "--commitment", "0" * 64, "--digest", "0" * 64) == (
        1,
        "commitment: the seed is not the one that was committed to, or something else was promised\n"
        f"digest: {digest} is not among those published\n",
        "",
    )
    bare = ["deal", "verify", "--seed", SEED, "--commitment", good, str(file)]
    assert said(capsys, *bare)[0] == 2
