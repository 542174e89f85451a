#include "session.hpp"

#include <algorithm>
#include <iostream>
#include <unordered_set>

using truco::v1::ArenaMessage;
using truco::v1::BotMessage;

std::vector<BotMessage> Session::receive(const truco::v1::PlayResponse& frame) {
    std::vector<BotMessage> out;
    for (const auto& message : frame.messages()) {
        switch (message.kind_case()) {
            case ArenaMessage::kWelcome:
                welcomed(message.welcome());
                break;
            case ArenaMessage::kOffer:
                sit(message.offer());
                out.emplace_back().mutable_accept()->set_match_id(message.offer().match_id());
                break;
            case ArenaMessage::kQuestion:
                if (const auto* found = answer(message.question())) *out.emplace_back().mutable_answer() = *found;
                break;
            case ArenaMessage::kMatchEnded:
                seats_.erase(message.match_ended().match_id());
                break;
            case ArenaMessage::kNotice:
                std::cerr << "the arena notes: " << message.notice().text() << std::endl;
                break;
            default:
                break;
        }
    }
    return out;
}

void Session::welcomed(const truco::v1::Welcome& welcome) {
    // The arena forgot the others: they are over or void.
    std::unordered_set<std::string> held;
    for (const auto& offer : welcome.open_seats()) held.insert(offer.match_id());
    for (auto seat = seats_.begin(); seat != seats_.end();) {
        seat = held.count(seat->first) ? std::next(seat) : seats_.erase(seat);
    }
    for (const auto& offer : welcome.open_seats()) sit(offer);
}

void Session::sit(const truco::v1::MatchOffer& offer) {
    seats_.try_emplace(offer.match_id(), Seat{new_dice(offer.seat_seed()), {}});
}

const truco::v1::Answer* Session::answer(const truco::v1::Question& question) {
    const auto found = seats_.find(question.match_id());
    if (found == seats_.end()) {
        std::cerr << "a question for a match that was never offered is left out" << std::endl;
        return nullptr;
    }
    auto& [dice, last] = found->second;
    if (last.decision() != question.decision()) {
        const Choice choice = decide_(question, dice);
        last.Clear();
        last.set_match_id(question.match_id());
        last.set_decision(question.decision());
        last.set_index(choice.place);
        if (question.offers(choice.place).has_range()) last.set_amount(choice.amount);
    }
    return &last;
}

truco::v1::PlayRequest hello(const Options& options) {
    truco::v1::PlayRequest frame;
    auto& hello = *frame.add_messages()->mutable_hello();
    hello.set_protocol_version(PROTOCOL_VERSION);
    hello.set_sdk("truco-arena-cpp 0.1.0");
    hello.set_bot_version("1");
    for (const auto* variant : {"argentine", "mineiro", "trucker", "american"}) hello.add_variants(variant);
    hello.set_max_matches(options.matches);
    hello.set_instance(options.instance);
    hello.set_without_events(true);
    return frame;
}

std::size_t most_messages(const truco::v1::Limits& limits) {
    constexpr unsigned ANSWER_BYTES = 128;  // more than an answer takes
    return std::max(1U, std::min(limits.max_messages_per_frame(), limits.max_frame_bytes() / ANSWER_BYTES));
}

Dice new_dice(const std::string& seed) {
    if (seed.empty()) return Dice(std::random_device{}());
    std::seed_seq sequence(seed.begin(), seed.end());
    return Dice(sequence);
}
