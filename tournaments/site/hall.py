"""This machine in the hall's network; `python -m tournaments.site.hall PORT` prints its addresses with a QR code.

`python -m tournaments.site.hall PORT https authority.pem` prints another one for what phones are asked to trust first.
"""

from __future__ import annotations

import ipaddress
import socket
import sys

# Wired and wireless cards before what containers and virtual machines bring along.
_CARDS = ("en", "eth", "wl")


def addresses() -> list[str]:
    """IPv4 addresses under which other devices may reach this machine, the likeliest first.

    Private ones lead: a phone in the hall has one of the same network.
    """
    import psutil

    up = {name for name, state in psutil.net_if_stats().items() if state.isup}
    found = [
        (name, ipaddress.IPv4Address(one.address))
        for name, cards in psutil.net_if_addrs().items()
        for one in cards
        if one.family == socket.AF_INET and name in up
    ]
    reachable = [(name, address) for name, address in found if not (address.is_loopback or address.is_link_local)]
    reachable.sort(key=lambda one: (not one[0].startswith(_CARDS), not one[1].is_private, one[0]))
    return [str(address) for _name, address in reachable]


def main(port: int, scheme: str = "http", trusted: str = "") -> None:
    """Print each address, and the first as a code that a phone reads from the terminal. `trusted`: path of a file."""
    found = [f"{scheme}://{address}:{port}/" for address in addresses()]
    if not found:
        print("This machine is in no network: connect it to the hall's router, then start again.")
        return
    for address in found:
        print(f"In the hall's network:  {address}")
    _show(found[0])
    if trusted:
        print(f"What phones are asked to trust once (docs/venue.md says how):  {found[0]}{trusted}")
        _show(found[0] + trusted)


def _show(address: str) -> None:
    if sys.stdout.isatty():
        import segno

        segno.make(address, error="l").terminal(compact=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:4])
