"""Child processes and whether they are alive."""

import psutil


def alive(process: psutil.Process) -> bool:
    """A zombie is dead; it waits for whatever adopted it to ask."""
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def family(pid: int) -> list[psutil.Process]:
    return list(psutil.Process(pid).children(recursive=True))
