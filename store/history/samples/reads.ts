/**
 * Questions about what is stored. Rows come in pages, each as one JSON text made by SQLite on its own thread: parsing
 * 1000 samples holds the calling thread about a millisecond (`bench/engine/history.bench.ts`), and between pages
 * others have their turn.
 */

import type { Database } from '../database.ts';
import {
  fromColumns,
  fromMinuteColumns,
  MINUTE_COLUMNS,
  type MinuteSummary,
  SAMPLE_COLUMNS,
  type StoredSample,
} from './rows.ts';

/** A stretch of time, from the first instant up to, but without, the second. Ms since 1970, UTC. */
export interface TimeRange {
  readonly fromUtcMs: number;
  readonly toUtcMs: number;
}

export interface HistoryReads {
  /** Raw samples of a camera by time; empty for a camera no one knows. Only as far back as raw samples are stored. */
  samples(cameraId: string, range: TimeRange): Promise<StoredSample[]>;
  /** Minutes that begin within the range, by time; the running one says what is known so far. */
  minutes(cameraId: string, range: TimeRange): Promise<MinuteSummary[]>;
  /** The newest stored sample of each camera, by its own time. */
  latest(): Promise<ReadonlyMap<string, StoredSample>>;
}

/** Chosen here: a page of samples is parsed in about a millisecond, see the bench. */
const PAGE_ROWS = 1_000;

/** The questions, asked over `database`. Each page sees one state of the data; a long range may see several. */
export function createReads(database: Database): HistoryReads {
  return {
    samples: (cameraId, range) =>
      readPages(database, { sql: SAMPLES_SQL, convert: fromColumns }, cameraId, range),
    minutes: (cameraId, range) =>
      readPages(database, { sql: MINUTES_SQL, convert: fromMinuteColumns }, cameraId, range),
    latest: async () => {
      const rows = await database.exclusive((session) =>
        session.all<{ id: string; columns: string }>(LATEST_SQL),
      );
      return new Map(rows.map(({ id, columns }) => [id, fromColumns(JSON.parse(columns))]));
    },
  };
}

/** Columns that begin with the time they are sorted by. */
type TimedColumns = readonly [time: number, ...unknown[]];

interface PagedQuestion<Columns, Row> {
  readonly sql: string;
  readonly convert: (columns: Columns) => Row;
}

async function readPages<Columns extends TimedColumns, Row>(
  database: Database,
  { sql, convert }: PagedQuestion<Columns, Row>,
  cameraId: string,
  { fromUtcMs, toUtcMs }: TimeRange,
): Promise<Row[]> {
  const rows: Row[] = [];
  let from = fromUtcMs;
  for (;;) {
    const begin = from;
    const page = await database.exclusive((session) =>
      session.get<{ page: string }>(sql, cameraId, begin, toUtcMs),
    );
    const columns: Columns[] = JSON.parse(page?.page ?? '[]');
    for (const row of columns) {
      rows.push(convert(row));
    }
    const last = columns.at(-1);
    if (last === undefined || columns.length < PAGE_ROWS) {
      return rows;
    }
    from = last[0] + 1;
  }
}

const SAMPLES_SQL = `
SELECT json_group_array(json_array(${SAMPLE_COLUMNS}) ORDER BY at_utc_ms) AS page FROM (
  SELECT samples.* FROM samples JOIN cameras ON cameras.key = samples.camera
  WHERE cameras.id = ? AND at_utc_ms >= ? AND at_utc_ms < ?
  ORDER BY at_utc_ms LIMIT ${PAGE_ROWS}
)`;

const MINUTES_SQL = `
SELECT json_group_array(json_array(${MINUTE_COLUMNS}) ORDER BY minute_utc_ms) AS page FROM (
  SELECT minutes.* FROM minutes JOIN cameras ON cameras.key = minutes.camera
  WHERE cameras.id = ? AND minute_utc_ms >= ? AND minute_utc_ms < ?
  ORDER BY minute_utc_ms LIMIT ${PAGE_ROWS}
)`;

const LATEST_SQL = `
SELECT cameras.id, json_array(${SAMPLE_COLUMNS}) AS columns
FROM cameras JOIN samples ON samples.camera = cameras.key
  AND at_utc_ms = (SELECT max(at_utc_ms) FROM samples WHERE camera = cameras.key)`;
