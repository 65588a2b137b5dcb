"""Backups: one file with the database, the files and the secret key; made, checked by opening it, and opened again.

`archive` is the file, `dumps` the two databases, `making` and `restoring` the ways in and out, `rotation` what is kept,
`rehearsal` a second site on a copy.
"""
