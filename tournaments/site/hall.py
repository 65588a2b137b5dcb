"""This machine in the hall's network; `python -m tournaments.site.hall PORT` prints its addresses with a QR code.

`--trusted authority.pem` prints another one for what phones are asked to trust first; `--name NAME` prints a name that
stands in the site's certificate in place of the addresses.
"""

from __future__ import annotations

import argparse
import ipaddress
import socket
import sys
from collections.abc import Sequence

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


def main(port: int, scheme: str = "http", trusted: str = "", names: Sequence[str] = ()) -> None:
    """Print each address, and the first as a code that a phone reads from the terminal.

    `trusted`: path of a file. `names`: what a certificate is made for; phones take no other address.
    """
    here = addresses()
    if not here:
        print("This machine is in no network: connect it to the hall's router, then start again.")
        return
    found = [f"{scheme}://{one}:{port}/" for one in named(names) or here]
    for address in found:
        print(f"In the hall's network:  {address}")
    _show(found[0])
    for name in named(names):
        if not _leads_here(name, here):
            print(f"{name} does not lead to this machine: let the router's DNS answer with {here[0]}.")
    if trusted:
        print(f"What phones are asked to trust once (docs/venue.md says how):  {found[0]}{trusted}")
        _show(found[0] + trusted)


def named(names: Sequence[str]) -> list[str]:
    """Names of a certificate under which others can reach a machine: without those that mean each machine itself."""
    return [name for name in names if name not in ("localhost", "127.0.0.1", "::1")]


def _leads_here(name: str, here: Sequence[str]) -> bool:
    try:
        return any(str(found[4][0]) in here for found in socket.getaddrinfo(name, None, socket.AF_INET))
    except OSError:
        return False


def _show(address: str) -> None:
    if sys.stdout.isatty():
        import segno

        segno.make(address, error="l").terminal(compact=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("port", type=int)
    parser.add_argument("scheme", nargs="?", default="http")
    parser.add_argument("--trusted", default="")
    parser.add_argument("--name", action="append", default=[])
    given = parser.parse_args()
    main(given.port, given.scheme, given.trusted, given.name)
