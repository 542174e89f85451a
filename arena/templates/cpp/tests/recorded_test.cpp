#include <fstream>

#include "check.hpp"
#include "decide.hpp"

using namespace truco::v1;

TEST(every_question_of_the_recorded_match_is_answered_with_one_of_its_offers) {
    std::ifstream file("recorded.binpb", std::ios::binary);
    PlayResponse recorded;
    CHECK(recorded.ParseFromIstream(&file));
    Dice dice(1);
    int answered = 0;
    for (const auto& message : recorded.messages()) {
        if (!message.has_question()) continue;
        const auto& question = message.question();
        const Choice choice = decide(question, dice);
        CHECK(choice.place >= 0 && choice.place < question.offers_size());
        const auto& offer = question.offers(choice.place);
        if (offer.has_range()) {
            CHECK(choice.amount >= offer.range().least() && choice.amount <= offer.range().most());
        }
        ++answered;
    }
    CHECK(answered > 100);
}
