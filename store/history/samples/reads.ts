/**
 * Questions about what is stored. Rows come in pages, each as one JSON text made by SQLite on its own thread: parsing
 * 1000 samples holds the calling thread about a millisecond (`bench/engine/history.bench.ts`), and between pages
 * others have their turn.
 */

import { readJson } from '../classes/json-rows.ts';
import type { Database } from '../database.ts';
import { MINUTE_JSON, type MinuteSummary, SAMPLE_JSON, type StoredSample } from './rows.ts';

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
  const paged = async <Row>(
    sql: string,
    cameraId: string,
    { fromUtcMs, toUtcMs }: TimeRange,
    timeOf: (row: Row) => number,
  ): Promise<Row[]> => {
    const rows: Row[] = [];
    let from = fromUtcMs;
    for (;;) {
      const page = await readJson<Row>(database, sql, cameraId, from, toUtcMs);
      for (const row of page) rows.push(row);
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE_ROWS) return rows;
      from = timeOf(last) + 1;
    }
  };
  return {
    samples: (cameraId, range) =>
      paged<StoredSample>(SAMPLES, cameraId, range, ({ atUtcMs }) => atUtcMs),
    minutes: (cameraId, range) =>
      paged<MinuteSummary>(MINUTES, cameraId, range, ({ minuteUtcMs }) => minuteUtcMs),
    latest: async () => new Map(await readJson<[string, StoredSample]>(database, LATEST)),
  };
}

const page = (table: 'samples' | 'minutes', time: string, json: string) => `
SELECT json_group_array(${json} ORDER BY ${time}) AS page FROM (
  SELECT ${table}.* FROM ${table} JOIN cameras ON cameras.key = ${table}.camera
  WHERE cameras.id = ? AND ${time} >= ? AND ${time} < ?
  ORDER BY ${time} LIMIT ${PAGE_ROWS}
)`;
const SAMPLES = page('samples', 'at_utc_ms', SAMPLE_JSON);
const MINUTES = page('minutes', 'minute_utc_ms', MINUTE_JSON);

const LATEST = `
SELECT json_group_array(json_array(cameras.id, ${SAMPLE_JSON})) AS page
FROM cameras JOIN samples ON samples.camera = cameras.key
  AND at_utc_ms = (SELECT max(at_utc_ms) FROM samples WHERE camera = cameras.key)`;
