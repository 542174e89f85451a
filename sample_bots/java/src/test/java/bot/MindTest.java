package bot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.util.List;
import org.junit.jupiter.api.Test;
import truco.v1.Actions.AmountRange;
import truco.v1.Actions.Offer;
import truco.v1.Actions.Verb;
import truco.v1.Play.Question;
import truco.v1.Views.AmericanView;
import truco.v1.Views.ArgentineView;
import truco.v1.Views.MineiroView;
import truco.v1.Views.Played;
import truco.v1.Views.Trick;
import truco.v1.Views.TruckerView;
import truco.v1.Views.View;

class MindTest {
  private static final Offer[] ANSWERS = {offer(Verb.VERB_ACCEPT), offer(Verb.VERB_DECLINE)};

  @Test
  void aStrongHandAcceptsATrucoAndAWeakOneDeclines() {
    View.Builder strong = argentine("1e", "7e", "4c").addHistory("1 truco");
    assertEquals(Verb.VERB_ACCEPT, chosen(strong, ANSWERS).getVerb());
    View.Builder weak = argentine("4e", "5o", "6c").addHistory("1 truco");
    assertEquals(Verb.VERB_DECLINE, chosen(weak, ANSWERS).getVerb());
  }

  @Test
  void theEnvidoIsAnsweredByItsCountAndNotByStrength() {
    View.Builder view = argentine("7c", "6c", "4o").addHistory("1 envido");
    assertEquals(Verb.VERB_ACCEPT, chosen(view, ANSWERS).getVerb());
  }

  @Test
  void theCheapestCardThatWinsTheTrickIsPlayed() {
    View.Builder view = argentine("1e", "3c", "4c").addTricks(trick(played(1, "2o")));
    Offer offer = chosen(view, play("1e"), play("3c"), play("4c"), offer(Verb.VERB_FOLD));
    assertEquals(List.of("3c"), offer.getCardsList());
  }

  @Test
  void aPartnersTrickIsNotTaken() {
    View.Builder view =
        View.newBuilder()
            .setSeat(2)
            .addAllScores(List.of(0, 0))
            .addTricks(trick(played(0, "3c"), played(1, "Kd")))
            .setMineiro(MineiroView.getDefaultInstance());
    assertEquals(List.of("5c"), chosen(view, play("4c"), play("5c")).getCardsList());
  }

  @Test
  void anAmountLiesInItsRange() {
    List<String> cards = List.of("1e", "1b", "7e");
    View.Builder view =
        View.newBuilder()
            .addAllScores(List.of(90, 90))
            .addAllHeld(cards)
            .addAllDealt(cards)
            .setTrucker(TruckerView.getDefaultInstance());
    AmountRange range = AmountRange.newBuilder().setLeast(4).setMost(90).build();
    Offer raise = Offer.newBuilder().setVerb(Verb.VERB_RAISE).setRange(range).build();
    Choice choice = choice(view, offer(Verb.VERB_CHECK), raise);
    assertEquals(1, choice.place());
    assertTrue(choice.amount() >= 4 && choice.amount() <= 90, () -> "raised to " + choice.amount());
  }

  @Test
  void theTurnedUpRankIsTrump() {
    View.Builder view =
        View.newBuilder()
            .addAllScores(List.of(0, 0))
            .addTricks(trick(played(1, "As")))
            .setAmerican(AmericanView.newBuilder().setTrump("2h"));
    assertEquals(List.of("2c"), chosen(view, play("2c"), play("Ad")).getCardsList());
  }

  @Test
  void aVerbOfAFutureVersionIsNoObstacle() {
    Offer future = Offer.newBuilder().setVerbValue(999).build();
    assertEquals(Verb.VERB_PLAY, chosen(argentine("4c"), future, play("4c")).getVerb());
  }

  private static Choice choice(View.Builder view, Offer... offers) {
    Question question = Question.newBuilder().setView(view).addAllOffers(List.of(offers)).build();
    return Mind.decide(question, Session.newDice(ByteString.copyFromUtf8("seed")));
  }

  private static Offer chosen(View.Builder view, Offer... offers) {
    return offers[choice(view, offers).place()];
  }

  private static View.Builder argentine(String... cards) {
    return View.newBuilder()
        .addAllScores(List.of(0, 0))
        .addAllHeld(List.of(cards))
        .addAllDealt(List.of(cards))
        .setArgentine(ArgentineView.getDefaultInstance());
  }

  private static Offer offer(Verb verb) {
    return Offer.newBuilder().setVerb(verb).build();
  }

  private static Offer play(String card) {
    return Offer.newBuilder().setVerb(Verb.VERB_PLAY).addCards(card).build();
  }

  private static Played played(int seat, String card) {
    return Played.newBuilder().setSeat(seat).setCard(card).build();
  }

  private static Trick trick(Played... played) {
    return Trick.newBuilder().addAllPlayed(List.of(played)).build();
  }
}
