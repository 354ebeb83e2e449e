//! What can be typed of models, and to them.

use clap::{Args, Subcommand, ValueEnum};

#[derive(Debug, Subcommand)]
pub(crate) enum Models {
    /// Add a provider, and print its models
    ///
    /// A key is asked for on the terminal, hidden, and goes to the system's keychain.
    #[command(after_help = "\
Examples:
  stewardctl models add ollama --url http://127.0.0.1:11434/v1
  stewardctl models add openrouter --url https://openrouter.ai/api/v1 --key")]
    Add {
        /// The name to give it
        name: String,
        /// Its address
        #[arg(long)]
        url: String,
        /// What it speaks
        #[arg(long, value_enum, default_value_t = Dialect::ChatCompletions)]
        dialect: Dialect,
        /// Ask for its key
        #[arg(long)]
        key: bool,
    },
    /// Try a chat without an account: a small model is downloaded, and runs when it is needed
    ///
    /// It is SmolLM2 135M Instruct (Apache-2.0) with llama.cpp's own server (MIT): 127 MB to download, 228
    /// MB on the disk, in the data folder. It is small: it shows how a chat and its calls go, and knows
    /// little. Whatever is downloaded is held against digests that Steward knows.
    Try {
        /// Remove it, with all that was downloaded
        #[arg(long)]
        remove: bool,
    },
    /// Ask a model for a word and for a call, and say what is wrong
    Test {
        /// Which, as PROVIDER/MODEL, or the model's id where only one provider has it
        model: String,
    },
    /// Remove a provider, and its key from the keychain
    #[command(alias = "rm")]
    Remove {
        /// Its name, or its number where several have that name
        provider: String,
    },
}

/// Which interface a provider speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Dialect {
    /// OpenAI's Chat Completions, as most local servers and routers speak it
    ChatCompletions,
    /// OpenAI's Responses
    Responses,
    /// Anthropic's Messages
    Anthropic,
    /// Google's Gemini
    Gemini,
}

#[derive(Debug, Args)]
pub(crate) struct Chat {
    /// What to say; `-` reads it from standard input. Without it the conversation goes on from where
    /// it broke off
    #[arg(required_unless_present = "conversation")]
    pub(crate) text: Option<String>,
    /// Which model, as PROVIDER/MODEL, or its id where only one provider has it
    ///
    /// Without it, the one of the conversation or that was chosen last.
    #[arg(long, value_name = "MODEL")]
    pub(crate) model: Option<String>,
    /// Go on with this conversation; without it a new one is begun, and its id is told
    #[arg(long, value_name = "ID")]
    pub(crate) conversation: Option<String>,
}
