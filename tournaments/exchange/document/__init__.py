"""Complete event as one file, `mahjong-event/2`: all its data except secrets and accounts.

`sections` says which rows belong to it, `fields` how a value is written, `writing` makes the document, `reading` checks
one, `archive` packs it with the logs and readable tables, `schema` describes it for other programs.
`tournaments.exchange.services.event_files` restores the rows.
"""
