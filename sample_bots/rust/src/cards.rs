//! What a view says about the own hand, as numbers from 0 to 1.

use crate::proto::view::Game;
use crate::proto::{Played, View};

/// The part of a view that decide looks at.
pub struct Table<'a> {
    view: &'a View,
    /// The cards of the trick that runs.
    open: &'a [Played],
    /// The two best cards and the tricks so far.
    strength: f64,
    pub envido: f64,
}

const SPANISH: &[&str] = &["4", "5", "6", "7", "10", "11", "12", "1", "2", "3"];
const SPANISH_TOPS: &[&str] = &["7o", "7e", "1b", "1e"];
const MINEIRO: &[&str] = &["4", "5", "6", "7", "Q", "J", "K", "A", "2", "3"];
const MINEIRO_TOPS: &[&str] = &["7d", "As", "7h", "4c"];
const FRENCH: &[&str] = &["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"];
const STRONGEST: f64 = 13.0;

impl<'a> Table<'a> {
    pub fn new(view: &'a View) -> Self {
        let mut table = Table { view, open: &[], strength: 0.0, envido: envido(view) };
        table.strength = table.best_two();
        for trick in view.tricks.iter().filter(|trick| !trick.parda) {
            match trick.winner {
                None => table.open = &trick.played,
                Some(seat) if table.ours(seat) => table.strength += 0.25,
                Some(_) => table.strength -= 0.2,
            }
        }
        table
    }

    /// How good the hand is for what is asked: the envido, or the tricks.
    pub fn asked(&self) -> f64 {
        if self.is_asked_for_envido() { self.envido } else { self.strength }
    }

    pub fn power(&self, card: &str) -> f64 {
        let (ranks, tops) = match &self.view.game {
            Some(Game::American(game)) if rank(card) == rank(&game.trump) => return 1.0,
            Some(Game::American(_)) => (FRENCH, &[][..]),
            Some(Game::Mineiro(_)) => (MINEIRO, MINEIRO_TOPS),
            _ => (SPANISH, SPANISH_TOPS),
        };
        let place = match tops.iter().position(|&top| top == card) {
            Some(top) => ranks.len() + top,
            None => ranks.iter().position(|&known| known == rank(card)).unwrap_or_default(),
        };
        place as f64 / STRONGEST
    }

    /// How good it is to play a card now: the cheapest that wins the trick, else the cheapest.
    pub fn playing(&self, card: &str) -> f64 {
        let mine = self.power(card);
        let best = self.open.iter().max_by(|a, b| self.power(&a.card).total_cmp(&self.power(&b.card)));
        match best {
            None => 0.05 * mine,
            Some(best) if mine > self.power(&best.card) && !self.ours(best.seat) => 0.1 - 0.05 * mine,
            Some(_) => -0.05 * mine,
        }
    }

    fn ours(&self, seat: u32) -> bool {
        let sides = self.view.scores.len().max(1) as u32;
        seat % sides == self.view.seat % sides
    }

    fn is_asked_for_envido(&self) -> bool {
        match &self.view.game {
            Some(Game::Trucker(game)) => game.asked == "envido",
            // A call that waits is the last thing that was said.
            _ => self.view.history.last().is_some_and(|told| told.contains("envido")),
        }
    }

    /// The mean of the two best, the one where there is only one.
    fn best_two(&self) -> f64 {
        let mut powers: Vec<f64> = self.view.held.iter().map(|card| self.power(card)).collect();
        powers.sort_by(|a, b| b.total_cmp(a));
        powers.truncate(2);
        powers.iter().sum::<f64>() / powers.len().max(1) as f64
    }
}

/// The square of the share of the greatest count: a count wins less often than it is high.
fn envido(view: &View) -> f64 {
    let american = matches!(view.game, Some(Game::American(_)));
    let (cards, bonus, most) = if american { (&view.held, 0, 20) } else { (&view.dealt, 20, 33) };
    let pairs = cards.iter().enumerate().flat_map(|(place, card)| {
        let suited = cards[..place].iter().filter(|other| suit(other) == suit(card));
        suited.map(move |other| bonus + pips(card) + pips(other))
    });
    let count = cards.iter().map(|card| pips(card)).chain(pairs).max().unwrap_or_default();
    (f64::from(count) / f64::from(most)).powi(2)
}

/// What a card counts in the envido: French figures 10, Spanish ones nothing.
fn pips(card: &str) -> u32 {
    match rank(card) {
        "A" => 1,
        "T" | "J" | "Q" | "K" => 10,
        "10" | "11" | "12" => 0,
        number => number.parse().unwrap_or_default(),
    }
}

fn rank(card: &str) -> &str {
    &card[..card.len().saturating_sub(1)]
}

fn suit(card: &str) -> &str {
    &card[card.len().saturating_sub(1)..]
}
