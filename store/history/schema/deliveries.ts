/**
 * What goes out of the house. A delivery is one message to one channel of a gym: `due_utc_ms` is null once nothing more is to
 * be done, and where nothing was sent then it is a dead letter. `about` names what it is of, so that no channel hears of the
 * same thing twice. `notified` has what the producers remember, such as alerts that are open.
 */
export const DELIVERIES = `
CREATE TABLE deliveries (
  id          TEXT NOT NULL UNIQUE,
  gym         TEXT NOT NULL,
  channel     TEXT NOT NULL,
  about       TEXT NOT NULL,
  kind        TEXT NOT NULL,
  made_utc_ms INTEGER NOT NULL,
  due_utc_ms  INTEGER,
  tries       INTEGER NOT NULL DEFAULT 0,
  sent_utc_ms INTEGER,
  fault       TEXT,
  body        TEXT NOT NULL CHECK (json_valid(body)),
  UNIQUE (gym, channel, about)
) STRICT;

CREATE INDEX deliveries_due ON deliveries (due_utc_ms) WHERE due_utc_ms IS NOT NULL;

CREATE TABLE notified (
  gym       TEXT NOT NULL,
  about     TEXT NOT NULL,
  at_utc_ms INTEGER NOT NULL,
  value     TEXT NOT NULL CHECK (json_valid(value)),
  PRIMARY KEY (gym, about)
) STRICT, WITHOUT ROWID;
`;
