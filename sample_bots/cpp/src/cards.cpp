#include "cards.hpp"

#include <algorithm>
#include <map>

namespace {

// Ranks from the weakest on, and the cards above all ranks.
struct Order {
    std::vector<std::string> ranks;
    std::map<std::string, int> tops;
};

const Order SPANISH = {{"4", "5", "6", "7", "10", "11", "12", "1", "2", "3"},
                       {{"7o", 10}, {"7e", 11}, {"1b", 12}, {"1e", 13}}};
const Order MINEIRO = {{"4", "5", "6", "7", "Q", "J", "K", "A", "2", "3"},
                       {{"7d", 10}, {"As", 11}, {"7h", 12}, {"4c", 13}}};
const Order AMERICAN = {{"2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"}, {}};
constexpr double STRONGEST = 13;

std::string rank_of(const std::string& card) { return card.substr(0, card.size() - 1); }

// What a card counts in the envido: French figures 10, Spanish ones nothing.
int pips(const std::string& card) {
    const std::string rank = rank_of(card);
    if (rank == "A") return 1;
    if (rank == "T" || rank == "J" || rank == "Q" || rank == "K") return 10;
    return rank.size() > 1 ? 0 : rank[0] - '0';
}

}  // namespace

Table::Table(const truco::v1::View& view) : view_(view) {
    strength = best_two();
    for (const auto& trick : view.tricks()) {
        if (trick.parda()) continue;
        if (!trick.has_winner()) {
            open_ = &trick;
        } else {
            strength += ours(trick.winner()) ? 0.25 : -0.2;
        }
    }
    envido = count_envido();
    asked_for_envido = is_asked_for_envido();
}

double Table::power(const std::string& card) const {
    if (view_.has_american() && rank_of(card) == rank_of(view_.american().trump())) return 1;
    const Order& order = view_.has_mineiro() ? MINEIRO : view_.has_american() ? AMERICAN : SPANISH;
    const auto top = order.tops.find(card);
    if (top != order.tops.end()) return top->second / STRONGEST;
    const auto place = std::find(order.ranks.begin(), order.ranks.end(), rank_of(card));
    return place == order.ranks.end() ? 0 : (place - order.ranks.begin()) / STRONGEST;
}

double Table::playing(const std::string& card) const {
    if (open_ == nullptr || open_->played().empty()) return 0.05 * power(card);
    double highest = -1;
    bool partners = false;
    for (const auto& played : open_->played()) {
        if (power(played.card()) > highest) {
            highest = power(played.card());
            partners = ours(played.seat());
        }
    }
    const bool wins = power(card) > highest && !partners;
    return (wins ? 0.1 : 0) - 0.05 * power(card);
}

bool Table::ours(unsigned seat) const {
    const auto sides = static_cast<unsigned>(std::max(1, view_.scores_size()));
    return seat % sides == view_.seat() % sides;
}

bool Table::is_asked_for_envido() const {
    if (view_.has_trucker()) return view_.trucker().asked() == "envido";
    const auto& history = view_.history();  // a call that waits is the last thing that was said
    return !history.empty() && history.rbegin()->find("envido") != std::string::npos;
}

// The mean of the two best, the one where there is only one.
double Table::best_two() const {
    std::vector<double> powers;
    for (const auto& card : view_.held()) powers.push_back(power(card));
    if (powers.empty()) return 0;
    std::sort(powers.rbegin(), powers.rend());
    return powers.size() == 1 ? powers[0] : (powers[0] + powers[1]) / 2;
}

// The square of the share of the greatest count: a count wins less often than it is high.
double Table::count_envido() const {
    const auto& cards = view_.has_american() ? view_.held() : view_.dealt();
    const int bonus = view_.has_american() ? 0 : 20;
    int best = 0;
    for (int i = 0; i < cards.size(); ++i) {
        best = std::max(best, pips(cards[i]));
        for (int j = 0; j < i; ++j) {
            if (cards[i].back() == cards[j].back()) best = std::max(best, bonus + pips(cards[i]) + pips(cards[j]));
        }
    }
    const double share = best / (view_.has_american() ? 20.0 : 33.0);
    return share * share;
}
