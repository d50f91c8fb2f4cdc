/**
 * The tables of a head office.
 *
 * What boxes sent has one row for each thing, at its newest state: the one with the highest number of the gym's numbering
 * (`chain/sync.ts`). `class_now` has the newest estimate and the correction that holds in the row of the class, so a view of a
 * gym is one stretch of one index. Times are ms since 1970, UTC; amounts thousandths of the currency's unit; `day` is the
 * date in the gym's zone. `gym_day` has the sums of each gym and day that measures are made of, as of the last class that had
 * ended; `next_utc_ms` is when the next one of the day ends. `box` has where each box is: `seq` is its cursor, `top_seq` the
 * highest number that it sent. `room_now` is told again within a minute, so it is in no log of the database. Secrets are
 * stored as SHA-256.
 *
 * Over a database of before 7 it makes the tables of boxes anew, since they join again; gyms, keys and browsers stay.
 */

import { DAY_COLUMNS } from '../days/day-columns.ts';

const DAY_SUMS = DAY_COLUMNS.map(
  ({ name, isMoney }) => `${name} ${isMoney ? 'double precision' : 'integer'} NOT NULL DEFAULT 0`,
);

export const schema = `
DROP TABLE IF EXISTS epoch, gym_cursor, class_now, correction, trainer, room_day, box_audit, gym_day, parked_message,
  parked_change, join_token, box, line_keys;

CREATE TABLE IF NOT EXISTS gym (
  key            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id             text NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 64),
  name           text NOT NULL,
  groups         text[] NOT NULL DEFAULT '{}',
  timezone       text NOT NULL DEFAULT 'UTC',
  currency       text,
  settings       jsonb,
  created_utc_ms bigint NOT NULL
);
ALTER TABLE gym DROP COLUMN IF EXISTS uid, DROP COLUMN IF EXISTS settings_epoch, DROP COLUMN IF EXISTS settings_rev,
  DROP COLUMN IF EXISTS settings_is_deleted, DROP COLUMN IF EXISTS status, DROP COLUMN IF EXISTS status_utc_ms,
  ADD COLUMN settings_seq bigint NOT NULL DEFAULT 0;

CREATE TABLE join_token (
  hash           text PRIMARY KEY CHECK (length(hash) = 64),
  gym            integer NOT NULL REFERENCES gym ON DELETE CASCADE,
  until_utc_ms   bigint NOT NULL,
  used_utc_ms    bigint,
  created_utc_ms bigint NOT NULL
);

CREATE TABLE box (
  id              text PRIMARY KEY,
  gym             integer NOT NULL REFERENCES gym ON DELETE CASCADE,
  hash            text NOT NULL UNIQUE CHECK (length(hash) = 64),
  hostname        text NOT NULL,
  joined_utc_ms   bigint NOT NULL,
  revoked_utc_ms  bigint,
  run             text NOT NULL DEFAULT '',
  seq             bigint NOT NULL,
  top_seq         bigint NOT NULL,
  whole_seq       bigint NOT NULL DEFAULT -1,
  received_utc_ms bigint,
  skew_ms         double precision,
  app             text,
  status          jsonb
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX box_in_place ON box (gym) WHERE revoked_utc_ms IS NULL;

CREATE UNLOGGED TABLE room_now (
  gym         integer PRIMARY KEY REFERENCES gym ON DELETE CASCADE,
  told_utc_ms bigint NOT NULL,
  body        jsonb NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE class_now (
  gym           integer NOT NULL,
  id            text NOT NULL,
  seq           bigint NOT NULL DEFAULT 0,
  is_deleted    boolean NOT NULL DEFAULT false,
  day           date,
  starts_utc_ms bigint,
  ends_utc_ms   bigint,
  name          text,
  trainer       text,
  is_substitute boolean,
  room          text,
  source        text,
  is_cancelled  boolean,
  capacity      integer,
  booked        integer,
  checked_in    integer,
  late_cancels  integer,
  waitlisted    integer,
  revenue_milli bigint,
  est_seq       bigint NOT NULL DEFAULT 0,
  est_is_deleted boolean NOT NULL DEFAULT false,
  est_utc_ms    bigint,
  est_source    text,
  attended      integer,
  low           integer,
  high          integer,
  quality       text,
  reasons       jsonb,
  method        text,
  version       integer,
  corrected     integer,
  PRIMARY KEY (gym, id)
) WITH (fillfactor = 80);
CREATE INDEX class_now_by_start ON class_now (gym, starts_utc_ms, id);
CREATE INDEX class_now_by_day ON class_now (day, gym);

CREATE TABLE correction (
  gym              integer NOT NULL,
  class            text NOT NULL,
  number           integer NOT NULL,
  seq              bigint NOT NULL,
  is_deleted       boolean NOT NULL DEFAULT false,
  attended         integer,
  note             text,
  made_by          text,
  made_utc_ms      bigint,
  withdrawn_utc_ms bigint,
  withdrawn_by     text,
  PRIMARY KEY (gym, class, number)
);

CREATE TABLE trainer (
  gym        integer NOT NULL,
  id         text NOT NULL,
  seq        bigint NOT NULL,
  is_deleted boolean NOT NULL DEFAULT false,
  name       text,
  aliases    jsonb,
  PRIMARY KEY (gym, id)
);

CREATE TABLE gym_day (
  gym         integer NOT NULL,
  day         date NOT NULL,
  next_utc_ms bigint,
  ${DAY_SUMS.join(',\n  ')},
  PRIMARY KEY (day, gym)
);
CREATE INDEX gym_day_by_next ON gym_day (next_utc_ms) WHERE next_utc_ms IS NOT NULL;

CREATE TABLE IF NOT EXISTS access_key (
  id             text PRIMARY KEY,
  hash           text NOT NULL UNIQUE CHECK (length(hash) = 64),
  prefix         text NOT NULL,
  gym            text NOT NULL,
  role           text NOT NULL CHECK (role IN ('owner', 'manager', 'trainer', 'free', 'screen')),
  trainer        text CHECK ((trainer IS NOT NULL) = (role = 'trainer')),
  scope          jsonb CHECK (scope IS NULL OR role IN ('owner', 'manager')),
  label          text,
  lookup_limit   bigint CHECK (lookup_limit > 0),
  lookups_taken  bigint NOT NULL CHECK (lookups_taken BETWEEN 0 AND coalesce(lookup_limit, lookups_taken)),
  created_utc_ms bigint NOT NULL,
  revoked_utc_ms bigint
);

CREATE TABLE IF NOT EXISTS audit_log (
  number    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at_utc_ms bigint NOT NULL,
  made_by   text NOT NULL,
  kind      text NOT NULL,
  gym       text NOT NULL,
  subject   text NOT NULL
);

CREATE TABLE IF NOT EXISTS sign_in (
  id             text PRIMARY KEY,
  hash           text NOT NULL UNIQUE CHECK (length(hash) = 64),
  key_id         text NOT NULL,
  way            text NOT NULL CHECK (way IN ('key', 'code', 'screen')),
  device         text NOT NULL,
  is_plain       boolean NOT NULL,
  created_utc_ms bigint NOT NULL,
  seen_utc_ms    bigint NOT NULL
);

CREATE TABLE IF NOT EXISTS oauth_grant (
  id                   text PRIMARY KEY,
  key_id               text NOT NULL,
  client_id            text NOT NULL,
  resource             text NOT NULL CHECK (resource IN ('service', 'mcp')),
  created_utc_ms       bigint NOT NULL,
  access_hash          text NOT NULL UNIQUE CHECK (length(access_hash) = 64),
  access_until_utc_ms  bigint NOT NULL,
  refresh_hash         text NOT NULL UNIQUE CHECK (length(refresh_hash) = 64),
  refresh_until_utc_ms bigint NOT NULL
);

CREATE TABLE IF NOT EXISTS oauth_client (
  id             text PRIMARY KEY,
  name           text NOT NULL,
  redirect_uris  jsonb NOT NULL,
  created_utc_ms bigint NOT NULL
);

CREATE OR REPLACE FUNCTION tell_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('turnout_keys', new.id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER key_made AFTER INSERT ON access_key FOR EACH ROW EXECUTE FUNCTION tell_key();
CREATE OR REPLACE TRIGGER key_revoked AFTER UPDATE OF revoked_utc_ms ON access_key FOR EACH ROW EXECUTE FUNCTION tell_key();

CREATE TABLE IF NOT EXISTS oauth_code (
  hash        text PRIMARY KEY CHECK (length(hash) = 64),
  asked       jsonb NOT NULL,
  key_id      text NOT NULL,
  family      text NOT NULL,
  made_utc_ms bigint NOT NULL
);

CREATE TABLE IF NOT EXISTS oauth_used_code (
  hash        text PRIMARY KEY CHECK (length(hash) = 64),
  family      text NOT NULL,
  used_utc_ms bigint NOT NULL
);

CREATE TABLE IF NOT EXISTS shared_secret (
  name  text PRIMARY KEY,
  value text NOT NULL
);

CREATE OR REPLACE FUNCTION tell_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify(TG_ARGV[0], old.id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER sign_in_ended AFTER DELETE ON sign_in FOR EACH ROW EXECUTE FUNCTION tell_change('turnout_sign_ins');
CREATE OR REPLACE TRIGGER grant_changed AFTER UPDATE OR DELETE ON oauth_grant
  FOR EACH ROW EXECUTE FUNCTION tell_change('turnout_grants');
`;
