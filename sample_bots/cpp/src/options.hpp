// Where and as what to play: flags first, then the environment.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

struct Options {
    std::string address;
    std::string token;
    std::string instance = "main";
    unsigned matches = 64;
    bool tls = false;
};

// An end for good that is not a success: the process exits with its code.
struct Ending : std::runtime_error {
    Ending(int code, const std::string& text) : std::runtime_error(text), code(code) {}
    int code;
};

// The value of an environment variable, nullptr where it is not set.
using Environment = std::function<const char*(const char*)>;

// Throws Ending: with the flag or variable that is wrong.
Options read_options(const std::vector<std::string>& args, const Environment& environment);
