// The way to the arena: dials, and dials again after a loss.
package bot;

import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.TlsChannelCredentials;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** The connection of one bot process, over any number of streams one after another. */
final class Link implements AutoCloseable {
  private static final long FIRST_PAUSE_MS = 100;
  private static final long LONGEST_PAUSE_MS = 3_000;
  private static final long GIVE_UP_MS = 30_000;
  private static final System.Logger LOG = System.getLogger("bot");

  private final Options options;
  private final Session session;
  private final ManagedChannel channel;
  private final CountDownLatch draining = new CountDownLatch(1);
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(Link::daemon);
  private final ExecutorService thinker = Executors.newSingleThreadExecutor(Link::daemon);
  private Stream stream;

  Link(Options options, Session session) {
    this.options = options;
    this.session = session;
    this.channel =
        Grpc.newChannelBuilder(
                options.address(), options.tls() ? TlsChannelCredentials.create() : InsecureChannelCredentials.create())
            .build();
  }

  /** Plays until the session is over. Throws Ending: it ended badly. */
  void run() throws Ending, InterruptedException {
    long pause = FIRST_PAUSE_MS;
    long heard = System.nanoTime();
    while (true) {
      Stream stream = open();
      Optional<String> why = stream.play();
      if (why.isEmpty() || isDraining()) {
        return;
      }
      if (stream.wasWelcomed()) {
        heard = System.nanoTime();
        pause = FIRST_PAUSE_MS;
      }
      if (TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - heard) > GIVE_UP_MS) {
        throw new Ending(3, "no arena at " + options.address() + " for " + GIVE_UP_MS / 1000 + " s: " + why.get());
      }
      LOG.log(System.Logger.Level.INFO, "no stream (" + why.get() + "); trying again");
      // Jitter: the bots of a restarted arena do not all come back in the same moment.
      if (draining.await(ThreadLocalRandom.current().nextLong(pause / 2, pause + 1), TimeUnit.MILLISECONDS)) {
        return;
      }
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
    }
  }

  /** Asks for no new matches; run() returns when those that run are over. From any thread. */
  synchronized void drain() {
    draining.countDown();
    if (stream != null) {
      stream.drain();
    }
  }

  @Override
  public void close() {
    channel.shutdownNow();
    timer.shutdownNow();
    thinker.shutdownNow();
  }

  private synchronized Stream open() {
    // The loop has its own pauses; the channel must not wait longer between them.
    channel.resetConnectBackoff();
    stream = new Stream(channel, options, session, timer, thinker);
    if (isDraining()) {
      stream.drain();
    }
    return stream;
  }

  private boolean isDraining() {
    return draining.getCount() == 0;
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work);
    thread.setDaemon(true);
    return thread;
  }
}
