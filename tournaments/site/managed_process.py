"""Runner of a module that ends with its supervisor, which holds the other end of standard input."""

from __future__ import annotations

import _thread
import os
import runpy
import signal
import sys
import threading


def stop_at_end_of_input() -> None:
    # Without a buffer, because Python aborts a module that ends while this thread holds the buffer's lock.
    while os.read(sys.stdin.fileno(), 4096):
        pass
    interrupt_main()


def interrupt_main() -> None:
    if os.name == "nt":
        _thread.interrupt_main()
    else:
        # Sent to the process and not to this thread, so that the main thread wakes up.
        os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    threading.Thread(target=stop_at_end_of_input, daemon=True).start()
    sys.argv = sys.argv[1:]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
