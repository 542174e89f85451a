"""Bots that break one rule each: `python bad.py NAME`. BREAKS says which check must find it."""

import os
import sys
import time

from tests.conformance.bad_bots.base import Bot
from truco.v1 import actions_pb2, play_pb2


class SaysNoHello(Bot):
    def first(self) -> play_pb2.BotMessage:
        return play_pb2.BotMessage(heartbeat=play_pb2.Heartbeat())


class NamesItselfAnew(Bot):
    """Its hello does not name ARENA_INSTANCE."""

    def __init__(self) -> None:
        super().__init__()
        self.instance = "mine"


class SpeaksVersionTwo(Bot):
    def hello(self) -> play_pb2.Hello:
        hello = super().hello()
        hello.protocol_version = 2
        return hello


class PlaysPoker(Bot):
    variants = ("poker",)


class EndsAtOnce(Bot):
    def play(self) -> None:
        self.end(1, "no cards left")


class KnocksAgain(Bot):
    """Takes no refusal for an answer."""

    def refused(self, text: str) -> None:
        pass


class PlaysAnyVersion(Bot):
    def welcome(self, welcome: play_pb2.Welcome) -> None:
        pass


class NeverAccepts(Bot):
    def offer(self, offer: play_pb2.MatchOffer) -> None:
        return None


class MissesAVerb(Bot):
    """Does not know what to do where vale cuatro is offered."""

    def answer(self, question: play_pb2.Question) -> play_pb2.Answer | None:
        if actions_pb2.VERB_VALE_CUATRO in [offer.verb for offer in question.offers]:
            return None
        return super().answer(question)


class CountsFromOne(Bot):
    """Its index is one too high."""

    def decide(self, question: play_pb2.Question) -> play_pb2.Answer:
        answer = super().decide(question)
        answer.index = len(question.offers)
        return answer


class SendsNothingChosen(Bot):
    """Answers without a choice."""

    def decide(self, question: play_pb2.Question) -> play_pb2.Answer:
        return play_pb2.Answer(match_id=question.match_id, decision=question.decision)


class RaisesTooMuch(Bot):
    """One chip more than the range has."""

    def decide(self, question: play_pb2.Question) -> play_pb2.Answer:
        answer = super().decide(question)
        for place, offer in enumerate(question.offers):
            if offer.HasField("range"):
                answer.index, answer.amount = place, offer.range.most + 1
        return answer


class NeverBeats(Bot):
    beats = False


class ThinksInSilence(Bot):
    """Thinks for two seconds, once, and does not beat meanwhile."""

    thought = False

    def decide(self, question: play_pb2.Question) -> play_pb2.Answer:
        if not self.thought:
            self.thought, self.beats = True, False
            time.sleep(2)
            self.beats = True
        return super().decide(question)


class WaitsForEver(Bot):
    """Does not notice that the arena is silent."""

    watches = False


class GivesUp(Bot):
    """Ends when the connection is lost."""

    def lost(self, pause_s: float) -> None:
        self.end(3, "the connection is lost")


class ComesBackAsAnother(Bot):
    """With a new instance id on every stream."""

    def lost(self, pause_s: float) -> None:
        super().lost(pause_s)
        self.instance += "x"


class AnswersOnce(Bot):
    """Does not answer a question again that it has answered, on another stream either."""

    def answer(self, question: play_pb2.Question) -> play_pb2.Answer | None:
        known = self.answers.get(question.match_id)
        if known is not None and known.decision == question.decision:
            return None
        return super().answer(question)


class Hammers(Bot):
    """Dials again at once."""

    def lost(self, pause_s: float) -> None:
        super().lost(0.0)


class FightsBack(Bot):
    """Takes its session back when it was taken over."""

    def session_ended(self, ended: play_pb2.SessionEnded) -> None:
        if ended.reason != play_pb2.SESSION_END_REASON_TAKEN_OVER:
            super().session_ended(ended)


class WantsNewDecisions(Bot):
    """Falls over a question that comes twice on one stream."""

    def receive(self, frame: play_pb2.PlayResponse) -> None:
        asked = [
            message.question.SerializeToString() for message in frame.messages if message.HasField("question")
        ]
        if len(set(asked)) != len(asked):
            self.end(1, "a question came twice")
        super().receive(frame)


class FallsOverNotices(Bot):
    def notice(self, notice: play_pb2.Notice) -> None:
        if notice.kind in (play_pb2.NOTICE_KIND_LATE, play_pb2.NOTICE_KIND_DEFAULT_PLAYED):
            self.end(1, notice.text)


class KnowsItsMatches(Bot):
    """Falls over a question of a match that it was never offered."""

    def offer(self, offer: play_pb2.MatchOffer) -> play_pb2.BotMessage | None:
        self.known = {*getattr(self, "known", ()), offer.match_id}
        return super().offer(offer)

    def answer(self, question: play_pb2.Question) -> play_pb2.Answer | None:
        if question.match_id not in self.known:
            self.end(1, f"no match {question.match_id}")
        return super().answer(question)


class FallsOverTheUnknown(Bot):
    def unknown(self, message: play_pb2.ArenaMessage) -> None:
        self.end(1, "a message of no known kind")


class MixesMatchesUp(Bot):
    """Answers in the match that asked last."""

    def receive(self, frame: play_pb2.PlayResponse) -> None:
        asked = [message.question.match_id for message in frame.messages if message.HasField("question")]
        self.last = asked[-1] if asked else ""
        super().receive(frame)

    def answer(self, question: play_pb2.Question) -> play_pb2.Answer | None:
        answer = super().answer(question)
        if answer is not None:
            answer.match_id = self.last
        return answer


class FillsItsFrames(Bot):
    """Knows no limit of messages in a frame."""

    def welcome(self, welcome: play_pb2.Welcome) -> None:
        self.limit = 1_000_000


class KeepsEverything(Bot):
    """Forty kilobytes of every decision."""

    kept: list[bytes] = []  # noqa: RUF012  # that is what is wrong with it

    def decide(self, question: play_pb2.Question) -> play_pb2.Answer:
        self.kept.append(os.urandom(40_000))
        return super().decide(question)


class LeavesAtADrain(Bot):
    def drain(self) -> None:
        self.end(0, "the arena drains")


class TakesTheEndForAFailure(Bot):
    def session_ended(self, ended: play_pb2.SessionEnded) -> None:
        self.end(1, ended.text)


class DiesAtSigterm(Bot):
    """Leaves in mid-match: not against the protocol."""

    def on_signal(self, _number: int, _frame: object) -> None:
        self.end(1, "terminated")


BREAKS: dict[str, tuple[type[Bot], str]] = {
    "says-no-hello": (SaysNoHello, "hello"),
    "names-itself-anew": (NamesItselfAnew, "hello"),
    "speaks-version-two": (SpeaksVersionTwo, "hello"),
    "plays-poker": (PlaysPoker, "hello"),
    "ends-at-once": (EndsAtOnce, "hello"),
    "knocks-again-with-its-token": (KnocksAgain, "token"),
    "knocks-again-with-its-version": (KnocksAgain, "version-refused"),
    "plays-any-version": (PlaysAnyVersion, "version-unknown"),
    "never-accepts": (NeverAccepts, "match-argentine"),
    "misses-a-verb": (MissesAVerb, "decisions-argentine"),
    "counts-from-one": (CountsFromOne, "match-trucker"),
    "sends-nothing-chosen": (SendsNothingChosen, "decisions-trucker"),
    "raises-too-much": (RaisesTooMuch, "ranges-trucker"),
    "never-beats": (NeverBeats, "heartbeat"),
    "thinks-in-silence": (ThinksInSilence, "think"),
    "waits-for-ever": (WaitsForEver, "silence"),
    "gives-up": (GivesUp, "resume"),
    "comes-back-as-another": (ComesBackAsAnother, "resume"),
    "answers-once": (AnswersOnce, "resume"),
    "hammers": (Hammers, "back-off"),
    "fights-back": (FightsBack, "taken-over"),
    "wants-new-decisions": (WantsNewDecisions, "duplicate"),
    "falls-over-notices": (FallsOverNotices, "late"),
    "knows-its-matches": (KnowsItsMatches, "stray"),
    "falls-over-the-unknown": (FallsOverTheUnknown, "future"),
    "mixes-matches-up": (MixesMatchesUp, "many"),
    "fills-its-frames": (FillsItsFrames, "frames"),
    "keeps-everything": (KeepsEverything, "memory"),
    "leaves-at-a-drain": (LeavesAtADrain, "drain"),
    "takes-the-end-for-a-failure": (TakesTheEndForAFailure, "drain"),
    "dies-at-sigterm": (DiesAtSigterm, "stop"),
}
"""The bad bots, and the check that finds each."""


if __name__ == "__main__":
    BREAKS[sys.argv[1]][0]().run()
