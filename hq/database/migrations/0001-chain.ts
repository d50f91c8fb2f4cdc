/**
 * Gyms and what their boxes sent: one row for each thing, at its newest state.
 *
 * A state is newer by (epoch, rev): an epoch is a life of a box's data folder, numbered as the head office met them, and a
 * revision rises within it. `class_now` has the newest estimate and the correction that holds in the row of the class, so a
 * view of a gym is one stretch of one index. Times are ms since 1970, UTC; amounts thousandths of the currency's unit;
 * `day` is the date in the gym's zone. `gym_day` has the sums of each gym and day that measures are made of, as of the last class
 * that had ended; `next_utc_ms` is when the next one of the day ends.
 */

export const sql = `
CREATE TABLE gym (
  key            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uid            text NOT NULL UNIQUE,
  id             text NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 64),
  name           text NOT NULL,
  groups         text[] NOT NULL DEFAULT '{}',
  timezone       text NOT NULL DEFAULT 'UTC',
  currency       text,
  settings       jsonb,
  settings_epoch integer NOT NULL DEFAULT 0,
  settings_rev   bigint NOT NULL DEFAULT 0,
  settings_is_deleted boolean NOT NULL DEFAULT false,
  status         jsonb,
  status_utc_ms  bigint,
  created_utc_ms bigint NOT NULL
);

CREATE TABLE epoch (
  gym           integer NOT NULL REFERENCES gym,
  box           text NOT NULL,
  id            text NOT NULL,
  number        integer NOT NULL,
  since_utc_ms  bigint NOT NULL,
  PRIMARY KEY (gym, box, id),
  UNIQUE (gym, number)
);

CREATE TABLE gym_cursor (
  gym            integer PRIMARY KEY REFERENCES gym,
  box            text NOT NULL,
  epoch          integer NOT NULL,
  seq            bigint NOT NULL,
  is_whole       boolean NOT NULL DEFAULT false,
  received_utc_ms bigint NOT NULL,
  skew_ms        double precision,
  app            text,
  stale          bigint NOT NULL DEFAULT 0,
  gaps           bigint NOT NULL DEFAULT 0
);

CREATE TABLE class_now (
  gym           integer NOT NULL,
  id            text NOT NULL,
  epoch         integer NOT NULL DEFAULT 0,
  rev           bigint NOT NULL DEFAULT 0,
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
  est_epoch     integer NOT NULL DEFAULT 0,
  est_rev       bigint NOT NULL DEFAULT 0,
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
  received_utc_ms bigint NOT NULL,
  PRIMARY KEY (gym, id)
) WITH (fillfactor = 80);

CREATE INDEX class_now_by_start ON class_now (gym, starts_utc_ms, id);
CREATE INDEX class_now_by_day ON class_now (day, gym);

CREATE TABLE correction (
  gym              integer NOT NULL,
  class            text NOT NULL,
  number           integer NOT NULL,
  epoch            integer NOT NULL,
  rev              bigint NOT NULL,
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
  epoch      integer NOT NULL,
  rev        bigint NOT NULL,
  is_deleted boolean NOT NULL DEFAULT false,
  name       text,
  aliases    jsonb,
  PRIMARY KEY (gym, id)
);

CREATE TABLE room_day (
  gym        integer NOT NULL,
  room       text NOT NULL,
  day        date NOT NULL,
  epoch      integer NOT NULL,
  rev        bigint NOT NULL,
  is_deleted boolean NOT NULL DEFAULT false,
  quarters   jsonb,
  PRIMARY KEY (gym, room, day)
) PARTITION BY RANGE (day);

CREATE TABLE box_audit (
  gym        integer NOT NULL,
  number     bigint NOT NULL,
  epoch      integer NOT NULL,
  rev        bigint NOT NULL,
  is_deleted boolean NOT NULL DEFAULT false,
  at_utc_ms  bigint,
  made_by    text,
  kind       text,
  subject    text,
  PRIMARY KEY (gym, number)
);

CREATE TABLE gym_day (
  gym               integer NOT NULL,
  day               date NOT NULL,
  next_utc_ms       bigint,
  of_all            integer NOT NULL,
  held              integer NOT NULL,
  cancelled         integer NOT NULL,
  graded_0          integer NOT NULL,
  graded_1          integer NOT NULL,
  attended_0        integer NOT NULL,
  attended_1        integer NOT NULL,
  rated_0           integer NOT NULL,
  rated_1           integer NOT NULL,
  rated_attended_0  integer NOT NULL,
  rated_attended_1  integer NOT NULL,
  rated_places_0    integer NOT NULL,
  rated_places_1    integer NOT NULL,
  empty_seats_0     integer NOT NULL,
  empty_seats_1     integer NOT NULL,
  over_0            integer NOT NULL,
  over_1            integer NOT NULL,
  places_n          integer NOT NULL,
  places            integer NOT NULL,
  booked_n          integer NOT NULL,
  booked            integer NOT NULL,
  roster_n          integer NOT NULL,
  roster_booked     integer NOT NULL,
  roster_no_shows   integer NOT NULL,
  known_n_0         integer NOT NULL,
  known_n_1         integer NOT NULL,
  known_booked_0    integer NOT NULL,
  known_booked_1    integer NOT NULL,
  net_no_shows_0    integer NOT NULL,
  net_no_shows_1    integer NOT NULL,
  walk_ins_0        integer NOT NULL,
  walk_ins_1        integer NOT NULL,
  late_n            integer NOT NULL,
  late              integer NOT NULL,
  waiting_n         integer NOT NULL,
  waiting           integer NOT NULL,
  revenue_n         integer NOT NULL,
  revenue           double precision NOT NULL,
  cost_n            integer NOT NULL,
  cost              double precision NOT NULL,
  profit_n          integer NOT NULL,
  profit            double precision NOT NULL,
  earned_n_0        integer NOT NULL,
  earned_n_1        integer NOT NULL,
  earned_0          double precision NOT NULL,
  earned_1          double precision NOT NULL,
  visits_0          integer NOT NULL,
  visits_1          integer NOT NULL,
  PRIMARY KEY (day, gym)
);

CREATE INDEX gym_day_by_next ON gym_day (next_utc_ms) WHERE next_utc_ms IS NOT NULL;

CREATE TABLE parked_message (
  number          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  gym             text NOT NULL,
  reason          text NOT NULL CHECK (reason IN ('unreadable', 'newer', 'foreign', 'unknown_gym', 'refused')),
  detail          text NOT NULL,
  encoding        text,
  body            bytea NOT NULL,
  received_utc_ms bigint NOT NULL
);

CREATE TABLE parked_change (
  gym             integer NOT NULL,
  kind            text NOT NULL,
  key             text NOT NULL,
  epoch           integer NOT NULL,
  rev             bigint NOT NULL,
  is_deleted      boolean NOT NULL,
  data            text,
  received_utc_ms bigint NOT NULL,
  PRIMARY KEY (gym, kind, key)
);
`;
