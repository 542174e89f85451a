// One stream: says hello, answers, beats, notices silence, knows how it ended.
package bot;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.MetadataUtils;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import truco.v1.Play.ArenaMessage;
import truco.v1.Play.BotMessage;
import truco.v1.Play.Drain;
import truco.v1.Play.Heartbeat;
import truco.v1.Play.PlayRequest;
import truco.v1.Play.PlayResponse;
import truco.v1.Play.SessionEnded;
import truco.v1.Play.Welcome;

/** A stream from its hello to its end. gRPC calls its observer methods one at a time. */
final class Stream implements ClientResponseObserver<PlayRequest, PlayResponse> {
  /** By hand, since it is only one: so the build needs no second code generator. */
  static final MethodDescriptor<PlayRequest, PlayResponse> PLAY =
      MethodDescriptor.<PlayRequest, PlayResponse>newBuilder()
          .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
          .setFullMethodName("truco.v1.PlayService/Play")
          .setRequestMarshaller(ProtoUtils.marshaller(PlayRequest.getDefaultInstance()))
          .setResponseMarshaller(ProtoUtils.marshaller(PlayResponse.getDefaultInstance()))
          .build();

  private static final long WELCOME_MS = 10_000;
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
  private static final BotMessage HEARTBEAT =
      BotMessage.newBuilder().setHeartbeat(Heartbeat.getDefaultInstance()).build();
  private static final BotMessage DRAIN = BotMessage.newBuilder().setDrain(Drain.getDefaultInstance()).build();
  private static final System.Logger LOG = System.getLogger("bot");

  private final Channel channel;
  private final Options options;
  private final Session session;
  private final ScheduledExecutorService timer;
  private final Executor thinker;

  /** Empty: the session is over for good; a text: why it is worth another try. */
  private final CompletableFuture<Optional<String>> ended = new CompletableFuture<>();

  private ClientCallStreamObserver<PlayRequest> requests;
  private ScheduledFuture<?> watchdog;
  // What follows is guarded by this.
  private Welcome welcome;
  private boolean draining;
  private ScheduledFuture<?> beat;

  Stream(Channel channel, Options options, Session session, ScheduledExecutorService timer, Executor thinker) {
    this.channel = channel;
    this.options = options;
    this.session = session;
    this.timer = timer;
    this.thinker = thinker;
  }

  /** Plays to the end of the stream. Empty: the session is over for good; a text: why another try is worth it. */
  Optional<String> play() throws Ending, InterruptedException {
    Metadata headers = new Metadata();
    headers.put(AUTHORIZATION, "Bearer " + options.token());
    Channel known = ClientInterceptors.intercept(channel, MetadataUtils.newAttachHeadersInterceptor(headers));
    ClientCalls.asyncBidiStreamingCall(known.newCall(PLAY, CallOptions.DEFAULT), this);
    requests.onNext(Session.hello(options));
    try {
      return ended.get();
    } catch (ExecutionException error) {
      if (error.getCause() instanceof Ending ending) {
        throw ending;
      }
      throw new IllegalStateException(error.getCause());
    } finally {
      requests.cancel("over", null);
      watchdog.cancel(false);
      synchronized (this) {
        if (beat != null) {
          beat.cancel(false);
        }
      }
    }
  }

  synchronized boolean wasWelcomed() {
    return welcome != null;
  }

  /** Asks for no new matches. From any thread. */
  synchronized void drain() {
    draining = true;
    if (welcome != null) {
      send(List.of(DRAIN));
    }
  }

  @Override
  public void beforeStart(ClientCallStreamObserver<PlayRequest> requests) {
    this.requests = requests;
    expect(WELCOME_MS);
  }

  @Override
  public void onNext(PlayResponse frame) {
    List<ArenaMessage> messages = frame.getMessagesList();
    if (!messages.isEmpty() && messages.get(messages.size() - 1).hasSessionEnded()) {
      end(messages.get(messages.size() - 1).getSessionEnded());
      return;
    }
    if (!wasWelcomed() && !greet(frame)) {
      return;
    }
    expect(welcome.getSilenceMs());
    // Read on meanwhile: the thinker keeps the order.
    thinker.execute(() -> think(frame));
  }

  @Override
  public void onError(Throwable error) {
    String text = Optional.ofNullable(Status.fromThrowable(error).getDescription()).orElse(error.toString());
    switch (Status.fromThrowable(error).getCode()) {
      case UNAUTHENTICATED, PERMISSION_DENIED -> fail(4, "the arena does not accept the token: " + text);
      case INVALID_ARGUMENT, FAILED_PRECONDITION, UNIMPLEMENTED, NOT_FOUND, ALREADY_EXISTS ->
          fail(3, "the arena refused the hello: " + text);
      default -> ended.complete(Optional.of(text));
    }
  }

  @Override
  public void onCompleted() {
    ended.complete(Optional.of("the arena ended the stream without a word"));
  }

  private boolean greet(PlayResponse frame) {
    if (frame.getMessagesCount() == 0 || !frame.getMessages(0).hasWelcome()) {
      fail(3, options.address() + " does not speak this protocol: it sent no Welcome first");
      return false;
    }
    Welcome first = frame.getMessages(0).getWelcome();
    if (first.getProtocolVersion() != Session.PROTOCOL_VERSION) {
      fail(3, "the arena speaks protocol version " + first.getProtocolVersion() + ", this bot version "
          + Session.PROTOCOL_VERSION);
      return false;
    }
    LOG.log(System.Logger.Level.INFO, "playing as " + first.getBot() + " at " + options.address());
    synchronized (this) {
      welcome = first;
      send(draining ? List.of(DRAIN) : List.of());
    }
    return true;
  }

  private void think(PlayResponse frame) {
    try {
      List<BotMessage> answers = session.receive(frame);
      if (!answers.isEmpty()) {
        send(answers);
      }
    } catch (RuntimeException error) {
      ended.completeExceptionally(error);
    }
  }

  /** Sends messages in as few frames as the arena takes; then a heartbeat is due when nothing else is sent. */
  private synchronized void send(List<BotMessage> messages) {
    if (ended.isDone()) {
      return;
    }
    Session.frames(messages, welcome.getLimits()).forEach(requests::onNext);
    if (beat != null) {
      beat.cancel(false);
    }
    beat = timer.schedule(() -> send(List.of(HEARTBEAT)), welcome.getHeartbeatMs(), TimeUnit.MILLISECONDS);
  }

  /** The next frame must come within this time. */
  private void expect(long withinMs) {
    if (watchdog != null) {
      watchdog.cancel(false);
    }
    watchdog =
        timer.schedule(() -> ended.complete(Optional.of("the arena was silent")), withinMs, TimeUnit.MILLISECONDS);
  }

  private void end(SessionEnded last) {
    LOG.log(System.Logger.Level.INFO, "the arena ended the session (" + last.getReason() + "): " + last.getText());
    switch (last.getReason()) {
      case SESSION_END_REASON_STOPPING, SESSION_END_REASON_DRAINED -> ended.complete(Optional.empty());
      case SESSION_END_REASON_NOT_AUTHORISED -> fail(4, last.getText());
      case SESSION_END_REASON_PROTOCOL, SESSION_END_REASON_TAKEN_OVER -> fail(3, last.getText());
      default -> ended.complete(Optional.of(last.getText()));
    }
  }

  private void fail(int code, String text) {
    ended.completeExceptionally(new Ending(code, text));
  }
}
