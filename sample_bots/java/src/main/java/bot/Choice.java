package bot;

/** An answer: the place of an offer; the amount counts only where that is a range. */
record Choice(int place, int amount) {}
