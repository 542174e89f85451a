//! A recorded match of every game: the bot answers each question of it with one of its offers.

use prost::Message;

use crate::decide::decide;
use crate::proto::{PlayResponse, arena_message::Kind};

#[test]
fn every_question_of_the_recorded_match_is_answered_with_one_of_its_offers() {
    let content = std::fs::read("recorded.binpb").expect("recorded.binpb lies in the project");
    let recorded = PlayResponse::decode(content.as_slice()).expect("it is a PlayResponse");
    let mut dice = fastrand::Rng::with_seed(1);
    let mut answered = 0;
    for message in recorded.messages {
        let Some(Kind::Question(question)) = message.kind else { continue };
        let choice = decide(&question, &mut dice);
        let offer = &question.offers[choice.place as usize];
        if let (Some(range), Some(amount)) = (offer.range.as_ref(), choice.amount) {
            assert!((range.least..=range.most).contains(&amount), "{amount} of {}", offer.text);
        }
        answered += 1;
    }
    assert!(answered > 100);
}
