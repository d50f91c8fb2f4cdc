/**
 * What several nodes must know of each other's browsers and programs. Codes of programs lie here until they are exchanged, and
 * a while longer, so that who uses one again is found out. What ended is told on a channel with its id.
 */

export const sql = `
CREATE TABLE oauth_code (
  hash        text PRIMARY KEY CHECK (length(hash) = 64),
  asked       jsonb NOT NULL,
  key_id      text NOT NULL,
  family      text NOT NULL,
  made_utc_ms bigint NOT NULL
);

CREATE TABLE oauth_used_code (
  hash        text PRIMARY KEY CHECK (length(hash) = 64),
  family      text NOT NULL,
  used_utc_ms bigint NOT NULL
);

CREATE TABLE shared_secret (
  name  text PRIMARY KEY,
  value text NOT NULL
);

CREATE FUNCTION tell_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify(TG_ARGV[0], old.id);
  RETURN NULL;
END $$;

CREATE TRIGGER sign_in_ended AFTER DELETE ON sign_in FOR EACH ROW EXECUTE FUNCTION tell_change('turnout_sign_ins');
CREATE TRIGGER grant_changed AFTER UPDATE OR DELETE ON oauth_grant
  FOR EACH ROW EXECUTE FUNCTION tell_change('turnout_grants');
`;
