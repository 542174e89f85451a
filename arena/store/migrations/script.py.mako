"""${message}."""

import sqlalchemy as sa
from alembic import op

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}


def upgrade() -> None:
    """Runs once, in one transaction with all that is pending."""
    ${upgrades if upgrades else "pass"}
