// The bot's mind, and the file to edit. Every offer gets a worth; the best one is chosen.
package bot;

import static java.util.Map.entry;

import java.util.Map;
import java.util.random.RandomGenerator;
import truco.v1.Actions.Offer;
import truco.v1.Actions.Verb;
import truco.v1.Play.Question;

/** What to play. */
final class Mind {
  /**
   * An offer is worth base + strength*S + envido*E + card*C, all from 0 to 1. S tells how good the hand is for what is
   * asked now, E how good its envido is, C how strong the named card is (Table).
   */
  private record Weights(double base, double strength, double envido, double card) {}

  private static Weights base(double base) {
    return new Weights(base, 0, 0, 0);
  }

  private static Weights hand(double base, double strength) {
    return new Weights(base, strength, 0, 0);
  }

  private static Weights envido(double base, double envido) {
    return new Weights(base, 0, envido, 0);
  }

  private static Weights card(double base, double card) {
    return new Weights(base, 0, 0, card);
  }

  private static final Map<Verb, Weights> WORTH =
      Map.ofEntries(
          entry(Verb.VERB_PLAY, base(0.5)), entry(Verb.VERB_FOLD, base(0.4)),
          entry(Verb.VERB_ACCEPT, hand(0.1, 0.8)), entry(Verb.VERB_DECLINE, base(0.45)),
          entry(Verb.VERB_TRUCO, hand(-0.2, 1)), entry(Verb.VERB_RETRUCO, hand(-0.25, 1)),
          entry(Verb.VERB_VALE_CUATRO, hand(-0.3, 1)), entry(Verb.VERB_SIX, hand(-0.3, 1)),
          entry(Verb.VERB_TEN, hand(-0.35, 1)), entry(Verb.VERB_TWELVE, hand(-0.4, 1)),
          entry(Verb.VERB_TRUCO_THREE, hand(-0.3, 1)), entry(Verb.VERB_TRUCO_FOUR, hand(-0.35, 1)),
          entry(Verb.VERB_TRUCO_REST, hand(-0.4, 1)),
          entry(Verb.VERB_ENVIDO, envido(0, 0.9)), entry(Verb.VERB_REAL_ENVIDO, envido(-0.4, 1.3)),
          entry(Verb.VERB_FALTA_ENVIDO, envido(-0.8, 1.6)), entry(Verb.VERB_ENVIDO_THREE, envido(0, 0.7)),
          entry(Verb.VERB_ENVIDO_FOUR, envido(0, 0.65)), entry(Verb.VERB_ENVIDO_REST, envido(0, 0.6)),
          entry(Verb.VERB_PLAY_HAND, hand(0.1, 0.8)), entry(Verb.VERB_PASS_HAND, base(0.4)),
          entry(Verb.VERB_CHECK, base(0.5)), entry(Verb.VERB_CALL, hand(0.1, 0.9)),
          entry(Verb.VERB_RAISE, hand(-0.35, 1.4)), entry(Verb.VERB_ENVIDO_CALL, envido(0, 0.8)),
          entry(Verb.VERB_ENVIDO_RAISE, envido(-0.4, 1.2)),
          entry(Verb.VERB_VOUCH, card(0, 0.7)), entry(Verb.VERB_PASS, base(0.45)),
          entry(Verb.VERB_BID, base(0.5)), entry(Verb.VERB_YIELD, base(0.4)), entry(Verb.VERB_SWITCH, card(0, 0.6)),
          entry(Verb.VERB_WAGER, base(0.4)), entry(Verb.VERB_STAND, base(0.5)), entry(Verb.VERB_REPLACE, base(0.9)),
          entry(Verb.VERB_DRAW, base(0.5)), entry(Verb.VERB_TAKE, card(0, 1)), entry(Verb.VERB_DISCARD, card(1, -1)));

  private Mind() {}

  /** The place of an offer and, where that is a range, an amount. */
  static Choice decide(Question question, RandomGenerator dice) {
    Table table = new Table(question.getView());
    double asked = table.askedForEnvido ? table.envido : table.strength;
    double strength = asked + 0.1 * (dice.nextDouble() - 0.5); // so that rivals cannot read the hand from the calls
    int place = 0;
    double best = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < question.getOffersCount(); i++) {
      Offer offer = question.getOffers(i);
      Weights weights = WORTH.getOrDefault(offer.getVerb(), base(0));
      double worth = weights.base + weights.strength * strength + weights.envido * table.envido;
      for (String card : offer.getCardsList()) {
        worth += weights.card * table.power(card) + (offer.getVerb() == Verb.VERB_PLAY ? table.playing(card) : 0);
      }
      if (worth > best) {
        best = worth;
        place = i;
      }
    }
    Offer chosen = question.getOffers(place);
    double eager = chosen.getVerb() == Verb.VERB_BID ? 1 : Math.max(0, strength - 0.8);
    int least = chosen.getRange().getLeast();
    return new Choice(place, least + (int) ((chosen.getRange().getMost() - least) * eager));
  }
}
