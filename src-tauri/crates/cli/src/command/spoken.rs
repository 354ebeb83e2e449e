//! What a conversation says at a terminal: which text is new, and lines about calls, states and costs;
//! pure. It prints nothing.

use std::collections::BTreeMap;

use app::wire::{
    card::{CardStateView, CardView},
    chat::{MessageBody, MessageView, RetryView, RoundStateView, SaidView},
    provider::UsageView,
};

/// What of the model's text was printed by now.
#[derive(Debug, Default)]
pub(super) struct Spoken {
    by_message: BTreeMap<i64, String>,
    /// Whether a line is open.
    open: bool,
}

impl Spoken {
    /// A piece of a reply has come: what is to be printed.
    pub(super) fn grew(&mut self, message: i64, text: &str) -> String {
        self.by_message.entry(message).or_default().push_str(text);
        self.out(text)
    }

    /// A reply as it is now: what is to be printed of it, and was not told piece by piece.
    pub(super) fn is_now(&mut self, message: &MessageView) -> String {
        let MessageBody::Round { said, state, .. } = &message.body else { return String::new() };
        let whole: String = said.iter().filter_map(text_of).collect();
        let printed = self.by_message.entry(message.id).or_default();
        let rest = whole.strip_prefix(printed.as_str()).unwrap_or_default().to_owned();
        printed.push_str(&rest);
        let mut out = self.out(&rest);
        if *state != RoundStateView::Writing {
            out.push_str(self.end_line());
        }
        out
    }

    /// What ends the open line, if one is.
    pub(super) fn end_line(&mut self) -> &'static str {
        if std::mem::replace(&mut self.open, false) { "\n" } else { "" }
    }

    fn out(&mut self, text: &str) -> String {
        if let Some(last) = text.chars().last() {
            self.open = last != '\n';
        }
        text.to_owned()
    }
}

fn text_of(said: &SaidView) -> Option<&str> {
    match said {
        SaidView::Text { text } => Some(text),
        SaidView::Thought { .. } | SaidView::Call { .. } => None,
    }
}

/// How a call stands, in a line.
pub(super) fn call(card: &CardView) -> String {
    let named = match &card.server {
        Some(server) => format!("{server}/{}", card.tool),
        None => card.public_name.clone(),
    };
    let took = match (card.started, card.ended) {
        (Some(started), Some(ended)) => format!(" after {} ms", ended.saturating_sub(started)),
        _ => String::new(),
    };
    let words = card.words.as_deref().map(|it| format!(": {it}")).unwrap_or_default();
    match card.state {
        CardStateView::Pending => format!("{named} waits for your yes"),
        CardStateView::Running => format!("{named} runs"),
        CardStateView::Done => format!("{named} is done{took}"),
        CardStateView::Failed => format!("{named} failed{took}{words}"),
        CardStateView::Cancelled => format!("{named} was stopped{took}"),
        CardStateView::Rejected => format!("{named} was not let run{words}"),
        CardStateView::Interrupted => {
            format!("{named} was cut off, and what it did is not known")
        }
    }
}

/// What a reply cost, in a line, where anything was told of it.
pub(super) fn cost(usage: &UsageView) -> Option<String> {
    let mut parts = Vec::new();
    if let Some(input) = usage.input {
        let cached = usage.cache_read.filter(|it| *it > 0);
        let cached = cached.map(|it| format!(" ({it} from the cache)")).unwrap_or_default();
        parts.push(format!("{input} tokens in{cached}"));
    }
    parts.extend(usage.output.map(|it| format!("{it} out")));
    parts.extend(usage.cost.map(|it| format!("${it:.4}")));
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// What is waited for before another try, in a line.
pub(super) fn retry(it: &RetryView) -> String {
    format!("{} Try {} follows.", it.words, it.attempt)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(said: Vec<SaidView>, state: RoundStateView) -> MessageView {
        MessageView {
            id: 7,
            parent: None,
            at: 0,
            siblings: vec![7],
            body: MessageBody::Round {
                provider: "p".into(),
                model: "m".into(),
                said,
                state,
                words: None,
                usage: UsageView::default(),
                took: 0,
            },
        }
    }

    fn text(text: &str) -> SaidView {
        SaidView::Text { text: text.into() }
    }

    #[test]
    fn each_letter_is_printed_once_however_it_is_told() {
        let mut spoken = Spoken::default();
        assert_eq!(spoken.is_now(&round(vec![], RoundStateView::Writing)), "");
        assert_eq!(spoken.grew(7, "Hel"), "Hel");
        assert_eq!(spoken.is_now(&round(vec![text("Hello")], RoundStateView::Writing)), "lo");
        assert_eq!(spoken.grew(7, " you"), " you");
        let thought = SaidView::Thought { text: "hm".into() };
        let whole = round(vec![thought, text("Hello you"), text(", Ada")], RoundStateView::Done);
        assert_eq!(spoken.is_now(&whole), ", Ada\n");
        assert_eq!(spoken.is_now(&whole), "", "it was told before");
    }

    #[test]
    fn a_line_that_is_ended_is_not_ended_twice() {
        let mut spoken = Spoken::default();
        assert_eq!(spoken.grew(7, "Hello\n"), "Hello\n");
        assert_eq!(spoken.is_now(&round(vec![text("Hello\n")], RoundStateView::Done)), "");
        assert_eq!(spoken.end_line(), "");
        spoken.grew(8, "x");
        assert_eq!((spoken.end_line(), spoken.end_line()), ("\n", ""));
    }

    #[test]
    fn a_cost_is_told_as_far_as_it_is_known() {
        assert_eq!(cost(&UsageView::default()), None);
        let some = UsageView { input: Some(100), cache_read: Some(40), ..UsageView::default() };
        assert_eq!(cost(&some).unwrap(), "100 tokens in (40 from the cache)");
        let all = UsageView { output: Some(20), cost: Some(0.0123), ..some };
        assert_eq!(cost(&all).unwrap(), "100 tokens in (40 from the cache), 20 out, $0.0123");
    }
}
