"""Oracle of `trucker`: truco played for chips, with blinds and an envido pot. `scores` are the stacks."""

from collections.abc import Iterable, Sequence
from types import MappingProxyType

from tests.oracles.common import (
    ARGENTINE_CLASSES,
    SPANISH,
    HandOver,
    OracleMatch,
    Question,
    Script,
    spanish_envido,
    strength,
    word_and_rest,
)

STRENGTH = strength(ARGENTINE_CLASSES)


def envido_score(dealt: Sequence[str]) -> tuple[bool, int]:
    """(flor, count): as it compares."""
    return len({card[-1] for card in dealt}) == 1, spanish_envido(dealt)


def layers(paid: Sequence[int], contestants: Sequence[int]) -> list[tuple[int, list[int]]]:
    """(chips, who contests them), the widest first. What lies above everybody is in the last."""
    levels = sorted({paid[seat] for seat in contestants})
    result = []
    for below, level in zip([0, *levels], levels, strict=False):
        cap = max(paid) if level == levels[-1] else level
        chips = sum(min(chips, cap) - min(chips, below) for chips in paid)
        result.append((chips, [seat for seat in contestants if paid[seat] >= level]))
    return result


class Trucker(OracleMatch):
    deck_of_cards = SPANISH
    player_counts = range(2, 11)
    default_settings = MappingProxyType(
        {"starting_stack": 100, "small_blind": 1, "big_blind": 2, "level_hands": 25, "max_hands": 1000}
    )

    def check_settings(self) -> None:
        for name, value in self.settings.items():
            if value < (0 if name == "level_hands" else 1):
                raise ValueError(f"setting {name}={value} is too low")
        if self.settings["big_blind"] < self.settings["small_blind"]:
            raise ValueError("the big blind is under the small blind")

    def first_scores(self) -> list[int]:
        return [self.settings["starting_stack"]] * self.players

    # ------------------------------------------------------------ the match

    def next_dealer(self) -> int:
        return next(seat for seat in self.around(self.next_seat(self.dealer)) if self.scores[seat])

    def match_ends(self) -> bool:
        for seat in self.order:
            if not self.scores[seat]:
                self.went_out[seat] = (self.hands_dealt, self.stacks_before[seat])
        still_in = [seat for seat in range(self.players) if self.scores[seat]]
        if len(still_in) > 1 and self.hands_dealt < self.settings["max_hands"]:
            return False
        never = self.hands_dealt + 1
        merits = [self.went_out.get(seat, (never, self.scores[seat])) for seat in range(self.players)]
        self.ranks = [1 + sum(other > merit for other in merits) for merit in merits]
        return True

    # ------------------------------------------------------------ the hand

    def hand(self, deck: Sequence[str]) -> Script[None]:
        self.start(deck)
        try:
            yield from self.main_round([*self.after(self.bb), self.bb])
            leader = self.sb
            for trick in range(3):
                # Settled: whoever should lead and is out of the hand, the next player still in leads.
                for seat in [leader, *self.after(leader)]:
                    if seat not in self.folded:
                        yield from self.turn(seat, trick)
                winner = self.trick_winner(trick, self.still_in())
                leader = self.sb if winner is None else winner
                self.end_if_known()
        except HandOver:
            pass
        self.pay()

    def start(self, deck: Sequence[str]) -> None:
        """Blinds and cards."""
        if self.hands_dealt == 1:
            self.went_out = {seat: (0, 0) for seat in range(self.players) if not self.scores[seat]}
        self.stacks_before = list(self.scores)
        seated = [seat for seat in self.around(self.dealer) if self.scores[seat]]
        self.sb, self.bb = seated[:2] if len(seated) == 2 else seated[1:3]
        # Everybody dealt in, in playing order from SB.
        self.order = [seat for seat in self.around(self.sb) if self.scores[seat]]
        self.deal_hands(deck, self.order)

        every = self.settings["level_hands"]
        level = (self.hands_dealt - 1) // every if every else 0
        self.blinds = [self.settings[blind] << level for blind in ("small_blind", "big_blind")]
        small, big = self.blinds
        self.main = [0] * self.players
        self.envido = [0] * self.players
        self.bet = big
        self.put_main(self.sb, min(small, self.scores[self.sb]))
        self.put_main(self.bb, min(big, self.scores[self.bb]))
        self.put_envido(self.bb, min(big, self.scores[self.bb]))

        self.out_of_hand: set[int] = set()
        self.envido_opened = False
        self.envido_bet = big
        self.envido_blind = self.envido[self.bb]
        self.envido_players: list[int] = []
        self.envido_won: list[tuple[int, int]] = []
        self.showdown_winners: set[int] = set()

    @property
    def folded(self) -> list[int]:
        return sorted(self.out_of_hand)

    def after(self, seat: int) -> list[int]:
        """Everybody else dealt in, in playing order from the next."""
        place = self.order.index(seat)
        return self.order[place + 1 :] + self.order[:place]

    def still_in(self) -> list[int]:
        return [seat for seat in self.order if seat not in self.out_of_hand]

    def put_main(self, seat: int, total: int) -> None:
        self.scores[seat] -= total - self.main[seat]
        self.main[seat] = total

    def put_envido(self, seat: int, total: int) -> None:
        self.scores[seat] -= total - self.envido[seat]
        self.envido[seat] = total

    # ------------------------------------------------------------ betting on the main pot

    def main_round(self, waiting: list[int]) -> Script[None]:
        """Asks these seats in order, and everybody else again after a raise."""
        while waiting:
            seat, *waiting = waiting
            raised = yield from self.main_decision(seat)
            if raised:
                waiting = self.after(seat)
        self.main_excess_goes_back()
        self.end_if_known()

    def main_decision(self, seat: int) -> Script[bool]:
        """Whether the seat raised. Nothing is asked of one who owes nothing and may not raise."""
        while seat not in self.out_of_hand and self.scores[seat]:
            owes = self.main[seat] < self.bet
            raises = self.main_raise(seat)
            if not owes and not raises:
                break
            choices = ["call", "fold"] if owes else ["check"]
            answer = yield Question(seat, [*choices, *raises, *self.envido_openings(seat)])
            word, number = word_and_rest(answer)
            if word == "raise":
                self.put_main(seat, int(number))
                self.bet = int(number)
                return True
            if word in ("call", "check"):
                self.put_main(seat, min(self.bet, self.main[seat] + self.scores[seat]))
                break
            if word == "fold":
                self.out_of_hand.add(seat)
                if len(self.still_in()) == 1:
                    raise HandOver
                break
            yield from self.envido_round(seat, word, number)
        return False

    def main_raise(self, seat: int) -> list[str]:
        def reach(player: int) -> int:
            return self.main[player] + self.scores[player]

        others = [player for player in self.still_in() if player != seat]
        return self.raises("raise", self.bet, reach(seat), [reach(player) for player in others])

    def raises(self, verb: str, bet: int, most: int, others: Iterable[int]) -> list[str]:
        """The range offered, if the seat and some other player can get above the bet."""
        if most <= bet or all(reach <= bet for reach in others):
            return []
        return [f"{verb} {min(bet + self.blinds[1], most)}..{most}"]

    def main_excess_goes_back(self) -> None:
        second, highest = sorted(self.main)[-2:]
        for seat in self.still_in():
            if self.main[seat] == highest:
                self.put_main(seat, second)
                self.bet = second
                break

    # ------------------------------------------------------------ tricks

    def turn(self, seat: int, trick: int) -> Script[None]:
        """Until the seat has played its card, or folded to a re-raise of its raise."""
        raised = False
        while seat not in self.out_of_hand:
            legal = self.plays(seat)
            if not raised:
                legal += self.main_raise(seat) + self.envido_openings(seat)
            answer = yield Question(seat, legal)
            word, rest = word_and_rest(answer)
            if word == "play":
                self.lay(seat, rest, trick)
                break
            if word == "raise":
                raised = True
                self.put_main(seat, int(rest))
                self.bet = int(rest)
                yield from self.main_round(self.after(seat))
            else:
                yield from self.envido_round(seat, word, rest)

    def trick_winner(self, trick: int, among: Sequence[int]) -> int | None:
        """Read over these players' cards only. None is a parda."""
        cards = {seat: STRENGTH[card] for seat, card in self.tricks[trick] if seat in among}
        best = [seat for seat in cards if cards[seat] == max(cards.values())]
        return best[0] if len(best) == 1 else None

    def winners(self, among: list[int]) -> list[int] | None:
        """Who takes the chips these players contest; None while it is not known."""
        if len(among) == 1:
            return among
        complete = [
            number
            for number, trick in enumerate(self.tricks)
            if {seat for seat, _ in trick} >= set(self.still_in())
        ]
        won = [self.trick_winner(number, among) for number in complete]
        if len(won) < 2:
            return None
        first, second = won[:2]
        if first is None and second is not None:
            return [second]
        if first is not None and second in (None, first):
            return [first]
        if len(won) < 3:
            return None
        third = won[2]
        if third is None:
            return among if first is None else [first]
        if first is None or third in (first, second):
            return [third]
        return [seat for seat in among if seat in (first, second, third)]

    def end_if_known(self) -> None:
        """Looked at when a trick is complete and when a betting round ends."""
        if all(self.winners(among) for _, among in layers(self.main, self.still_in())):
            raise HandOver

    # ------------------------------------------------------------ envido

    def envido_chips(self, seat: int) -> int:
        """What is left when the chips owed to the main pot are set aside."""
        return max(0, self.scores[seat] - max(0, self.bet - self.main[seat]))

    def envido_openings(self, seat: int) -> list[str]:
        """At its own main decision, before its first card, once a hand."""
        if self.envido_opened or len(self.hands[seat]) < 3 or not self.envido_chips(seat):
            return []
        others = [player for player in self.still_in() if player != seat]
        if not any(self.envido_chips(player) or self.envido[player] for player in others):
            return []
        calls = [] if seat == self.bb else ["envido-call"]
        return calls + self.envido_raise(seat, "envido-raise", others)

    def envido_raise(self, seat: int, verb: str, players: list[int]) -> list[str]:
        def reach(player: int) -> int:
            return self.envido[player] + self.envido_chips(player)

        others = [reach(player) for player in players if player != seat]
        return self.raises(verb, self.envido_bet, reach(seat), others)

    def envido_call(self, seat: int) -> None:
        self.put_envido(seat, min(self.envido_bet, self.envido[seat] + self.envido_chips(seat)))

    def envido_round(self, opener: int, opening: str, number: str) -> Script[None]:
        self.envido_opened = True
        self.envido_players = self.still_in()
        bb_takes_part = self.bb in self.envido_players
        if opening == "envido-call":
            self.envido_call(opener)
        else:
            self.put_envido(opener, int(number))
            self.envido_bet = int(number)
        waiting = self.after(opener)
        while waiting:
            seat, *waiting = waiting
            if seat not in self.envido_players or not self.envido_chips(seat):
                continue
            owes = self.envido[seat] < self.envido_bet
            raises = self.envido_raise(seat, "raise", self.envido_players)
            if not owes and not raises:
                continue
            answer = yield Question(seat, [*(["call", "fold"] if owes else ["check"]), *raises])
            word, number = word_and_rest(answer)
            if word == "raise":
                self.put_envido(seat, int(number))
                self.envido_bet = int(number)
                waiting = self.after(seat)
            elif word == "fold":
                self.envido_players.remove(seat)
            elif word == "call":
                self.envido_call(seat)
        contestants = [seat for seat in self.envido_players if self.envido[seat]]
        self.envido_excess_goes_back(bb_takes_part)
        self.showdown(contestants)

    def envido_excess_goes_back(self, bb_takes_part: bool) -> None:
        second, highest = sorted(self.envido)[-2:]
        seat = self.envido.index(highest)
        if seat != self.bb:
            self.put_envido(seat, second)
        elif bb_takes_part:
            self.put_envido(seat, max(second, self.envido_blind))

    def showdown(self, contestants: list[int]) -> None:
        """Who wins which chips is settled at once; they are paid at the end of the hand."""
        if len(contestants) == 1:
            self.envido_won = [(sum(self.envido), contestants[0])]
            return
        for chips, among in layers(self.envido, contestants):
            best = among[0]
            if len(among) > 1:
                for seat in among:
                    flor, count = envido_score(self.dealt[seat])
                    if seat == among[0] or (flor, count) > envido_score(self.dealt[best]):
                        best = seat
                        self.announced.append((seat, count, flor))
                    else:
                        self.announced.append((seat, None))
                self.showdown_winners.add(best)
            self.envido_won.append((chips, best))

    # ------------------------------------------------------------ the end of the hand

    def pay(self) -> None:
        for chips, among in layers(self.main, self.still_in()):
            winners = self.winners(among)
            assert winners is not None
            share, odd = divmod(chips, len(winners))
            for nth, seat in enumerate(winners):
                self.scores[seat] += share + (nth < odd)
        if not self.envido_opened:
            self.scores[self.bb] += self.envido[self.bb]
        for chips, seat in self.envido_won:
            self.scores[seat] += chips
        self.shown = {seat: self.dealt[seat] for seat in self.showdown_winners}
