// What a view says about the own hand, as numbers from 0 to 1.
package bot;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import truco.v1.Views.Played;
import truco.v1.Views.Trick;
import truco.v1.Views.View;

/** The part of a view that Mind looks at. */
final class Table {
  // Ranks from the weakest on, and the cards above all ranks.
  private static final List<String> SPANISH = List.of("4", "5", "6", "7", "10", "11", "12", "1", "2", "3");
  private static final Map<String, Integer> SPANISH_TOPS = Map.of("7o", 10, "7e", 11, "1b", 12, "1e", 13);
  private static final List<String> MINEIRO = List.of("4567QJKA23".split(""));
  private static final Map<String, Integer> MINEIRO_TOPS = Map.of("7d", 10, "As", 11, "7h", 12, "4c", 13);
  private static final List<String> FRENCH = List.of("23456789TJQKA".split(""));
  private static final int STRONGEST = 13;

  /** The two best cards and the tricks so far. */
  final double strength;

  final double envido;
  final boolean askedForEnvido;

  private final View view;
  private final List<Played> open;

  Table(View view) {
    this.view = view;
    List<Played> open = List.of();
    double strength = bestTwo();
    for (Trick trick : view.getTricksList()) {
      if (trick.getParda()) {
        continue;
      }
      if (!trick.hasWinner()) {
        open = trick.getPlayedList();
      } else {
        strength += ours(trick.getWinner()) ? 0.25 : -0.2;
      }
    }
    this.open = open;
    this.strength = strength;
    this.envido = countEnvido();
    this.askedForEnvido = isAskedForEnvido();
  }

  double power(String card) {
    int place =
        switch (view.getGameCase()) {
          case MINEIRO -> MINEIRO_TOPS.getOrDefault(card, MINEIRO.indexOf(rank(card)));
          case AMERICAN ->
              rank(card).equals(rank(view.getAmerican().getTrump())) ? STRONGEST : FRENCH.indexOf(rank(card));
          default -> SPANISH_TOPS.getOrDefault(card, SPANISH.indexOf(rank(card)));
        };
    return (double) Math.max(0, place) / STRONGEST;
  }

  /** How good it is to play a card now: the cheapest that wins the trick, else the cheapest. */
  double playing(String card) {
    if (open.isEmpty()) {
      return 0.05 * power(card);
    }
    double highest = -1;
    boolean partners = false;
    for (Played played : open) {
      if (power(played.getCard()) > highest) {
        highest = power(played.getCard());
        partners = ours(played.getSeat());
      }
    }
    boolean wins = power(card) > highest && !partners;
    return (wins ? 0.1 : 0) - 0.05 * power(card);
  }

  private boolean ours(int seat) {
    int sides = view.getScoresCount();
    return seat % sides == view.getSeat() % sides;
  }

  private boolean isAskedForEnvido() {
    if (view.hasTrucker()) {
      return view.getTrucker().getAsked().equals("envido");
    }
    int told = view.getHistoryCount(); // a call that waits is the last thing that was said
    return told > 0 && view.getHistory(told - 1).contains("envido");
  }

  /** The mean of the two best, the one where there is only one. */
  private double bestTwo() {
    double[] best =
        view.getHeldList().stream().mapToDouble(this::power).map(power -> -power).sorted().limit(2).toArray();
    return -Arrays.stream(best).average().orElse(0);
  }

  /** The square of the share of the greatest count: a count wins less often than it is high. */
  private double countEnvido() {
    List<String> cards = view.hasAmerican() ? view.getHeldList() : view.getDealtList();
    int bonus = view.hasAmerican() ? 0 : 20;
    int best = 0;
    for (int i = 0; i < cards.size(); i++) {
      best = Math.max(best, pips(cards.get(i)));
      for (String other : cards.subList(0, i)) {
        if (suit(cards.get(i)) == suit(other)) {
          best = Math.max(best, bonus + pips(cards.get(i)) + pips(other));
        }
      }
    }
    double share = best / (view.hasAmerican() ? 20.0 : 33.0);
    return share * share;
  }

  /** What a card counts in the envido: French figures 10, Spanish ones nothing. */
  private static int pips(String card) {
    return switch (rank(card)) {
      case "A" -> 1;
      case "T", "J", "Q", "K" -> 10;
      case "10", "11", "12" -> 0;
      default -> rank(card).charAt(0) - '0';
    };
  }

  private static String rank(String card) {
    return card.substring(0, card.length() - 1);
  }

  private static char suit(String card) {
    return card.charAt(card.length() - 1);
  }
}
