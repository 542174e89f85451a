#include "session.hpp"

#include <google/protobuf/util/message_differencer.h>

#include <map>

#include "check.hpp"

using namespace truco::v1;

namespace {

ArenaMessage welcome(const std::string& match) {
    ArenaMessage message;
    message.mutable_welcome()->add_open_seats()->set_match_id(match);
    return message;
}

Choice first(const Question&, Dice&) { return {}; }

}  // namespace

TEST(all_questions_of_a_frame_are_answered_in_order) {
    Session bot(first);
    const auto accepts = bot.receive(frame({offered("a"), offered("b")}));
    CHECK(accepts.size() == 2 && accepts[1].accept().match_id() == "b");
    const auto answers = bot.receive(frame({asked("a", 1), asked("b", 7)}));
    CHECK(answers.size() == 2 && answers[0].answer().decision() == 1 && answers[1].answer().decision() == 7);
}

TEST(the_same_question_again_gets_the_same_answer_without_a_second_thought) {
    int thoughts = 0;
    Session bot([&](const Question&, Dice&) { return Choice{thoughts++, 0}; });
    const auto before = bot.receive(frame({offered("a"), asked("a", 1)}));
    bot.receive(frame({welcome("a")}));
    const auto after = bot.receive(frame({asked("a", 1)}));
    CHECK(thoughts == 1);
    CHECK(google::protobuf::util::MessageDifferencer::Equals(before.at(1), after.at(0)));
}

TEST(seats_that_the_arena_no_longer_holds_are_forgotten) {
    Session bot(first);
    bot.receive(frame({offered("a"), offered("b")}));
    bot.receive(frame({welcome("b")}));
    CHECK(bot.seats() == 1);
}

TEST(a_kind_of_a_future_version_is_left_out) {
    Session bot(first);
    CHECK(bot.receive(frame({ArenaMessage()})).empty());
}

TEST(the_same_seed_gives_the_same_dice) {
    CHECK(new_dice("seed")() == new_dice("seed")());
    CHECK(new_dice("seed")() != new_dice("other")());
}

TEST(frames_keep_to_the_limits) {
    Limits limits;
    limits.set_max_messages_per_frame(2000);
    limits.set_max_frame_bytes(1280);
    CHECK(most_messages(limits) == 10);
}

TEST(a_token_does_not_travel_to_another_machine_unencrypted) {
    const std::map<std::string, std::string> set = {{"ARENA_ADDR", "arena.example:4100"}};
    const auto environment = [&](const std::string& name) { return set.count(name) ? set.at(name).c_str() : nullptr; };
    int code = 0;
    try {
        read_options({}, environment);
    } catch (const ::Ending& ending) {
        code = ending.code;
    }
    CHECK(code == 2);
    CHECK(read_options({"--tls", "--instance", "two"}, environment).instance == "two");
}
