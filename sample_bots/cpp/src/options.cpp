#include "options.hpp"

#include <fstream>
#include <map>
#include <regex>

namespace {

constexpr auto USAGE = R"(
A bot of Truco Arena.
  --arena HOST:PORT   the arena, or unix:PATH [ARENA_ADDR]
  --token-file FILE   a file with the token [ARENA_TOKEN, ARENA_TOKEN_FILE]
  --instance ID       tells this process from others of the bot [ARENA_INSTANCE]
  --matches N         matches at once [ARENA_MATCHES]
  --tls               TLS with the system's authorities [ARENA_TLS=1])";

const std::map<std::string, std::string> FLAGS = {{"--arena", "ARENA_ADDR"},
                                                  {"--token-file", "ARENA_TOKEN_FILE"},
                                                  {"--instance", "ARENA_INSTANCE"},
                                                  {"--matches", "ARENA_MATCHES"}};

bool is_local(const std::string& address) {
    static const std::regex local(R"(unix:.*|(localhost|127\.[0-9.]+|\[::1\])(:[0-9]+)?)");
    return std::regex_match(address, local);
}

}  // namespace

Options read_options(const std::vector<std::string>& args, const Environment& environment) {
    std::map<std::string, std::string> given;
    for (std::size_t i = 0; i < args.size(); ++i) {
        const auto flag = FLAGS.find(args[i]);
        if (args[i] == "--tls") {
            given["ARENA_TLS"] = "1";
        } else if (flag != FLAGS.end() && i + 1 < args.size()) {
            given[flag->second] = args[++i];
        } else {
            throw Ending(2, "what is " + args[i] + "?" + USAGE);
        }
    }
    const auto value = [&](const std::string& name, const std::string& otherwise) {
        if (const auto found = given.find(name); found != given.end()) return found->second;
        const char* set = environment(name.c_str());
        return set != nullptr && *set != '\0' ? std::string(set) : otherwise;
    };
    Options options;
    options.address = value("ARENA_ADDR", "");
    options.token = value("ARENA_TOKEN", "");
    options.instance = value("ARENA_INSTANCE", "main");
    options.tls = value("ARENA_TLS", "") == "1";
    const std::string matches = value("ARENA_MATCHES", "64");
    if (!std::regex_match(matches, std::regex("[1-9][0-9]{0,8}"))) {
        throw Ending(2, "--matches " + matches + " must be a whole number from 1");
    }
    options.matches = static_cast<unsigned>(std::stoul(matches));
    if (const std::string file = value("ARENA_TOKEN_FILE", ""); !file.empty()) {
        std::ifstream content(file);
        if (!(content >> options.token)) throw Ending(2, "the token file " + file + " cannot be read, or is empty");
    }
    if (options.address.empty()) throw Ending(2, "no arena address: give --arena HOST:PORT or set ARENA_ADDR");
    if (!options.tls && !is_local(options.address)) {
        throw Ending(2, options.address + " is another machine, and the token would travel unencrypted: give --tls");
    }
    return options;
}
