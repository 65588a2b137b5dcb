"""Table sheets without a database: decision about a new one, and ledger amounts of a confirmed one."""
