"""The tables. `journal` is the truth; all others follow from it and can be rebuilt.

A change here needs a file in migrations/versions; a test compares the two.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# SQLite counts rows by an INTEGER key; elsewhere 64 bits must be asked for.
Sequence = BigInteger().with_variant(Integer(), "sqlite")

journal = Table(
    "journal",
    metadata,
    Column("seq", Sequence, primary_key=True, autoincrement=False),
    Column("at_us", BigInteger, nullable=False),  # microseconds since 1970, UTC; never goes back
    Column("kind", Text, nullable=False),
    Column("payload", Text, nullable=False),  # canonical JSON
    Column("blob", LargeBinary),  # a match's record, or a fit's covariance; zstd
)

bots = Table(
    "bots",
    metadata,
    Column("name", Text, primary_key=True),
    Column("owner", Text, nullable=False),
    Column("registered_us", BigInteger, nullable=False),
    Column("retired_us", BigInteger),
    Index(None, "owner"),
)

bot_versions = Table(
    "bot_versions",
    metadata,
    Column("id", Text, primary_key=True),  # NAME/VERSION
    Column("bot", Text, ForeignKey("bots.name"), nullable=False),
    Column("version", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("digest", Text, nullable=False),
    Column("registered_us", BigInteger, nullable=False),
    Column("retired_us", BigInteger),
    Index(None, "bot"),
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", Text, primary_key=True),
    Column("owner", Text, nullable=False),
    Column("bot", Text, ForeignKey("bots.name")),
    Column("scopes", Text, nullable=False),  # JSON list
    Column("digest", LargeBinary, nullable=False),  # HMAC-SHA256(pepper, secret)
    Column("issued_us", BigInteger, nullable=False),
    Column("expires_us", BigInteger),
    Column("revoked_us", BigInteger),
    Index(None, "bot"),
)

ladders = Table(
    "ladders",
    metadata,
    Column("id", Text, primary_key=True),
    Column("key", Text, nullable=False, unique=True),  # canonical JSON of all that keys a ladder
    Column("variant", Text, nullable=False),
    Column("state", Text, nullable=False),  # active, paused
    Column("created_us", BigInteger, nullable=False),
)

matches = Table(
    "matches",
    metadata,
    Column("seq", Sequence, primary_key=True, autoincrement=False),  # of its start in the journal
    Column("id", Text, nullable=False, unique=True),
    Column("ladder", Text, ForeignKey("ladders.id")),
    Column("variant", Text, nullable=False),
    Column("rules_version", Text, nullable=False),
    Column("settings", Text, nullable=False),  # canonical JSON
    Column("deal_set", Text),
    Column("leg", Integer, nullable=False),
    Column("state", Text, nullable=False),  # running, finished, void
    Column("started_us", BigInteger, nullable=False),
    Column("finished_us", BigInteger),
    Column("finished_seq", Sequence),  # of its end in the journal, where its record is
    Column("scores", Text),  # JSON list, per side
    Column("cause", Text),
    Column("blamed_seat", Integer),
    Column("rule", Text),
    Column("measured_s", Float),
    Column("forfeit", Boolean, nullable=False),
    Column("void_reason", Text),
    Column("leg_salt", Text),  # hexadecimal; of the commitment to its cards
    Column("record_sha256", Text),
    Index(None, "ladder", "seq"),
    Index(None, "deal_set"),
    Index(None, "state", "seq"),
)

deal_sets = Table(
    "deal_sets",
    metadata,
    Column("id", Text, primary_key=True),
    Column("mode", Text, nullable=False),  # mirror, shared, independent
    Column("ruleset", Text, nullable=False),
    Column("legs", Integer, nullable=False),
    Column("server_seed", Text, nullable=False),  # hexadecimal; told only when the set has ended
    Column("contributions", Text, nullable=False),  # JSON list
    Column("state", Text, nullable=False),  # open, closed, void
    Column("drawn_us", BigInteger, nullable=False),
    Column("ended_us", BigInteger),
    Index(None, "state"),
)

chain = Table(
    "chain",
    metadata,
    Column("number", Sequence, primary_key=True, autoincrement=False),  # from 1 without a gap
    Column("seq", Sequence, ForeignKey("journal.seq"), nullable=False),  # where it is in the journal
    Column("hash", Text, nullable=False),  # SHA-256 of the entry's payload, hexadecimal
)

match_seats = Table(
    "match_seats",
    metadata,
    Column("match_seq", Sequence, ForeignKey("matches.seq"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("side", Integer, nullable=False),
    Column("bot", Text, ForeignKey("bots.name"), nullable=False),
    Column("version", Text, ForeignKey("bot_versions.id"), nullable=False),
    Column("instance", Text, nullable=False),
    Column("score", Float),
    Column("rank", Integer),
    Index(None, "bot", "match_seq"),
)

rulings = Table(
    "rulings",
    metadata,
    Column("seq", Sequence, primary_key=True, autoincrement=False),
    Column("match_seq", Sequence, ForeignKey("matches.seq"), nullable=False),
    Column("at_us", BigInteger, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("cause", Text, nullable=False),
    Column("rule", Text, nullable=False),
    Column("measured_s", Float, nullable=False),
    Index(None, "match_seq"),
)

forfeits = Table(
    "forfeits",
    metadata,
    Column("match_seq", Sequence, ForeignKey("matches.seq"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, nullable=False),  # from 0, in the order they happened
    Column("cause", Text, nullable=False),
    Column("rule", Text, nullable=False),
    Column("measured_s", Float, nullable=False),
)

pair_counts = Table(
    "pair_counts",
    metadata,
    Column("ladder", Text, ForeignKey("ladders.id"), primary_key=True),
    Column("first", Text, ForeignKey("bot_versions.id"), primary_key=True),  # first < second as text
    Column("second", Text, ForeignKey("bot_versions.id"), primary_key=True),
    Column("wins", Integer, nullable=False),  # of first
    Column("ties", Integer, nullable=False),
    Column("losses", Integer, nullable=False),
)

match_luck = Table(
    "match_luck",
    metadata,
    Column("match_seq", Sequence, ForeignKey("matches.seq"), primary_key=True, autoincrement=False),
    Column("reference", Text, nullable=False),  # what it was measured by
    Column("luck", Float, nullable=False),  # of side 0, in matches won
)

fits = Table(
    "fits",
    metadata,
    Column("seq", Sequence, primary_key=True, autoincrement=False),
    Column("batch", Text, nullable=False, unique=True),
    Column("ladder", Text, ForeignKey("ladders.id"), nullable=False),
    Column("fitted_us", BigInteger, nullable=False),
    Column("through_seq", Sequence, nullable=False),  # the last journal entry it knows
    Column("matches", Integer, nullable=False),
    Column("about", Text, nullable=False),  # JSON: whatever the fit tells of itself
    Index(None, "ladder", "seq"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("fit_seq", Sequence, ForeignKey("fits.seq"), primary_key=True, autoincrement=False),
    Column("version", Text, ForeignKey("bot_versions.id"), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("low", Float, nullable=False),  # 95 % interval
    Column("high", Float, nullable=False),
    Column("best_rank", Integer, nullable=False),
    Column("worst_rank", Integer, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("forfeits", Integer, nullable=False),
    Column("luck_rating", Float),
    Column("luck_margin", Float),
)

DERIVED = tuple(table for table in metadata.sorted_tables if table is not journal)
"""The tables that follow from the journal, each after those it refers to."""
