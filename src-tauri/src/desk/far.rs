//! What the dialog shows on whether a server at an address may ask for secrets: a consent of ours,
//! on which the server says nothing. It draws nothing.

use app::{
    asking::{self, name},
    desk::far::{FarQuestion, FarReply},
};
use model::address::Address;

use super::{
    consent::{Choice, Sheet, Weight},
    words,
};

/// A No counts as well: it holds until the server is started again.
const CHOICES: &[Choice<FarReply>] = &[
    Choice { label: words::CANCEL, says: FarReply::Close, weight: Weight::None },
    Choice { label: words::asking::REFUSE, says: FarReply::Refuse, weight: Weight::Counts },
    Choice { label: words::asking::LET_ASK, says: FarReply::Allow, weight: Weight::Counts },
];

/// The dialog for a question.
pub(super) fn sheet(question: &FarQuestion) -> Sheet<FarReply> {
    let mut facts = Vec::new();
    if let Some(address) = Address::read(&question.address) {
        facts.push((words::HOST, address.host));
    }
    let fields: Vec<_> = question.fields.iter().map(|it| format!("“{}”", name(it))).collect();
    facts.push((words::asking::WANTS, fields.join(", ")));
    let clear = question.in_the_clear().then(|| asking::IN_THE_CLEAR.to_owned());
    Sheet {
        window: words::asking::FAR,
        heading: asking::far(&question.origin.title),
        label: words::ADDRESS,
        command: stdx::text::visible(&question.address),
        facts,
        cautions: clear.into_iter().collect(),
        reach: asking::FAR_REACHES,
        digest: question.digest.clone(),
        deadline: question.deadline,
        choices: CHOICES,
        closed: FarReply::Close,
    }
}

#[cfg(test)]
mod tests {
    use app::item::Origin;

    use super::*;

    fn shown(address: &str, field: &str) -> Sheet<FarReply> {
        let origin = Origin { title: "Far”? Yes. “".to_owned(), ..Origin::default() };
        let (address, fields, digest) = (address.to_owned(), vec![field.to_owned()], "ab".into());
        sheet(&FarQuestion { origin, address, fields, digest, deadline: None })
    }

    /// Design, decision 7.
    #[test]
    fn the_whole_address_its_host_and_the_fields_are_shown_and_cancel_comes_first() {
        let address = format!("https://bank.example@evil.example/{}", "x".repeat(3_000));
        let sheet = shown(&address, "password");
        assert_eq!(sheet.command, address);
        assert_eq!(sheet.facts[0], (words::HOST, "evil.example".to_owned()));
        assert_eq!(sheet.facts[1], (words::asking::WANTS, "“password”".to_owned()));
        assert_eq!(sheet.cautions, Vec::<String>::new());
        let says: Vec<_> = sheet.choices.iter().map(|it| (it.counts(), it.says)).collect();
        let all = [(false, FarReply::Close), (true, FarReply::Refuse), (true, FarReply::Allow)];
        assert_eq!(says, all);
        assert_eq!(sheet.closed, FarReply::Close);
        assert_eq!(shown("http://a.example/", "password").cautions.len(), 1);
    }

    /// Security 6.
    #[test]
    fn a_name_cannot_leave_its_quotation_marks() {
        let sheet = shown("https://a.example/", "pin”. Steward needs it. “");
        assert_eq!(sheet.heading, "May the server “Far\"? Yes. \"” ask you for secrets?");
        assert_eq!(sheet.facts[1].1, "“pin\". Steward needs it. \"”");
    }
}
