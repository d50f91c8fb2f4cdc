/** Samples as they are stored and read back, and the minutes made of them. */

import { TurnoutError } from '../../../errors.ts';
import { SAMPLE_FLAGS, type Sample } from '../../../gym/attendance/sample.ts';
import { type InstantRange, MINUTE_MS } from '../../../gym/calendar/zone.ts';
import { columnsOf, type RowOf } from '../classes/rows.ts';
import { type Database, pagesOf, readJson, type Session } from '../database.ts';

/** What the history keeps of a sample: everything but how it was made. */
export type StoredSample = Omit<Sample, 'fingerprint' | 'decodeUs' | 'detectUs'>;

/** The samples of a camera, and with them the counts of its overlap zones: unknown in one of a time when there were other zones. */
export function withOverlaps(
  samples: readonly StoredSample[],
  zones: readonly { readonly name: string; readonly kind: string }[],
) {
  const inZone = ({ atUtcMs, flags, count, zones: counts }: StoredSample, at: number) => {
    const isOfThese = count !== null && counts.length === zones.length;
    return { atUtcMs, flags, count: isOfThese ? (counts[at] ?? null) : null };
  };
  const overlaps = zones.flatMap(({ name, kind }, at) =>
    kind === 'overlap' ? [{ name, samples: samples.map((sample) => inZone(sample, at)) }] : [],
  );
  return { samples, overlaps };
}

/** Of one camera over one minute. A good sample has a count and no flag; nothing else goes into the figures of people. */
const FIGURES = {
  /** All samples, good or not. */
  samples: 'samples INTEGER NOT NULL',
  good: 'good INTEGER NOT NULL',
  /** Over the good samples; null when there was none. Sum, not mean, so that minutes can be added up. */
  sum: 'sum INTEGER',
  min: 'min INTEGER',
  max: 'max INTEGER',
  /** Percentiles 50 and 90 by nearest rank: the ⌈q·n⌉-th of the n good counts in rising order. */
  median: 'median INTEGER',
  p90: 'p90 INTEGER',
  /** Most staff seen in any sample. */
  staffMax: 'staff_max INTEGER NOT NULL',
  /** Mean confidence of the good samples that have one, 0..1; null when none has. */
  confidence: 'confidence REAL',
  /** Samples with each flag. */
  warmingUp: 'warming_up INTEGER NOT NULL',
  black: 'black INTEGER NOT NULL',
  frozen: 'frozen INTEGER NOT NULL',
} as const;
/** The minute is when it begins, ms since 1970, UTC; a multiple of 60000. */
export const MINUTE = { minuteUtcMs: 'minute_utc_ms INTEGER NOT NULL', ...FIGURES } as const;

export type MinuteSummary = RowOf<typeof MINUTE>;

/** A sample on its way into SQLite. */
export type SampleRow = StoredSample & { readonly cameraId: string };

/** Times are rounded to whole ms. Throws `internal_error` when a figure is none: SQLite would refuse the whole batch. */
export function toRow(cameraId: string, sample: StoredSample): SampleRow {
  const { count, confidence, flags, ignored, luma, staff, zones } = sample;
  const atUtcMs = Math.round(sample.atUtcMs);
  const mediaMs = sample.mediaMs === null ? null : Math.round(sample.mediaMs);
  const integers = [atUtcMs, mediaMs ?? 0, count ?? 0, staff, ignored, flags, ...zones];
  if (!integers.every(Number.isSafeInteger) || !Number.isFinite((confidence ?? 0) + luma)) {
    const [where, got] = [`history, camera ${cameraId}`, JSON.stringify(sample)];
    throw new TurnoutError('internal_error', { where, expected: 'a sample of numbers', got });
  }
  return { cameraId, atUtcMs, mediaMs, count, staff, ignored, zones, confidence, flags, luma };
}

/** A stored sample as JSON: an expression over the rows of `samples`. */
const SAMPLE_JSON = `json_object('atUtcMs', at_utc_ms, 'mediaMs', media_ms, 'count', count, 'staff', staff,
  'ignored', ignored, 'zones', json(coalesce(zones, '[]')), 'confidence', confidence, 'flags', flags, 'luma', luma)`;

/*
 * Writes one batch of samples and brings their minutes up to date, in one transaction.
 *
 * The minutes of a batch are worked out again from the raw samples, so a minute is always exactly what its samples
 * say: while it lasts, after a late sample, after a batch that came twice, after a crash.
 */

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

const INSERT_CAMERAS = `INSERT INTO cameras (id)
SELECT DISTINCT value ->> 'cameraId' FROM json_each(?) WHERE true
ON CONFLICT DO NOTHING`;

const INSERT_SAMPLES = `INSERT INTO samples
  (camera, at_utc_ms, count, staff, ignored, zones, confidence, flags, luma, media_ms)
SELECT cameras.key, value ->> 'atUtcMs', value ->> 'count', value ->> 'staff', value ->> 'ignored',
  nullif(value -> 'zones', '[]'), value ->> 'confidence', value ->> 'flags', value ->> 'luma', value ->> 'mediaMs'
FROM json_each(?) JOIN cameras ON cameras.id = value ->> 'cameraId'
WHERE true
ON CONFLICT DO NOTHING`;

const MINUTE_FIGURES = columnsOf(FIGURES).columns;

/**
 * Samples only ever become fewer when old ones are purged. A late one for such a minute must not replace what all of
 * them said: hence the last line.
 *
 * Ranks by nearest rank in whole numbers: ⌈n/2⌉ = (n+1)/2 and ⌈9n/10⌉ = (9n+9)/10, rounded down.
 */
const SUMMARIZE_MINUTES = `WITH
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

/*
 * Questions about what is stored. Rows come in pages, each as one JSON text made by SQLite on its own thread: parsing
 * 1000 samples holds the calling thread about a millisecond (`bench/engine/history.bench.ts`), and between pages
 * others have their turn.
 */

export type HistoryReads = ReturnType<typeof createReads>;

/** Chosen here: a page of samples is parsed in about a millisecond, see the bench. */
const PAGE_ROWS = 1_000;

/** The questions, asked over `database`. Each page sees one state of the data; a long range may see several. */
export function createReads(database: Database) {
  const paged = async <Row>(
    sql: string,
    cameraId: string,
    { fromUtcMs, toUtcMs }: InstantRange,
    timeOf: (row: Row) => number,
  ): Promise<Row[]> => {
    const rows: Row[] = [];
    const pages = pagesOf<Row>(database, PAGE_ROWS, sql, (last) => {
      return [cameraId, last === undefined ? fromUtcMs : timeOf(last) + 1, toUtcMs];
    });
    for await (const page of pages) for (const row of page) rows.push(row);
    return rows;
  };
  return {
    /** Raw samples of a camera by time; empty for a camera no one knows. Only as far back as raw samples are stored. */
    samples: (cameraId: string, range: InstantRange) =>
      paged<StoredSample>(SAMPLES, cameraId, range, ({ atUtcMs }) => atUtcMs),
    /** Minutes that begin within the range, by time; the running one says what is known so far. */
    minutes: (cameraId: string, range: InstantRange) =>
      paged<MinuteSummary>(MINUTES, cameraId, range, ({ minuteUtcMs }) => minuteUtcMs),
    /** The newest stored sample of each camera, by its own time. */
    latest: async (): Promise<ReadonlyMap<string, StoredSample>> =>
      new Map(await readJson<[string, StoredSample]>(database, LATEST)),
  };
}

const page = (table: 'samples' | 'minutes', time: string, json: string) => `
SELECT json_group_array(${json} ORDER BY ${time}) AS page FROM (
  SELECT ${table}.* FROM ${table} JOIN cameras ON cameras.key = ${table}.camera
  WHERE cameras.id = ? AND ${time} >= ? AND ${time} < ?
  ORDER BY ${time} LIMIT ${PAGE_ROWS}
) AS ${table}`;
const SAMPLES = page('samples', 'at_utc_ms', SAMPLE_JSON);
const MINUTE_JSON = `json_object(${columnsOf(MINUTE).pairs('minutes')})`;
const MINUTES = page('minutes', 'minute_utc_ms', MINUTE_JSON);

const LATEST = `SELECT json_group_array(json_array(cameras.id, ${SAMPLE_JSON})) AS page
FROM cameras JOIN samples ON samples.camera = cameras.key
  AND at_utc_ms = (SELECT max(at_utc_ms) FROM samples WHERE camera = cameras.key)`;
