/**
 * Each class has one attendance, of its best source, and one number of no-shows: `gym_day` has a sum of each, with the number
 * of classes in it, and how many classes have which source. All days are due, so that they are made again.
 */

export const sql = `
ALTER TABLE gym_day RENAME TO gym_day_before;
DROP INDEX gym_day_by_next;
ALTER TABLE gym_day_before DROP CONSTRAINT gym_day_pkey;
CREATE TABLE gym_day (
  gym             integer NOT NULL,
  day             date NOT NULL,
  next_utc_ms     bigint,
  of_all          integer NOT NULL DEFAULT 0,
  held            integer NOT NULL DEFAULT 0,
  cancelled       integer NOT NULL DEFAULT 0,
  by_manual       integer NOT NULL DEFAULT 0,
  by_camera       integer NOT NULL DEFAULT 0,
  by_import       integer NOT NULL DEFAULT 0,
  attended_n      integer NOT NULL DEFAULT 0,
  attended        integer NOT NULL DEFAULT 0,
  places_n        integer NOT NULL DEFAULT 0,
  places          integer NOT NULL DEFAULT 0,
  places_attended integer NOT NULL DEFAULT 0,
  empty_seats_n   integer NOT NULL DEFAULT 0,
  empty_seats     integer NOT NULL DEFAULT 0,
  over_n          integer NOT NULL DEFAULT 0,
  over            integer NOT NULL DEFAULT 0,
  capacity_n      integer NOT NULL DEFAULT 0,
  capacity        integer NOT NULL DEFAULT 0,
  booked_n        integer NOT NULL DEFAULT 0,
  booked          integer NOT NULL DEFAULT 0,
  roster_n        integer NOT NULL DEFAULT 0,
  no_shows_n      integer NOT NULL DEFAULT 0,
  no_shows        integer NOT NULL DEFAULT 0,
  no_shows_booked integer NOT NULL DEFAULT 0,
  walk_ins_n      integer NOT NULL DEFAULT 0,
  walk_ins        integer NOT NULL DEFAULT 0,
  late_cancels_n  integer NOT NULL DEFAULT 0,
  late_cancels    integer NOT NULL DEFAULT 0,
  waitlisted_n    integer NOT NULL DEFAULT 0,
  waitlisted      integer NOT NULL DEFAULT 0,
  revenue_n       integer NOT NULL DEFAULT 0,
  revenue         double precision NOT NULL DEFAULT 0,
  cost_n          integer NOT NULL DEFAULT 0,
  cost            double precision NOT NULL DEFAULT 0,
  profit_n        integer NOT NULL DEFAULT 0,
  profit          double precision NOT NULL DEFAULT 0,
  earned_n        integer NOT NULL DEFAULT 0,
  earned          double precision NOT NULL DEFAULT 0,
  visits          integer NOT NULL DEFAULT 0,
  PRIMARY KEY (day, gym)
);
INSERT INTO gym_day (gym, day, next_utc_ms) SELECT gym, day, 0 FROM gym_day_before;
DROP TABLE gym_day_before;
CREATE INDEX gym_day_by_next ON gym_day (next_utc_ms) WHERE next_utc_ms IS NOT NULL;
`;
