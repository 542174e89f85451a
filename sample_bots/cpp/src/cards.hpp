// What a view says about the own hand, as numbers from 0 to 1.
#pragma once

#include <string>
#include <vector>

#include "truco/v1/views.pb.h"

// The part of a view that decide looks at. The view must outlive it.
class Table {
public:
    explicit Table(const truco::v1::View& view);

    double power(const std::string& card) const;
    // How good it is to play a card now: the cheapest that wins the trick, else the cheapest.
    double playing(const std::string& card) const;

    double strength = 0;  // the two best cards and the tricks so far
    double envido = 0;
    bool asked_for_envido = false;

private:
    bool ours(unsigned seat) const;
    double best_two() const;
    double count_envido() const;
    bool is_asked_for_envido() const;

    const truco::v1::View& view_;
    const truco::v1::Trick* open_ = nullptr;  // the trick that runs
};
