//! The bot's mind, and the file to edit. Every offer gets a worth; the best one is chosen.

use crate::cards::Table;
use crate::proto::{Question, Verb};
use crate::session::Choice;
use Verb::*;

/// An offer is worth base + strength*S + envido*E + card*C, all from 0 to 1. S tells how good the hand is for what is
/// asked now, E how good its envido is, C how strong the named card is (cards.rs).
#[rustfmt::skip]
fn weights(verb: Verb) -> (f64, f64, f64, f64) {
    match verb {
        Play => (0.5, 0.0, 0.0, 0.0), Fold => (0.4, 0.0, 0.0, 0.0),
        Accept => (0.1, 0.8, 0.0, 0.0), Decline => (0.45, 0.0, 0.0, 0.0),
        Truco => (-0.2, 1.0, 0.0, 0.0), Retruco => (-0.25, 1.0, 0.0, 0.0),
        ValeCuatro | Six | TrucoThree => (-0.3, 1.0, 0.0, 0.0), Ten | TrucoFour => (-0.35, 1.0, 0.0, 0.0),
        Twelve | TrucoRest => (-0.4, 1.0, 0.0, 0.0),
        Envido => (0.0, 0.0, 0.9, 0.0), RealEnvido => (-0.4, 0.0, 1.3, 0.0), FaltaEnvido => (-0.8, 0.0, 1.6, 0.0),
        EnvidoThree => (0.0, 0.0, 0.7, 0.0), EnvidoFour => (0.0, 0.0, 0.65, 0.0), EnvidoRest => (0.0, 0.0, 0.6, 0.0),
        PlayHand => (0.1, 0.8, 0.0, 0.0), PassHand => (0.4, 0.0, 0.0, 0.0),
        Check => (0.5, 0.0, 0.0, 0.0), Call => (0.1, 0.9, 0.0, 0.0), Raise => (-0.35, 1.4, 0.0, 0.0),
        EnvidoCall => (0.0, 0.0, 0.8, 0.0), EnvidoRaise => (-0.4, 0.0, 1.2, 0.0),
        Vouch => (0.0, 0.0, 0.0, 0.7), Pass => (0.45, 0.0, 0.0, 0.0), Contest => (0.0, 0.0, 0.0, 0.0),
        Bid => (0.5, 0.0, 0.0, 0.0), Yield => (0.4, 0.0, 0.0, 0.0), Switch => (0.0, 0.0, 0.0, 0.6),
        Wager => (0.4, 0.0, 0.0, 0.0), Stand => (0.5, 0.0, 0.0, 0.0), Replace => (0.9, 0.0, 0.0, 0.0),
        Draw => (0.5, 0.0, 0.0, 0.0), Take => (0.0, 0.0, 0.0, 1.0), Discard => (1.0, 0.0, 0.0, -1.0),
        Unspecified | Double | Triple | Fail => (0.0, 0.0, 0.0, 0.0),
    }
}

/// The place of an offer and, where that is a range, an amount.
pub fn decide(question: &Question, dice: &mut fastrand::Rng) -> Choice {
    let view = question.view.clone().unwrap_or_default();
    let table = Table::new(&view);
    // The dice: so that rivals cannot read the hand from the calls.
    let strength = table.asked() + 0.1 * (dice.f64() - 0.5);
    let worths = question.offers.iter().map(|offer| {
        let (base, s, e, c) = weights(offer.verb());
        let named = offer
            .cards
            .iter()
            .map(|card| c * table.power(card) + if offer.verb() == Play { table.playing(card) } else { 0.0 });
        base + s * strength + e * table.envido + named.sum::<f64>()
    });
    let (place, _) = worths.enumerate().max_by(|(_, a), (_, b)| a.total_cmp(b)).unwrap_or_default();
    let chosen = &question.offers[place];
    let amount = chosen.range.map(|range| {
        let eager = if chosen.verb() == Bid { 1.0 } else { (strength - 0.8).max(0.0) };
        range.least + (f64::from(range.most - range.least) * eager) as i32
    });
    Choice { place: place as u32, amount }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proto::view::Game;
    use crate::proto::*;

    fn argentine(cards: &[&str], history: &[&str]) -> View {
        let cards: Vec<String> = cards.iter().map(|card| card.to_string()).collect();
        View {
            scores: vec![0, 0],
            held: cards.clone(),
            dealt: cards,
            history: history.iter().map(|told| told.to_string()).collect(),
            game: Some(Game::Argentine(ArgentineView::default())),
            ..View::default()
        }
    }

    fn offer(verb: Verb) -> Offer {
        Offer { verb: verb.into(), ..Offer::default() }
    }

    fn play(card: &str) -> Offer {
        Offer { cards: vec![card.to_string()], ..offer(Play) }
    }

    fn trick(cards: &[(u32, &str)]) -> Vec<Trick> {
        let played = cards.iter().map(|&(seat, card)| Played { seat, card: card.to_string() }).collect();
        vec![Trick { played, ..Trick::default() }]
    }

    fn choice(view: View, offers: &[Offer]) -> Choice {
        let question = Question { view: Some(view), offers: offers.to_vec(), ..Question::default() };
        decide(&question, &mut fastrand::Rng::with_seed(1))
    }

    #[test]
    fn a_strong_hand_accepts_a_truco_and_a_weak_one_declines() {
        let answers = [offer(Accept), offer(Decline)];
        assert_eq!(choice(argentine(&["1e", "7e", "4c"], &["1 truco"]), &answers).place, 0);
        assert_eq!(choice(argentine(&["4e", "5o", "6c"], &["1 truco"]), &answers).place, 1);
    }

    #[test]
    fn the_envido_is_answered_by_its_count_and_not_by_strength() {
        let view = argentine(&["7c", "6c", "4o"], &["1 envido"]);
        assert_eq!(choice(view, &[offer(Accept), offer(Decline)]).place, 0);
    }

    #[test]
    fn the_cheapest_card_that_wins_the_trick_is_played() {
        let view = View { tricks: trick(&[(1, "2o")]), ..argentine(&["1e", "3c", "4c"], &[]) };
        assert_eq!(choice(view, &[play("1e"), play("3c"), play("4c"), offer(Fold)]).place, 1);
    }

    #[test]
    fn a_partners_trick_is_not_taken() {
        let game = Some(Game::Mineiro(MineiroView::default()));
        let tricks = trick(&[(0, "3c"), (1, "Kd")]);
        let view = View { seat: 2, scores: vec![0, 0], tricks, game, ..View::default() };
        assert_eq!(choice(view, &[play("4c"), play("5c")]).place, 1);
    }

    #[test]
    fn an_amount_lies_in_its_range() {
        let game = Some(Game::Trucker(TruckerView::default()));
        let view = View { scores: vec![90, 90], game, ..argentine(&["1e", "1b", "7e"], &[]) };
        let raise = Offer { range: Some(AmountRange { least: 4, most: 90 }), ..offer(Raise) };
        let Choice { place, amount } = choice(view, &[offer(Check), raise]);
        assert_eq!(place, 1);
        assert!((4..=90).contains(&amount.unwrap()), "raised to {amount:?}");
    }

    #[test]
    fn the_turned_up_rank_is_trump() {
        let game = Some(Game::American(AmericanView { trump: "2h".to_string(), ..AmericanView::default() }));
        let view = View { scores: vec![0, 0], tricks: trick(&[(1, "As")]), game, ..View::default() };
        assert_eq!(choice(view, &[play("2c"), play("Ad")]).place, 0);
    }

    #[test]
    fn a_verb_of_a_future_version_is_no_obstacle() {
        let future = Offer { verb: 999, ..Offer::default() };
        assert_eq!(choice(argentine(&["4c"], &[]), &[future, play("4c")]).place, 1);
    }
}
