//! The name that a secret gets when nobody gave it one.

use stdx::words::words;

/// A key like `GITHUB_TOKEN`, `[A-Z][A-Z0-9_]*`, from a server's name and the name of the field
/// that the secret was in. The server's name leads, unless the field's begins with it. Whether the
/// key is free is for the caller to see.
pub fn key_for(server: &str, field: &str) -> String {
    let server: Vec<String> = words(server);
    let field: Vec<String> = words(field);
    let all = if field.starts_with(&server) { field } else { [server, field].concat() };
    let key = all.join("_");
    if key.starts_with(|first: char| first.is_ascii_uppercase()) {
        return key;
    }
    format!("SECRET_{key}").trim_end_matches('_').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_made_of_server_and_field() {
        let table = [
            ("github", "GITHUB_TOKEN", "GITHUB_TOKEN"),
            ("my-gh", "GITHUB_TOKEN", "MY_GH_GITHUB_TOKEN"),
            ("linear", "Authorization", "LINEAR_AUTHORIZATION"),
            ("linear", "X-Api-Key", "LINEAR_X_API_KEY"),
            ("brave_search", "braveSearchApiKey", "BRAVE_SEARCH_API_KEY"),
            ("a", "größe", "A_GR_E"),
            ("a", "", "A"),
            ("", "", "SECRET"),
            ("", "2fa", "SECRET_2FA"),
        ];
        for (server, field, key) in table {
            assert_eq!(key_for(server, field), key, "{server} {field}");
        }
    }
}
