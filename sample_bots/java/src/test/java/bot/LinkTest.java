package bot;

import static bot.SessionTest.asked;
import static bot.SessionTest.frame;
import static bot.SessionTest.offered;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.grpc.Grpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import truco.v1.Play.ArenaMessage;
import truco.v1.Play.BotMessage;
import truco.v1.Play.Limits;
import truco.v1.Play.PlayRequest;
import truco.v1.Play.PlayResponse;
import truco.v1.Play.SessionEndReason;
import truco.v1.Play.SessionEnded;
import truco.v1.Play.Welcome;

class LinkTest {
  /** What a scripted arena does about one message of the bot. */
  private interface Script {
    void onMessage(BotMessage message, StreamObserver<PlayResponse> bot);
  }

  private final Queue<Script> scripts = new ArrayDeque<>();
  private Server server;
  private Link link;

  @AfterEach
  void stop() {
    link.close();
    server.shutdownNow();
  }

  @Test
  void heartbeatsGoOutWhileTheBotThinks() throws Exception {
    CountDownLatch beaten = new CountDownLatch(1);
    Session.Decide slow =
        (question, dice) -> {
          try {
            beaten.await();
          } catch (InterruptedException error) {
            throw new IllegalStateException(error);
          }
          return new Choice(0, 0);
        };
    scripts.add(
        (message, bot) -> {
          switch (message.getKindCase()) {
            case HELLO -> {
              bot.onNext(welcome(10));
              bot.onNext(frame(offered("a"), asked("a", 1)));
            }
            case HEARTBEAT -> beaten.countDown();
            case ANSWER -> bot.onNext(drained());
            default -> {}
          }
        });
    against(slow).run();
  }

  @Test
  void aLostStreamIsOpenedAgain() throws Exception {
    Script lost =
        (message, bot) -> {
          bot.onNext(welcome(60_000));
          bot.onError(Status.UNAVAILABLE.withDescription("lost").asRuntimeException());
        };
    scripts.addAll(List.of(lost, lost));
    scripts.add(
        (message, bot) -> {
          bot.onNext(welcome(60_000));
          bot.onNext(drained());
        });
    against((question, dice) -> new Choice(0, 0)).run();
  }

  @Test
  void aSignalAsksForNoNewMatches() throws Exception {
    scripts.add(
        (message, bot) -> {
          switch (message.getKindCase()) {
            case HELLO -> {
              bot.onNext(welcome(60_000));
              link.drain();
            }
            case DRAIN -> bot.onNext(drained());
            default -> {}
          }
        });
    against((question, dice) -> new Choice(0, 0)).run();
  }

  @Test
  void aWrongTokenEndsTheProcessWithItsCode() throws Exception {
    assertEquals(4, codeOf(Status.UNAUTHENTICATED));
  }

  @Test
  void aRefusedHelloEndsTheProcessWithItsCode() throws Exception {
    assertEquals(3, codeOf(Status.FAILED_PRECONDITION));
  }

  private int codeOf(Status refusal) throws Exception {
    scripts.add((message, bot) -> bot.onError(refusal.withDescription("no").asRuntimeException()));
    Link refused = against((question, dice) -> new Choice(0, 0));
    return assertThrows(Ending.class, refused::run).code;
  }

  /** A link to an arena that follows the scripts, one for each stream. */
  private Link against(Session.Decide mind) throws Exception {
    ServerServiceDefinition service =
        ServerServiceDefinition.builder("truco.v1.PlayService")
            .addMethod(Stream.PLAY, ServerCalls.asyncBidiStreamingCall(this::play))
            .build();
    server = Grpc.newServerBuilderForPort(0, InsecureServerCredentials.create()).addService(service).build().start();
    link = new Link(new Options("127.0.0.1:" + server.getPort(), "", "test", 1, false), new Session(mind));
    return link;
  }

  private StreamObserver<PlayRequest> play(StreamObserver<PlayResponse> bot) {
    Script script = scripts.remove();
    return new StreamObserver<>() {
      @Override
      public void onNext(PlayRequest frame) {
        frame.getMessagesList().forEach(message -> script.onMessage(message, bot));
      }

      @Override
      public void onError(Throwable error) {}

      @Override
      public void onCompleted() {}
    };
  }

  private static PlayResponse welcome(int heartbeatMs) {
    Welcome.Builder welcome =
        Welcome.newBuilder()
            .setProtocolVersion(1)
            .setHeartbeatMs(heartbeatMs)
            .setSilenceMs(60_000)
            .setLimits(Limits.newBuilder().setMaxMessagesPerFrame(100).setMaxFrameBytes(100_000));
    return frame(ArenaMessage.newBuilder().setWelcome(welcome).build());
  }

  private static PlayResponse drained() {
    SessionEnded ended =
        SessionEnded.newBuilder().setReason(SessionEndReason.SESSION_END_REASON_DRAINED).build();
    return frame(ArenaMessage.newBuilder().setSessionEnded(ended).build());
  }
}
