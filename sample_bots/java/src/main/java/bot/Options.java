// Where and as what to play: flags first, then the environment.
package bot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The options of a bot process. */
record Options(String address, String token, String instance, int matches, boolean tls) {
  static final String USAGE =
      """
      A bot of Truco Arena.
        --arena HOST:PORT   the arena [ARENA_ADDR]
        --token-file FILE   a file with the token [ARENA_TOKEN, ARENA_TOKEN_FILE]
        --instance ID       tells this process from others of the bot [ARENA_INSTANCE]
        --matches N         matches at once [ARENA_MATCHES]
        --tls               TLS with the system's authorities [ARENA_TLS=1]""";

  private static final Map<String, String> FLAGS =
      Map.of(
          "--arena", "ARENA_ADDR",
          "--token-file", "ARENA_TOKEN_FILE",
          "--instance", "ARENA_INSTANCE",
          "--matches", "ARENA_MATCHES");

  /** Throws IllegalArgumentException: with the flag or variable that is wrong. */
  static Options read(List<String> args, Map<String, String> env) {
    Map<String, String> given = new HashMap<>(env);
    for (int i = 0; i < args.size(); i++) {
      String flag = args.get(i);
      if (flag.equals("--tls")) {
        given.put("ARENA_TLS", "1");
      } else if (FLAGS.containsKey(flag) && i + 1 < args.size()) {
        given.put(FLAGS.get(flag), args.get(++i));
      } else {
        throw new IllegalArgumentException("what is " + flag + "?\n" + USAGE);
      }
    }
    String address = given.getOrDefault("ARENA_ADDR", "");
    boolean tls = "1".equals(given.get("ARENA_TLS"));
    if (address.isEmpty()) {
      throw new IllegalArgumentException("no arena address: give --arena HOST:PORT or set ARENA_ADDR");
    }
    if (!tls && !isLocal(address)) {
      throw new IllegalArgumentException(
          address + " is another machine, and the token would travel unencrypted: give --tls");
    }
    return new Options(address, token(given), given.getOrDefault("ARENA_INSTANCE", "main"), matches(given), tls);
  }

  private static String token(Map<String, String> given) {
    String file = given.getOrDefault("ARENA_TOKEN_FILE", "");
    if (file.isEmpty()) {
      return given.getOrDefault("ARENA_TOKEN", "");
    }
    try {
      return Files.readString(Path.of(file)).strip();
    } catch (IOException error) {
      throw new IllegalArgumentException("the token file " + file + " cannot be read: " + error.getMessage(), error);
    }
  }

  private static int matches(Map<String, String> given) {
    String text = given.getOrDefault("ARENA_MATCHES", "64");
    if (!text.matches("[1-9][0-9]{0,8}")) {
      throw new IllegalArgumentException("--matches " + text + " must be a whole number from 1");
    }
    return Integer.parseInt(text);
  }

  private static boolean isLocal(String address) {
    return address.matches("(localhost|127\\.[0-9.]+|\\[::1\\])(:[0-9]+)?");
  }
}
