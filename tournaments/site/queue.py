"""The embedded message queue: kombu's SQLAlchemy transport on a SQLite file, asked for work more often."""

from kombu.transport.sqlalchemy import Transport as SQLAlchemyTransport


class Transport(SQLAlchemyTransport):
    """kombu asks once a second, and a person waits that long for every job; given as an option, it fails to start."""

    polling_interval = 0.25
