//! The MCP wire: one live connection to one server. It knows no row, no window and no secret store.

mod apart;
mod asked;
mod asker;
mod block;
mod client;
mod complete;
mod connect;
mod ended;
mod era;
mod errand;
mod error;
mod evidence;
mod exit;
mod fields;
mod glimpse;
mod heard;
mod hello;
mod herald;
mod hold;
mod http;
mod hub;
mod legacy;
mod letter;
mod level;
mod link;
mod meet;
mod mend;
mod message;
mod metas;
mod modern;
mod notice;
mod oauth;
mod object;
mod odd;
mod offers;
mod outcome;
mod page;
mod pages;
mod patience;
mod pending;
mod prompts;
mod raw;
mod request;
mod resources;
mod roots;
mod router;
mod settings;
mod stdio;
mod subscribe;
#[cfg(test)]
mod tests;
mod tools;
mod unserved;
mod weight;
mod whose;

pub use crate::{
    asker::{Answer, Answering, Asked, Asker, CallRef, Content, Question},
    block::Block,
    client::{Call, Client},
    complete::{Completing, Completion, Of},
    connect::{Carrier, Connection, connect, connect_http},
    ended::{Ended, Reason},
    errand::Errand,
    error::{Error, Passed, RpcError},
    exit::Exit,
    hello::{Hello, ServerInfo},
    http::{challenge::Challenge, fault::HttpError, pool::Pool, target::Target},
    level::Level,
    notice::{List, Notice, Phase, Progress},
    oauth::{
        authorizer::Authorizer,
        bearer::{Bearer, Bearing, Refused},
        client::Identity,
        error::LoginError,
        login::Login,
        store::{CredentialStore, Forgetful, Storing},
        visitor::{Visiting, Visitor},
    },
    object::Object,
    offers::{Changes, Offers},
    outcome::Outcome,
    pages::{Gap, Listed, SetAside},
    prompts::{Message, Prompt, PromptArgument, PromptResult},
    raw::Raw,
    resources::{Contents, Resource, Template},
    roots::Root,
    settings::{ClientInfo, Era, EraChoice, LEGACY_VERSION, Launch, MODERN_VERSION, Settings},
    stdio::guard::Guard,
    tools::{TaskSupport, Tool, ToolList},
};
