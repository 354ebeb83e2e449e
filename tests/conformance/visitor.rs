//! A person at the suite's login pages, who is never asked anything there: the page sends them back
//! at once. It knows no login.

use std::io;

use mcp::{LoginError, Visiting, Visitor};
use stdx::secret::Secret;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
};

/// Follows a page to where it sends its visitor.
#[derive(Debug)]
pub(crate) struct Follower;

impl Visitor for Follower {
    fn visit(&self, page: Secret) -> Visiting<'_> {
        Box::pin(async move {
            let sent = follow(page.reveal()).await;
            let sent = sent.map_err(|error| LoginError::NotVisited(error.to_string()))?;
            sent.ok_or_else(|| LoginError::NotVisited("it sends nobody back".to_owned()))
        })
    }
}

/// Where a page of this machine sends its visitor.
async fn follow(page: &str) -> io::Result<Option<Secret>> {
    let (site, rest) =
        page.strip_prefix("http://").unwrap_or(page).split_once('/').unwrap_or_default();
    let mut stream = BufReader::new(TcpStream::connect(site).await?);
    let asked = format!("GET /{rest} HTTP/1.1\r\nHost: {site}\r\nConnection: close\r\n\r\n");
    stream.write_all(asked.as_bytes()).await?;
    let mut lines = stream.lines();
    while let Some(line) = lines.next_line().await? {
        match line.split_once(": ") {
            Some((name, place)) if name.eq_ignore_ascii_case("location") => {
                return Ok(Some(place.into()));
            }
            Some(_) | None if line.is_empty() => break,
            Some(_) | None => {}
        }
    }
    Ok(None)
}
