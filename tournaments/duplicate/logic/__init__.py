"""Duplicate mahjong: who plays which board where, what a result is worth, and whether a table followed its deal.

Pure functions on values; no database and no Django.

- `movement`: sessions in which players meet and compare as promised, the boards' way round the tables, what a table
  plays next and who may not play it because the board is known.
- `comparison`: results of a board seat by seat as difference from the mean, Butler IMPs, cross-IMPs or matchpoints;
  teams, victory points, standings with their standard error. `scales` holds the IMP scales as data.
- `walls_after`: the unplayed tail, the balance of a seat and a tray that was built against the deal.
"""
