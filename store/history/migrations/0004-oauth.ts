/** What was allowed to MCP clients. Tokens are stored as SHA-256; times are ms since 1970, UTC. */

export const sql = `
CREATE TABLE oauth_grants (
  id                   TEXT PRIMARY KEY,
  key_id               TEXT NOT NULL,
  client_id            TEXT NOT NULL,
  resource             TEXT NOT NULL CHECK (resource IN ('service', 'mcp')),
  created_utc_ms       INTEGER NOT NULL,
  access_hash          TEXT NOT NULL UNIQUE CHECK (length(access_hash) = 64),
  access_until_utc_ms  INTEGER NOT NULL,
  refresh_hash         TEXT NOT NULL UNIQUE CHECK (length(refresh_hash) = 64),
  refresh_until_utc_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE oauth_clients (
  id             TEXT PRIMARY KEY,
  name           TEXT NOT NULL,
  redirect_uris  TEXT NOT NULL,
  created_utc_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;
