"""Deal sets with their secrets, the public chain, and the salt of each match's commitment."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

SEQUENCE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Runs once, in one transaction with all that is pending."""
    op.create_table(
        "deal_sets",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("mode", sa.Text(), nullable=False),
        sa.Column("ruleset", sa.Text(), nullable=False),
        sa.Column("legs", sa.Integer(), nullable=False),
        sa.Column("server_seed", sa.Text(), nullable=False),
        sa.Column("contributions", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("drawn_us", sa.BigInteger(), nullable=False),
        sa.Column("ended_us", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deal_sets")),
    )
    op.create_index(op.f("ix_deal_sets_state"), "deal_sets", ["state"], unique=False)
    op.create_table(
        "chain",
        sa.Column("number", SEQUENCE, autoincrement=False, nullable=False),
        sa.Column("seq", SEQUENCE, nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["seq"], ["journal.seq"], name=op.f("fk_chain_seq")),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_chain")),
    )
    op.add_column("matches", sa.Column("leg_salt", sa.Text(), nullable=True))
