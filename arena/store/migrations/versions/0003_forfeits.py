"""Every seat that forfeited, where the first alone was kept; those of old matches come from their rulings."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

SEQUENCE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
RULED = "forfeit: "


def upgrade() -> None:
    """Runs once, in one transaction with all that is pending."""
    forfeits = op.create_table(
        "forfeits",
        sa.Column("match_seq", SEQUENCE, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("cause", sa.Text(), nullable=False),
        sa.Column("rule", sa.Text(), nullable=False),
        sa.Column("measured_s", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["match_seq"], ["matches.seq"], name=op.f("fk_forfeits_match_seq")),
        sa.PrimaryKeyConstraint("match_seq", "seat", name=op.f("pk_forfeits")),
    )
    matches = sa.table(
        "matches",
        *map(sa.column, ("seq", "cause", "blamed_seat", "rule", "measured_s")),
        sa.column("forfeit"),
    )
    rulings = sa.table("rulings", *map(sa.column, ("seq", "match_seq", "seat", "cause", "rule")))
    connection = op.get_bind()
    first = connection.execute(
        sa.select(matches).where(matches.c.forfeit.is_(sa.true()), matches.c.blamed_seat.is_not(None))
    )
    found: dict[tuple[int, int], dict[str, object]] = {}
    numbers: dict[int, int] = {}
    for match in first:
        numbers[match.seq] = 1
        found[match.seq, match.blamed_seat] = {
            "match_seq": match.seq,
            "seat": match.blamed_seat,
            "number": 0,
            "cause": match.cause,
            "rule": match.rule or "",
            "measured_s": match.measured_s or 0.0,
        }
    ruled = sa.select(rulings).where(rulings.c.rule.startswith(RULED)).order_by(rulings.c.seq)
    for one in connection.execute(ruled):
        if one.match_seq in numbers and (one.match_seq, one.seat) not in found:
            found[one.match_seq, one.seat] = {
                "match_seq": one.match_seq,
                "seat": one.seat,
                "number": numbers[one.match_seq],
                "cause": one.cause,
                "rule": one.rule.removeprefix(RULED),
                "measured_s": 0.0,
            }
            numbers[one.match_seq] += 1
    if found:
        connection.execute(sa.insert(forfeits), list(found.values()))
