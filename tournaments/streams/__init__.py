"""Who listens hears what changes: server-sent events from the log, a thread a process however many listen."""
