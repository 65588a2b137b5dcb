"""Disputes: moments of seeded hands in which somebody claims something, rightly or wrongly.

``moment`` is such a moment and a kind of it, ``telling`` the facts that the table could tell of it, ``generator`` makes
one from a ruleset, a kind and a seed, ``agreement`` compares what the law says by the facts and by the record of play.
The kinds that every family has stand in ``wins``, ``calls`` and ``procedure``; a family brings its own
(``FamilyLaw.disputes``) and tells the facts that only it knows (``FamilyLaw.told``).
"""
