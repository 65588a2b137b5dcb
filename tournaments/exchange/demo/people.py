"""People of the fictional events: players and the accounts that a visitor may try."""

from __future__ import annotations

from typing import Final

from tournaments.accounts.models import User
from tournaments.accounts.services import accounts, roles
from tournaments.core.audit import Actor
from tournaments.events.models import Tournament
from tournaments.exchange.demo.queries import ACCOUNTS

PLAYERS: Final = (
    ("Aino", "Laine", "FIN"), ("Benoît", "Marchand", "FRA"), ("Chiara", "Bellini", "ITA"), ("Dorte", "Holm", "DEN"),
    ("Emil", "Sørensen", "DEN"), ("Fumiko", "Arai", "JPN"), ("Gábor", "Szalai", "HUN"), ("Hanne", "de Wit", "NED"),
    ("Ivo", "Kranjc", "SLO"), ("Jia", "Shen", "CHN"), ("Kaito", "Nakahara", "JPN"), ("Livia", "Baumann", "SUI"),
    ("Mateusz", "Wilk", "POL"), ("Noor", "Bakker", "NED"), ("Oscar", "Ferrer", "ESP"), ("Priya", "Nair", "GBR"),
    ("Qiang", "Tao", "CHN"), ("Ruta", "Balode", "LAT"), ("Selma", "Yıldız", "GER"), ("Tomás", "Rocha", "POR"),
    ("Ulla", "Virtanen", "FIN"), ("Vasco", "Pires", "POR"), ("Wanda", "Sikora", "POL"), ("Xavier", "Lemoine", "FRA"),
    ("Yuki", "Morimoto", "JPN"), ("Zoltán", "Bíró", "HUN"), ("Agnes", "Vogel", "AUT"), ("Bram", "Claes", "BEL"),
    ("Celine", "Fabre", "FRA"), ("Dario", "Conti", "ITA"), ("Elif", "Aydın", "GER"), ("Finn", "Murray", "IRL"),
)  # fmt: skip

HOUSE: Final = ("Greta", "Winter", "AUT")
"""House substitute on the waiting list until somebody leaves."""


def staff(by: Actor, tournament: Tournament) -> None:
    for name, role in ACCOUNTS.items():
        user = User.objects.filter(username=name).first() or accounts.create(by, username=name)
        roles.grant(by, tournament, user=user, role=role)


def make_actor(name: str) -> Actor:
    return Actor.of_task("demo", User.objects.get(username=name))
