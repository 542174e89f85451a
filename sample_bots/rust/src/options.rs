//! Where and as what to play: flags first, then the environment.

use std::net::IpAddr;

use crate::link::Ending;

const USAGE: &str = "A bot of Truco Arena.
  --arena HOST:PORT   the arena [ARENA_ADDR]
  --token-file FILE   a file with the token [ARENA_TOKEN, ARENA_TOKEN_FILE]
  --instance ID       tells this process from others of the bot [ARENA_INSTANCE]
  --matches N         matches at once [ARENA_MATCHES]
  --tls               TLS with the system's authorities [ARENA_TLS=1]; needs a build with --features tls";

#[derive(Debug, Default, PartialEq)]
pub struct Options {
    pub address: String,
    pub token: String,
    pub instance: String,
    pub matches: u32,
    pub tls: bool,
}

impl Options {
    /// `env` gives the value of an environment variable. Err: with the flag or variable that is wrong.
    pub fn read(
        mut args: impl Iterator<Item = String>,
        env: impl Fn(&str) -> Option<String>,
    ) -> Result<Options, Ending> {
        let set = |name: &str, otherwise: &str| env(name).filter(|v| !v.is_empty()).unwrap_or(otherwise.into());
        let mut address = set("ARENA_ADDR", "");
        let mut token_file = set("ARENA_TOKEN_FILE", "");
        let mut instance = set("ARENA_INSTANCE", "main");
        let mut matches = set("ARENA_MATCHES", "64");
        let mut tls = set("ARENA_TLS", "") == "1";
        while let Some(flag) = args.next() {
            let target = match flag.as_str() {
                "--arena" => &mut address,
                "--token-file" => &mut token_file,
                "--instance" => &mut instance,
                "--matches" => &mut matches,
                "--tls" => {
                    tls = true;
                    continue;
                }
                _ => return Err(wrong(format!("what is {flag}?\n{USAGE}"))),
            };
            *target = args.next().ok_or_else(|| wrong(format!("{flag} needs a value\n{USAGE}")))?;
        }
        let token = match token_file.as_str() {
            "" => set("ARENA_TOKEN", ""),
            file => std::fs::read_to_string(file)
                .map_err(|error| wrong(format!("the token file {file} cannot be read: {error}")))?
                .trim()
                .into(),
        };
        let matches = match matches.parse() {
            Ok(0) | Err(_) => return Err(wrong(format!("--matches {matches} must be a whole number from 1"))),
            Ok(number) => number,
        };
        if address.is_empty() {
            return Err(wrong("no arena address: give --arena HOST:PORT or set ARENA_ADDR".into()));
        }
        if !tls && !is_local(&address) {
            let text = format!("{address} is another machine, and the token would travel unencrypted: give --tls");
            return Err(wrong(text));
        }
        Ok(Options { address, token, instance, matches, tls })
    }
}

fn wrong(text: String) -> Ending {
    Ending { code: 2, text }
}

fn is_local(address: &str) -> bool {
    let host = address.rsplit_once(':').map_or(address, |(host, _)| host);
    let number: Option<IpAddr> = host.trim_start_matches('[').trim_end_matches(']').parse().ok();
    host == "localhost" || number.is_some_and(|number| number.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn env(name: &str) -> Option<String> {
        (name == "ARENA_ADDR").then(|| "arena.example:4100".into())
    }

    #[test]
    fn a_token_does_not_travel_to_another_machine_unencrypted() {
        assert!(Options::read([].into_iter(), env).is_err());
        let flags = ["--tls", "--instance", "two"].map(String::from);
        assert_eq!(Options::read(flags.into_iter(), env).unwrap().instance, "two");
    }
}
