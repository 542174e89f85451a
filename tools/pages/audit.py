"""Looks through a built site: which hosts a reader's browser would ask, and what a reader would miss."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

LOADS = (
    re.compile(
        r"<(?:script|img|iframe|source|video|audio|embed|input)\b[^>]*?\bsrc\s*=\s*[\"']?(?P<url>[^\"'\s>]+)"
    ),
    re.compile(r"<object\b[^>]*?\bdata\s*=\s*[\"']?(?P<url>[^\"'\s>]+)"),
    re.compile(
        r"<link\b(?![^>]*rel=[\"']?(?:canonical|next|prev|alternate))[^>]*?\bhref\s*=\s*[\"']?(?P<url>[^\"'\s>]+)"
    ),
    re.compile(r"url\(\s*[\"']?(?P<url>[^\"')]+)"),
    re.compile(r"@import\s+[\"'](?P<url>[^\"']+)"),
    re.compile(r"<(?:image|use)\b[^>]*?\bhref\s*=\s*[\"']?(?P<url>[^\"'\s>]+)"),
)
"""What a browser fetches without being asked to."""
FOREIGN = re.compile(r"(?:https?:)?//")
POLICY = "Content-Security-Policy"


def faults(site: Path) -> list[str]:
    """What is wrong with a site, a line each; none if all is well."""
    return [*_foreign(site), *_without_policy(site), *_not_found_by_search(site)]


def loads(text: str) -> set[str]:
    """The addresses that HTML, CSS or SVG has a browser fetch."""
    return {found["url"] for pattern in LOADS for found in pattern.finditer(text)}


def _foreign(site: Path) -> Iterator[str]:
    for file in sorted(site.rglob("*")):
        if file.suffix in {".html", ".css", ".svg"}:
            for url in sorted(loads(file.read_text())):
                if FOREIGN.match(url):
                    yield f"{file.relative_to(site)} loads {url}"


def _without_policy(site: Path) -> Iterator[str]:
    """Scripts may hold addresses that they never ask; the policy of each page has the browser forbid it."""
    for page in sorted(site.rglob("*.html")):
        if POLICY not in page.read_text():
            yield f"{page.relative_to(site)} has no {POLICY}"


def _not_found_by_search(site: Path) -> Iterator[str]:
    index = json.loads((site / "search.json").read_text())
    found = {entry["location"].partition("#")[0] for entry in index["items"]}
    for page in sorted(site.rglob("*.html")):
        if page.name != "404.html" and page.relative_to(site).as_posix() not in found:
            yield f"{page.relative_to(site)} is not in the search index"
