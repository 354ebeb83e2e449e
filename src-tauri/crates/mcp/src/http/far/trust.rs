//! Which certificates are trusted: those of the system, and the usual ones beside them.

use std::sync::Arc;

use rustls::{
    ClientConfig,
    crypto::{CryptoProvider, aws_lc_rs},
};
use rustls_platform_verifier::Verifier;

use crate::http::{cause::innermost, fault::HttpError};

/// How a server shows who it is.
///
/// # Errors
/// [`HttpError::Unusable`] when TLS cannot be set up.
pub(crate) fn trust() -> Result<ClientConfig, HttpError> {
    let unusable = |error: rustls::Error| HttpError::Unusable(innermost(&error));
    // What another part of the program has chosen is taken.
    let crypto = CryptoProvider::get_default()
        .map_or_else(|| Arc::new(aws_lc_rs::default_provider()), Arc::clone);
    let usual = webpki_root_certs::TLS_SERVER_ROOT_CERTS.iter().cloned();
    let verifier = Verifier::new_with_extra_roots(usual, Arc::clone(&crypto)).map_err(unusable)?;
    Ok(ClientConfig::builder_with_provider(crypto)
        .with_safe_default_protocol_versions()
        .map_err(unusable)?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier))
        .with_no_client_auth())
}
