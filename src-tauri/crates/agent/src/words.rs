//! What went wrong with a reply or a call, in sentences with the next step; pure.

use stdx::text::sentence;

/// Why there is no reply, and what to do.
pub(crate) fn reply(error: &llm::Error) -> String {
    let step = match error {
        llm::Error::Unauthorized { .. } => "Set its key on the Models page, then try again.",
        llm::Error::Forbidden { .. } => "Choose another model, or another key on the Models page.",
        llm::Error::Unpaid { .. } => "Add credit at the provider, or choose another model.",
        llm::Error::NoSuchModel { .. } => "Choose another model.",
        llm::Error::RateLimited { .. } | llm::Error::Overloaded { .. } => "Try again in a while.",
        llm::Error::Unreachable(_) => {
            "Look whether it runs and whether its address on the Models page is right, then try again."
        }
        llm::Error::Untrusted(_) | llm::Error::Unusable(_) | llm::Error::NotAnApi { .. } => {
            "Look at its address on the Models page."
        }
        llm::Error::TooLong { .. } => {
            "Begin a new conversation, or choose a model that can read more."
        }
        llm::Error::BadRequest { .. } | llm::Error::Unsendable(_) => {
            "Try another model, or switch tools off in this conversation."
        }
        llm::Error::Cut { .. } | llm::Error::Silent { .. } | llm::Error::Empty => "Try again.",
    };
    format!("{}. {step}", sentence(&error.to_string()).trim_end_matches('.'))
}

/// Why a call came to no result: the error and what was behind it.
pub(crate) fn call(error: &tools::Error) -> String {
    let mut words = error.to_string();
    let mut source = std::error::Error::source(error);
    while let Some(behind) = source {
        let text = behind.to_string();
        if !words.contains(&text) {
            words.push_str(": ");
            words.push_str(&text);
        }
        source = behind.source();
    }
    format!("{}.", sentence(&words).trim_end_matches('.'))
}

/// Why a turn that calls for ever ends.
pub(crate) const BUDGET: &str = "The model called tools fifty times in this turn without coming to an end. \
    Look at what it did; it can go on from here.";

/// Why a reply has nothing more.
pub(crate) const FILTERED: &str =
    "The provider let the model say no more. Say it otherwise, or choose another model.";

/// What is wrong with arguments that are no JSON object.
pub(crate) const NO_OBJECT: &str =
    "The arguments are no JSON object. Give an object that fits the tool's schema.";

/// Why a reply is missing that was asked for again.
pub(crate) const SUMMED: &str = "The conversation was longer than the model can read. Steward summed up what was said before, and asks again.";

/// Why a conversation cannot go on.
pub(crate) const TOO_LONG: &str = "The conversation is longer than the model can read, and could not be summed up. Begin a new one, or choose a model that can read more.";

/// Why a call that was allowed was not sent.
pub(crate) const REDEFINED: &str = "Its server describes this tool otherwise than when the call was weighed, or offers it no more. Nothing was sent; ask for it again.";

/// Why a call of a reply with far too many is not made.
pub(crate) const TOO_MANY: &str = "One reply asked for more than 64 calls. Ask for fewer at once.";
