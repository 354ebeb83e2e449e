//! Whole ways through the house: the app as a window or a terminal reaches it, and real servers
//! below. What a lower floor can show by itself is tested there.
#![expect(clippy::unwrap_used, reason = "what cannot be had here is a failed test")]
#![expect(clippy::print_stderr, reason = "speeds are printed, never asserted")]

mod bridge;
mod calls;
mod cancelling;
mod chat;
mod consent;
mod failures;
mod folder;
mod http;
mod http_cases;
mod http_faults;
mod http_ways;
mod inbox;
mod links;
mod logs;
mod named;
mod offers;
mod offers_live;
mod offers_terminal;
mod orphans;
mod owners;
mod processes;
mod prompts;
mod prompts_far;
mod prompts_keeping;
mod prompts_keys;
mod prompts_others;
mod prompts_secret;
mod reach;
mod registering;
mod results;
mod secrets;
mod soak;
mod terminal;
