package bot;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import truco.v1.Actions.Offer;
import truco.v1.Play.ArenaMessage;
import truco.v1.Play.PlayResponse;
import truco.v1.Play.Question;

class RecordedTest {
  @Test
  void everyQuestionOfTheRecordedMatchIsAnsweredWithOneOfItsOffers() throws IOException {
    PlayResponse recorded = PlayResponse.parseFrom(Files.readAllBytes(Path.of("recorded.binpb")));
    RandomGenerator dice = Session.newDice(ByteString.copyFromUtf8("seed"));
    int answered = 0;
    for (ArenaMessage message : recorded.getMessagesList()) {
      if (!message.hasQuestion()) {
        continue;
      }
      Question question = message.getQuestion();
      Choice choice = Mind.decide(question, dice);
      Offer offer = question.getOffers(choice.place());
      if (offer.hasRange()) {
        assertTrue(choice.amount() >= offer.getRange().getLeast(), offer.getText());
        assertTrue(choice.amount() <= offer.getRange().getMost(), offer.getText());
      }
      answered++;
    }
    assertTrue(answered > 100);
  }
}
