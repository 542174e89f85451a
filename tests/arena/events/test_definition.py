"""The definition of an event: what may be said, and what a slip is told."""

import pytest

from arena.events import definition
from arena.events.competitors import Competitor
from arena.events.definition import Clock, Definition, DefinitionError, check
from arena.events.formats import (
    Championship,
    Finished,
    Format,
    Gauntlet,
    KnockOut,
    Ladder,
    Match,
    RoundRobin,
    Swiss,
)
from arena.events.kinds import KINDS

HEAD = """
name = "Cup"
variant = "argentine"
"""
BOTS = """
[[bots]]
bot = "builtin:high"
[[bots]]
bot = "builtin:low"
[[bots]]
bot = "exec:./fast --deep"
name = "fast"
[[bots]]
bot = "./bots/zap/"
owner = "ana"
"""
TWO = """
[[bots]]
bot = "builtin:high"
[[bots]]
bot = "builtin:low"
"""


def problems(text: str) -> tuple[str, ...]:
    with pytest.raises(DefinitionError) as caught:
        check(text, "cup.toml")
    assert all(problem.startswith("cup.toml: ") for problem in caught.value.problems)
    return tuple(problem.removeprefix("cup.toml: ") for problem in caught.value.problems)


def test_the_example_in_the_module_is_one() -> None:
    assert definition.__doc__ is not None
    found = check(definition.__doc__.partition("\n\n")[2])
    assert (found.name, found.variant, found.players, found.settings["target"]) == (
        "Winter cup",
        "argentine",
        2,
        15,
    )
    assert (found.seed, found.at_once, found.clock) == (7, 4, Clock(decision_s=1.0))
    assert found.bots[0] == Competitor("builtin:high", "high", "ana")
    event = found.format(99)
    assert isinstance(event, Championship)
    assert event.terms.seed == 7


@pytest.mark.parametrize(
    ("format_", "expected"),
    [
        ('kind = "round-robin"', RoundRobin),
        ('kind = "round-robin"\ncycles = 2\nsets = 4\nplayoff = 10', RoundRobin),
        ('kind = "swiss"\nrounds = 3', Swiss),
        ('kind = "knockout"\nseeds = "drawn"\nthird_place = false', KnockOut),
        ('kind = "championship"\nbudget = 1000', Championship),
        ('kind = "gauntlet"\nchallengers = ["zap"]', Gauntlet),
        ('kind = "ladder"\nrounds = 3', Ladder),
    ],
)
def test_every_kind_becomes_its_format(format_: str, expected: type[Format]) -> None:
    found = check(f"{HEAD}[format]\n{format_}\n{BOTS}", "cup.toml")
    assert format_.startswith(f'kind = "{found.kind}"')
    event: Format = found.format(1)
    assert isinstance(event, expected)
    assert event.planned
    assert not isinstance(event.next_round([]), Finished)
    assert len(event.standings([])) == 4


def test_a_match_may_end_by_a_test() -> None:
    found = check(HEAD + '[format]\nkind = "match"\nsets = 500\nsprt = { elo0 = 0, elo1 = 20.5 }\n' + TWO)
    event = found.format(1)
    assert isinstance(event, Match)
    assert event.sprt is not None
    assert (event.sprt.elo1, event.sprt.legs, event.sprt.cap) == (20.5, 2, 500)


def test_names_come_from_addresses() -> None:
    found = check(f'{HEAD}[format]\nkind = "round-robin"\n{BOTS}')
    assert [bot.name for bot in found.bots] == ["high", "low", "fast", "zap"]
    assert found.bots[3].owner == "ana"


def with_format(lines: str, head: str = HEAD, bots: str = BOTS) -> str:
    return f"{head}\n[format]\n{lines}\n{bots}"


ROBIN = 'kind = "round-robin"'


SHARED = HEAD + 'deals = "shared"'


SLIPS = [
    (
        with_format(ROBIN, head=HEAD + 'variants = "x"'),
        "variants: no such key (meant variant?); possible: name, variant, format, bots, players,",
    ),
    (with_format(ROBIN, head='name = "Cup"'), "variant: missing; it is a text"),
    (with_format(ROBIN, head=HEAD + "rated = 1"), "rated: 1 is not possible; it is true or false"),
    (with_format(ROBIN, head=HEAD + "seed = true"), "seed: true is not possible; it is a whole number"),
    (
        with_format(ROBIN, head=HEAD + 'deals = "duplicate"'),
        "deals: 'duplicate' is not possible; it is one of mirror, shared, independent",
    ),
    (HEAD + BOTS, "format: missing; it is a table"),
    (with_format("sets = 3"), f"format.kind: missing; it is one of {', '.join(KINDS)}"),
    (
        with_format('kind = "roundrobin"'),
        "format.kind: 'roundrobin' is not possible (meant round-robin?); it is one of",
    ),
    (
        with_format('kind = "league"'),
        f"format.kind: 'league' is not possible; it is one of {', '.join(KINDS)}",
    ),
    (with_format(ROBIN + "\nround = 3"), "format.round: no such key; possible: sets, cycles, playoff"),
    (with_format(ROBIN + '\nsets = "many"'), "format.sets: 'many' is not possible; it is a whole number"),
    (
        with_format(ROBIN + "\nsets = 0"),
        "format.sets: a series of 0 deal sets is not possible; it is 1 or more",
    ),
    (
        with_format(ROBIN + "\nsets = 3", head=HEAD + 'deals = "shared"'),
        "format.sets: a series of 3 deal sets is not possible; it is 1 or more and a multiple of 2",
    ),
    (with_format(ROBIN + "\ncycles = 0"), "format.cycles: 0 cycles are no round robin; 1 or more"),
    (
        with_format(ROBIN + "\nplayoff = 1", head=HEAD + 'deals = "shared"'),
        "format.playoff: a series of 1 deal sets is not possible; it is 1 or more and a multiple of 2",
    ),
    (with_format('kind = "championship"'), "format.budget: missing; it is a whole number: matches at most"),
    (
        with_format('kind = "championship"\nbudget = 10'),
        "format.budget: a budget of 10 matches is too small; 24 or more",
    ),
    (
        with_format('kind = "swiss"\nrounds = 9'),
        "format.rounds: 9 rounds are not possible with 4 bots; 1 to 3, for more: round-robin",
    ),
    (with_format('kind = "match"'), "bots: 4 bots do not fit a match of 2 sides; for many bots: round-robin"),
    (
        with_format('kind = "match"\nsprt = { elo0 = 5, elo1 = 0 }', bots=TWO),
        "format.sprt: elo0 5.0 must be below elo1 0.0; usual are 0 and 5 to 20",
    ),
    (
        with_format('kind = "match"\nsprt = { elo0 = 5, elo1 = 9, elo2 = 0 }', bots=TWO),
        "format.sprt.elo2: no such key (meant elo1?); possible: elo0, elo1, alpha, beta, model",
    ),
    (
        with_format('kind = "match"\nsprt = 3', bots=TWO),
        "format.sprt: 3 is not possible; it is a table of elo0,",
    ),
    (
        with_format('kind = "gauntlet"\nchallengers = ["nobody"]'),
        "format.challengers: the challengers of a gauntlet are some of its bots, not all: high, low, fast,",
    ),
    (
        with_format('kind = "gauntlet"\nchallengers = [3]'),
        "format.challengers: [3] is not possible; it is a list, each a text",
    ),
    (
        with_format('kind = "knockout"', HEAD + "rated = true", BOTS.replace("deep", 'deep"\nowner = "ana')),
        "bots: in a rated knockout every bot has an owner of its own, because winners must meet;",
    ),
    (
        with_format('kind = "swiss"\nrounds = 3', head='name = "T"\nvariant = "trucker"\nplayers = 4'),
        "format.kind: a swiss is for tables of two sides, not of 4; possible there: match, round-robin,",
    ),
    (
        with_format(ROBIN, bots='[[bots]]\nbot = "exec:./x"\n' + BOTS),
        "bots[0].name: missing is no name for exec:./x; give one of 2 to 32 lower case letters, digits",
    ),
    (
        with_format(ROBIN, bots=BOTS + '[[bots]]\nbot = "./low"\n'),
        "bots[4].name: low is there twice; give one of them another name",
    ),
    (with_format(ROBIN, bots='[[bots]]\nname = "low"\n' + BOTS), "bots[0].bot: missing; it is a text"),
    (
        with_format(ROBIN, bots='[[bots]]\nbot = "@zip/v3"\n' + BOTS),
        "deals: @zip/v3 could remember a deal set from one leg to the next; mirror is for bots",
    ),
    (
        with_format(ROBIN, bots='[[bots]]\nbot = "py:mine:Bot"\nname = "mine"\n' + BOTS),
        "bots[0].bot: py:mine:Bot does not play in events; builtin:NAME, ./dir, exec:COMMAND and @NAME do",
    ),
    (
        with_format(ROBIN, SHARED, '[[bots]]\nbot = "@zip/3"\n' + BOTS),
        "bots[0].bot: '@zip/3' names no registered bot; write @name or @name/v3",
    ),
    (
        with_format(ROBIN, SHARED, '[[bots]]\nbot = "@zip"\nname = "zop"\n' + BOTS),
        "bots[0].name: @zip plays under the name that it is registered by; leave name out",
    ),
    (
        with_format(ROBIN, SHARED, '[[bots]]\nbot = "@zip/v3"\n[[bots]]\nbot = "@zip/v4"\n' + BOTS),
        "bots[1].name: zip is there twice; an event takes a registered bot once, in one version",
    ),
    (
        with_format('kind = "ladder"'),
        "format.rounds: a ladder has to end; give it rounds, minutes, or settled = true",
    ),
    (
        with_format(ROBIN, bots='[[bots]]\nbot = "builtin:low"'),
        "bots: an event is for two different bots or more; listed: low",
    ),
    (
        with_format(ROBIN, head="bots = 3\n" + HEAD, bots=""),
        "bots: not a list of tables; write [[bots]] before each, with bot = an address",
    ),
    (
        with_format(ROBIN, head='name = "Cup"\nvariant = "poker"'),
        "variant: no variant 'poker'; variants: argentine, mineiro, trucker, american",
    ),
    (
        with_format(ROBIN, bots="[settings]\ntargets = 3\n" + BOTS),
        "settings.targets: argentine has no setting 'targets'; settings: ",
    ),
    (
        with_format(ROBIN, bots="[clock]\nbank_s = -1\n" + BOTS),
        "clock.bank_s: -1.0 is not possible; it is 0 to 4294967 seconds",
    ),
    (
        with_format(ROBIN, bots='[clock]\nbank_s = "long"\n' + BOTS),
        "clock.bank_s: 'long' is not possible; it is a number",
    ),
    (with_format(ROBIN, head=HEAD + "at_once = 0"), "at_once: 0 is not possible; it is 1 or more"),
    (
        with_format(ROBIN, head=HEAD + "seed = -1"),
        "seed: -1 is not possible; it is a whole number from 0 to 9223372036854775807",
    ),
    (with_format(ROBIN, head=HEAD + "players = 5"), "players: argentine can't be played by 5; players: "),
]


def test_guests_are_registered_bots_that_join_and_have_the_owner_they_are_registered_for() -> None:
    text = with_format(ROBIN, SHARED + "\nrated = true", '[[bots]]\nbot = "@zip/v3"\n' + BOTS)
    found = check(text, "cup.toml")
    assert [(bot.name, bot.version) for bot in found.guests] == [("zip", "3")]
    owned = found.owned({"zip": "ana"}, "cup.toml")
    assert [bot.owner for bot in owned.bots] == ["ana", "", "", "", "ana"]
    assert not owned.format(1).terms.field.may_meet("zip", "zap")
    assert owned.digest != found.digest


def test_owners_may_make_an_event_impossible() -> None:
    bots = '[[bots]]\nbot = "@zip"\n[[bots]]\nbot = "@zap"\n'
    found = check(with_format('kind = "match"', SHARED + "\nrated = true", bots), "cup.toml")
    with pytest.raises(DefinitionError, match=r"cup\.toml: bots: bots of one owner do not meet"):
        found.owned({"zip": "ana", "zap": "ana"}, "cup.toml")


@pytest.mark.parametrize(("text", "expected"), SLIPS, ids=lambda part: part.partition(":")[0][-30:])
def test_a_slip_is_told_with_its_key_and_what_is_possible(text: str, expected: str) -> None:
    (told,) = problems(text)
    assert told.startswith(expected)


def test_all_slips_are_told_at_once() -> None:
    text = with_format(ROBIN + "\nset = 4", head=HEAD + "rated = 2\ncolour = 3")
    assert [problem.partition(":")[0] for problem in problems(text)] == ["colour", "rated", "format.set"]


def test_all_slips_are_told_at_once_whatever_else_is_wrong() -> None:
    told = problems('name = 3\nvariant = "argentina"\nrated = "yes"\n[format]\nkind = "swiss"\nround = 1\n')
    assert [problem.partition(":")[0] for problem in told] == [
        "variant",
        "name",
        "bots",
        "rated",
        "format.round",
    ]
    two = problems(with_format(ROBIN + "\n[settings]\nflor = 1\ntrumps = 2"))
    assert [problem.partition(":")[0] for problem in two] == ["settings.flor", "settings.trumps"]


def test_what_is_no_toml_is_told_with_its_place() -> None:
    (told,) = problems("name = 3 4\n")
    said = "no TOML: Expected newline or end of document after a statement (at line 1, column 10)"
    assert told == f"{said}; that line is: name = 3 4"


def definition_of(head: str = HEAD, bots: str = BOTS) -> Definition:
    return check(with_format(ROBIN, head, bots))


def test_the_digest_changes_with_what_is_played_and_not_with_its_name_or_speed() -> None:
    plain = definition_of().digest
    assert definition_of(head=HEAD.replace("Cup", "Bowl") + "at_once = 3").digest == plain
    assert definition_of(head=HEAD + "seed = 3").digest != plain
    assert definition_of(bots="[settings]\ntarget = 15\n" + BOTS).digest != plain
    assert definition_of(bots=BOTS.replace("ana", "eva")).digest != plain
