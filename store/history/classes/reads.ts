/** Questions about classes. Rows come in pages, each as one JSON text made by SQLite on its own thread. */

import type { InstantRange } from '../../../gym/calendar/zone.ts';
import type { KnownStarts } from '../../../gym/reports/period.ts';
import type { FeedState } from '../../../gym/schedule/entry.ts';
import type { Database } from '../database.ts';
import type {
  ClassReads,
  ClassRecord,
  CorrectionRecord,
  ListedCorrection,
  SourceBookings,
  StoredAttendance,
  TrueCount,
} from './class-store.ts';
import { readImports } from './imports.ts';
import { readJson } from './json-rows.ts';
import { CLASS_ROWS } from './merge.ts';
import { readJoins } from './people/joins.ts';
import { readTrainers } from './people/trainers.ts';
import type { Row } from './rows.ts';

/** Chosen here: a page of classes is parsed in some 2 ms, see the bench. */
const PAGE_ROWS = 400;

/** The questions, asked over `database`. Each page sees one state of the data; a long range may see several. */
export function createClassReads(database: Database): ClassReads {
  const ask = <Row>(sql: string, ...values: (string | number)[]) =>
    readJson<Row>(database, sql, ...values);
  return {
    records: (gymId, range) => readRecords(database, gymId, range),
    record: async (classId) => {
      const [row] = await ask<RecordRow>(RECORD, classId);
      return row === undefined ? null : toRecord(row);
    },
    starts: async (gymId) => {
      const [starts] = await ask<KnownStarts>(STARTS, gymId);
      return starts === undefined || starts.lastUtcMs.length === 0 ? null : starts;
    },
    trainers: (gymId) => readTrainers(database, gymId),
    estimates: async (classId) => {
      const rows = await ask<[computedUtcMs: number, body: EstimateBody]>(ESTIMATES, classId);
      return rows.map(([computedUtcMs, body]) => ({ ...fromBody(body), computedUtcMs }));
    },
    corrections: (classId) => ask<CorrectionRecord>(CORRECTIONS, classId),
    correctionsOf: (gymId, limit) => ask<ListedCorrection>(CORRECTIONS_OF, gymId, limit),
    trueCounts: (gymId) => ask<TrueCount>(TRUE_COUNTS, gymId),
    bookings: async (classId) => {
      const rows = await ask<SourceBookings & { isCancelled: unknown }>(BOOKINGS, classId);
      return rows.map((row) => ({
        ...row,
        isCancelled: row.isCancelled === null ? null : Boolean(row.isCancelled),
      }));
    },
    imports: (gymId) => readImports(database, gymId),
    joins: (gymId) => readJoins(database, gymId),
    feed: async (gymId, sourceId) => {
      const [state] = await ask<FeedState>(FEED, gymId, sourceId);
      return state ?? null;
    },
  };
}

async function readRecords(
  database: Database,
  gymId: string,
  { fromUtcMs, toUtcMs }: InstantRange,
): Promise<ClassRecord[]> {
  const records: ClassRecord[] = [];
  let from = fromUtcMs;
  let after = '';
  for (;;) {
    const page = await readJson<RecordRow>(database, RECORDS, gymId, from, after, toUtcMs);
    for (const row of page) records.push(toRecord(row));
    const last = records.at(-1);
    if (last === undefined || page.length < PAGE_ROWS) return records;
    from = last.startsUtcMs;
    after = last.id;
  }
}

/** An estimate as it lies in `estimates.body`: one text, so that saying the same twice is seen by comparing texts. */
export type EstimateBody = readonly [
  source: StoredAttendance['source'],
  attended: number | null,
  low: number | null,
  high: number | null,
  quality: StoredAttendance['quality'],
  reasons: StoredAttendance['reasons'],
  figures: StoredAttendance['figures'],
  method: string,
];

export function toBody(estimate: StoredAttendance): EstimateBody {
  const { source, attended, low, high, quality, reasons, method } = estimate;
  const names = Object.keys(estimate.figures).toSorted();
  const figures = Object.fromEntries(names.map((name) => [name, estimate.figures[name] ?? null]));
  return [source, attended, low, high, quality, reasons, figures, method];
}

function fromBody(body: EstimateBody): StoredAttendance {
  const [source, attended, low, high, quality, reasons, figures, method] = body;
  return { source, attended, low, high, quality, reasons, figures, method };
}

/** Anyone who corrects has counted: the number is exact. */
export function byHand(attended: number): StoredAttendance {
  return {
    source: 'manual',
    attended,
    low: attended,
    high: attended,
    quality: 'A',
    reasons: ['corrected_by_hand'],
    figures: {},
    method: 'manual',
  };
}

type RecordRow = readonly [
  trainerName: string | null,
  estimate: EstimateBody | null,
  corrected: number | null,
  ...row: Row,
];

const RECORD_COLUMNS = `
(SELECT name FROM trainers WHERE trainers.gym = classes.gym AND trainers.id = trainer),
json((SELECT body FROM estimates WHERE class = classes.id ORDER BY version DESC LIMIT 1)),
(SELECT attended FROM corrections WHERE class = classes.id AND withdrawn_utc_ms IS NULL ORDER BY number DESC LIMIT 1),
${CLASS_ROWS.columns}`;

function toRecord([trainerName, estimate, corrected, ...row]: RecordRow): ClassRecord {
  const { trainerId, ...merged } = CLASS_ROWS.fromRow(row);
  // Not by a spread, which would take ten times as long: thousands of classes are read at a time.
  return Object.assign(merged, {
    trainer: trainerId === null ? null : { id: trainerId, name: trainerName ?? trainerId },
    estimate: estimate === null ? null : fromBody(estimate),
    correction: corrected === null ? null : byHand(corrected),
  });
}

/** Values: gym, start and id after which the page begins, end. */
export const RECORDS = `
SELECT json_group_array(json_array(${RECORD_COLUMNS}) ORDER BY starts_utc_ms, id) AS page FROM (
  SELECT * FROM classes
  WHERE gym = ? AND (starts_utc_ms, id) > (?, ?) AND starts_utc_ms < ?
  ORDER BY starts_utc_ms, id LIMIT ${PAGE_ROWS}
) AS classes`;

/** Value: gym. Each end by itself: asked for together, SQLite would go through all classes. */
export const STARTS = `
SELECT json_array(json_object(
  'firstUtcMs', (SELECT min(starts_utc_ms) FROM classes WHERE gym = ?1),
  'lastUtcMs', json((
    SELECT json_group_array(starts_utc_ms) FROM classes
    WHERE gym = ?1 AND starts_utc_ms > (SELECT max(starts_utc_ms) FROM classes WHERE gym = ?1) - 604800000
  ))
)) AS page`;

const RECORD = `
SELECT json_group_array(json_array(${RECORD_COLUMNS})) AS page FROM classes WHERE id = ?`;

const ESTIMATES = `
SELECT json_group_array(json_array(computed_utc_ms, json(body)) ORDER BY version) AS page
FROM estimates JOIN classes ON classes.id = estimates.class WHERE classes.id = ?`;

const CORRECTIONS = `
SELECT json_group_array(json_object(
  'attended', attended, 'note', note, 'by', made_by, 'madeUtcMs', made_utc_ms,
  'withdrawnUtcMs', withdrawn_utc_ms, 'withdrawnBy', withdrawn_by
) ORDER BY number) AS page
FROM corrections JOIN classes ON classes.id = corrections.class WHERE classes.id = ?`;

const CORRECTIONS_OF = `
SELECT json_group_array(json_object(
  'classId', id, 'name', name, 'startsUtcMs', starts_utc_ms, 'attended', attended, 'note', note, 'by', made_by,
  'madeUtcMs', made_utc_ms, 'withdrawnUtcMs', withdrawn_utc_ms, 'withdrawnBy', withdrawn_by
) ORDER BY made_utc_ms DESC, number DESC) AS page FROM (
  SELECT * FROM corrections JOIN classes ON classes.id = corrections.class
  WHERE gym = ? ORDER BY made_utc_ms DESC, number DESC LIMIT ?
)`;

const TRUE_COUNTS = `
SELECT json_group_array(json_object(
  'classId', classes.id, 'name', name, 'startsUtcMs', starts_utc_ms,
  'roomId', true_counts.room, 'people', people, 'madeUtcMs', made_utc_ms
) ORDER BY starts_utc_ms, classes.id) AS page
FROM true_counts JOIN classes ON classes.id = true_counts.class WHERE classes.gym = ?`;

const BOOKINGS = `
SELECT json_group_array(json_object(
  'sourceId', sources.id, 'isCancelled', facts.is_cancelled, 'capacity', facts.capacity, 'booked', facts.booked,
  'checkedIn', facts.checked_in, 'noShows', facts.no_shows, 'lateCancels', facts.late_cancels,
  'waitlisted', facts.waitlisted
) ORDER BY facts.since, facts.external_id) AS page
FROM facts JOIN sources ON sources.key = facts.source WHERE facts.class = ?`;

const FEED = `
SELECT json_group_array(json_object(
  'etag', etag, 'lastModified', last_modified, 'lastReadUtcMs', last_read_utc_ms,
  'lastSuccessUtcMs', last_success_utc_ms,
  'fault', json(iif(fault_code IS NULL, NULL, json_object('code', fault_code, 'detail', fault_detail))),
  'entries', entries, 'faultCount', fault_count
)) AS page
FROM feeds WHERE gym = ? AND source = ?`;
