use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::{Arc, Mutex};

use tokio::net::TcpListener;
use tokio_stream::wrappers::TcpListenerStream;
use tonic::transport::Server;
use tonic::{Response, async_trait};

use super::*;
use crate::proto::play_service_server::{PlayService, PlayServiceServer};
use crate::proto::{Limits, Question};
use crate::session::Choice;
use crate::session::tests::{asked, first, frame, offered};

type Script = Box<dyn FnOnce(Bot) -> Pin<Box<dyn Future<Output = ()> + Send>> + Send>;

/// An arena that follows a script, one part for each stream.
struct Scripted(Mutex<VecDeque<Script>>);

/// The bot, as a script sees it.
struct Bot {
    said: Streaming<PlayRequest>,
    out: mpsc::UnboundedSender<Result<PlayResponse, Status>>,
}

impl Bot {
    fn tell(&self, kinds: Vec<arena_message::Kind>) {
        self.out.send(Ok(frame(kinds))).unwrap();
    }

    /// Reads up to a message that is looked for.
    async fn until(&mut self, found: fn(&bot_message::Kind) -> bool) {
        loop {
            let request = self.said.message().await.unwrap().expect("the stream ended too early");
            if request.messages.into_iter().filter_map(|message| message.kind).any(|kind| found(&kind)) {
                return;
            }
        }
    }

    async fn welcome(&mut self, heartbeat_ms: u32) {
        self.until(|kind| matches!(kind, bot_message::Kind::Hello(_))).await;
        let limits = Some(Limits { max_messages_per_frame: 100, max_frame_bytes: 100_000, max_matches: 1 });
        let welcome = Welcome { protocol_version: 1, heartbeat_ms, silence_ms: 60_000, limits, ..Welcome::default() };
        self.tell(vec![arena_message::Kind::Welcome(welcome)]);
    }

    fn drained(&self) {
        let ended = SessionEnded { reason: SessionEndReason::Drained.into(), text: String::new() };
        self.tell(vec![arena_message::Kind::SessionEnded(ended)]);
    }
}

#[async_trait]
impl PlayService for Scripted {
    type PlayStream = UnboundedReceiverStream<Result<PlayResponse, Status>>;

    async fn play(&self, request: Request<Streaming<PlayRequest>>) -> Result<Response<Self::PlayStream>, Status> {
        let script = self.0.lock().unwrap().pop_front().expect("one stream too many");
        let (out, frames) = mpsc::unbounded_channel();
        tokio::spawn(script(Bot { said: request.into_inner(), out }));
        Ok(Response::new(UnboundedReceiverStream::new(frames)))
    }
}

fn script<F: Future<Output = ()> + Send + 'static>(part: impl FnOnce(Bot) -> F + Send + 'static) -> Script {
    Box::new(|bot| Box::pin(part(bot)))
}

fn refuse(code: Code) -> Script {
    script(move |bot| async move { bot.out.send(Err(Status::new(code, "no"))).unwrap() })
}

async fn against(
    decide: impl FnMut(&Question, &mut fastrand::Rng) -> Choice + Send + 'static,
    drain: watch::Receiver<bool>,
    scripts: Vec<Script>,
) -> Result<(), Ending> {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let service = PlayServiceServer::new(Scripted(Mutex::new(scripts.into())));
    let arena = Server::builder().add_service(service).serve_with_incoming(TcpListenerStream::new(listener));
    let arena = tokio::spawn(arena);
    let options = Options { address, instance: "test".into(), matches: 1, ..Options::default() };
    let end = run(options, Thinker::start(decide), drain).await;
    arena.abort();
    end
}

#[tokio::test]
async fn heartbeats_go_out_while_the_bot_thinks() {
    let (beaten, enough) = std::sync::mpsc::channel();
    let slow = move |question: &Question, dice: &mut fastrand::Rng| {
        enough.recv().unwrap();
        first(question, dice)
    };
    let part = script(|mut bot| async move {
        bot.welcome(10).await;
        bot.tell(vec![offered("a"), asked("a", 1)]);
        bot.until(|kind| matches!(kind, bot_message::Kind::Heartbeat(_))).await;
        beaten.send(()).unwrap();
        bot.until(|kind| matches!(kind, bot_message::Kind::Answer(_))).await;
        bot.drained();
    });
    let (_ask, drain) = watch::channel(false);
    against(slow, drain, vec![part]).await.unwrap();
}

#[tokio::test]
async fn a_lost_stream_is_opened_again() {
    let lost = || {
        script(|mut bot| async move {
            bot.welcome(60_000).await;
            bot.out.send(Err(Status::unavailable("lost"))).unwrap();
        })
    };
    let last = script(|mut bot| async move {
        bot.welcome(60_000).await;
        bot.drained();
    });
    let (_ask, drain) = watch::channel(false);
    against(first, drain, vec![lost(), lost(), last]).await.unwrap();
}

#[tokio::test]
async fn a_signal_asks_for_no_new_matches() {
    let (ask, drain) = watch::channel(false);
    let ask = Arc::new(ask);
    let kept = ask.clone();
    let part = script(move |mut bot| async move {
        bot.welcome(60_000).await;
        ask.send_replace(true);
        bot.until(|kind| matches!(kind, bot_message::Kind::Drain(_))).await;
        bot.drained();
    });
    against(first, drain, vec![part]).await.unwrap();
    drop(kept);
}

#[tokio::test]
async fn a_refusal_ends_the_process_with_its_code() {
    for (code, exit) in [(Code::Unauthenticated, 4), (Code::FailedPrecondition, 3)] {
        let (_ask, drain) = watch::channel(false);
        assert_eq!(against(first, drain, vec![refuse(code)]).await.unwrap_err().code, exit);
    }
}
