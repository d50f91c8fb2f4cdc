/**
 * Writes one batch of samples and brings their minutes up to date, in one transaction.
 *
 * The minutes of a batch are worked out again from the raw samples, so a minute is always exactly what its samples
 * say: while it lasts, after a late sample, after a batch that came twice, after a crash.
 */

import { SAMPLE_FLAGS } from '../../../gym/attendance/sample.ts';
import type { Database, Session } from '../database.ts';
import type { SampleRow } from './rows.ts';

export const MINUTE_MS = 60_000;

/**
 * Stores `rows`. A camera and time that is there already stays as it is, so a batch may come twice.
 *
 * @returns how many samples were new.
 */
export function appendRows(database: Database, rows: readonly SampleRow[]): Promise<number> {
  const json = JSON.stringify(rows);
  return database.transaction(async (session) => {
    await session.run(INSERT_CAMERAS, json);
    const stored = await session.run(INSERT_SAMPLES, json);
    await session.run(SUMMARIZE_MINUTES, json);
    await addToStored(session, stored);
    return stored;
  });
}

/** Samples in the database: kept as a total, since counting them would read the whole file. */
export async function readStored(session: Session): Promise<number> {
  const row = await session.get<{ value: number }>(
    "SELECT value FROM totals WHERE name = 'samples_stored'",
  );
  return row?.value ?? 0;
}

/** Changes that total; in the transaction that changes the samples. */
export async function addToStored(session: Session, samples: number): Promise<void> {
  await session.run("UPDATE totals SET value = value + ? WHERE name = 'samples_stored'", samples);
}

const INSERT_CAMERAS = `
INSERT INTO cameras (id)
SELECT DISTINCT value ->> 'cameraId' FROM json_each(?) WHERE true
ON CONFLICT DO NOTHING`;

const INSERT_SAMPLES = `
INSERT INTO samples
  (camera, at_utc_ms, count, staff, ignored, zones, confidence, flags, luma, media_ms)
SELECT cameras.key, value ->> 'atUtcMs', value ->> 'count', value ->> 'staff', value ->> 'ignored',
  nullif(value -> 'zones', '[]'), value ->> 'confidence', value ->> 'flags', value ->> 'luma', value ->> 'mediaMs'
FROM json_each(?) JOIN cameras ON cameras.id = value ->> 'cameraId'
WHERE true
ON CONFLICT DO NOTHING`;

const MINUTE_FIGURES =
  'samples, good, sum, min, max, median, p90, staff_max, confidence, warming_up, black, frozen';

/**
 * Samples only ever become fewer when old ones are purged. A late one for such a minute must not replace what all of
 * them said: hence the last line.
 *
 * Ranks by nearest rank in whole numbers: ⌈n/2⌉ = (n+1)/2 and ⌈9n/10⌉ = (9n+9)/10, rounded down.
 */
const SUMMARIZE_MINUTES = `
WITH
touched AS MATERIALIZED (
  SELECT DISTINCT cameras.key AS camera, (value ->> 'atUtcMs') - (value ->> 'atUtcMs') % ${MINUTE_MS} AS minute
  FROM json_each(?) JOIN cameras ON cameras.id = value ->> 'cameraId'
),
seen AS (
  SELECT touched.camera, touched.minute, samples.count, samples.staff, samples.confidence, samples.flags,
    samples.count IS NOT NULL AND samples.flags = 0 AS is_good
  FROM touched JOIN samples ON samples.camera = touched.camera
    AND samples.at_utc_ms >= touched.minute AND samples.at_utc_ms < touched.minute + ${MINUTE_MS}
),
ranked AS (
  SELECT *, row_number() OVER (PARTITION BY camera, minute, is_good ORDER BY count) AS rank,
    count(*) OVER (PARTITION BY camera, minute, is_good) AS n
  FROM seen
)
INSERT INTO minutes (camera, minute_utc_ms, ${MINUTE_FIGURES})
SELECT camera, minute,
  count(*),
  sum(is_good),
  sum(count) FILTER (WHERE is_good),
  min(count) FILTER (WHERE is_good),
  max(count) FILTER (WHERE is_good),
  max(count) FILTER (WHERE is_good AND rank = (n + 1) / 2),
  max(count) FILTER (WHERE is_good AND rank = (9 * n + 9) / 10),
  max(staff),
  avg(confidence) FILTER (WHERE is_good),
  sum(flags & ${SAMPLE_FLAGS.warmingUp} != 0),
  sum(flags & ${SAMPLE_FLAGS.black} != 0),
  sum(flags & ${SAMPLE_FLAGS.frozen} != 0)
FROM ranked WHERE true GROUP BY camera, minute
ON CONFLICT DO UPDATE SET ${MINUTE_FIGURES.replaceAll(/\w+/g, '$& = excluded.$&')}
WHERE excluded.samples >= minutes.samples`;
