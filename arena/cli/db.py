"""`arena db migrate|check`: the database."""

from arena.cli.common import PLAIN, Common
from arena.cli.errors import NO
from arena.cli.output import Output
from arena.cli.places import data_folder, database


def migrate(*, db: str | None = None, common: Common = PLAIN) -> int:
    """Create or upgrade the tables.

    Parameters
    ----------
    db
        The database: a file or a URL; by default arena.db in the data folder.
    """
    from arena.store import upgrade

    url = database(data_folder(common.data), db)
    schema = upgrade(url)
    Output(common).line("db-migrate/1", {"db": url, "schema": schema}, f"{url} has the tables {schema}")
    return 0


def check(*, db: str | None = None, common: Common = PLAIN) -> int:
    """Look at every page of the database for damage; exit code 1 if there is any, or an upgrade to do.

    Parameters
    ----------
    db
        The database: a file or a URL; by default the one in the data folder that was written last.
    """
    from arena.cli.opened import ladder_database, require
    from arena.store import check as look

    url = ladder_database(common, db)
    require(url)
    health = look(url)
    text = f"{url} is sound, with the tables {health.schema}"
    if health.schema != health.newest:
        text = f"{url} has the tables {health.schema}, this program's are {health.newest}: arena db migrate"
    if health.damage:
        text = "\n".join([f"{url} is damaged:", *(f"  {line}" for line in health.damage)])
    content = {"db": url, "schema": health.schema, "newest": health.newest, "sound": health.sound}
    Output(common).line("db-check/1", {**content, "damage": list(health.damage)}, text)
    return 0 if health.sound else NO
