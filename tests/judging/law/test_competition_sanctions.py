import json

import pytest

from engine.family import ruleset, ruleset_names
from judging.law.competition_sanctions import CompetitionSanction, ScoreOfPresent
from judging.law.infractions import list_infractions
from judging.law.penalties import Offence
from judging.law.rulings import Proposal, propose

THREE_POINTS = (ScoreOfPresent(2, table_points=3), ScoreOfPresent(1, table_points=3))


def late(name: str, minutes: int = 16, **known: int) -> Proposal:
    code = "late_player" if name.startswith("sichuan") else "lateness"
    return propose(ruleset(name), code, Offence(1, minutes=minutes, **known))


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("mcr-1998", CompetitionSanction("session_lost", "MCR-8.8")),
        ("mcr-2006", CompetitionSanction("session_lost", "MCR-8.8")),
        ("mcr-2014", CompetitionSanction("session_lost", "MCR-8.8")),
        ("mcr-beginner", CompetitionSanction("session_lost", "MCR-8.8")),
        ("mcr-japan", CompetitionSanction("session_lost", "MCR-8.8", uma=-40)),
        ("mcr-mil-2025", CompetitionSanction("session_lost", "MCR-E16", chair="last", present=THREE_POINTS)),
        ("riichi-ema-2008", CompetitionSanction("substitute", "RI-8.8", by_referee=True)),
        ("riichi-ema-2012", CompetitionSanction("substitute", "RI-8.8", by_referee=True)),
        ("riichi-wrc", CompetitionSanction("substitute", "RI-8.8", by_referee=True)),
        ("riichi-ema-2016", CompetitionSanction("substitute", "RI-8.8", -15000, -15000)),
        ("riichi-tenhou", CompetitionSanction("substitute", "RI-8.8", -15000, -15000)),
        (
            "riichi-rcr-2024",
            CompetitionSanction(
                "session_lost",
                "RI-E13",
                -15000,
                -15000,
                chair="last",
                present=(ScoreOfPresent(2, points=10000), ScoreOfPresent(1, points=15000)),
            ),
        ),
        ("sichuan-sbr-2025", CompetitionSanction("session_lost", "SC-E14", chair="last", present=THREE_POINTS)),
    ],
)
def test_sixteen_minutes_late(name: str, place: CompetitionSanction) -> None:
    """MCR-7.3, MCR-8.8, MCR-E16, RI-7.3, RI-8.8, RI-E13, SC-E14."""
    assert late(name).effects.place_in_event == (place,)


def test_the_last_minute_within_the_scale_costs_no_session() -> None:
    for name, minutes in (("mcr-2006", 15), ("mcr-mil-2025", 15), ("riichi-ema-2016", 10), ("sichuan-sbr-2025", 15)):
        assert late(name, minutes).effects.place_in_event == ()


def test_an_absent_player_may_take_the_substitutes_loss() -> None:
    """MCR-8.8, option `absent_takes_negative`."""
    rules = ruleset("mcr-2006", {"absent_takes_negative": True})
    assert propose(rules, "lateness", Offence(1, minutes=16)).effects.place_in_event == (
        CompetitionSanction("session_lost", "MCR-8.8", takes_negative=True),
    )


def test_the_second_session_lost_ends_the_event_where_the_supplement_says_so() -> None:
    """MCR-E16: two such sessions and the player is out; other editions do not know it."""
    lost, out = late("mcr-mil-2025", sessions_lost=1).effects.place_in_event
    assert (lost.kind, out) == ("session_lost", CompetitionSanction("disqualified", "MCR-E16", order="removed"))
    assert [each.kind for each in late("mcr-2006", sessions_lost=1).effects.place_in_event] == ["session_lost"]


def test_a_substitute_who_comes_in_later_is_last() -> None:
    """Editions 5, article 5.8: last place and its uma; one who starts the session is ranked like anybody."""
    options = {option.penalty: option.effects.place_in_event for option in late("riichi-ema-2016", 8).options}
    assert options["substitute"] == (CompetitionSanction("substitute", "RI-8.8", -15000, -15000),)
    assert options["substitute_later"] == (CompetitionSanction("substitute", "RI-8.8", -15000, -15000, chair="last"),)


def test_what_the_minutes_ask_for_is_not_offered_again() -> None:
    assert [option.penalty for option in late("riichi-ema-2016", 11).options] == ["warning", "substitute_later"]
    assert [option.penalty for option in late("riichi-ema-2016", 8).options] == [
        "warning",
        "substitute",
        "substitute_later",
    ]


@pytest.mark.parametrize(
    ("name", "code", "place"),
    [
        ("mcr-2006", "cheating", CompetitionSanction("disqualified", "MCR-8.9", order="removed")),
        ("mcr-1998", "false_hu_far_disqualified", CompetitionSanction("disqualified", "MCR-8.9", order="removed")),
        ("riichi-ema-2016", "cheating", CompetitionSanction("disqualified", "RI-7.4 row 24", order="last")),
        (
            "sichuan-sbr-2025",
            "conduct",
            CompetitionSanction("session_lost", "SC-E14", chair="last", present=THREE_POINTS),
        ),
    ],
)
def test_what_is_out_at_once(name: str, code: str, place: CompetitionSanction) -> None:
    """MCR-8.9, RI-7.4 row 24 as editions 5 corrects it, SC-E14 grade I."""
    assert propose(ruleset(name), code, Offence(1)).effects.place_in_event == (place,)


def test_what_a_repetition_loses() -> None:
    """MCR-7.4 rows 13 and 18: the second illegal information disqualifies, the third disturbance loses the session."""
    rules = ruleset("mcr-2006")
    assert propose(rules, "illegal_information", Offence(1), 1).effects.place_in_event[0].kind == "disqualified"
    assert propose(rules, "disturbance", Offence(1), 1).effects.place_in_event == ()
    assert propose(rules, "disturbance", Offence(1), 2).effects.place_in_event[0].kind == "session_lost"
    assert propose(rules, "lateness", Offence(1, minutes=3), 1).effects.place_in_event[0].kind == "session_lost"


WORDS = {"session_lost", "disqualified", "disqualification", "substitute", "substitute_later"}


@pytest.mark.parametrize("name", ruleset_names())
def test_every_such_word_has_its_place_in_event_and_survives_json(name: str) -> None:
    """Each row, repetition and option with one of the words; Taiwanese rules have none (TW-7), nor have those of the
    Sichuan game before its scale (SC-7).
    """
    rules, found = ruleset(name), 0
    for code in list_infractions(rules):
        for repeat in range(4):
            proposal = propose(rules, code, Offence(1, victim=2, minutes=3), repeat)
            assert Proposal.from_dict(json.loads(json.dumps(proposal.to_dict()))) == proposal
            for each in (proposal, *proposal.options):
                assert bool(each.effects.place_in_event) == (each.penalty in WORDS), (code, each.penalty)
                found += bool(each.effects.place_in_event)
    assert bool(found) == (rules.family.name != "taiwan" and getattr(rules.parameters, "penalty_scale", True))
