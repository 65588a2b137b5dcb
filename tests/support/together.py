"""Several people at the same moment: real threads, each with a connection of its own."""

import threading
from concurrent.futures import ThreadPoolExecutor

from django.db import connection

from tests.support import patience
from tournaments.core.errors import UserError


def together(*calls):
    """Run the calls at the same moment in threads of their own; their results or errors, in order."""
    ready = threading.Barrier(len(calls))

    def run(call):
        try:
            ready.wait(patience.SECONDS)
            return call()
        except UserError as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(run, calls, timeout=patience.SECONDS))
