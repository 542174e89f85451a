// What to play.
#pragma once

#include "session.hpp"

// The place of an offer and, where that is a range, an amount.
Choice decide(const truco::v1::Question& question, Dice& dice);
