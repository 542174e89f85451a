"""The luck of the cards: of each match, and the ratings with it taken out."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

SEQUENCE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Runs once, in one transaction with all that is pending."""
    op.create_table(
        "match_luck",
        sa.Column("match_seq", SEQUENCE, autoincrement=False, nullable=False),
        sa.Column("reference", sa.Text(), nullable=False),
        sa.Column("luck", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["match_seq"], ["matches.seq"], name=op.f("fk_match_luck_match_seq")),
        sa.PrimaryKeyConstraint("match_seq", name=op.f("pk_match_luck")),
    )
    op.add_column("ratings", sa.Column("luck_rating", sa.Float(), nullable=True))
    op.add_column("ratings", sa.Column("luck_margin", sa.Float(), nullable=True))
