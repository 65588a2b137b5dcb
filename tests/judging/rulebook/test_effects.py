import pytest

from engine.family import ruleset
from judging.law.penalties import Offence
from judging.law.rulings import propose
from judging.rulebook.logic import effects, findings
from tournaments.game.terms.reader import ENGLISH


def proposal(name: str, code: str, **known: int) -> dict[str, object]:
    return propose(ruleset(name), code, Offence(1, **known)).to_dict()


@pytest.mark.parametrize(
    ("name", "code", "text"),
    [
        ("mcr-2006", "lateness", "The session is lost and counts nothing"),
        ("mcr-japan", "lateness", "The session is lost and counts −40 uma"),
        ("mcr-mil-2025", "lateness", "Fine: −80; the session is lost and counts nothing"),
        (
            "riichi-ema-2016",
            "lateness",
            "A substitute plays; the session counts −15,000 points, −15,000 uma for the player",
        ),
        ("riichi-wrc", "lateness", "A substitute plays; the session counts nothing for the player"),
        (
            "riichi-rcr-2024",
            "lateness",
            "Penalty by the minutes late: −48,000; the session is lost and counts −15,000 points, −15,000 uma",
        ),
        ("sichuan-sbr-2025", "late_player", "The session is lost and counts nothing"),
        ("mcr-2006", "cheating", "Disqualified, out of the order"),
        ("riichi-ema-2016", "cheating", "Disqualified, last in the order"),
    ],
)
def test_the_measure_says_what_is_lost(name: str, code: str, text: str) -> None:
    assert findings.penalty_name(proposal(name, code, minutes=16), ENGLISH) == text


def test_what_follows_from_a_lost_session() -> None:
    """MCR-8.8."""
    assert effects.all_consequences(proposal("mcr-2006", "lateness", minutes=16), "Ann", ENGLISH) == [
        "For Ann the session counts 0 points and 0 table points, whoever plays it.",
        "A substitute is ranked at the table, so that the others get their places, and has no standing.",
    ]


def test_what_follows_where_three_play_on() -> None:
    """MCR-E16, with the second lost session that ends the event."""
    assert effects.all_consequences(
        proposal("mcr-mil-2025", "lateness", minutes=16, sessions_lost=1), "Ann", ENGLISH
    ) == [
        "For Ann the session counts 0 points and 0 table points, whoever plays it.",
        "The chair is last at the table whatever its points; the others share the better places.",
        "Where 2 players are left, nobody plays; it counts 3 table points for each.",
        "Where 1 player is left, nobody plays; it counts 3 table points.",
        "Ann has no place in the standings from now on.",
        "The results so far of the others stand; in the remaining sessions a substitute sits in the chair.",
    ]


def test_what_follows_where_the_rules_name_no_number() -> None:
    """RI-8.8, editions that leave it to the referee."""
    first = effects.all_consequences(proposal("riichi-wrc", "lateness", minutes=16), "Ann", ENGLISH)[0]
    assert first == "The rules name no number for a missed session: it counts nothing for Ann but the points you take."


def test_what_follows_from_disqualification_in_riichi() -> None:
    """RI-7.4 row 24, EMA 5.5 and 5.8."""
    assert effects.all_consequences(proposal("riichi-ema-2016", "cheating"), "Ann", ENGLISH) == [
        "Ann is last in the standings from now on, whatever the results.",
        "The results so far of the others stand; in the remaining sessions a substitute sits in the chair.",
    ]
