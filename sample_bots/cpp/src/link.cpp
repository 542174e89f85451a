#include "link.hpp"

#include <grpcpp/grpcpp.h>

#include <deque>
#include <iostream>
#include <optional>
#include <thread>

#include "truco/v1/play.grpc.pb.h"

using namespace std::chrono_literals;
using truco::v1::BotMessage;
using truco::v1::PlayRequest;
using truco::v1::PlayResponse;
using Clock = std::chrono::steady_clock;

namespace {

constexpr std::chrono::milliseconds FIRST_PAUSE = 100ms, LONGEST_PAUSE = 3s, WELCOME = 10s, GIVE_UP = 30s;

std::shared_ptr<grpc::Channel> dial(const Options& options) {
    grpc::ChannelArguments arguments;
    // The loop in run() has its own pauses; the channel must not wait longer between them.
    arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, static_cast<int>(FIRST_PAUSE.count()));
    arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, static_cast<int>(FIRST_PAUSE.count()));
    arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, static_cast<int>(LONGEST_PAUSE.count()));
    const auto credentials =
        options.tls ? grpc::SslCredentials(grpc::SslCredentialsOptions()) : grpc::InsecureChannelCredentials();
    return grpc::CreateCustomChannel(options.address, credentials, arguments);
}

// Throws what ends the bot; returns the words for what is worth another try.
std::string judge(const grpc::Status& status) {
    switch (status.error_code()) {
        case grpc::UNAUTHENTICATED:
        case grpc::PERMISSION_DENIED:
            throw Ending(4, "the arena does not accept the token: " + status.error_message());
        case grpc::INVALID_ARGUMENT:
        case grpc::FAILED_PRECONDITION:
        case grpc::UNIMPLEMENTED:
        case grpc::NOT_FOUND:
        case grpc::ALREADY_EXISTS:
            throw Ending(3, "the arena refused the hello: " + status.error_message());
        case grpc::OK:
            return "the arena ended the stream without a word";
        default:
            return status.error_message();
    }
}

// What the end of a session means: nothing is over for good, a text worth another try.
std::optional<std::string> judge_end(const truco::v1::SessionEnded& end) {
    std::cerr << "the arena ended the session (" << truco::v1::SessionEndReason_Name(end.reason())
              << "): " << end.text() << std::endl;
    switch (end.reason()) {
        case truco::v1::SESSION_END_REASON_STOPPING:
        case truco::v1::SESSION_END_REASON_DRAINED:
            return std::nullopt;
        case truco::v1::SESSION_END_REASON_NOT_AUTHORISED:
            throw Ending(4, end.text());
        case truco::v1::SESSION_END_REASON_PROTOCOL:
        case truco::v1::SESSION_END_REASON_TAKEN_OVER:
            throw Ending(3, end.text());
        default:
            return end.text();
    }
}

}  // namespace

// One stream. Three threads: the caller of play() reads, one thinks, one writes.
class Stream {
public:
    Stream(const std::shared_ptr<grpc::Channel>& channel, const Options& options, Session& session)
        : options_(options), session_(session), stub_(truco::v1::PlayService::NewStub(channel)) {
        context_.AddMetadata("authorization", "Bearer " + options.token);
        call_ = stub_->Play(&context_);
    }

    // Plays to the end of the stream. Nothing: the session is over for good; a text: why another try is worth it.
    std::optional<std::string> play() {
        call_->Write(hello(options_));  // where it fails the read below has the reason
        std::thread thinker([this] { think(); });
        std::thread writer([this] { write(); });
        std::optional<truco::v1::SessionEnded> end;
        try {
            end = read();
        } catch (const Ending&) {
            context_.TryCancel();
            finish(thinker, writer);
            throw;
        }
        if (end) context_.TryCancel();
        const grpc::Status status = finish(thinker, writer);
        if (end) return judge_end(*end);
        return silent_ ? "the arena was silent" : judge(status);
    }

    bool was_welcomed() const { return welcomed_; }

    // Asks for no new matches. From any thread.
    void drain() {
        set([this] { out_.emplace_back().mutable_drain(); });
    }

private:
    // The end of the session, or nothing where the stream broke.
    std::optional<truco::v1::SessionEnded> read() {
        PlayResponse frame;
        while (call_->Read(&frame)) {
            const int last = frame.messages_size() - 1;
            if (last >= 0 && frame.messages(last).has_session_ended()) {
                return frame.messages(last).session_ended();
            }
            if (!welcomed_) greet(frame);
            set([&] {
                heard_by_ = Clock::now() + silence_;
                frames_.push_back(std::move(frame));
            });
            frame.Clear();
        }
        return std::nullopt;
    }

    // How the stream ended. What the bot still thinks about is waited for: the session is not shared.
    grpc::Status finish(std::thread& thinker, std::thread& writer) {
        set([this] { over_ = true; });
        thinker.join();
        writer.join();
        return call_->Finish();
    }

    void greet(const PlayResponse& frame) {
        if (frame.messages().empty() || !frame.messages(0).has_welcome()) {
            throw Ending(3, options_.address + " does not speak this protocol: it sent no Welcome first");
        }
        const auto& welcome = frame.messages(0).welcome();
        if (welcome.protocol_version() != PROTOCOL_VERSION) {
            throw Ending(3, "the arena speaks protocol version " + std::to_string(welcome.protocol_version()));
        }
        std::cerr << "playing as " << welcome.bot() << " at " << options_.address << std::endl;
        set([&] {
            welcomed_ = true;
            beat_ = std::chrono::milliseconds(welcome.heartbeat_ms());
            silence_ = std::chrono::milliseconds(welcome.silence_ms());
            most_ = most_messages(welcome.limits());
        });
    }

    void think() {
        std::unique_lock lock(mutex_);
        while (true) {
            changed_.wait(lock, [this] { return over_ || !frames_.empty(); });
            if (over_) return;
            const PlayResponse frame = std::move(frames_.front());
            frames_.pop_front();
            lock.unlock();
            auto answers = session_.receive(frame);
            lock.lock();
            for (auto& answer : answers) out_.push_back(std::move(answer));
            changed_.notify_all();
        }
    }

    // Sends what is ready in as few frames as the arena takes, a heartbeat where there was nothing for a while; gives
    // the stream up after too long a silence.
    void write() {
        std::unique_lock lock(mutex_);
        auto sent = Clock::now();
        while (!over_) {
            const bool welcomed = welcomed_;
            const auto due = welcomed ? std::min(sent + beat_, heard_by_) : heard_by_;
            changed_.wait_until(lock, due, [&] {
                return over_ || welcomed_ != welcomed || (welcomed && !out_.empty());
            });
            const auto now = Clock::now();
            if (over_) return;
            if (now >= heard_by_) {
                silent_ = true;
                context_.TryCancel();
                return;
            }
            if (!welcomed_) continue;
            PlayRequest frame;
            while (!out_.empty() && static_cast<std::size_t>(frame.messages_size()) < most_) {
                *frame.add_messages() = std::move(out_.front());
                out_.pop_front();
            }
            if (frame.messages().empty()) {
                if (now < sent + beat_) continue;
                frame.add_messages()->mutable_heartbeat();
            }
            sent = now;
            lock.unlock();
            call_->Write(frame);
            lock.lock();
        }
    }

    template <typename Change>
    void set(Change change) {
        const std::lock_guard lock(mutex_);
        change();
        changed_.notify_all();
    }

    const Options& options_;
    Session& session_;
    std::unique_ptr<truco::v1::PlayService::Stub> stub_;
    grpc::ClientContext context_;
    std::unique_ptr<grpc::ClientReaderWriter<PlayRequest, PlayResponse>> call_;
    std::mutex mutex_;
    std::condition_variable changed_;
    // Guarded by mutex_; only the reading thread changes the first three.
    std::atomic<bool> welcomed_ = false;
    std::chrono::milliseconds beat_{}, silence_ = WELCOME;
    Clock::time_point heard_by_ = Clock::now() + WELCOME;
    std::size_t most_ = 1;
    std::atomic<bool> silent_ = false;
    bool over_ = false;
    std::deque<PlayResponse> frames_;
    std::deque<BotMessage> out_;
};

void Link::run() {
    const auto channel = dial(options_);
    std::minstd_rand dice(std::random_device{}());
    auto wait = FIRST_PAUSE;
    auto heard = Clock::now();
    while (true) {
        Stream stream(channel, options_, session_);
        set_stream(&stream);
        std::optional<std::string> why;
        try {
            why = stream.play();
        } catch (...) {
            set_stream(nullptr);
            throw;
        }
        set_stream(nullptr);
        if (!why) return;
        if (stream.was_welcomed()) {
            heard = Clock::now();
            wait = FIRST_PAUSE;
        }
        if (Clock::now() - heard > GIVE_UP) throw Ending(3, "no arena at " + options_.address + ": " + *why);
        // Jitter: the bots of a restarted arena do not all come back in the same moment.
        std::uniform_int_distribution<long> jitter(wait.count() / 2, wait.count());
        if (pause(std::chrono::milliseconds(jitter(dice)))) return;
        std::cerr << "no stream (" << *why << "); trying again" << std::endl;
        wait = std::min<std::chrono::milliseconds>(2 * wait, LONGEST_PAUSE);
    }
}

void Link::drain() {
    const std::lock_guard lock(mutex_);
    draining_ = true;
    if (stream_ != nullptr) stream_->drain();
    changed_.notify_all();
}

bool Link::pause(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, time, [this] { return draining_; });
}

void Link::set_stream(Stream* stream) {
    const std::lock_guard lock(mutex_);
    stream_ = stream;
    if (draining_ && stream != nullptr) stream->drain();
}
