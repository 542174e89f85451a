"""Every exception from the checkers carries its reason where it stands."""

import re
from pathlib import Path

from tests.tooling.tree import text, tracked

GENERATED = Path("proto/python")
EXCEPTION = re.compile(r"#\s*(?:noqa\b|type:\s*ignore\b|pragma:|ruff:)")
REASONED = re.compile(
    r"#\s*(?:noqa: [A-Z]+\d+(?:, [A-Z]+\d+)*|type: ignore\[[a-z-]+(?:, ?[a-z-]+)*\])\s+[#-]\s*\S+ \S+"
)


def test_a_silenced_line_names_the_rule_and_the_reason() -> None:
    """As in `# noqa: S607  # git by name` or `# noqa: S607 - git by name`; `type: ignore[...]` alike."""
    unreasoned = [
        f"{path}:{number}: {line.strip()}"
        for path in tracked("*.py")
        if GENERATED not in path.parents and path != Path("tests/tooling/test_reasons.py")
        for number, line in enumerate(text(path).splitlines(), 1)
        if EXCEPTION.search(line) and not REASONED.search(line)
    ]
    assert not unreasoned, "\n".join(unreasoned)


def test_every_exception_in_pyproject_has_its_reason_on_the_line() -> None:
    inside = ""
    unreasoned = []
    for number, line in enumerate(text(Path("pyproject.toml")).splitlines(), 1):
        if re.match(r'(ignore|extend-exclude|filterwarnings|ignore_imports|"[^"]+") = \[$', line):
            inside = line
        elif line.startswith("]"):
            inside = ""
        elif inside and line.strip() != '"error",' and not re.search(r'",\s+# \S+', line):
            unreasoned.append(f"pyproject.toml:{number}: {line.strip()}")
    assert not unreasoned, "\n".join(unreasoned)


def test_mypy_is_strict_for_everybody() -> None:
    settings = text(Path("pyproject.toml")).split("[tool.mypy]")[1].split("# -----")[0]
    assert "strict = true" in settings
    assert "ignore_errors" not in settings
    for override in settings.split("[[tool.mypy.overrides]]")[1:]:
        assert re.search(r"^# \S+ \S+", override, re.MULTILINE), f"without a reason: {override}"
