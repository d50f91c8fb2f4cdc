/** Boxes that joined, and the tokens they join with: one use, one gym, 24 hours. A token is stored as SHA-256. */

export const sql = `
CREATE TABLE join_token (
  id             text PRIMARY KEY,
  hash           text NOT NULL UNIQUE CHECK (length(hash) = 64),
  gym            integer NOT NULL REFERENCES gym,
  until_utc_ms   bigint NOT NULL,
  used_utc_ms    bigint,
  used_by        text,
  refused        integer NOT NULL DEFAULT 0,
  created_utc_ms bigint NOT NULL
);

CREATE TABLE box (
  id               text PRIMARY KEY,
  gym              integer NOT NULL REFERENCES gym,
  public_key       text NOT NULL UNIQUE,
  hostname         text NOT NULL,
  enrolled_utc_ms  bigint NOT NULL,
  until_utc_ms     bigint NOT NULL,
  revoked_utc_ms   bigint
);

CREATE TABLE line_keys (
  name  text PRIMARY KEY,
  value text NOT NULL
);
`;
