"""The first tables: the journal, bots, tokens, ladders, matches, counts of pairs, fits."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

SEQUENCE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Runs once, in one transaction with all that is pending."""
    op.create_table(
        "bots",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("registered_us", sa.BigInteger(), nullable=False),
        sa.Column("retired_us", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_bots")),
    )
    op.create_index(op.f("ix_bots_owner"), "bots", ["owner"], unique=False)
    op.create_table(
        "journal",
        sa.Column("seq", SEQUENCE, autoincrement=False, nullable=False),
        sa.Column("at_us", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("blob", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_journal")),
    )
    op.create_table(
        "ladders",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("created_us", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ladders")),
        sa.UniqueConstraint("key", name=op.f("uq_ladders_key")),
    )
    op.create_table(
        "bot_versions",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("bot", sa.Text(), nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("registered_us", sa.BigInteger(), nullable=False),
        sa.Column("retired_us", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["bot"], ["bots.name"], name=op.f("fk_bot_versions_bot")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bot_versions")),
    )
    op.create_index(op.f("ix_bot_versions_bot"), "bot_versions", ["bot"], unique=False)
    op.create_table(
        "fits",
        sa.Column("seq", SEQUENCE, autoincrement=False, nullable=False),
        sa.Column("batch", sa.Text(), nullable=False),
        sa.Column("ladder", sa.Text(), nullable=False),
        sa.Column("fitted_us", sa.BigInteger(), nullable=False),
        sa.Column("through_seq", SEQUENCE, nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["ladder"], ["ladders.id"], name=op.f("fk_fits_ladder")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_fits")),
        sa.UniqueConstraint("batch", name=op.f("uq_fits_batch")),
    )
    op.create_index(op.f("ix_fits_ladder_seq"), "fits", ["ladder", "seq"], unique=False)
    op.create_table(
        "matches",
        sa.Column("seq", SEQUENCE, autoincrement=False, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("ladder", sa.Text(), nullable=True),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("rules_version", sa.Text(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("deal_set", sa.Text(), nullable=True),
        sa.Column("leg", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("started_us", sa.BigInteger(), nullable=False),
        sa.Column("finished_us", sa.BigInteger(), nullable=True),
        sa.Column("finished_seq", SEQUENCE, nullable=True),
        sa.Column("scores", sa.Text(), nullable=True),
        sa.Column("cause", sa.Text(), nullable=True),
        sa.Column("blamed_seat", sa.Integer(), nullable=True),
        sa.Column("rule", sa.Text(), nullable=True),
        sa.Column("measured_s", sa.Float(), nullable=True),
        sa.Column("forfeit", sa.Boolean(), nullable=False),
        sa.Column("void_reason", sa.Text(), nullable=True),
        sa.Column("record_sha256", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["ladder"], ["ladders.id"], name=op.f("fk_matches_ladder")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_matches")),
        sa.UniqueConstraint("id", name=op.f("uq_matches_id")),
    )
    op.create_index(op.f("ix_matches_deal_set"), "matches", ["deal_set"], unique=False)
    op.create_index(op.f("ix_matches_ladder_seq"), "matches", ["ladder", "seq"], unique=False)
    op.create_index(op.f("ix_matches_state_seq"), "matches", ["state", "seq"], unique=False)
    op.create_table(
        "tokens",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("bot", sa.Text(), nullable=True),
        sa.Column("scopes", sa.Text(), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("issued_us", sa.BigInteger(), nullable=False),
        sa.Column("expires_us", sa.BigInteger(), nullable=True),
        sa.Column("revoked_us", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["bot"], ["bots.name"], name=op.f("fk_tokens_bot")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tokens")),
    )
    op.create_index(op.f("ix_tokens_bot"), "tokens", ["bot"], unique=False)
    op.create_table(
        "match_seats",
        sa.Column("match_seq", SEQUENCE, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("bot", sa.Text(), nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.Column("instance", sa.Text(), nullable=False),
        sa.Column("score", sa.Float(), nullable=True),
        sa.Column("rank", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["bot"], ["bots.name"], name=op.f("fk_match_seats_bot")),
        sa.ForeignKeyConstraint(["match_seq"], ["matches.seq"], name=op.f("fk_match_seats_match_seq")),
        sa.ForeignKeyConstraint(["version"], ["bot_versions.id"], name=op.f("fk_match_seats_version")),
        sa.PrimaryKeyConstraint("match_seq", "seat", name=op.f("pk_match_seats")),
    )
    op.create_index(op.f("ix_match_seats_bot_match_seq"), "match_seats", ["bot", "match_seq"], unique=False)
    op.create_table(
        "pair_counts",
        sa.Column("ladder", sa.Text(), nullable=False),
        sa.Column("first", sa.Text(), nullable=False),
        sa.Column("second", sa.Text(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("ties", sa.Integer(), nullable=False),
        sa.Column("losses", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["first"], ["bot_versions.id"], name=op.f("fk_pair_counts_first")),
        sa.ForeignKeyConstraint(["ladder"], ["ladders.id"], name=op.f("fk_pair_counts_ladder")),
        sa.ForeignKeyConstraint(["second"], ["bot_versions.id"], name=op.f("fk_pair_counts_second")),
        sa.PrimaryKeyConstraint("ladder", "first", "second", name=op.f("pk_pair_counts")),
    )
    op.create_table(
        "ratings",
        sa.Column("fit_seq", SEQUENCE, autoincrement=False, nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("low", sa.Float(), nullable=False),
        sa.Column("high", sa.Float(), nullable=False),
        sa.Column("best_rank", sa.Integer(), nullable=False),
        sa.Column("worst_rank", sa.Integer(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("forfeits", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["fit_seq"], ["fits.seq"], name=op.f("fk_ratings_fit_seq")),
        sa.ForeignKeyConstraint(["version"], ["bot_versions.id"], name=op.f("fk_ratings_version")),
        sa.PrimaryKeyConstraint("fit_seq", "version", name=op.f("pk_ratings")),
    )
    op.create_table(
        "rulings",
        sa.Column("seq", SEQUENCE, autoincrement=False, nullable=False),
        sa.Column("match_seq", SEQUENCE, nullable=False),
        sa.Column("at_us", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("cause", sa.Text(), nullable=False),
        sa.Column("rule", sa.Text(), nullable=False),
        sa.Column("measured_s", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["match_seq"], ["matches.seq"], name=op.f("fk_rulings_match_seq")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_rulings")),
    )
    op.create_index(op.f("ix_rulings_match_seq"), "rulings", ["match_seq"], unique=False)
