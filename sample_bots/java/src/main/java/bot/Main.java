// A bot of Truco Arena in Java. Reading order: Mind (what to play), Table, Session (the protocol), Link and Stream
// (the connection), Options, and here: signals and exit codes.
package bot;

import java.util.List;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/** The process. */
final class Main {
  private static final System.Logger LOG = System.getLogger("bot");

  private Main() {}

  public static void main(String[] args) throws InterruptedException {
    int code = 0;
    try (Link link = new Link(options(args), new Session(Mind::decide))) {
      drainOn("TERM", link);
      drainOn("INT", link);
      link.run();
    } catch (Ending ending) {
      LOG.log(System.Logger.Level.ERROR, ending.getMessage());
      code = ending.code;
    }
    System.exit(code);
  }

  private static Options options(String[] args) throws Ending {
    try {
      return Options.read(List.of(args), System.getenv());
    } catch (IllegalArgumentException error) {
      throw new Ending(2, error.getMessage());
    }
  }

  /** The first signal plays what runs to its end; the second ends the process at once. */
  private static void drainOn(String signal, Link link) {
    Signal.handle(
        new Signal(signal),
        caught -> {
          Signal.handle(caught, SignalHandler.SIG_DFL);
          link.drain();
        });
  }
}
