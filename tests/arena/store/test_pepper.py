"""The pepper is a file for its owner's eyes, made once and never silently made anew."""

from pathlib import Path

import pytest

from arena.store import DatabaseUnreachable, Store
from arena.store.pepper import load_pepper


def test_the_pepper_is_made_once_with_mode_0600(tmp_path: Path) -> None:
    file = tmp_path / "pepper"
    pepper = load_pepper(file, create=True)
    assert load_pepper(file, create=True) == load_pepper(file, create=False) == pepper
    assert file.stat().st_mode & 0o777 == 0o600
    assert len(pepper) == 32
    assert [one.name for one in tmp_path.iterdir()] == ["pepper"]


def test_a_pepper_that_others_can_read_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "pepper"
    load_pepper(file, create=True)
    file.chmod(0o640)
    with pytest.raises(DatabaseUnreachable, match="chmod 600"):
        load_pepper(file, create=False)


def test_a_link_and_a_file_of_another_length_are_refused(tmp_path: Path) -> None:
    load_pepper(tmp_path / "pepper", create=True)
    (tmp_path / "link").symlink_to(tmp_path / "pepper")
    with pytest.raises(DatabaseUnreachable, match="cannot be opened"):
        load_pepper(tmp_path / "link", create=False)
    short = tmp_path / "short"
    short.touch(0o600)
    with pytest.raises(DatabaseUnreachable, match="32 bytes"):
        load_pepper(short, create=True)


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DatabaseUnreachable, match="cannot be written"):
        load_pepper(tmp_path / "file" / "pepper", create=True)


def test_a_lost_pepper_is_missed_once_there_are_tokens(db_url: str, tmp_path: Path) -> None:
    pepper = tmp_path / "arena.db.pepper"
    with Store.open(db_url):
        assert pepper.exists()
    pepper.unlink()
    with Store.open(db_url) as store:
        store.tokens.issue("ana", ["admin"]).wait()
    pepper.unlink()
    with pytest.raises(DatabaseUnreachable, match="Restore the pepper file"):
        Store.open(db_url)
    assert not pepper.exists()
