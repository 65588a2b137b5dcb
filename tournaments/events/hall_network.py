from __future__ import annotations

import ipaddress
import socket
import sys

# Wired and wireless cards before those of containers and virtual machines.
_CARDS = ("en", "eth", "wl")


def list_addresses() -> list[str]:
    """Return IPv4 addresses that others may reach, likeliest first: private ones, which phones in the hall share."""
    import psutil

    up = {name for name, state in psutil.net_if_stats().items() if state.isup}
    cards_with_address = [
        (name, ipaddress.IPv4Address(card.address))
        for name, cards in psutil.net_if_addrs().items()
        for card in cards
        if card.family == socket.AF_INET and name in up
    ]
    reachable = [
        (name, address) for name, address in cards_with_address if not (address.is_loopback or address.is_link_local)
    ]
    reachable.sort(key=lambda row: (not row[0].startswith(_CARDS), not row[1].is_private, row[0]))
    return [str(address) for _name, address in reachable]


def show_addresses(port: int) -> None:
    """Print each address, and on a terminal the first one as a QR code."""
    urls = [f"http://{address}:{port}/" for address in list_addresses()]
    if not urls:
        print("This machine is in no network: connect it to the hall's router, then start again.")
    for address in urls:
        print(f"In the hall's network:  {address}")
    if urls and sys.stdout.isatty() and _can_print_blocks():
        import segno

        segno.make(urls[0], error="l").terminal(compact=True)


def _can_print_blocks() -> bool:
    """Return True if the console's encoding has the half blocks of a QR code."""
    try:
        "▀▄█".encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True
