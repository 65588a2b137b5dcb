"""Backups: one file with the database, the files and the secret key.

`archive` is the file, `store` its place, `dumps` the two databases, `making` and `restoring` the ways in and out,
`locks` excludes simultaneous work, `rotation` deletes old ones, `erasures` lists the people whom older ones hold,
`rehearsal` is a second site on a copy.
"""
