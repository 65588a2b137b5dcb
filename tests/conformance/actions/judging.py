from __future__ import annotations

from judging.cases.services import appeals
from judging.desk import services as desk_services
from tests.conformance.actions import Example, example
from tests.support.cases import TOO_FEW, case_with_facts, ruled
from tests.support.people import acting, people, person
from tests.support.tables import playing
from tournaments.events.models import Tournament


def _playing() -> Tournament:
    tournament = playing()
    people(tournament)
    return tournament


@example("DropCase")
def drop() -> Example:
    case, _record = case_with_facts(_playing())
    number = {"number": case.number}
    return Example(case.tournament, {"reason": "They agreed."}, api=number, page=number)


@example("FileAppeal")
def file() -> Example:
    case, record = case_with_facts(_playing())
    ruled(case, record)
    number = {"number": case.number}
    return Example(case.tournament, {"player": 2, "grounds": "I had eight."}, api=number, page=number)


@example("DecideAppeal")
def decide() -> Example:
    case, record = case_with_facts(_playing())
    ruling = ruled(case, record)
    appeal = appeals.file(acting("ren"), ruling, by_entry=case.parties.earliest("pk").entry, grounds="I had eight.")
    # No scope of a token has the director's own right to decide appeals.
    desk_services.set_desk(acting(), case.tournament, head_referee=person("olga"), appeal_minutes=30)
    number = {"number": case.number}
    body = {"state": "upheld", "decision": "Seven points."}
    return Example(case.tournament, body, api=number, page={**number, "pk": appeal.pk})


@example("SetDesk")
def desk() -> Example:
    body = {"head_referee": "ren", "appeal_minutes": 20, "appeals_from": "ruling"}
    return Example(_playing(), body, form={"head_referee": "ren"})


@example("BringInFromDevice")
def from_device() -> Example:
    key = "01234567-89ab-cdef-0123-456789abcdef"
    return Example(_playing(), {"key": key, "round": 1, "table": 1, "facts": TOO_FEW})
