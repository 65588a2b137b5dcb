"""Mutants: loosen each permission of the site in turn; whoever is let in shows in the table of roles.

Judges the table, not the site, so that `./test` runs it for a release only. `-s` prints every mutant.
"""

from __future__ import annotations

import pytest

from tests.roles.cast import Cast, without_what_takes_long
from tests.roles.mutants import SECOND_LOCKS, asking_lines, mutants
from tests.roles.rows import table


@pytest.mark.django_db
def test_whoever_is_let_in_where_a_permission_is_loosened_shows_in_the_table():
    """Quick where it is killed: the first request of somebody who is kept out shows it."""
    lived = []
    with without_what_takes_long():
        cast = Cast()
        for mutant in mutants(table()):
            killer = mutant.killed_by(cast)
            print(f"{'killed' if killer else 'LIVES ':<7} {mutant.place:<60} {mutant.loosened:<10} {killer}")
            if not killer:
                lived.append((mutant.place, mutant.loosened))
    assert lived == []


def test_every_second_lock_still_stands():
    """Lines that are not mutated because another permission stands before them."""
    assert {(line.file, line.action) for line in asking_lines() if line.second_lock} == set(SECOND_LOCKS)
