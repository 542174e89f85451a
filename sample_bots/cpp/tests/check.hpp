// The little that these tests need: named cases and CHECK.
#pragma once

#include <iostream>
#include <string>
#include <vector>

#include "truco/v1/play.pb.h"

struct Case {
    const char* name;
    void (*run)();
};

inline std::vector<Case>& cases() {
    static std::vector<Case> all;
    return all;
}

inline int failures = 0;

#define TEST(name)                                                     \
    static void name();                                                \
    static const bool name##_known = (cases().push_back({#name, name}), true); \
    static void name()

#define CHECK(what)                                                                             \
    do {                                                                                        \
        if (!(what)) {                                                                          \
            std::cerr << __FILE__ << ":" << __LINE__ << ": not true: " #what << std::endl;      \
            ++failures;                                                                         \
        }                                                                                       \
    } while (false)

// Messages that more than one test needs.
truco::v1::PlayResponse frame(const std::vector<truco::v1::ArenaMessage>& messages);
truco::v1::ArenaMessage offered(const std::string& match);
truco::v1::ArenaMessage asked(const std::string& match, unsigned decision);
