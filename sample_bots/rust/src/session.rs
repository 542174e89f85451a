//! The bot's side of the protocol without a network: what came in, what goes out.
//! It outlives a stream that breaks: the arena then asks again what it had asked.

use std::collections::HashMap;
use std::hash::Hasher;

use crate::proto::answer::Choice as Chosen;
use crate::proto::{
    Accept, Answer, ArenaMessage, BotMessage, Hello, Limits, MatchOffer, PlayRequest, PlayResponse, Question, Welcome,
    arena_message, bot_message,
};

pub const PROTOCOL_VERSION: u32 = 1;
const VARIANTS: [&str; 4] = ["argentine", "mineiro", "trucker", "american"];

/// An answer: the place of an offer, and an amount where that is a range.
pub struct Choice {
    pub place: u32,
    pub amount: Option<i32>,
}

/// A seat this bot holds; the last answer is kept for the same question after a lost stream.
struct Seat {
    dice: fastrand::Rng,
    last: Option<Answer>,
}

/// All matches of one process.
pub struct Session<D> {
    decide: D,
    seats: HashMap<String, Seat>,
}

impl<D: FnMut(&Question, &mut fastrand::Rng) -> Choice> Session<D> {
    pub fn new(decide: D) -> Self {
        Session { decide, seats: HashMap::new() }
    }

    /// Takes a frame and returns what answers it. Kinds it does not know are left out.
    pub fn receive(&mut self, frame: PlayResponse) -> Vec<BotMessage> {
        frame.messages.into_iter().filter_map(|message| self.receive_one(message)).map(message).collect()
    }

    fn receive_one(&mut self, message: ArenaMessage) -> Option<bot_message::Kind> {
        use arena_message::Kind;
        match message.kind? {
            Kind::Welcome(welcome) => self.welcomed(welcome),
            Kind::Offer(offer) => {
                let match_id = offer.match_id.clone();
                self.sit(offer);
                return Some(bot_message::Kind::Accept(Accept { match_id, ..Accept::default() }));
            }
            Kind::Question(question) => return self.answer(question).map(bot_message::Kind::Answer),
            Kind::MatchEnded(ended) => {
                self.seats.remove(&ended.match_id);
            }
            Kind::Notice(notice) => eprintln!("the arena notes: {}", notice.text),
            _ => {}
        }
        None
    }

    fn welcomed(&mut self, welcome: Welcome) {
        // The arena forgot the others: they are over or void.
        self.seats.retain(|held, _| welcome.open_seats.iter().any(|offer| offer.match_id == *held));
        welcome.open_seats.into_iter().for_each(|offer| self.sit(offer));
    }

    fn sit(&mut self, offer: MatchOffer) {
        self.seats.entry(offer.match_id).or_insert_with(|| Seat { dice: new_dice(&offer.seat_seed), last: None });
    }

    fn answer(&mut self, question: Question) -> Option<Answer> {
        let Some(seat) = self.seats.get_mut(&question.match_id) else {
            eprintln!("a question for match {}, which was never offered, is left out", question.match_id);
            return None;
        };
        if seat.last.as_ref().is_none_or(|last| last.decision != question.decision) {
            let Choice { place, amount } = (self.decide)(&question, &mut seat.dice);
            let Question { match_id, decision, .. } = question;
            seat.last = Some(Answer { match_id, decision, choice: Some(Chosen::Index(place)), amount });
        }
        seat.last.clone()
    }
}

pub fn message(kind: bot_message::Kind) -> BotMessage {
    BotMessage { kind: Some(kind) }
}

pub fn hello(instance: &str, max_matches: u32) -> PlayRequest {
    let hello = Hello {
        protocol_version: PROTOCOL_VERSION,
        sdk: "truco-arena-rust 0.1.0".into(),
        bot_version: "1".into(),
        variants: VARIANTS.map(String::from).into(),
        max_matches,
        instance: instance.into(),
        without_events: true,
        ..Hello::default()
    };
    PlayRequest { messages: vec![message(bot_message::Kind::Hello(hello))] }
}

/// How many messages a frame may hold.
pub fn most_messages(limits: &Limits) -> usize {
    const ANSWER_BYTES: u32 = 128; // more than an answer takes
    limits.max_messages_per_frame.min(limits.max_frame_bytes / ANSWER_BYTES).max(1) as usize
}

/// The same dice for the same seed, so that a launched bot can be played again.
pub fn new_dice(seed: &[u8]) -> fastrand::Rng {
    if seed.is_empty() {
        return fastrand::Rng::new();
    }
    let mut hash = std::hash::DefaultHasher::new();
    hash.write(seed);
    fastrand::Rng::with_seed(hash.finish())
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::proto::Offer;

    pub fn frame(kinds: Vec<arena_message::Kind>) -> PlayResponse {
        PlayResponse { messages: kinds.into_iter().map(|kind| ArenaMessage { kind: Some(kind) }).collect() }
    }

    pub fn offered(match_id: &str) -> arena_message::Kind {
        arena_message::Kind::Offer(MatchOffer { match_id: match_id.into(), ..MatchOffer::default() })
    }

    pub fn asked(match_id: &str, decision: u32) -> arena_message::Kind {
        let offers = vec![Offer::default(); 2];
        let question = Question { match_id: match_id.into(), decision, offers, ..Question::default() };
        arena_message::Kind::Question(question)
    }

    fn welcome(match_id: &str) -> arena_message::Kind {
        let open_seats = vec![MatchOffer { match_id: match_id.into(), ..MatchOffer::default() }];
        arena_message::Kind::Welcome(Welcome { open_seats, ..Welcome::default() })
    }

    pub fn first(_: &Question, _: &mut fastrand::Rng) -> Choice {
        Choice { place: 0, amount: None }
    }

    #[test]
    fn all_questions_of_a_frame_are_answered_in_order() {
        let mut bot = Session::new(first);
        assert_eq!(bot.receive(frame(vec![offered("a"), offered("b")])).len(), 2);
        let answers = bot.receive(frame(vec![asked("a", 1), asked("b", 7)]));
        let decisions: Vec<u32> = answers
            .iter()
            .filter_map(|message| match &message.kind {
                Some(bot_message::Kind::Answer(answer)) => Some(answer.decision),
                _ => None,
            })
            .collect();
        assert_eq!(decisions, [1, 7]);
    }

    #[test]
    fn the_same_question_again_gets_the_same_answer_without_a_second_thought() {
        let mut thoughts = 0;
        let mut bot = Session::new(|_: &Question, _: &mut fastrand::Rng| {
            thoughts += 1;
            Choice { place: thoughts - 1, amount: None }
        });
        let before = bot.receive(frame(vec![offered("a"), asked("a", 1)])).remove(1);
        bot.receive(frame(vec![welcome("a")]));
        assert_eq!(bot.receive(frame(vec![asked("a", 1)])), [before]);
        drop(bot);
        assert_eq!(thoughts, 1);
    }

    #[test]
    fn seats_that_the_arena_no_longer_holds_are_forgotten() {
        let mut bot = Session::new(first);
        bot.receive(frame(vec![offered("a"), offered("b")]));
        bot.receive(frame(vec![welcome("b")]));
        assert_eq!(bot.seats.keys().collect::<Vec<_>>(), ["b"]);
    }

    #[test]
    fn a_kind_of_a_future_version_is_left_out() {
        let future = PlayResponse { messages: vec![ArenaMessage { kind: None }] };
        assert_eq!(Session::new(first).receive(future), []);
    }

    #[test]
    fn the_same_seed_gives_the_same_dice() {
        assert_eq!(new_dice(b"seed").u64(..), new_dice(b"seed").u64(..));
        assert_ne!(new_dice(b"seed").u64(..), new_dice(b"other").u64(..));
    }

    #[test]
    fn frames_keep_to_the_limits() {
        let limits = Limits { max_messages_per_frame: 2000, max_frame_bytes: 1280, ..Limits::default() };
        assert_eq!(most_messages(&limits), 10);
    }
}
