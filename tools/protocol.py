"""The protocol's workbench: lint, breaking changes since the last release, generated code and its freshness.

Run through make: `make proto` writes proto/python, `make check` runs the rest.
"""

import filecmp
import io
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CONTRACT = ROOT / "proto"
GENERATED = ROOT / "proto" / "python"
BIN = Path(sys.executable).parent
PACKAGES = {
    "truco": "The arena's contract as generated Python: see proto/truco/v1.",
    "truco/v1": "Version 1 of the contract, one module per .proto file.",
}


def lint() -> int:
    """Style, layout and comments of every message and field, by buf."""
    return _buf("lint") or _buf("format", "--diff", "--exit-code")


def breaking() -> int:
    """What the last tagged release understood must still be understood."""
    if not _git("tag", "--list", "--merged", "HEAD").strip():
        print("breaking: there is no git tag yet, so nothing to compare with")
        return 0
    tag = _git("describe", "--tags", "--abbrev=0").decode().strip()
    archive = _git("archive", "--format=zip", tag, "proto")
    with tempfile.TemporaryDirectory() as folder:
        zipfile.ZipFile(io.BytesIO(archive)).extractall(folder)
        return _buf("breaking", "--against", str(Path(folder, "proto")))


def generate() -> int:
    """Write proto/python anew; files whose .proto is gone go too."""
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder)
        _generate_into(fresh)
        # File by file: a program that runs meanwhile still finds the protocol.
        shutil.copytree(fresh, GENERATED, dirs_exist_ok=True)
        for stale in _differences(fresh, GENERATED):
            (GENERATED / stale).unlink()
    return 0


def fresh() -> int:
    """Compare proto/python with what the pinned generators make of proto/truco."""
    with tempfile.TemporaryDirectory() as folder:
        _generate_into(Path(folder))
        stale = sorted(_differences(Path(folder), GENERATED))
    for path in stale:
        print(f"fresh: proto/python/{path} is not what proto/truco generates")
    if stale:
        print("fresh: run `make proto` and commit the result by itself")
    return 1 if stale else 0


def _generate_into(out: Path) -> None:
    sources = sorted(str(path.relative_to(CONTRACT)) for path in CONTRACT.glob("truco/**/*.proto"))
    done = subprocess.run(
        [sys.executable, "-m", "grpc_tools.protoc", "--proto_path=."]
        + [f"--plugin=protoc-gen-{name}={BIN / f'protoc-gen-{name}'}" for name in ("mypy", "mypy_grpc")]
        + [f"--{kind}_out={out}" for kind in ("python", "grpc_python", "mypy", "mypy_grpc")]
        + sources,
        cwd=CONTRACT,
        check=False,
        capture_output=True,  # mypy-protobuf names every file it writes
        text=True,
    )
    if done.returncode:
        sys.exit(f"protoc: {done.stderr.strip()}")
    for package, says in PACKAGES.items():
        (out / package / "__init__.py").write_text(f'"""{says}"""\n')
    (out / "truco" / "py.typed").touch()


def _differences(made: Path, kept: Path) -> set[Path]:
    names = {path.relative_to(root) for root in (made, kept) for path in _files(root)}
    return {name for name in names if not _same(made / name, kept / name)}


def _files(root: Path) -> list[Path]:
    return [path for path in root.rglob("*") if path.is_file() and "__pycache__" not in path.parts]


def _same(one: Path, other: Path) -> bool:
    return one.is_file() and other.is_file() and filecmp.cmp(one, other, shallow=False)


def _buf(*args: str) -> int:
    return subprocess.run([BIN / "buf", *args], cwd=CONTRACT, check=False).returncode


def _git(*args: str) -> bytes:
    # A clone may belong to another user than the one who checks it.
    done = subprocess.run(
        ["git", "-c", "safe.directory=*", *args], cwd=ROOT, capture_output=True, check=False
    )
    if done.returncode:
        sys.exit(f"git {' '.join(args)}: {done.stderr.decode().strip()}")
    return done.stdout


COMMANDS: dict[str, Callable[[], int]] = {
    command.__name__: command for command in (lint, breaking, generate, fresh)
}

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in COMMANDS:
        sys.exit(f"usage: tools/protocol.py {'|'.join(COMMANDS)}")
    sys.exit(COMMANDS[sys.argv[1]]())
