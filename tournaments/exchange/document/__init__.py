"""A whole event as one file, `mahjong-event/2`: everything that the database knows of it, secrets and accounts aside.

`sections` says which rows belong to it, `fields` how a value is written, `writing` makes the document, `reading` checks
one, `archive` packs it with the logs and tables for people, `schema` describes it for other programs. Rows are put back
by `tournaments.exchange.services.event_files`.
"""
