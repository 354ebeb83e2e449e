//! What can be wrong with a server's calls, and the bytes of it; it knows no pipe.

use std::{fmt, time::Duration};

/// How long a slow server thinks.
pub const SLOW: Duration = Duration::from_millis(200);
/// How much of a flood is written at once.
const PIECE: usize = 64 << 10;
/// How much a flood is in all.
pub const FLOOD: usize = 256 << 20;

/// What becomes of each call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Odd {
    /// It is never answered.
    Silent,
    /// It is answered late.
    Slow,
    /// Its result is longer than anybody may want.
    Result,
    /// Log messages without end come before its answer.
    Logs,
    /// Questions without end come before its answer, and the server reads nothing meanwhile.
    Questions,
}

/// What is written instead of an answer.
pub struct Flood {
    /// First, once.
    pub head: Vec<u8>,
    /// So often what comes next.
    pub times: usize,
    /// This.
    pub piece: Vec<u8>,
    /// At last, once.
    pub end: Vec<u8>,
}

impl Odd {
    /// The flood that comes before `answer`, or in its place; `None` where nothing floods. Over a
    /// stream of events each message is one of them.
    pub fn flood(self, id: &str, answer: &[u8], events: bool) -> Option<Flood> {
        let (before, after) = if events { ("data: ", "\n\n") } else { ("", "\n") };
        let message = |text: &str| format!("{before}{text}{after}");
        let line = match self {
            Self::Silent | Self::Slow => return None,
            Self::Result => {
                let head = format!(
                    r#"{before}{{"jsonrpc":"2.0","id":{id},"result":{{"resultType":"complete","content":[{{"type":"text","text":""#
                );
                let end = format!(r#""}}],"isError":false}}}}{after}"#);
                return Some(Flood {
                    head: head.into_bytes(),
                    times: FLOOD / PIECE,
                    piece: vec![b'x'; PIECE],
                    end: end.into_bytes(),
                });
            }
            Self::Logs => message(
                r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","logger":"flood","data":"one more line of a server that has lost its way and says it all the time"}}"#,
            ),
            Self::Questions => message(r#"{"jsonrpc":"2.0","id":"q","method":"roots/list"}"#),
        };
        let piece = line.repeat(PIECE / line.len());
        let mut end = before.as_bytes().to_vec();
        end.extend_from_slice(answer.trim_ascii_end());
        end.extend_from_slice(after.as_bytes());
        Some(Flood { head: Vec::new(), times: FLOOD / piece.len(), piece: piece.into_bytes(), end })
    }

    /// In words, what the server does.
    pub fn words(self) -> &'static str {
        match self {
            Self::Silent => "one never answers",
            Self::Slow => "one answers after 200 ms",
            Self::Result => "a result of 256 MiB",
            Self::Logs => "256 MiB of log messages",
            Self::Questions => "256 MiB of questions",
        }
    }
}

impl fmt::Display for Odd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Silent => "silent",
            Self::Slow => "slow",
            Self::Result => "result",
            Self::Logs => "logs",
            Self::Questions => "questions",
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;

    fn text(flood: &Flood) -> String {
        let piece = flood.piece.repeat(2);
        String::from_utf8([flood.head.as_slice(), &piece, &flood.end].concat()).unwrap()
    }

    #[test]
    fn a_flood_is_made_of_whole_messages_and_ends_with_the_answer() {
        let answer = br#"{"jsonrpc":"2.0","id":7,"result":{}}"#;
        for odd in [Odd::Result, Odd::Logs, Odd::Questions] {
            let flood = odd.flood("7", answer, false).unwrap();
            let said = text(&flood);
            let messages: Vec<Value> =
                said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            assert_eq!(messages.last().unwrap()["id"], 7, "{odd}");
            assert!(flood.times * flood.piece.len() > FLOOD - (1 << 20), "{odd}");
            let events = text(&odd.flood("7", answer, true).unwrap());
            let unwrapped = events.replace("data: ", "").replace("\n\n", "\n");
            // A piece holds fewer of the longer ones.
            let kinds = |text: &str| text.lines().map(str::to_owned).collect::<BTreeSet<_>>();
            assert!(kinds(&unwrapped) == kinds(&said), "{odd}");
        }
        assert!(Odd::Silent.flood("7", answer, false).is_none());
    }
}
