//! The stream to the arena: dials, says hello, beats, notices silence, dials again.

use std::fmt::Display;
use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_stream::wrappers::UnboundedReceiverStream;
use tonic::metadata::MetadataValue;
use tonic::transport::{Channel, Endpoint};
use tonic::{Code, Request, Status, Streaming};

use crate::options::Options;
use crate::proto::play_service_client::PlayServiceClient;
use crate::proto::{
    BotMessage, Drain, Heartbeat, PlayRequest, PlayResponse, SessionEndReason, SessionEnded, Welcome, arena_message,
    bot_message,
};
use crate::session::{PROTOCOL_VERSION, hello, message, most_messages};
use crate::thinker::Thinker;

const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(3);
const WELCOME: Duration = Duration::from_secs(10);
const GIVE_UP: Duration = Duration::from_secs(30);

/// An end for good that is not a success: the process exits with its code.
#[derive(Debug)]
pub struct Ending {
    pub code: i32,
    pub text: String,
}

/// How a stream came to its end.
enum Outcome {
    /// The session is over for good.
    Over,
    /// It is worth another try: why, and whether there was a welcome.
    Lost(String, bool),
}

/// Plays until the session is over. `drain` becomes true to play what runs to its end and then stop.
pub async fn run(options: Options, thinker: Thinker, mut drain: watch::Receiver<bool>) -> Result<(), Ending> {
    let mut client = PlayServiceClient::new(endpoint(&options)?.connect_lazy());
    let (mut heard, mut pause) = (Instant::now(), FIRST_PAUSE);
    loop {
        let why = match play(&mut client, &options, &thinker, drain.clone()).await? {
            Outcome::Over => return Ok(()),
            Outcome::Lost(why, welcomed) => {
                if welcomed {
                    (heard, pause) = (Instant::now(), FIRST_PAUSE);
                }
                why
            }
        };
        if heard.elapsed() > GIVE_UP {
            return Err(end(3, format!("no arena at {} for {GIVE_UP:?}: {why}", options.address)));
        }
        // Jitter: the bots of a restarted arena do not all come back in the same moment.
        let jitter = pause.mul_f64(0.5 + fastrand::f64() / 2.0);
        if timeout(jitter, drain.wait_for(|&asked| asked)).await.is_ok() {
            return Ok(());
        }
        eprintln!("no stream ({why}); trying again");
        pause = LONGEST_PAUSE.min(2 * pause);
    }
}

fn endpoint(options: &Options) -> Result<Endpoint, Ending> {
    let scheme = if options.tls { "https" } else { "http" };
    let endpoint = Endpoint::from_shared(format!("{scheme}://{}", options.address))
        .map_err(|error| end(2, format!("{} is no HOST:PORT: {error}", options.address)))?;
    if !options.tls {
        return Ok(endpoint);
    }
    #[cfg(feature = "tls")]
    return endpoint
        .tls_config(tonic::transport::ClientTlsConfig::new().with_native_roots())
        .map_err(|error| end(2, format!("no TLS: {error}")));
    #[cfg(not(feature = "tls"))]
    Err(end(2, "this bot was built without TLS: cargo build --release --features tls"))
}

/// Plays on one stream to its end.
async fn play(
    client: &mut PlayServiceClient<Channel>,
    options: &Options,
    thinker: &Thinker,
    mut drain: watch::Receiver<bool>,
) -> Result<Outcome, Ending> {
    let (out, requests) = mpsc::unbounded_channel();
    let mut request = Request::new(UnboundedReceiverStream::new(requests));
    let token = MetadataValue::try_from(format!("Bearer {}", options.token))
        .map_err(|error| end(2, format!("the token cannot be sent: {error}")))?;
    request.metadata_mut().insert("authorization", token);
    let mut stream = Outgoing { out, most: 1 };
    stream.put(hello(&options.instance, options.matches));
    let (mut frames, first) = match timeout(WELCOME, greeted(client, request)).await {
        Ok(Ok(greeted)) => greeted,
        Ok(Err(status)) => return judge(status, false),
        Err(_) => return Ok(Outcome::Lost("no welcome came".into(), false)),
    };
    if let Some(ended) = ended(&first) {
        return judge_end(ended, false);
    }
    let welcome = welcome_of(&first, options)?;
    stream.most = most_messages(&welcome.limits.unwrap_or_default());
    let beat = Duration::from_millis(welcome.heartbeat_ms.into());
    let silence = Duration::from_millis(welcome.silence_ms.into());
    let (answers, mut answered) = mpsc::unbounded_channel();
    thinker.think(first, &answers);

    let (mut sent, mut heard, mut asked) = (Instant::now(), Instant::now(), false);
    loop {
        let ready = tokio::select! {
            frame = frames.message() => match frame {
                Ok(Some(frame)) => {
                    if let Some(ended) = ended(&frame) {
                        return judge_end(ended, true);
                    }
                    heard = Instant::now();
                    thinker.think(frame, &answers);
                    continue;
                }
                Ok(None) => return Ok(Outcome::Lost("the arena ended the stream without a word".into(), true)),
                Err(status) => return judge(status, true),
            },
            Some(ready) = answered.recv() => ready,
            _ = drain.wait_for(|&drain| drain), if !asked => {
                asked = true;
                vec![message(bot_message::Kind::Drain(Drain::default()))]
            }
            () = sleep_until(sent + beat) => vec![message(bot_message::Kind::Heartbeat(Heartbeat {}))],
            () = sleep_until(heard + silence) => return Ok(Outcome::Lost("the arena was silent".into(), true)),
        };
        stream.send(ready);
        sent = Instant::now();
    }
}

type Requests = Request<UnboundedReceiverStream<PlayRequest>>;

/// The stream, with its first frame.
async fn greeted(
    client: &mut PlayServiceClient<Channel>,
    request: Requests,
) -> Result<(Streaming<PlayResponse>, PlayResponse), Status> {
    let mut frames = client.play(request).await?.into_inner();
    let first = frames.message().await?;
    first.map(|first| (frames, first)).ok_or_else(|| Status::unavailable("the stream ended before a welcome"))
}

fn welcome_of(first: &PlayResponse, options: &Options) -> Result<Welcome, Ending> {
    let Some(arena_message::Kind::Welcome(welcome)) = first.messages.first().and_then(|m| m.kind.clone()) else {
        return Err(end(3, format!("{} does not speak this protocol: it sent no Welcome first", options.address)));
    };
    if welcome.protocol_version != PROTOCOL_VERSION {
        let theirs = welcome.protocol_version;
        return Err(end(3, format!("the arena speaks protocol version {theirs}, this bot {PROTOCOL_VERSION}")));
    }
    eprintln!("playing as {} at {}, session {}", welcome.bot, options.address, welcome.session);
    Ok(welcome)
}

/// The end of the session, which is the last message of its stream.
fn ended(frame: &PlayResponse) -> Option<&SessionEnded> {
    match frame.messages.last()?.kind.as_ref()? {
        arena_message::Kind::SessionEnded(ended) => Some(ended),
        _ => None,
    }
}

/// What goes out; gRPC takes it when it can.
struct Outgoing {
    out: mpsc::UnboundedSender<PlayRequest>,
    most: usize,
}

impl Outgoing {
    fn put(&self, frame: PlayRequest) {
        // On a stream that is gone the next read has the reason.
        let _ = self.out.send(frame);
    }

    /// In as few frames as the arena takes.
    fn send(&self, mut messages: Vec<BotMessage>) {
        while messages.len() > self.most {
            let rest = messages.split_off(self.most);
            self.put(PlayRequest { messages: std::mem::replace(&mut messages, rest) });
        }
        self.put(PlayRequest { messages });
    }
}

/// Tells a stream that broke from one that the arena refused for good.
fn judge(status: Status, welcomed: bool) -> Result<Outcome, Ending> {
    let text = status.message();
    match status.code() {
        Code::Unauthenticated | Code::PermissionDenied => {
            Err(end(4, format!("the arena does not accept the token: {text}")))
        }
        Code::InvalidArgument
        | Code::FailedPrecondition
        | Code::Unimplemented
        | Code::NotFound
        | Code::AlreadyExists => Err(end(3, format!("the arena refused the hello: {text}"))),
        _ => Ok(Outcome::Lost(text.into(), welcomed)),
    }
}

fn judge_end(ended: &SessionEnded, welcomed: bool) -> Result<Outcome, Ending> {
    eprintln!("the arena ended the session ({}): {}", ended.reason().as_str_name(), ended.text);
    match ended.reason() {
        SessionEndReason::Stopping | SessionEndReason::Drained => Ok(Outcome::Over),
        SessionEndReason::NotAuthorised => Err(end(4, &ended.text)),
        SessionEndReason::Protocol | SessionEndReason::TakenOver => Err(end(3, &ended.text)),
        _ => Ok(Outcome::Lost(ended.text.clone(), welcomed)),
    }
}

fn end(code: i32, text: impl Display) -> Ending {
    Ending { code, text: text.to_string() }
}

#[cfg(test)]
mod tests;
