"""The tool that makes the site: links between pages, references made from their sources, what it refuses."""

from pathlib import Path, PurePosixPath

import pytest

from arena.cli.app import COMMANDS, GROUPS
from tests.tooling.tree import ROOT, tracked
from tools.pages.audit import faults, loads
from tools.pages.commands import commands_page
from tools.pages.contract import READING, contract_pages
from tools.pages.gather import for_site
from tools.pages.pictures import PICTURES, Picture, svg
from truco.v1 import (
    actions_pb2,
    admin_pb2,
    events_pb2,
    ladders_pb2,
    match_pb2,
    play_pb2,
    record_pb2,
    views_pb2,
)

FILES = (
    actions_pb2,
    admin_pb2,
    events_pb2,
    ladders_pb2,
    match_pb2,
    play_pb2,
    record_pb2,
    views_pb2,
)


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("[the rules](rules/README.md)", "[the rules](rules/index.md)"),
        ("[notation](rules/notation.md#cards)", "[notation](rules/notation.md#cards)"),
        ("[the protocol](../proto/README.md)", "[the protocol](protocol.md)"),
        ("[views](../proto/truco/v1/views.proto)", "[views](reference/views.md)"),
        ("[commands](../arena/cli)", "[commands](commands.md)"),
        ("[samples](../sample_bots/stdio/README.md)", "`samples`"),
        ("[below](#below)", "[below](#below)"),
        ("[elsewhere](https://example.org/x)", "[elsewhere](https://example.org/x)"),
        ("![a table](pictures/match.svg)", "![a table](pictures/match.svg)"),
        ("```sh\n[code](rules/README.md)\n```", "```sh\n[code](rules/README.md)\n```"),
    ],
)
def test_links_to_files_become_links_to_pages(written: str, told: str) -> None:
    assert for_site(written, PurePosixPath("docs/page.md"), ROOT) == told + "\n"


def test_a_page_in_a_folder_finds_those_above_it() -> None:
    page = PurePosixPath("docs/start/go.md")
    assert for_site("[all](../README.md) [style](../../CONTRIBUTING.md)", page, ROOT) == (
        "[all](../index.md) [style](../contributing.md)\n"
    )


def test_every_message_field_and_value_of_the_contract_is_in_the_reference() -> None:
    pages = contract_pages(ROOT)
    assert set(pages) == {"index.md", *(f"{name}.md" for name in READING)}
    told = "\n".join(pages.values())
    for file in FILES:
        for name, message in file.DESCRIPTOR.message_types_by_name.items():
            assert f"## {name} {{ #{name} }}" in told
            for field in message.fields:
                assert f"`{field.name}`" in told, f"{name}.{field.name}"
        for name, enum in file.DESCRIPTOR.enum_types_by_name.items():
            assert f"## {name} {{ #{name} }}" in told
            for value in enum.values:
                assert f"`{value.name}`" in told, f"{name}.{value.name}"


def test_every_command_is_in_the_reference() -> None:
    page = commands_page()
    alone = {f"## arena {name}\n" for name, *_ in COMMANDS}
    grouped = {f"### arena {group} {name}\n" for group, (_, them) in GROUPS.items() for name, *_ in them}
    assert [heading for heading in alone | grouped if heading not in page] == []
    assert page.count("`--log-format CHOICE`") == 1


@pytest.mark.parametrize(
    "text",
    [
        '<script src="https://example.org/x.js"></script>',
        "<img alt=a src=//example.org/x.png>",
        '<link rel="stylesheet" href="https://example.org/x.css">',
        "@font-face { src: url(https://example.org/x.woff2) }",
        '@import "https://example.org/x.css";',
        '<image href="https://example.org/x.png"/>',
    ],
)
def test_what_a_browser_would_fetch_from_a_foreign_host_is_found(text: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(f'<meta http-equiv="Content-Security-Policy" content="x">{text}')
    (tmp_path / "search.json").write_text('{"items": [{"location": "page.html#top"}]}')
    (fault,) = faults(tmp_path)
    assert "page.html loads" in fault
    assert "example.org" in fault


def test_a_link_that_a_reader_may_follow_is_no_load() -> None:
    assert loads('<a href="https://example.org">there</a>') == set()


def test_a_page_without_a_policy_or_that_search_does_not_find_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>here</p>")
    (tmp_path / "search.json").write_text('{"items": []}')
    assert faults(tmp_path) == [
        "page.html has no Content-Security-Policy",
        "page.html is not in the search index",
    ]


def test_the_pictures_are_those_that_the_tool_draws_and_fetch_nothing() -> None:
    drawn = tracked("docs/pictures/*.svg")
    assert {file.stem for file in drawn} == {picture.name for picture in PICTURES}
    fetched = {url for file in drawn for url in loads((ROOT / file).read_text()) if not url.startswith("#")}
    assert fetched == set()


def test_a_picture_shows_the_command_and_says_what_it_leaves_out() -> None:
    picture = svg(Picture("name", ("arena variants",), 2), "\x1b[1mone\x1b[0m\ntwo\nthree\n")
    for words in ("arena&#160;variants", "one", "two", "1&#160;more&#160;lines"):
        assert words in picture
    assert "three" not in picture
