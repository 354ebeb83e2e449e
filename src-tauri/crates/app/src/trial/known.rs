//! What is known of the small model before it is here: its names, its licence, the mark of its provider.

use model::provider::Provider;

/// What stands in the row of its provider for an address: the port is another with each start. No
/// person can type it, for it begins with no `http`.
pub(super) const ADDRESS: &str = "steward:trial";
/// Its id, as its server calls it.
pub(crate) const MODEL: &str = "smollm2-135m-instruct";
/// What it is called for people.
pub(crate) const TITLE: &str = "SmolLM2 135M Instruct";
/// The licence of the model; that of its server is MIT.
pub(crate) const LICENCE: &str = "Apache-2.0";

/// Whether a provider is the one that Steward runs itself.
pub(crate) fn is_ours(provider: &Provider) -> bool {
    provider.base_url == ADDRESS
}
