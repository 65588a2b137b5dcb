"""A web server puts its statements together before it has a database."""

from django.db.models import QuerySet

from tournaments.models import Entry
from tournaments.prepared import Prepared, put_together


def test_they_are_put_together_once_without_a_connection():
    made: list[str] = []

    def numbered(name: str, number: int, *, locked: bool = False) -> QuerySet[Entry]:
        made.append(name)
        found = Entry.objects.filter(number=number)
        return found.select_for_update() if locked else found

    plain = Prepared(lambda number: numbered("plain", number), int)
    # Django asks for a connection to lock rows, and this test has none.
    _locking = Prepared(lambda number: numbered("locking", number, locked=True), int)
    put_together()
    statement, given = plain.statement((7,))
    assert (statement.sql.count("%s"), given, sorted(made)) == (1, [7], ["locking", "plain"])
