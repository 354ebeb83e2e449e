//! About how much of a model's memory a request takes; pure, and a guess: each model counts otherwise.

/// About how many bytes a token is; more than it mostly is, so that there is some room left.
pub(crate) const BYTES_A_TOKEN: u64 = 3;
/// About how many tokens a picture is.
const PICTURE: u64 = 1_500;

/// About how many tokens a request is.
pub(crate) fn weight(request: &llm::Request) -> u64 {
    let messages: u64 = request.messages.iter().map(heft).sum();
    request.system.len() as u64 / BYTES_A_TOKEN + of_tools(&request.tools) + messages
}

/// About how many tokens these tools are.
pub(crate) fn of_tools(tools: &[llm::Tool]) -> u64 {
    let size = |it: &llm::Tool| it.description.len() + it.schema.to_string().len() + it.name.len();
    tools.iter().map(size).sum::<usize>() as u64 / BYTES_A_TOKEN
}

/// About how many tokens a message is.
pub(crate) fn heft(message: &llm::Message) -> u64 {
    let part = |it: &llm::Part| match it {
        llm::Part::Text(text) => text.len() as u64 / BYTES_A_TOKEN,
        llm::Part::Image { .. } => PICTURE,
    };
    match message {
        llm::Message::User(parts) => parts.iter().map(part).sum(),
        llm::Message::Results(results) => results.iter().flat_map(|it| &it.parts).map(part).sum(),
        llm::Message::Assistant(said) => said
            .iter()
            .map(|it| match it {
                llm::Said::Text(text) => text.len() as u64 / BYTES_A_TOKEN,
                llm::Said::Thought(thought) => thought.text.len() as u64 / BYTES_A_TOKEN,
                llm::Said::Call(call) => match &call.arguments {
                    llm::Arguments::Object(map) => {
                        serde_json::to_string(map).map_or(0, |it| it.len() as u64) / BYTES_A_TOKEN
                    }
                    llm::Arguments::Broken(text) => text.len() as u64 / BYTES_A_TOKEN,
                },
            })
            .sum(),
    }
}
