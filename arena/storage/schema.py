"""The tables of a store."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

SCHEMA_VERSION = 1
"""Raised with every change to the tables; a store of another version is refused."""

METADATA = MetaData()

STORE = Table("arena_store", METADATA, Column("schema_version", Integer, nullable=False))

EVENTS = Table(
    "events",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", String, nullable=False, unique=True),
    Column("frozen", Text, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("commitment", String),
    Column("created_at", String, nullable=False),  # UTC as ISO 8601 text: SQLite has no time type
    Column("finished_at", String),
)

RESULTS = Table(
    "results",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("event_id", ForeignKey("events.id"), nullable=False),
    Column("identity", String, nullable=False),
    Column("set_text", String, nullable=False),
    Column("position", Integer, nullable=False),
    Column("seats", JSON, nullable=False),
    Column("sides", JSON, nullable=False),
    Column("ranks", JSON, nullable=False),
    Column("scores", JSON, nullable=False),
    Column("forfeits", JSON, nullable=False),
    Column("void", Boolean, nullable=False),
    Column("faults", JSON, nullable=False),
    Column("record", LargeBinary, nullable=False),
    Column("finished_at", String, nullable=False),
    UniqueConstraint("event_id", "identity"),
    Index("results_in_order", "event_id", "position", "id"),
)

LOGS = Table(
    "logs",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("event_id", ForeignKey("events.id"), nullable=False, index=True),
    Column("bot", String, nullable=False),
    Column("instance", String, nullable=False),
    Column("text", LargeBinary, nullable=False),
)
