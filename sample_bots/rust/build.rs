//! Makes the messages and the client from the contract. Needs protoc; PROTOC names one that is not on PATH.

fn main() -> std::io::Result<()> {
    tonic_prost_build::configure().compile_protos(&["../../proto/truco/v1/play.proto"], &["../../proto"])
}
