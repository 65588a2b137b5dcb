"""Hostile requests to every route: seconds of processor, the worst first.

    python -m benchmarks hostile [own]

On a fresh SQLite database; `own` leaves out what every route is asked alike.
Returns 1 when an answer is not as `benchmarks.hostile_requests` wants it.
"""

import os
import tempfile
from collections.abc import Sequence

from benchmarks.figures import keep

SHOWN = 25


def main(argv: Sequence[str] = ()) -> int:
    """Ask as nobody, as an account without a role, and as the director."""
    with tempfile.TemporaryDirectory(prefix="mahjong-director-bench-") as data:
        os.environ["MAHJONG_DIRECTOR_DATA"] = data
        os.environ["MAHJONG_DIRECTOR_LOG_LEVEL"] = "CRITICAL"
        os.environ["DJANGO_SETTINGS_MODULE"] = "tournaments.site.settings"
        import django

        django.setup()
        from django.conf import settings
        from django.core.management import call_command
        from django.test.utils import setup_test_environment

        setup_test_environment()
        settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
        call_command("migrate", verbosity=0)
        return _measure(own_only="own" in argv)


def _measure(own_only: bool) -> int:
    from benchmarks import hostile_requests as hostile

    tournament = hostile.scene()
    answers = []
    for name in ("", "otto", "olga"):
        visitor = hostile.Visitor(name)
        answers += list(hostile.walk_own(visitor, tournament))
        if not own_only:
            answers += list(hostile.walk(visitor, tournament))
    answers.sort(key=lambda answer: -answer.seconds)
    print(f"{len(answers)} requests to {len(hostile.routes())} routes; the worst:")
    for answer in answers[:SHOWN]:
        print(f"  {answer}")
    faulty = [answer for answer in answers if answer.fault]
    keep("hostile requests, the worst", answers[0].seconds * 1000, "ms")
    keep("hostile requests, faults", len(faulty), "")
    for answer in faulty:
        print(f"FAULT {answer}: {answer.fault}")
    return 1 if faulty else 0
