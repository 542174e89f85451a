#include "decide.hpp"

#include "check.hpp"

using namespace truco::v1;

namespace {

using Cards = std::vector<std::string>;

View argentine(const Cards& cards) {
    View view;
    view.add_scores(0);
    view.add_scores(0);
    for (const auto& card : cards) {
        view.add_held(card);
        view.add_dealt(card);
    }
    view.mutable_argentine();
    return view;
}

Offer offer(int verb, const Cards& cards = {}) {
    Offer offer;
    offer.set_verb(static_cast<Verb>(verb));
    for (const auto& card : cards) offer.add_cards(card);
    return offer;
}

Offer play(const std::string& card) { return offer(VERB_PLAY, {card}); }

void add_trick(View& view, const std::vector<std::pair<unsigned, std::string>>& cards) {
    auto& trick = *view.add_tricks();
    for (const auto& [seat, card] : cards) {
        auto& played = *trick.add_played();
        played.set_seat(seat);
        played.set_card(card);
    }
}

Choice choice(const View& view, const std::vector<Offer>& offers) {
    Question question;
    *question.mutable_view() = view;
    for (const auto& offer : offers) *question.add_offers() = offer;
    Dice dice = new_dice("seed");
    return decide(question, dice);
}

const std::vector<Offer> ANSWERS = {offer(VERB_ACCEPT), offer(VERB_DECLINE)};

}  // namespace

TEST(a_strong_hand_accepts_a_truco_and_a_weak_one_declines) {
    View strong = argentine({"1e", "7e", "4c"});
    strong.add_history("1 truco");
    CHECK(choice(strong, ANSWERS).place == 0);
    View weak = argentine({"4e", "5o", "6c"});
    weak.add_history("1 truco");
    CHECK(choice(weak, ANSWERS).place == 1);
}

TEST(the_envido_is_answered_by_its_count_and_not_by_strength) {
    View view = argentine({"7c", "6c", "4o"});
    view.add_history("1 envido");
    CHECK(choice(view, ANSWERS).place == 0);
}

TEST(the_cheapest_card_that_wins_the_trick_is_played) {
    View view = argentine({"1e", "3c", "4c"});
    add_trick(view, {{1, "2o"}});
    CHECK(choice(view, {play("1e"), play("3c"), play("4c"), offer(VERB_FOLD)}).place == 1);
}

TEST(a_partners_trick_is_not_taken) {
    View view = argentine({});
    view.mutable_mineiro();
    view.set_seat(2);
    add_trick(view, {{0, "3c"}, {1, "Kd"}});
    CHECK(choice(view, {play("4c"), play("5c")}).place == 1);
}

TEST(an_amount_lies_in_its_range) {
    View view = argentine({"1e", "1b", "7e"});
    view.mutable_trucker();
    Offer raise = offer(VERB_RAISE);
    raise.mutable_range()->set_least(4);
    raise.mutable_range()->set_most(90);
    const Choice chosen = choice(view, {offer(VERB_CHECK), raise});
    CHECK(chosen.place == 1);
    CHECK(chosen.amount >= 4 && chosen.amount <= 90);
}

TEST(the_turned_up_rank_is_trump) {
    View view = argentine({});
    view.mutable_american()->set_trump("2h");
    add_trick(view, {{1, "As"}});
    CHECK(choice(view, {play("2c"), play("Ad")}).place == 0);
}

TEST(a_verb_of_a_future_version_is_no_obstacle) {
    CHECK(choice(argentine({"4c"}), {offer(999), play("4c")}).place == 1);
}
