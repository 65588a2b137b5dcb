"""Two referees rule on one case at the same time: real threads and transactions."""

import threading

import pytest
from django.db import connection

from judging.cases.models import Case, Ruling
from judging.cases.services import rulings
from judging.cases.services.rulings import Measure
from tests.support import patience
from tests.support.cases import case_with_facts, fine
from tests.support.people import acting, people
from tests.support.tables import playing
from tournaments.core.audit import broken_at
from tournaments.core.errors import UserError
from tournaments.standings.models import ScoreLine

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def test_one_of_two_referees_rules_and_the_other_is_told():
    tournament = playing()
    people(tournament)
    case, record = case_with_facts(tournament)
    seen = Case.objects.get(pk=case.pk)
    amounts = {"ren": -10, "olga": -20}
    actors = {name: acting(name) for name in amounts}
    ready = threading.Barrier(2)
    outcomes = {}

    def run(name):
        try:
            own = Case.objects.get(pk=case.pk)
            ready.wait(patience.SECONDS)
            outcomes[name] = rulings.rule_on_case(
                actors[name], own, claim=record, measures=[Measure(fine(amounts[name]))], based_on=seen.version
            )
        except UserError as error:
            outcomes[name] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(name,)) for name in amounts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(patience.SECONDS)
    winner = next(name for name, outcome in outcomes.items() if isinstance(outcome, Ruling))
    (loser,) = set(amounts) - {winner}
    assert type(outcomes[loser]).__name__ == "StaleCaseError"
    assert str(outcomes[loser]).startswith(f"{winner} has ruled on this case")
    lines = ScoreLine.objects.filter(tournament=tournament, voided_at=None)
    assert [line.amount for line in lines] == [amounts[winner]]
    assert broken_at(tournament) is None
