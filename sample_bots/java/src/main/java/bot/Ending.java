package bot;

/** An end for good that is not a success: the process exits with its code. */
final class Ending extends Exception {
  private static final long serialVersionUID = 1;
  final int code;

  Ending(int code, String text) {
    super(text);
    this.code = code;
  }
}
