"""A table: one match from its offer to its end, without any loop, socket or clock of its own.

Every way in is a plain call (a bot accepted, answered, left, came back; a deadline was reached), and every
way out is a call on a `Player`. So a decision costs no task switch, and the same code is played over
sockets and in tests under virtual time.

    offered --all accepted--> playing --the rules, a forfeit--> over
       |  start-up allowance     |  void
       +-------------------------+----------------------------> over

The runner waits for `deadline` and calls `expire`. The deadline is what ends a wait: an answer that was
read before `expire` came is in time.
"""

import math
from collections.abc import Callable

import structlog

from arena.matches.clock import LagMeter, SeatClock
from arena.matches.endings import Cause, Ending, Fault, Forfeit, Ratings, Ruled, by_forfeit
from arena.matches.own_fault import OwnFaultVoids
from arena.matches.pairing import Pairing
from arena.matches.play import NOT_ANSWERED, Play
from arena.matches.referee import Judgement, Referee, Refused, chosen, final_ranks, ranks_by_forfeit, stray
from arena.matches.seat import Answer, MatchEnd, Notice, NoticeKind, Player, Seat, SeatOffer
from arena.matches.sets import Reveal
from engine import Result

log = structlog.get_logger(__name__)

MOST_RULINGS = 200  # a bot that sends rubbish must not grow the record without end; its notices go on


class Table:
    """One match. Make it, `sit` somebody on every seat, `open` it, hand in what the bots do, and `close` it
    once the end is stored.
    """

    def __init__(self, pairing: Pairing, now: Callable[[], float], lag: LagMeter) -> None:
        """`now` is a monotonic clock in seconds.

        Raises: SettingsError, PositionError: the engine refuses the pairing.
        """
        self.pairing = pairing
        self.play = Play(pairing)
        self.match = self.play.match
        self.log = self.play.log
        self.seats = tuple(
            [Seat(number, self, SeatClock(pairing.clock, lag)) for number in range(pairing.players)]
        )
        self.alarm: Callable[[float], None] = lambda deadline: None
        """Hears of every new deadline."""
        self.on_over: Callable[[], None] = lambda: None
        """Hears that the match is over."""
        self.deadline = math.inf
        self.opened = False
        self.playing = False
        self.decision = 0
        self.ending: Ending | None = None
        self.ranks: tuple[int, ...] = ()
        self.referee = Referee(pairing.policy, pairing.players)
        self._now = now
        self._rulings = 0
        self._forfeits: list[Forfeit] = []  # in the order they happened
        self._own_fault = OwnFaultVoids(pairing.match_id, self.void)
        if pairing.drawn is not None:
            pairing.drawn.deal, pairing.drawn.spoil = self._dealt, self.void
            pairing.drawn.tell = self._reveal

    @property
    def over(self) -> bool:
        """Whether it has ended; its end may not be stored yet."""
        return self.ending is not None

    @property
    def bots(self) -> tuple[str, ...]:
        """Who sits where, by seat: "zap/v3"."""
        return tuple([seat.bot for seat in self.seats])

    @property
    def instances(self) -> tuple[str, ...]:
        """Which process of its bot sits where, by seat."""
        return tuple([seat.instance for seat in self.seats])

    # ------------------------------------------------------------ what the arena does

    def sit(
        self, number: int, bot: str, instance: str, player: Player | None, commitment: bytes = b""
    ) -> Seat:
        """Seat an instance of a bot ("zap/v3"), bound to a nonce or to none, before the match is opened."""
        seat = self.seats[number]
        seat.bot, seat.instance, seat.player, seat.commitment = bot, instance, player, commitment
        if commitment and self.pairing.drawn is not None:
            self.pairing.drawn.commit(number, bot, commitment)
        return seat

    def open(self) -> None:
        """Offer every seat; whoever is away finds it among its open seats when it comes."""
        if self.over:
            return
        with self._own_fault:
            self.opened = True
            for seat in self.seats:
                if seat.player is not None:
                    seat.player.offer(SeatOffer(self.pairing, seat.number))
            self._wait_until(self._now() + self.pairing.clock.startup_s)

    def expire(self) -> None:
        """The deadline was reached: rule, unless it has moved on."""
        now = self._now()
        if self.over or now < self.deadline:
            return
        with self._own_fault:
            if self.playing:
                self._expire_decision(now)
            else:
                self._expire_offer()

    def void(self, rule: str, fault: Fault = Fault.ARENA) -> None:
        """End the match without a result. A match that is over stays as it ended."""
        if not self.over:
            self._end(Ending(Cause.VOID, None, fault, rule), ())

    def close(self, ending: Ending, ratings: Ratings) -> None:
        """Tell everybody the end. Called once it is stored."""
        match_id, scores = self.pairing.match_id, self.match.scores
        ranks = () if ending.cause is Cause.VOID else self.ranks
        for seat in self.seats:
            if seat.player is not None:
                seat.player.end_match(
                    MatchEnd(match_id, seat.number, ending, ranks, scores, ratings.get(seat.number))
                )

    def _reveal(self, reveal: Reveal) -> None:
        for seat in self.seats:
            if seat.player is not None:
                seat.player.reveal(reveal)

    # ------------------------------------------------------------ what a bot does

    def connect(self, seat: Seat, player: Player) -> None:
        """The bot is here, for the first time or again: the offer or question that waits is made again."""
        with self._own_fault:
            seat.player = player
            seat.clock.come_back(self._now())
            if seat.pending:
                self._ask(seat, player)
            elif self.opened and not seat.accepted and not self.over:
                player.offer(SeatOffer(self.pairing, seat.number))

    def disconnect(self, seat: Seat, fault: Fault) -> None:
        """The bot is away. Its allowance runs while the table waits for it."""
        with self._own_fault:
            seat.player = None
            seat.away_by = fault
            if seat.pending:
                seat.clock.leave(self._now())
                self._wait_until(seat.clock.deadline)

    def crash(self, seat: Seat, how: str) -> None:
        """The bot's process has ended and will not come back."""
        with self._own_fault:
            if not self.over and not seat.forfeited:
                seat.player = None
                judgement = self.referee.crashed(how)
                if seat.owes_nonce:
                    self._drop(seat, judgement)
                else:
                    self._forfeit([(seat, judgement)])

    def accept(self, seat: Seat, nonce: bytes = b"") -> None:
        """The bot takes its seat, with the nonce it is bound to. Said twice, it is taken once."""
        with self._own_fault:
            if self.over or seat.accepted:
                return
            drawn = self.pairing.drawn
            if seat.owes_nonce and drawn is not None and not drawn.reveal(seat.number, nonce):
                self._drop(seat, self.referee.wrong_nonce())
                return
            seat.accepted = True
            if not self.playing and all(other.accepted or other.forfeited for other in self.seats):
                self._seated()

    def written(self, seat: Seat, decision: int) -> None:
        """The question is on its way: the clock runs."""
        if seat.pending == decision:
            seat.clock.run(self._now())
            self._wait_until(seat.clock.deadline)

    def answer(self, seat: Seat, answer: Answer, read_at: float | None = None) -> None:
        """An answer was read, by default now. What is wrong with it costs its bot only the time."""
        decision = answer.decision
        if decision != seat.pending or not decision:
            refused = stray(seat, decision)
            self.refuse(seat, refused.kind, refused.text, decision)
            return
        with self._own_fault:
            try:
                action = chosen(answer.choice, self.match.legal())
            except Refused as refused:
                self.refuse(seat, refused.kind, refused.text)
                return
            seat.pending = 0
            seat.answered = decision
            seat.receipt = receipt = seat.clock.stop(self._now() if read_at is None else read_at, decision)
            self.play.act(seat, action, receipt, self.seats, by_default=False)
            self._advance()

    def refuse(self, seat: Seat, kind: NoticeKind, text: str, decision: int | None = None) -> None:
        """Say what was wrong with an answer; the question stands and the clock goes on."""
        decision = seat.pending if decision is None else decision
        if kind is NoticeKind.ILLEGAL or kind is NoticeKind.MALFORMED:
            fault = Fault.ILLEGAL if kind is NoticeKind.ILLEGAL else Fault.MALFORMED
            self._rule(seat, fault, "notice: " + text)
        self._notice(seat, kind, decision, text)

    # ------------------------------------------------------------ play

    def _seated(self) -> None:
        """Nobody is waited for any more at this table: deal, or wait for the other legs of the deal set."""
        drawn = self.pairing.drawn
        if drawn is None:
            self._begin()
        else:
            self._wait_until(math.inf)
            drawn.seated()

    def _dealt(self) -> None:
        """The cards of the deal set are there. Called by whoever was the last to be ready."""
        if not self.playing and not self.over and self.opened:
            with self._own_fault:
                if all(seat.accepted or seat.forfeited for seat in self.seats):
                    self._begin()

    def _begin(self) -> None:
        self.playing = True
        self._wait_until(math.inf)
        self._advance()

    def _advance(self) -> None:
        """Go on until a seat has to answer, or the match is over."""
        match = self.match
        while not self.over:
            if match.result is not None:
                self._played_out(match.result)
            elif match.hand_over:
                self.play.deal(self.seats)
            else:
                seat = self.seats[match.seat]
                if not seat.forfeited:
                    self._ask_next(seat)
                    return
                self.decision += 1
                receipt = NOT_ANSWERED._replace(decision=self.decision)
                self.play.act(seat, match.default(), receipt, self.seats, by_default=True)

    def _ask_next(self, seat: Seat) -> None:
        self.decision += 1
        seat.pending = self.decision
        if seat.player is None:
            seat.clock.leave(self._now())
            self._wait_until(seat.clock.deadline)
        else:
            self._ask(seat, seat.player)

    def _ask(self, seat: Seat, player: Player) -> None:
        # A fresh clock, and with it the deadline, begins when the question is written.
        self._wait_until(seat.clock.deadline)
        self.play.ask(seat, player)

    def _wait_until(self, deadline: float) -> None:
        self.deadline = deadline
        self.alarm(deadline)

    # ------------------------------------------------------------ faults

    def _expire_offer(self) -> None:
        absent = [seat for seat in self.seats if not seat.accepted and not seat.forfeited]
        judgement = self.referee.absent(self.pairing.clock.startup_s)
        for seat in absent:
            if seat.owes_nonce:
                self._drop(seat, judgement)
                return
        sides = self.match.sides
        if len({seat.number % sides for seat in self.seats if seat in absent or seat.forfeited}) == sides:
            self.void(f"no side took all its seats: {judgement.rule}", Fault.ABSENT)
            return
        self._forfeit([(seat, judgement) for seat in absent])

    def _expire_decision(self, now: float) -> None:
        seat = self.seats[self.match.seat]
        clock = seat.clock
        if clock.out_of_absence(now):
            self._forfeit(
                [(seat, self.referee.out_of_absence(seat.away_by, self.pairing.clock.disconnect_s))]
            )
        elif clock.out_of_time(now):
            self._out_of_time(seat, now)
        else:
            # The arena's own lag moved the deadline on.
            self._wait_until(clock.deadline)

    def _out_of_time(self, seat: Seat, now: float) -> None:
        decision = seat.pending
        seat.receipt = receipt = seat.clock.stop(now, decision)
        seat.pending = 0
        seat.missed.add(decision)
        judgement = self.referee.out_of_time(seat.number, receipt.elapsed_us / 1_000_000)
        if judgement.forfeits:
            self._forfeit([(seat, judgement)])
            return
        action = self.match.default()
        self._rule(seat, judgement.fault, f"{judgement.rule}: {action}", decision)
        text = f"the bank is empty and no answer to decision {decision} had come: the arena played {action}"
        self._notice(seat, NoticeKind.DEFAULT_PLAYED, decision, text)
        self.play.act(seat, action, receipt, self.seats, by_default=True)
        self._advance()

    def _forfeit(self, judged: list[tuple[Seat, Judgement]]) -> None:
        for seat, judgement in judged:
            seat.forfeited = True
            if seat.pending:
                seat.missed.add(seat.pending)
                seat.pending = 0
            self._forfeits.append(Forfeit(seat.number, judgement.fault, judgement.rule, judgement.measured_s))
            self._rule(seat, judgement.fault, f"forfeit: {judgement.rule}", self.decision)
        sides = self.match.sides
        if sides == 2 or len({seat.number % sides for seat in self.seats if not seat.forfeited}) < 2:
            self._end_by_forfeit()
        elif self.playing:
            if self.match.seat in [seat.number for seat, _ in judged]:
                self._advance()
        elif all(seat.accepted or seat.forfeited for seat in self.seats):
            self._seated()

    def _drop(self, seat: Seat, judgement: Judgement) -> None:
        """A seat does not keep to its nonce commitment: no card is dealt from this seed, in no leg of it.

        To go on with the same seed would leave the bot, and an arena in league with it, a choice of cards.
        """
        self._rule(seat, judgement.fault, f"dropped: {judgement.rule}", self.decision)
        if self.pairing.drawn is not None:
            self.pairing.drawn.drop(seat.bot)
        rule = f"seat {seat.number} is bound to a nonce that it did not reveal: {judgement.rule}"
        self._end(Ending(Cause.VOID, seat.number, judgement.fault, rule, judgement.measured_s), ())

    def _end_by_forfeit(self) -> None:
        forfeited = [forfeit.seat for forfeit in self._forfeits]
        self._end(by_forfeit(self._forfeits), ranks_by_forfeit(len(self.seats), self.match.sides, forfeited))

    def _played_out(self, result: Result) -> None:
        if self._forfeits:
            forfeited = [forfeit.seat for forfeit in self._forfeits]
            self._end(by_forfeit(self._forfeits), final_ranks(result.ranks, forfeited))
        else:
            self._end(Ending(Cause.PLAYED_OUT, None, None, "the rules"), result.ranks)

    def _end(self, ending: Ending, ranks: tuple[int, ...]) -> None:
        self.ending = ending
        self.ranks = ranks
        for seat in self.seats:
            if seat.pending:
                seat.missed.add(seat.pending)
                seat.pending = 0
        self._wait_until(math.inf)
        self.on_over()
        if self.pairing.drawn is not None:
            self.pairing.drawn.over(ending.rule if ending.cause is Cause.VOID else None)

    def _rule(self, seat: Seat, fault: Fault, ruling: str, decision: int | None = None) -> None:
        decision = seat.pending if decision is None else decision
        self._rulings += 1
        if self._rulings <= MOST_RULINGS:
            self.log.append(Ruled(seat.number, decision, fault, ruling))
            # Without the words: they may name cards.
            log.info(
                "ruling",
                match=self.pairing.match_id,
                seat=seat.number,
                bot=seat.bot,
                fault=fault.value,
                decision=decision,
            )

    def _notice(self, seat: Seat, kind: NoticeKind, decision: int, text: str) -> None:
        if seat.player is not None:
            played = self.referee.defaults[seat.number]
            seat.player.notice(
                Notice(kind, self.pairing.match_id, decision, text, played, self.referee.defaults_allowed)
            )
