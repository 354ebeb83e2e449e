//! The real program under a real display: what only a window can show. All else is tested below.

mod allow;
mod asking;
mod asking_elsewhere;
mod asking_oddly;
mod asking_pages;
mod asking_time;
mod chat_save;
mod choosing;
mod consent;
mod ending;
mod everyday;
mod far;
mod inbox;
mod instances;
mod interrupted;
mod keychain;
mod opening;
mod pages;
mod prompt;
mod prompt_faults;
mod prompt_rules;
mod secret;
mod shell;
mod small;
mod tools;
mod typing_on;
