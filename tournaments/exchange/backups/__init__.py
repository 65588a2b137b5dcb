"""Backups: one file with the database, the files and the secret key; made, checked by opening it, restored.

`archive` is the file, `store` its place, `dumps` the two databases, `making` and `restoring` the ways in and out,
`locks` lets one process of the site do either, `rotation` decides which are kept, `rehearsal` is a second site on a
copy.
"""
