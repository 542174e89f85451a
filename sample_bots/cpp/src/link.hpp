// The way to the arena: dials, says hello, beats, notices silence, dials again.
#pragma once

#include <condition_variable>
#include <mutex>

#include "session.hpp"

class Stream;

// The connection of one bot process, over any number of streams one after another.
class Link {
public:
    Link(Options options, Session& session) : options_(std::move(options)), session_(session) {}

    // Plays until the session is over. Throws Ending: it ended badly.
    void run();

    // Asks for no new matches; run() returns when those that run are over. From any thread.
    void drain();

private:
    // True where drain() was called meanwhile.
    bool pause(std::chrono::milliseconds time);
    void set_stream(Stream* stream);

    Options options_;
    Session& session_;
    std::mutex mutex_;
    std::condition_variable changed_;
    bool draining_ = false;     // guarded by mutex_
    Stream* stream_ = nullptr;  // guarded by mutex_
};
