// A bot of Truco Arena in C++. Reading order: decide.cpp (what to play), cards.cpp, session.cpp (the protocol), link.cpp
// (the stream), options.cpp, and here: signals and exit codes.
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <thread>

#include "decide.hpp"
#include "link.hpp"

int main(int argc, char** argv) {
    // Signals go to a thread of their own; all others inherit the mask.
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    try {
        Session session(decide);
        Link link(read_options({argv + 1, argv + argc}, [](const char* name) { return std::getenv(name); }), session);
        // The first signal plays what runs to its end; the second ends the process at once.
        std::thread([&link, signals] {
            int caught = 0;
            sigwait(&signals, &caught);
            link.drain();
            sigwait(&signals, &caught);
            _exit(128 + caught);
        }).detach();
        link.run();
        std::cerr.flush();
        _exit(0);  // not past the thread that waits for signals
    } catch (const Ending& ending) {
        std::cerr << ending.what() << std::endl;
        _exit(ending.code);
    }
}
