#include "link.hpp"

#include <grpcpp/grpcpp.h>

#include <future>
#include <queue>

#include "check.hpp"
#include "truco/v1/play.grpc.pb.h"

using namespace truco::v1;

namespace {

using Bot = grpc::ServerReaderWriter<PlayResponse, PlayRequest>;
using Script = std::function<grpc::Status(Bot&)>;

// An arena that follows a script, one part for each stream.
class Scripted final : public PlayService::Service {
public:
    explicit Scripted(std::vector<Script> scripts) : scripts_(scripts.begin(), scripts.end()) {
        builder_.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port_);
        builder_.RegisterService(this);
        server_ = builder_.BuildAndStart();
    }

    Options options() const {
        Options options;
        options.address = "127.0.0.1:" + std::to_string(port_);
        return options;
    }

    grpc::Status Play(grpc::ServerContext*, Bot* bot) override {
        const Script script = scripts_.front();
        scripts_.pop_front();
        return script(*bot);
    }

private:
    std::deque<Script> scripts_;
    grpc::ServerBuilder builder_;
    int port_ = 0;
    std::unique_ptr<grpc::Server> server_;
};

Choice first(const Question&, Dice&) { return {}; }

// Reads up to a message of a kind.
void until(Bot& bot, BotMessage::KindCase kind) {
    PlayRequest request;
    while (bot.Read(&request)) {
        for (const auto& message : request.messages()) {
            if (message.kind_case() == kind) return;
        }
    }
    CHECK(!"the stream ended too early");
}

void welcome(Bot& bot, unsigned heartbeat_ms) {
    until(bot, BotMessage::kHello);
    ArenaMessage message;
    auto& welcome = *message.mutable_welcome();
    welcome.set_protocol_version(1);
    welcome.set_heartbeat_ms(heartbeat_ms);
    welcome.set_silence_ms(60'000);
    welcome.mutable_limits()->set_max_messages_per_frame(100);
    welcome.mutable_limits()->set_max_frame_bytes(100'000);
    bot.Write(frame({message}));
}

grpc::Status drained(Bot& bot) {
    ArenaMessage message;
    message.mutable_session_ended()->set_reason(SESSION_END_REASON_DRAINED);
    bot.Write(frame({message}));
    return grpc::Status::OK;
}

// The exit code of a bot that is refused.
int refused_with(grpc::StatusCode code) {
    const Scripted arena({[code](Bot&) { return grpc::Status(code, "no"); }});
    Session session(first);
    try {
        Link(arena.options(), session).run();
    } catch (const ::Ending& ending) {
        return ending.code;
    }
    return 0;
}

}  // namespace

TEST(heartbeats_go_out_while_the_bot_thinks) {
    std::promise<void> beaten;
    Session session([&](const Question&, Dice&) {
        beaten.get_future().wait();
        return Choice{};
    });
    const Scripted arena({[&](Bot& bot) {
        welcome(bot, 10);
        bot.Write(frame({offered("a"), asked("a", 1)}));
        until(bot, BotMessage::kHeartbeat);
        beaten.set_value();
        until(bot, BotMessage::kAnswer);
        return drained(bot);
    }});
    Link(arena.options(), session).run();
}

TEST(heartbeats_go_out_while_nothing_happens) {
    Session session(first);
    const Scripted arena({[](Bot& bot) {
        welcome(bot, 10);
        until(bot, BotMessage::kHeartbeat);
        return drained(bot);
    }});
    Link(arena.options(), session).run();
}

TEST(an_arena_of_another_version_ends_the_process) {
    Session session(first);
    const Scripted arena({[](Bot& bot) {
        until(bot, BotMessage::kHello);
        ArenaMessage message;
        message.mutable_welcome()->set_protocol_version(99);
        bot.Write(frame({message}));
        PlayRequest request;
        while (bot.Read(&request)) {
        }
        return grpc::Status::OK;
    }});
    int code = 0;
    try {
        Link(arena.options(), session).run();
    } catch (const ::Ending& ending) {
        code = ending.code;
    }
    CHECK(code == 3);
}

TEST(a_lost_stream_is_opened_again) {
    int streams = 0;
    const Script lost = [&](Bot& bot) {
        ++streams;
        welcome(bot, 60'000);
        return grpc::Status(grpc::UNAVAILABLE, "lost");
    };
    const Scripted arena({lost, lost, [&](Bot& bot) {
        ++streams;
        welcome(bot, 60'000);
        return drained(bot);
    }});
    Session session(first);
    Link(arena.options(), session).run();
    CHECK(streams == 3);
}

TEST(a_signal_asks_for_no_new_matches) {
    Link* link = nullptr;
    Session session(first);
    const Scripted arena({[&](Bot& bot) {
        welcome(bot, 60'000);
        link->drain();
        until(bot, BotMessage::kDrain);
        return drained(bot);
    }});
    Link bot(arena.options(), session);
    link = &bot;
    bot.run();
}

TEST(a_refusal_ends_the_process_with_its_code) {
    CHECK(refused_with(grpc::UNAUTHENTICATED) == 4);
    CHECK(refused_with(grpc::FAILED_PRECONDITION) == 3);
}
