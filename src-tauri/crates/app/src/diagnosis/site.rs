//! What can be seen of an address from here: whether its name is known, whether its port answers, and
//! what came of the last try. It sends nothing but the beginning of a connection.

use std::{
    io,
    net::{IpAddr, SocketAddr},
    time::Duration,
};

use model::{
    address::Address,
    server::{Era, Http},
    state::{FailureKind, State},
};
use servers::environment::Environment;
use tokio::{
    net::{TcpStream, lookup_host},
    time::timeout,
};
use vault::template::Template;

/// How long each look may take.
const LIMIT: Duration = Duration::from_secs(2);
/// Numbers of a name that are told.
const NUMBERS: usize = 4;

/// What was found, a line each.
pub(super) async fn looked_at(
    environment: &Environment,
    http: &Http,
    state: &State,
) -> Vec<String> {
    // A secret in an address is not needed to know its host, and shown to nobody.
    let filled = Template::parse(&http.url)
        .expand(|name| environment.var(name), |_| Some("secret".into()))
        .map_or_else(|_| http.url.clone(), |it| it.reveal().to_owned());
    let Some(address) = Address::read(&filled) else {
        return vec!["Its address cannot be read as one with a host.".to_owned()];
    };
    let mut found = Vec::new();
    let bare = address.host.trim_start_matches('[').trim_end_matches(']').to_owned();
    let places = match places(&bare, address.port).await {
        Ok(places) => places,
        Err(why) => {
            found.push(format!("The name `{}` is not known here: {why}.", address.host));
            return found;
        }
    };
    let mut numbers: Vec<IpAddr> = places.iter().map(SocketAddr::ip).collect();
    numbers.dedup();
    if !address.numeric {
        let all: Vec<_> = numbers.iter().take(NUMBERS).map(IpAddr::to_string).collect();
        found.push(format!("`{}` is {}.", address.host, all.join(", ")));
    }
    let port = connects(&places).await;
    found.push(match &port {
        Ok(place) => format!("Port {} of {} answers.", place.port(), place.ip()),
        Err(why) => format!(
            "Nothing answers at port {} of {}: {why}.",
            address.port,
            numbers.first().map_or_else(|| address.host.clone(), IpAddr::to_string)
        ),
    });
    if port.is_ok() {
        found.extend(tls(&address, state));
        found.extend(speaks(state));
    }
    found
}

async fn places(host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
    let found = timeout(LIMIT, lookup_host((host, port))).await.unwrap_or_else(|_| Err(late()))?;
    let found: Vec<_> = found.collect();
    if found.is_empty() { Err(io::Error::other("it has no number")) } else { Ok(found) }
}

/// The first place that takes a connection.
async fn connects(places: &[SocketAddr]) -> io::Result<SocketAddr> {
    let mut last = late();
    for place in places.iter().take(NUMBERS) {
        let tried = timeout(LIMIT, TcpStream::connect(place)).await;
        match tried.unwrap_or_else(|_| Err(late())) {
            Ok(_) => return Ok(*place),
            Err(error) => last = error,
        }
    }
    Err(last)
}

fn late() -> io::Error {
    io::Error::new(io::ErrorKind::TimedOut, "no answer came in time")
}

fn tls(address: &Address, state: &State) -> Option<String> {
    let line = match state {
        _ if !address.encrypted => "What is sent there is not encrypted.",
        State::Failed(failed) if failed.kind == FailureKind::Unreachable => {
            "An encrypted connection (TLS) did not come about at the last try."
        }
        State::Off | State::Starting(_) | State::Failed(_) => return None,
        State::Ready(_) => "What is sent there is encrypted (TLS).",
    };
    Some(line.to_owned())
}

/// What the last try says of who answers.
fn speaks(state: &State) -> Option<String> {
    let line = match state {
        State::Ready(ready) => {
            let era = match ready.era {
                Era::Legacy => "legacy",
                Era::Modern => "modern",
            };
            let session = if ready.session { ", and keeps a session for Steward" } else { "" };
            format!("It answers as an MCP server of the {era} era{session}.")
        }
        State::Failed(failed) => match failed.kind {
            FailureKind::Protocol => "What answers there is no MCP server, or not at this path.",
            FailureKind::Login => "It answers, and lets nobody in without a key or a login.",
            FailureKind::Unavailable => "It answers that it serves nobody just now.",
            FailureKind::TimedOut => "It takes connections, and did not answer in time.",
            FailureKind::CommandMissing
            | FailureKind::NotRunnable
            | FailureKind::Unset
            | FailureKind::Keychain
            | FailureKind::Exited
            | FailureKind::CrashLoop
            | FailureKind::Unapproved
            | FailureKind::Address
            | FailureKind::Unreachable
            | FailureKind::Internal => return None,
        }
        .to_owned(),
        State::Off | State::Starting(_) => return None,
    };
    Some(line)
}
