//! Where the bot thinks: a thread of its own, so that a long thought stops no heartbeat.

use std::sync::mpsc;
use std::thread;

use tokio::sync::mpsc::UnboundedSender;

use crate::proto::{BotMessage, PlayResponse, Question};
use crate::session::{Choice, Session};

type Answers = UnboundedSender<Vec<BotMessage>>;

/// The way to the thread.
pub struct Thinker(mpsc::Sender<(PlayResponse, Answers)>);

impl Thinker {
    pub fn start(decide: impl FnMut(&Question, &mut fastrand::Rng) -> Choice + Send + 'static) -> Thinker {
        let (frames, waiting) = mpsc::channel::<(PlayResponse, Answers)>();
        thread::spawn(move || {
            let mut session = Session::new(decide);
            for (frame, answers) in waiting {
                let ready = session.receive(frame);
                if !ready.is_empty() {
                    // Nobody waits on a stream that is gone; the arena will ask again.
                    let _ = answers.send(ready);
                }
            }
        });
        Thinker(frames)
    }

    /// Has a frame thought about, after those before it; what answers it goes to `answers`.
    pub fn think(&self, frame: PlayResponse, answers: &Answers) {
        self.0.send((frame, answers.clone())).expect("the thinking thread has ended by a panic");
    }
}
