"""Several people at the same moment: real threads, each with a connection of its own."""

import threading

from django.db import connection

from tournaments.core.errors import UserError


def together(*calls):
    """Run the calls at the same moment in threads of their own; their results or errors, in order."""
    outcomes: list[object] = [None] * len(calls)
    ready = threading.Barrier(len(calls))

    def run(place, call):
        try:
            ready.wait(10)
            outcomes[place] = call()
        except UserError as error:
            outcomes[place] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(place, call)) for place, call in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return outcomes
