from __future__ import annotations

from judging.cases.services import appeals
from judging.desk import services as desk_services
from tests.conformance.actions import MISSING, Example, being_played, example
from tests.support.cases import TOO_FEW, case_with_facts, ruled
from tests.support.people import acting
from tests.support.tables import table_of


@example("CallStep")
def call_step() -> Example:
    event = being_played()
    call = desk_services.make(acting(), table_of(event))
    step = {"pk": call.pk, "step": "take"}
    return Example(event, api=step, page=step)


@example("OpenCase")
def open_case() -> Example:
    body = {"kind": "win", "round": 1, "table": 1, "hand": 3, "players": [1], "note": "Two tiles too many."}
    wrong = {"kind": [(MISSING, {"kind": ""}), ("nonsense", {"kind": "nonsense"})]}
    return Example(being_played(), body, form={"kind": "win"}, wrong=wrong)


@example("RuleOnCase")
def rule_on_case() -> Example:
    case, _record = case_with_facts(being_played())
    number = {"number": case.number}
    body = {"version": case.version, "choices": [-1], "payments": "ledger", "minutes": 5, "reason": "Nobody called."}
    own = {"own_infraction": "talk", "own_seat": 2, "own_title": "Talked.", "own_points": "-5", "own_column": "table"}
    wrong = {
        "choices": [([9], {"choice_0": "9"}), ([-2], {"choice_0": "-2"})],
        "own_infraction": [("nonsense", {"own_infraction": "nonsense"})],
        "own_seat": [(4, {"own_seat": "4"})],
    }
    form = {"choice_0": "none", "own_infraction": "talk", "own_seat": "2"}
    return Example(case.tournament, body | own, api=number, page=number, form=form, wrong=wrong)


@example("HandOverCase")
def hand_over() -> Example:
    case, _record = case_with_facts(being_played())
    number = {"number": case.number}
    body = {"referee": "olga", "note": "Ask West about the pung."}
    return Example(case.tournament, body, api=number, page=number)


@example("DropCase")
def drop() -> Example:
    case, _record = case_with_facts(being_played())
    number = {"number": case.number}
    return Example(case.tournament, {"reason": "They agreed."}, api=number, page=number)


@example("AcceptRuling")
def accept() -> Example:
    case, record = case_with_facts(being_played())
    ruled(case, record)
    number = {"number": case.number}
    return Example(case.tournament, {"player": 2}, api=number, page=number)


@example("FileAppeal")
def file() -> Example:
    case, record = case_with_facts(being_played())
    ruled(case, record)
    number = {"number": case.number}
    return Example(case.tournament, {"player": 2, "grounds": "I had eight."}, api=number, page=number)


@example("DecideAppeal")
def decide() -> Example:
    case, record = case_with_facts(being_played())
    ruling = ruled(case, record)
    appeal = appeals.file_appeal(
        acting("ren"), ruling, by_entry=case.parties.earliest("pk").entry, grounds="I had eight."
    )
    number = {"number": case.number}
    body = {"state": "upheld", "decision": "Seven points."}
    return Example(case.tournament, body, api=number, page={**number, "pk": appeal.pk})


@example("SetDesk")
def desk() -> Example:
    body = {"head_referee": "ren", "appeal_minutes": 20, "appeals_from": "ruling"}
    return Example(being_played(), body, form={"head_referee": "ren"})


@example("BringInFromDevice")
def from_device() -> Example:
    key = "01234567-89ab-cdef-0123-456789abcdef"
    return Example(being_played(), {"key": key, "round": 1, "table": 1, "facts": TOO_FEW})
