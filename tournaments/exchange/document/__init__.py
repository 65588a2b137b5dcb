"""Complete event as one file, `mahjong-event/2`: all its data except secrets and accounts.

`sections` lists the rows, `fields` converts values, `writing` makes the document, `reading` validates it, `archive`
packs it, `schema` describes it. `tournaments.exchange.services.event_files` restores the rows.
"""
