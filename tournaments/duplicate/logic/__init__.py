"""Duplicate mahjong: boards, their results, and the walls after play.

Pure functions on values; no database and no Django.

- `rotation`: movement of the boards between the tables of a session.
- `comparison`: results of a board seat by seat as difference from the mean, Butler IMPs, cross-IMPs or matchpoints;
  standings with their standard error. `teams` adds members and victory points; `scales` holds the IMP scales as data.
- `walls_after`: the unplayed tail, the balance of a seat and a hand's log against the deal.
- `wall_sheets`: tiles as a builder lays them. `robots`: seeded players for demonstrations.
"""
