"""What the SSH server is made of: aliases, logins, commands, files; only its tools know MCP."""
