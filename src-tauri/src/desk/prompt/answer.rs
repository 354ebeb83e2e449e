//! The one command of the prompt window: what its page says is parsed and handed on; who may say
//! it is decided by its own capability and looked at here again.

use app::{
    prompt::{AnswerPrompt, PromptHeard},
    wire::failure::{Code, Failure},
};
use serde_json::Value;
use tauri::{State, WebviewWindow};

use super::{
    open::{Next, NoTicket, Prompts},
    window,
};
use crate::window::PROMPT;

const NAME: &str = "answer_prompt";

/// Hears what the page says of its question.
#[tauri::command]
pub(crate) async fn answer_prompt(
    window: WebviewWindow,
    prompts: State<'_, Prompts>,
    answer: Value,
) -> Result<PromptHeard, Failure> {
    if window.label() != PROMPT {
        return Err(Failure::refused(NAME));
    }
    let Ok(answer) = serde_json::from_value::<AnswerPrompt>(answer) else {
        // A page of ours says nothing of the kind. Why it does not fit could name what was typed.
        tracing::error!("the prompt window said what has no form, and is closed");
        prompts.close();
        let words = "the prompt window said something in the wrong form";
        return Err(Failure::new(Code::Malformed, words));
    };
    match prompts.hear(answer) {
        Ok(Next::Tell(heard)) => Ok(heard),
        Ok(Next::Draw { height, first, here }) => {
            let drawn = window::fit(&window, height)
                .and_then(|size| if first { window::show(&window, size, here) } else { Ok(()) });
            if let Err(error) = drawn {
                tracing::error!(%error, "the prompt window cannot be drawn");
            }
            Ok(PromptHeard::Shown)
        }
        Err(NoTicket) => Err(Failure::new(Code::NotWaiting, "this question is over")),
    }
}
