// The bot's side of the protocol without a network: what came in, what goes out.
#pragma once

#include <functional>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

#include "options.hpp"
#include "truco/v1/play.pb.h"

constexpr unsigned PROTOCOL_VERSION = 1;

using Dice = std::mt19937_64;

// An answer: the place of an offer; the amount counts only where that is a range.
struct Choice {
    int place = 0;
    int amount = 0;
};

using Decide = std::function<Choice(const truco::v1::Question&, Dice&)>;

// All matches of one process. It outlives a stream that breaks: the arena then asks again what it had asked. One
// thread at a time uses it.
class Session {
public:
    explicit Session(Decide decide) : decide_(std::move(decide)) {}

    // Takes a frame and returns what answers it. Kinds it does not know are left out.
    std::vector<truco::v1::BotMessage> receive(const truco::v1::PlayResponse& frame);

    std::size_t seats() const { return seats_.size(); }

private:
    // The last answer is kept for the same question again, after a lost stream.
    struct Seat {
        Dice dice;
        truco::v1::Answer last;
    };

    void welcomed(const truco::v1::Welcome& welcome);
    void sit(const truco::v1::MatchOffer& offer);
    const truco::v1::Answer* answer(const truco::v1::Question& question);

    Decide decide_;
    std::unordered_map<std::string, Seat> seats_;
};

truco::v1::PlayRequest hello(const Options& options);

// How many messages a frame may hold.
std::size_t most_messages(const truco::v1::Limits& limits);

// The same dice for the same seed, so that a launched bot can be played again.
Dice new_dice(const std::string& seed);
