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
 * One table has all that somebody may show, as a box has it in SQLite: what changes or ends of it is told by its hash on the
 * channel `turnout_credentials`, and so is each new key; the rest is asked for when it is shown.
 */

import { addsUp, isMeasure, MEASURES, type MeasureName } from '../../gym/figures/catalogue.ts';
import { type PartName, partsOf, type Sums } from '../../gym/figures/sums.ts';
import { SOURCES } from '../../gym/sessions/session.ts';
import { CHAIN_MEASURES } from '../../service/figures/chain-figures.ts';

export interface DayColumn {
  readonly name: string;
  readonly isMoney: boolean;
  /** What it is of; null is every measure. */
  readonly part: PartName | null;
  read(sums: Sums): number;
  write(sums: Sums, value: number): void;
}

export const DAY_COLUMNS: readonly DayColumn[] = [
  ...SOURCES.map(
    (source): DayColumn => ({
      name: `by_${source}`,
      isMoney: false,
      part: null,
      read: ({ sources }) => sources[source],
      write: ({ sources }, value) => {
        sources[source] = value;
      },
    }),
  ),
  ...partsOf(CHAIN_MEASURES).flatMap((part) => {
    const isRatio = isMeasure(part) && !addsUp(part);
    return (['n', 'sum', ...(isRatio ? (['whole'] as const) : [])] as const).map(
      (of): DayColumn => ({
        name: of === 'sum' ? part : `${part}_${of}`,
        isMoney: of === 'sum' && isMeasure(part) && MEASURES[part].unit === 'money',
        part,
        read: (sums) => sums.total(part)[of],
        write: (sums, value) => {
          const total = sums.totals.get(part);
          if (total !== undefined) total[of] = value;
        },
      }),
    );
  }),
];

/** The columns that some measures are made of. */
export function columnsOf(measures: readonly MeasureName[]): readonly DayColumn[] {
  const parts: readonly (PartName | null)[] = [null, ...partsOf(measures)];
  return DAY_COLUMNS.filter(({ part }) => parts.includes(part));
}

const DAY_SUMS = DAY_COLUMNS.map(
  ({ name, isMoney }) => `${name} ${isMoney ? 'double precision' : 'integer'} NOT NULL DEFAULT 0`,
);

export const schema = `
CREATE TABLE gym (
  key            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id             text NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 64),
  name           text NOT NULL,
  groups         text[] NOT NULL DEFAULT '{}',
  timezone       text NOT NULL DEFAULT 'UTC',
  currency       text,
  settings       jsonb,
  settings_seq   bigint NOT NULL DEFAULT 0,
  created_utc_ms bigint NOT NULL
);

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

CREATE TABLE credentials (
  number  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  hash    text NOT NULL UNIQUE CHECK (kind = 'client' OR length(hash) = 64),
  kind    text NOT NULL CHECK (kind IN ('key', 'access', 'refresh', 'code', 'client', 'cookie')),
  key     text NOT NULL,
  expires bigint,
  used    bigint NOT NULL CHECK (used >= 0),
  data    jsonb NOT NULL
);

CREATE FUNCTION tell_credential() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('turnout_credentials', CASE TG_OP WHEN 'DELETE' THEN old.hash ELSE new.hash END);
  RETURN NULL;
END $$;

CREATE TRIGGER credential_made AFTER INSERT ON credentials FOR EACH ROW WHEN (new.kind = 'key')
  EXECUTE FUNCTION tell_credential();
CREATE TRIGGER credential_changed AFTER DELETE OR UPDATE OF data ON credentials FOR EACH ROW
  EXECUTE FUNCTION tell_credential();

CREATE TABLE audit_log (
  number    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at_utc_ms bigint NOT NULL,
  made_by   text NOT NULL,
  kind      text NOT NULL,
  gym       text NOT NULL,
  subject   text NOT NULL
);

CREATE TABLE shared_secret (
  name  text PRIMARY KEY,
  value text NOT NULL
);
`;
