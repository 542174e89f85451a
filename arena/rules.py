"""The rule books: docs/rules, which a wheel carries inside this package."""

from pathlib import Path

HERE = Path(__file__).parent
PLACES = (HERE / "rule_books", HERE.parent / "docs" / "rules")  # in a wheel, in a checkout


def rule_book(name: str) -> str:
    """The page of a game by its id, or "README" or "notation": Markdown for players.

    Raises: FileNotFoundError: there is no such page.
    """
    for place in PLACES:
        page = place / f"{name}.md"
        if page.is_file():
            return page.read_text(encoding="utf-8")
    raise FileNotFoundError(f"no rule book {name}.md in {' or '.join(map(str, PLACES))}")
