"""The play at a table: hands dealt, actions carried out, everything told to those who may know it."""

from collections.abc import Iterable

from arena.matches.clock import Receipt
from arena.matches.endings import ActionTaken, HandDealt, LogEntry
from arena.matches.pairing import Pairing
from arena.matches.seat import Player, Question, Seat
from engine import Action, Match, told_to

NOT_ANSWERED = Receipt(0, 0, 0, 0)  # of an action that nobody was asked for


class Play:
    """The engine's match, the log that becomes its record, and what the seats know of it so far."""

    def __init__(self, pairing: Pairing) -> None:
        """Raises: SettingsError, PositionError: the engine refuses the pairing."""
        self.pairing = pairing
        # Without decks: each hand is dealt here, else the last events of the one before would be lost.
        self.match = Match(
            pairing.variant, pairing.players, pairing.settings, dealer=pairing.dealer, scores=pairing.scores
        )
        self.log: list[LogEntry] = []
        self._told = 0  # events of the present hand that the seats know

    def deal(self, seats: Iterable[Seat]) -> None:
        """Deal the next hand."""
        match = self.match
        scores, number = match.trail[-1], match.hand_number + 1
        deck = tuple(self.pairing.decks(number))
        match.deal(deck)
        self.log.append(HandDealt(number, match.dealer, scores, deck))
        self._told = 0
        self._tell(seats, by_default=False)

    def act(
        self, seat: Seat, action: Action, receipt: Receipt, seats: Iterable[Seat], *, by_default: bool
    ) -> None:
        """Carry out an action of a seat, or of the arena for it."""
        self.match.apply(action)
        decision, elapsed_us, _, charged_us = receipt
        self.log.append(ActionTaken(seat.number, str(action), decision, elapsed_us, charged_us, by_default))
        self._tell(seats, by_default=by_default)

    def ask(self, seat: Seat, player: Player) -> None:
        """Ask a seat for the decision that it has pending."""
        match = self.match
        view, offers = match.view(seat.number), match.legal()
        budget, receipt = seat.clock.budget, seat.receipt
        match_id = self.pairing.match_id
        player.ask(seat, Question(match_id, seat.pending, match.hand_number, view, offers, budget, receipt))

    def _tell(self, seats: Iterable[Seat], *, by_default: bool) -> None:
        events = self.match.events
        news = events[self._told :]
        self._told = len(events)
        match_id, hand = self.pairing.match_id, self.match.hand_number
        for seat in seats:
            if seat.player is not None:
                seat.player.tell(match_id, hand, told_to(seat.number, news), by_default=by_default)
