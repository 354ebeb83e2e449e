//! One catalog of everything callable; it knows no window and no protocol.

mod arguments;
mod catalog;
mod error;
mod kept;
mod public;
mod results;
mod weight;

pub use crate::{
    arguments::Misfit,
    catalog::{Catalog, Offer, Standing},
    error::Error,
    public::Named,
};
pub use servers::Call;
