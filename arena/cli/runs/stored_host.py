"""The host's questions answered by a database."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime

from arena.cli.runs.deals import game
from arena.cli.runs.fitting import batch_of
from arena.cli.runs.hosts import BotLine, LadderLine, LadderTable, NewLadder, Scope, TokenLine
from arena.cli.runs.journal import shown, version_of
from arena.cli.runs.tables import Row, ladder_key
from arena.store import Bot, Fit, Ladder, Store, Token

OPERATOR = "operator"
"""The owner of tokens that are no bot's."""


class StoredHost:
    """`arena.cli.runs.hosts.Host` over a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def register(self, name: str, owner: str) -> BotLine:
        return self._bot(self._store.bots.register(name, owner).wait())

    def bots(self) -> Sequence[BotLine]:
        return [self._bot(bot) for bot in self._store.bots.list()]

    def bot(self, name: str) -> BotLine:
        return self._bot(self._store.bots.get(name))

    def retire(self, name: str) -> BotLine:
        bot, _, version = name.partition("/")
        if version:
            self._store.bots.retire_version(version_of(name)).wait()
        else:
            self._store.bots.retire(bot).wait()
        return self.bot(bot)

    def tokens(self, bot: str) -> Sequence[TokenLine]:
        return [_token(token) for token in self._store.tokens.list(bot=bot)]

    def issue(self, bot: str | None, scope: Scope, expires: datetime | None) -> tuple[str, TokenLine]:
        owner = OPERATOR if bot is None else self._store.bots.get(bot).owner
        issued = self._store.tokens.issue(owner, [scope], bot=bot, expires=expires).wait()
        return issued.text, _token(issued.token)

    def revoke(self, token: str) -> TokenLine:
        return _token(self._store.tokens.revoke(token).wait())

    def ladders(self) -> Sequence[LadderLine]:
        return [line_of(ladder) for ladder in self._store.ladders.list()]

    def ladder(self, name: str) -> LadderTable:
        ladder = self._store.ladders.get(name)
        fit = self._store.fits.latest(name)
        if fit is None:
            return LadderTable(line_of(ladder), [], 0, None)
        return LadderTable(line_of(ladder), self._rows(fit), batch_of(self._store, ladder), fit.fitted)

    def record(self, match: str) -> bytes:
        return self._store.matches.record(match)

    def chain(self, after: int) -> Iterator[str]:
        return self._store.deal_sets.chain(after)

    def create(self, ladder: NewLadder) -> LadderLine:
        played = game(ladder.variant, ladder.players, ladder.settings)
        key = ladder_key(played, ladder.clock, ladder.deals, ladder.pairs)
        return line_of(self._store.ladders.create(ladder.name, key).wait())

    def pause(self, name: str) -> LadderLine:
        self._store.ladders.pause(name).wait()
        return line_of(self._store.ladders.get(name))

    def resume(self, name: str) -> LadderLine:
        self._store.ladders.resume(name).wait()
        return line_of(self._store.ladders.get(name))

    def _bot(self, bot: Bot) -> BotLine:
        versions = [f"v{version.version}" for version in self._store.bots.versions(bot.name)]
        return BotLine(bot.name, bot.owner, tuple(versions), bot.retired is not None)

    def _rows(self, fit: Fit) -> list[Row]:
        """The standings of a fit. Scores are those of all matches that are finished by now."""
        points: dict[str, float] = defaultdict(float)
        met: dict[str, int] = defaultdict(int)
        for pair in self._store.results.pairs(fit.ladder):
            for version, won in ((pair.first, pair.wins), (pair.second, pair.losses)):
                points[version] += won + pair.ties / 2
                met[version] += pair.wins + pair.ties + pair.losses
        return [
            Row(
                place,
                shown(one.version),
                one.rating,
                one.low,
                one.high,
                one.best_rank,
                one.worst_rank,
                one.matches,
                points[one.version] / met[one.version] if met[one.version] else None,
                one.forfeits,
                one.luck_rating,
                one.luck_margin,
            )
            for place, one in enumerate(fit.ratings, start=1)
        ]


def line_of(ladder: Ladder) -> LadderLine:
    """A ladder as it is told."""
    key = ladder.key
    settings = {name: value for name, value in key.settings.items() if isinstance(value, int)}
    return LadderLine(
        ladder.id,
        key.variant,
        key.players,
        settings,
        key.rules_version,
        key.pair_kind,
        key.partnership,
        key.deal_mode,
        key.clock,
        ladder.state,
    )


def _token(token: Token) -> TokenLine:
    scope: Scope = "admin" if "admin" in token.scopes else "play"
    return TokenLine(token.id, token.bot, scope, token.issued, token.expires, token.revoked is not None)
