// The bot's mind, and the file to edit. Every offer gets a worth; the best one is chosen.
#include "decide.hpp"

#include <algorithm>
#include <map>
#include <random>

#include "cards.hpp"

namespace {

// An offer is worth base + strength*S + envido*E + card*C, all from 0 to 1. S tells how good the hand is for what
// is asked now, E how good its envido is, C how strong the named card is (cards.hpp).
struct Weights {
    double base, strength, envido, card;
};

const std::map<int, Weights> WORTH = {
    {truco::v1::VERB_PLAY, {0.5, 0, 0, 0}},          {truco::v1::VERB_FOLD, {0.4, 0, 0, 0}},
    {truco::v1::VERB_ACCEPT, {0.1, 0.8, 0, 0}},      {truco::v1::VERB_DECLINE, {0.45, 0, 0, 0}},
    {truco::v1::VERB_TRUCO, {-0.2, 1, 0, 0}},        {truco::v1::VERB_RETRUCO, {-0.25, 1, 0, 0}},
    {truco::v1::VERB_VALE_CUATRO, {-0.3, 1, 0, 0}},  {truco::v1::VERB_SIX, {-0.3, 1, 0, 0}},
    {truco::v1::VERB_TEN, {-0.35, 1, 0, 0}},         {truco::v1::VERB_TWELVE, {-0.4, 1, 0, 0}},
    {truco::v1::VERB_TRUCO_THREE, {-0.3, 1, 0, 0}},  {truco::v1::VERB_TRUCO_FOUR, {-0.35, 1, 0, 0}},
    {truco::v1::VERB_TRUCO_REST, {-0.4, 1, 0, 0}},   {truco::v1::VERB_ENVIDO, {0, 0, 0.9, 0}},
    {truco::v1::VERB_REAL_ENVIDO, {-0.4, 0, 1.3, 0}}, {truco::v1::VERB_FALTA_ENVIDO, {-0.8, 0, 1.6, 0}},
    {truco::v1::VERB_ENVIDO_THREE, {0, 0, 0.7, 0}},  {truco::v1::VERB_ENVIDO_FOUR, {0, 0, 0.65, 0}},
    {truco::v1::VERB_ENVIDO_REST, {0, 0, 0.6, 0}},   {truco::v1::VERB_PLAY_HAND, {0.1, 0.8, 0, 0}},
    {truco::v1::VERB_PASS_HAND, {0.4, 0, 0, 0}},     {truco::v1::VERB_CHECK, {0.5, 0, 0, 0}},
    {truco::v1::VERB_CALL, {0.1, 0.9, 0, 0}},        {truco::v1::VERB_RAISE, {-0.35, 1.4, 0, 0}},
    {truco::v1::VERB_ENVIDO_CALL, {0, 0, 0.8, 0}},   {truco::v1::VERB_ENVIDO_RAISE, {-0.4, 0, 1.2, 0}},
    {truco::v1::VERB_VOUCH, {0, 0, 0, 0.7}},         {truco::v1::VERB_PASS, {0.45, 0, 0, 0}},
    {truco::v1::VERB_BID, {0.5, 0, 0, 0}},           {truco::v1::VERB_YIELD, {0.4, 0, 0, 0}},
    {truco::v1::VERB_SWITCH, {0, 0, 0, 0.6}},        {truco::v1::VERB_WAGER, {0.4, 0, 0, 0}},
    {truco::v1::VERB_STAND, {0.5, 0, 0, 0}},         {truco::v1::VERB_REPLACE, {0.9, 0, 0, 0}},
    {truco::v1::VERB_DRAW, {0.5, 0, 0, 0}},          {truco::v1::VERB_TAKE, {0, 0, 0, 1}},
    {truco::v1::VERB_DISCARD, {1, 0, 0, -1}},
};

}  // namespace

Choice decide(const truco::v1::Question& question, Dice& dice) {
    const Table table(question.view());
    double strength = table.asked_for_envido ? table.envido : table.strength;
    // So that rivals cannot read the hand from the calls.
    strength += 0.1 * (std::generate_canonical<double, 53>(dice) - 0.5);
    int place = 0;
    double best = -1e9;
    for (int i = 0; i < question.offers_size(); ++i) {
        const auto& offer = question.offers(i);
        const auto found = WORTH.find(offer.verb());
        const Weights weights = found == WORTH.end() ? Weights{} : found->second;
        double worth = weights.base + weights.strength * strength + weights.envido * table.envido;
        for (const auto& card : offer.cards()) {
            worth += weights.card * table.power(card);
            if (offer.verb() == truco::v1::VERB_PLAY) worth += table.playing(card);
        }
        if (worth > best) {
            best = worth;
            place = i;
        }
    }
    const auto& chosen = question.offers(place);
    const double eager = chosen.verb() == truco::v1::VERB_BID ? 1 : std::max(0.0, strength - 0.8);
    const int least = chosen.range().least();
    return {place, least + static_cast<int>((chosen.range().most() - least) * eager)};
}
