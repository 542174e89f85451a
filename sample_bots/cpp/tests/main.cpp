// Runs all cases; the exit code tells whether one failed.
#include "check.hpp"

truco::v1::PlayResponse frame(const std::vector<truco::v1::ArenaMessage>& messages) {
    truco::v1::PlayResponse frame;
    for (const auto& message : messages) *frame.add_messages() = message;
    return frame;
}

truco::v1::ArenaMessage offered(const std::string& match) {
    truco::v1::ArenaMessage message;
    message.mutable_offer()->set_match_id(match);
    return message;
}

truco::v1::ArenaMessage asked(const std::string& match, unsigned decision) {
    truco::v1::ArenaMessage message;
    auto& question = *message.mutable_question();
    question.set_match_id(match);
    question.set_decision(decision);
    question.add_offers();
    question.add_offers();
    return message;
}

int main() {
    int failed = 0;
    for (const auto& one : cases()) {
        failures = 0;
        one.run();
        std::cerr << (failures == 0 ? "ok   " : "FAIL ") << one.name << std::endl;
        failed += failures > 0;
    }
    std::cout << cases().size() - failed << " passed, " << failed << " failed" << std::endl;
    return failed > 0;
}
