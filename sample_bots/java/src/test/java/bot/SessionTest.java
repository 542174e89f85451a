package bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.ByteString;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import truco.v1.Actions.Offer;
import truco.v1.Play.ArenaMessage;
import truco.v1.Play.BotMessage;
import truco.v1.Play.Limits;
import truco.v1.Play.MatchOffer;
import truco.v1.Play.PlayResponse;
import truco.v1.Play.Question;
import truco.v1.Play.Welcome;

class SessionTest {
  private final AtomicInteger thoughts = new AtomicInteger();
  private final Session bot = new Session((question, dice) -> new Choice(thoughts.getAndIncrement() % 2, 0));

  @Test
  void allQuestionsOfAFrameAreAnsweredInOrder() {
    List<BotMessage> accepts = bot.receive(frame(offered("a"), offered("b")));
    assertEquals(List.of("a", "b"), accepts.stream().map(message -> message.getAccept().getMatchId()).toList());
    List<BotMessage> answers = bot.receive(frame(asked("a", 1), asked("b", 7)));
    assertEquals(List.of(1, 7), answers.stream().map(message -> message.getAnswer().getDecision()).toList());
  }

  @Test
  void theSameQuestionAgainGetsTheSameAnswerWithoutASecondThought() {
    BotMessage before = bot.receive(frame(offered("a"), asked("a", 1))).get(1);
    bot.receive(frame(welcome("a")));
    assertEquals(List.of(before), bot.receive(frame(asked("a", 1))));
    assertEquals(1, thoughts.get());
  }

  @Test
  void seatsThatTheArenaNoLongerHoldsAreForgotten() {
    bot.receive(frame(offered("a"), offered("b")));
    bot.receive(frame(welcome("b")));
    assertEquals(1, bot.seats());
  }

  @Test
  void aKindOfAFutureVersionIsLeftOut() {
    assertEquals(List.of(), bot.receive(frame(ArenaMessage.getDefaultInstance())));
  }

  @Test
  void theSameSeedGivesTheSameDice() {
    long one = Session.newDice(ByteString.copyFromUtf8("seed")).nextLong();
    assertEquals(one, Session.newDice(ByteString.copyFromUtf8("seed")).nextLong());
    assertNotEquals(one, Session.newDice(ByteString.copyFromUtf8("other")).nextLong());
  }

  @Test
  void framesKeepToTheLimits() {
    List<BotMessage> five = Collections.nCopies(5, BotMessage.getDefaultInstance());
    Limits limits = Limits.newBuilder().setMaxMessagesPerFrame(2).setMaxFrameBytes(4096).build();
    assertEquals(3, Session.frames(five, limits).size());
  }

  @Test
  void aTokenDoesNotTravelToAnotherMachineUnencrypted() {
    Map<String, String> env = Map.of("ARENA_ADDR", "arena.example:4100", "ARENA_TOKEN", "ta_x");
    assertThrows(IllegalArgumentException.class, () -> Options.read(List.of(), env));
    assertEquals("two", Options.read(List.of("--tls", "--instance", "two"), env).instance());
  }

  static PlayResponse frame(ArenaMessage... messages) {
    return PlayResponse.newBuilder().addAllMessages(List.of(messages)).build();
  }

  static ArenaMessage offered(String match) {
    return ArenaMessage.newBuilder().setOffer(MatchOffer.newBuilder().setMatchId(match)).build();
  }

  static ArenaMessage asked(String match, int decision) {
    Question.Builder question =
        Question.newBuilder()
            .setMatchId(match)
            .setDecision(decision)
            .addOffers(Offer.getDefaultInstance())
            .addOffers(Offer.getDefaultInstance());
    return ArenaMessage.newBuilder().setQuestion(question).build();
  }

  private static ArenaMessage welcome(String match) {
    Welcome.Builder welcome = Welcome.newBuilder().addOpenSeats(MatchOffer.newBuilder().setMatchId(match));
    return ArenaMessage.newBuilder().setWelcome(welcome).build();
  }
}
