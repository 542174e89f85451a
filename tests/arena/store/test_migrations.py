"""A database is brought to this program's tables, and one that is not for it is left as it is."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, inspect

import arena.store
from arena.store import DatabaseForeign, DatabaseUnreachable, Forfeit, Ruling, Store, check, upgrade
from arena.store.migrate import VERSION_TABLE, newest
from arena.store.schema import metadata
from tests.arena.store.world import contents, heads_up, play, won_by

migrations = Path(arena.store.__file__).parent / "migrations"


def run(file: Path, sql: str) -> None:
    with closing(sqlite3.connect(file)) as raw, raw:
        raw.execute(sql)


def test_the_migrations_give_the_tables_of_the_schema(db_url: str) -> None:
    assert upgrade(db_url) == newest()
    engine = create_engine(db_url)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert compare_metadata(context, metadata) == []
        assert set(inspect(connection).get_table_names()) == {*metadata.tables, VERSION_TABLE}
    engine.dispose()


def test_upgrading_again_keeps_everything(settled: Store, db_url: str) -> None:
    play(settled, heads_up("m1"), winner=0)
    kept = contents(settled)
    settled.close()
    assert upgrade(db_url) == newest()
    with Store.open(db_url) as again:
        assert contents(again) == kept


def test_old_matches_get_all_who_forfeited_from_their_rulings(
    settled: Store, db_url: str, tmp_path: Path
) -> None:
    settled.matches.start(heads_up("m1")).wait()
    settled.matches.rule(Ruling("m1", 1, "late", "first default action in a match: decline", 0.0)).wait()
    settled.matches.rule(Ruling("m1", 1, "late", "forfeit: third late answer", 0.0)).wait()
    settled.matches.rule(Ruling("m1", 0, "closed", "forfeit: away", 0.0)).wait()
    won_by(settled, "m1", 0, forfeit=True).wait()
    play(settled, heads_up("m2"), winner=0)
    settled.close()
    make_old(tmp_path / "arena.db", "0002")
    upgrade(db_url)
    with Store.open(db_url) as again:
        ending = again.matches.get("m1").ending
        assert ending is not None
        assert ending.forfeits == (
            Forfeit(1, "late", "third late answer", 2.5),
            Forfeit(0, "closed", "away", 0.0),
        )
        assert [row.faults for row in again.results.rows("argentine")] == [("closed", "late"), (None, None)]
        kept = contents(again)
        again.rebuild().wait()
        assert contents(again) == kept


def make_old(file: Path, schema: str) -> None:
    """The same matches in a database as it was at an earlier schema: its tables, and its journal."""
    new = file.rename(file.with_suffix(".new"))
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        config = Config(attributes={"connection": connection, "version_table": VERSION_TABLE})
        config.set_main_option("script_location", str(migrations))
        command.upgrade(config, schema)
    engine.dispose()
    with closing(sqlite3.connect(file)) as old, old:
        old.execute("ATTACH ? AS new", (str(new),))
        tables = old.execute("SELECT name FROM main.sqlite_master WHERE type = 'table'").fetchall()
        for (table,) in tables:
            if table != VERSION_TABLE:
                columns = ", ".join(row[1] for row in old.execute(f"PRAGMA main.table_info({table})"))
                copied = f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM new.{table}"  # noqa: S608  # names of our own tables
                old.execute(copied)
        for seq, payload in old.execute("SELECT seq, payload FROM journal").fetchall():
            entry = json.loads(payload)
            entry.get("ending", {}).pop("forfeits", None)
            text = json.dumps(entry, sort_keys=True, separators=(",", ":"))
            old.execute("UPDATE journal SET payload = ? WHERE seq = ?", (text, seq))


def test_a_newer_database_is_refused_and_not_touched(db_url: str, tmp_path: Path) -> None:
    upgrade(db_url)
    file = tmp_path / "arena.db"
    run(file, "UPDATE truco_arena_schema SET version_num = '0999'")
    before = file.read_bytes()
    for attempt in (Store.open, Store.read, upgrade, check):
        with pytest.raises(DatabaseForeign, match="0999, and this program knows none after"):
            attempt(db_url)
    assert file.read_bytes() == before


def test_an_older_database_is_not_read_before_it_is_migrated(db_url: str, tmp_path: Path) -> None:
    file = tmp_path / "arena.db"
    run(file, "CREATE TABLE truco_arena_schema (version_num VARCHAR(32) NOT NULL)")
    with pytest.raises(DatabaseForeign, match="arena db migrate"):
        Store.read(db_url)
    assert upgrade(db_url) == newest()
    Store.read(db_url).close()


def test_the_database_of_another_program_is_refused_and_not_touched(db_url: str, tmp_path: Path) -> None:
    file = tmp_path / "arena.db"
    run(file, "CREATE TABLE recipes (name TEXT)")
    before = file.read_bytes()
    for attempt in (Store.open, Store.read, upgrade, check):
        with pytest.raises(
            DatabaseForeign, match="not a truco arena's: it has no truco_arena_schema, but recipes"
        ):
            attempt(db_url)
    assert file.read_bytes() == before
    assert sorted(one.name for one in tmp_path.iterdir()) == ["arena.db"]


@pytest.mark.parametrize("address", ["", "arena.db", "mysql://host/arena", "sqlite://", "sqlite:///:memory:"])
def test_what_is_not_the_address_of_a_database_is_told(address: str) -> None:
    with pytest.raises(DatabaseUnreachable, match="Write sqlite:///FILE"):
        Store.open(address)


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    for attempt in (Store.open, Store.read, check):
        with pytest.raises(DatabaseUnreachable, match="Check that it is there"):
            attempt(f"sqlite:///{tmp_path}/none/arena.db")


def test_a_path_with_spaces_and_signs_is_a_path(tmp_path: Path) -> None:
    folder = tmp_path / "mesa 1 %41 ¿año? #2"
    folder.mkdir()
    file = folder / "arena.db"
    url = f"sqlite:///{str(file).replace('%', '%25').replace('?', '%3F')}"
    with Store.open(url) as store:
        store.bots.register("zap", "ana").wait()
    with Store.read(url) as again:
        assert again.bots.get("zap").owner == "ana"
    assert check(url).sound
    assert file.exists()


def test_check_finds_a_sound_database_sound(settled: Store, db_url: str) -> None:
    play(settled, heads_up("m1"), winner=0)
    health = check(db_url)
    assert (health.schema, health.damage, health.sound) == (newest(), (), True)


def test_check_names_a_row_that_refers_to_nothing(settled: Store, db_url: str, tmp_path: Path) -> None:
    play(settled, heads_up("m1"), winner=0)
    settled.close()
    run(tmp_path / "arena.db", "DELETE FROM bots WHERE name = 'zap'")
    assert any("that is not there" in line for line in check(db_url).damage)
    assert not check(db_url).sound
