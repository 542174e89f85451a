"""`make check` notices generated code that is not what the contract generates, also in a path with spaces."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tooling.tree import ROOT


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The protocol and its tool in a folder whose name has spaces."""
    root = tmp_path / "a folder with spaces"
    shutil.copytree(ROOT / "proto", root / "proto")
    shutil.copytree(ROOT / "tools", root / "tools")
    return root


def fresh(root: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(root / "tools" / "protocol.py"), "fresh"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_generated_code_of_this_contract_is_fresh(copy: Path) -> None:
    done = fresh(copy)
    assert (done.returncode, done.stdout) == (0, "")


def test_a_hand_edited_generated_file_is_named(copy: Path) -> None:
    stale = copy / "proto/python/truco/v1/play_pb2.py"
    stale.write_text(stale.read_text() + "# edited\n")
    done = fresh(copy)
    assert done.returncode == 1
    assert "proto/python/truco/v1/play_pb2.py" in done.stdout


def test_a_generated_file_whose_contract_is_gone_is_named(copy: Path) -> None:
    (copy / "proto/python/truco/v1/gone_pb2.py").write_text("")
    done = fresh(copy)
    assert done.returncode == 1
    assert "gone_pb2.py" in done.stdout
