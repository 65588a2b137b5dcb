"""Run a module that ends with its supervisor: `python -m tournaments.site.managed_process celery …`.

The supervisor holds the other end of standard input. It closes that end to stop the module in order, and the system
closes it when the supervisor is gone, on every platform.
"""

from __future__ import annotations

import _thread
import os
import runpy
import signal
import sys
import threading


def stop_at_end_of_input() -> None:
    """Ask this process to stop, as Ctrl-C or a service manager does, when its standard input ends."""
    # Without a buffer: Python would abort a module that ends by itself while this thread holds the buffer's lock.
    while os.read(sys.stdin.fileno(), 4096):
        pass
    interrupt()


def interrupt() -> None:
    """Interrupt the main thread of this process as Ctrl-C or a service manager does."""
    if os.name == "nt":
        _thread.interrupt_main()
    else:
        # To the process and not to this thread, so that the main thread wakes up.
        os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    threading.Thread(target=stop_at_end_of_input, daemon=True).start()
    sys.argv = sys.argv[1:]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
