// The bot's side of the protocol without a network: what came in, what goes out.
package bot;

import com.google.protobuf.ByteString;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import truco.v1.Play.Accept;
import truco.v1.Play.Answer;
import truco.v1.Play.ArenaMessage;
import truco.v1.Play.BotMessage;
import truco.v1.Play.Hello;
import truco.v1.Play.Limits;
import truco.v1.Play.MatchOffer;
import truco.v1.Play.PlayRequest;
import truco.v1.Play.PlayResponse;
import truco.v1.Play.Question;
import truco.v1.Play.Welcome;

/**
 * All matches of one process. It outlives a stream that breaks: the arena then asks again what it had asked. One thread
 * at a time uses it.
 */
final class Session {
  static final int PROTOCOL_VERSION = 1;
  static final List<String> VARIANTS = List.of("argentine", "mineiro", "trucker", "american");
  private static final String SDK = "truco-arena-java 0.1.0";
  private static final String BOT_VERSION = "1";
  private static final int ANSWER_BYTES = 128; // more than an answer takes
  private static final System.Logger LOG = System.getLogger("bot");

  /** What chooses an offer. */
  interface Decide {
    Choice decide(Question question, RandomGenerator dice);
  }

  /** A seat this bot holds; the last answer is kept for the same question after a lost stream. */
  private static final class Seat {
    final RandomGenerator dice;
    Answer last = Answer.getDefaultInstance();

    Seat(RandomGenerator dice) {
      this.dice = dice;
    }
  }

  private final Decide mind;
  private final Map<String, Seat> seats = new HashMap<>();

  Session(Decide mind) {
    this.mind = mind;
  }

  static PlayRequest hello(Options options) {
    Hello hello =
        Hello.newBuilder()
            .setProtocolVersion(PROTOCOL_VERSION)
            .setSdk(SDK)
            .setBotVersion(BOT_VERSION)
            .addAllVariants(VARIANTS)
            .setMaxMatches(options.matches())
            .setInstance(options.instance())
            .setWithoutEvents(true)
            .build();
    return PlayRequest.newBuilder().addMessages(BotMessage.newBuilder().setHello(hello)).build();
  }

  /** Takes a frame and returns what answers it. Kinds it does not know are left out. */
  List<BotMessage> receive(PlayResponse frame) {
    List<BotMessage> out = new ArrayList<>();
    for (ArenaMessage message : frame.getMessagesList()) {
      switch (message.getKindCase()) {
        case WELCOME -> welcomed(message.getWelcome());
        case OFFER -> {
          sit(message.getOffer());
          Accept accept = Accept.newBuilder().setMatchId(message.getOffer().getMatchId()).build();
          out.add(BotMessage.newBuilder().setAccept(accept).build());
        }
        case QUESTION -> answer(message.getQuestion(), out);
        case MATCH_ENDED -> seats.remove(message.getMatchEnded().getMatchId());
        case NOTICE -> LOG.log(System.Logger.Level.WARNING, "the arena notes: " + message.getNotice().getText());
        default -> {}
      }
    }
    return out;
  }

  /** Packs messages into as few frames as the arena takes. */
  static List<PlayRequest> frames(List<BotMessage> messages, Limits limits) {
    int most = Math.max(1, Math.min(limits.getMaxMessagesPerFrame(), limits.getMaxFrameBytes() / ANSWER_BYTES));
    List<PlayRequest> frames = new ArrayList<>();
    for (int from = 0; from < messages.size(); from += most) {
      List<BotMessage> part = messages.subList(from, Math.min(from + most, messages.size()));
      frames.add(PlayRequest.newBuilder().addAllMessages(part).build());
    }
    return frames;
  }

  /** The same dice for the same seed, so that a launched bot can be played again. */
  static RandomGenerator newDice(ByteString seed) {
    return seed.isEmpty()
        ? new SplittableRandom()
        : new SplittableRandom(new BigInteger(seed.toByteArray()).longValue());
  }

  int seats() {
    return seats.size();
  }

  private void welcomed(Welcome welcome) {
    // The arena forgot the others: they are over or void.
    seats.keySet().retainAll(
        welcome.getOpenSeatsList().stream().map(MatchOffer::getMatchId).collect(Collectors.toSet()));
    welcome.getOpenSeatsList().forEach(this::sit);
  }

  private void sit(MatchOffer offer) {
    seats.computeIfAbsent(offer.getMatchId(), match -> new Seat(newDice(offer.getSeatSeed())));
  }

  private void answer(Question question, List<BotMessage> out) {
    Seat seat = seats.get(question.getMatchId());
    if (seat == null) {
      LOG.log(System.Logger.Level.WARNING, "a question for a match that was never offered is left out");
      return;
    }
    if (seat.last.getDecision() != question.getDecision()) {
      Choice choice = mind.decide(question, seat.dice);
      Answer.Builder answer =
          Answer.newBuilder()
              .setMatchId(question.getMatchId())
              .setDecision(question.getDecision())
              .setIndex(choice.place());
      if (question.getOffers(choice.place()).hasRange()) {
        answer.setAmount(choice.amount());
      }
      seat.last = answer.build();
    }
    out.add(BotMessage.newBuilder().setAnswer(seat.last).build());
  }
}
