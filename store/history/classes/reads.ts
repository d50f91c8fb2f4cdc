/** Questions about classes. Rows come in pages, each as one JSON text made by SQLite on its own thread. */

import type { InstantRange } from '../../../gym/calendar/zone.ts';
import type { KnownStarts } from '../../../gym/reports/period.ts';
import type { ScheduleEntry } from '../../../gym/schedule/entry.ts';
import { NUMBER_NAMES } from '../../../gym/sessions/class-fields.ts';
import { type Database, pagesOf, readJson } from '../database.ts';
import {
  type ClassRecord,
  CORRECTION,
  type CorrectionRecord,
  type FeedState,
  type NamedClass,
  type StoredAttendance,
  TRUE_COUNT,
  type TrueCount,
} from './class-store.ts';
import { CLASS_NAMES, CLASS_ROWS, FACT_ROWS, type Fact } from './facts.ts';
import { readImports } from './import.ts';
import { readJoins, readTrainers } from './people/trainers.ts';
import { columnsOf } from './rows.ts';

/** Chosen here: a page of classes is parsed in some 2 ms, see the bench. */
const PAGE_ROWS = 400;

/** What can be asked of classes, also while another process owns them. */
export type ClassReads = ReturnType<typeof createClassReads>;

/** The questions, asked over `database`. Each page sees one state of the data; a long range may see several. */
export function createClassReads(database: Database) {
  const ask = <Row>(sql: string, ...values: (string | number)[]) =>
    readJson<Row>(database, sql, ...values);
  return {
    /** Classes that start within the range, by start then id. */
    records: async (gymId: string, { fromUtcMs, toUtcMs }: InstantRange) => {
      const records: ClassRecord[] = [];
      const pages = pagesOf<RecordRow>(database, PAGE_ROWS, RECORDS, (last) => {
        return [gymId, last?.startsUtcMs ?? fromUtcMs, last?.id ?? '', toUtcMs];
      });
      for await (const page of pages) for (const row of page) records.push(toRecord(row));
      return records;
    },
    record: async (classId: string): Promise<ClassRecord | null> => {
      const [row] = await ask<RecordRow>(RECORD, classId);
      return row === undefined ? null : toRecord(row);
    },
    /** When the gym's first class starts, and those of the last week that has any; null where it has none. From the index alone. */
    starts: async (gymId: string): Promise<KnownStarts | null> => {
      const [starts] = await ask<KnownStarts>(STARTS, gymId);
      return starts === undefined || starts.lastUtcMs.length === 0 ? null : starts;
    },
    /** By name; also those who teach no class any more. */
    trainers: (gymId: string) => readTrainers(database, gymId),
    /** All versions, oldest first. */
    estimates: (classId: string) =>
      ask<StoredAttendance & { readonly computedUtcMs: number }>(ESTIMATES, classId),
    /** The audit trail, oldest first. */
    corrections: (classId: string) => ask<CorrectionRecord>(CORRECTIONS, classId),
    /** Of all its classes, the newest first. */
    correctionsOf: (gymId: string, limit: number) =>
      ask<CorrectionRecord & NamedClass>(CORRECTIONS_OF, gymId, limit),
    /** By start of the class. */
    trueCounts: (gymId: string) => ask<TrueCount>(TRUE_COUNTS, gymId),
    /** What each source says of bookings, the one first that was first; null is what it does not speak of. */
    bookings: (classId: string) =>
      ask<Pick<Fact, 'sourceId' | (typeof BOOKED)[number]>>(BOOKINGS, classId),
    /**
     * The source, `except` left out, that has most of these classes, of those within its days, by the same ids and names, and
     * half of them at the same time; null where there is none.
     */
    sourceOf: async (
      gymId: string,
      entries: readonly ScheduleEntry[],
      except: readonly string[],
    ) => {
      const step = Math.ceil(entries.length / COMPARED);
      const some = entries.filter((_, at) => at % step === 0);
      const pairs = JSON.stringify(some.map((one) => [one.externalId, one.name, one.startsUtcMs]));
      const row = await database.get<{ id: string }>(
        SOURCE_OF,
        gymId,
        JSON.stringify(except),
        pairs,
      );
      return row?.id ?? null;
    },
    /** Newest first. */
    imports: (gymId: string) => readImports(database, gymId),
    /** Trainers that were joined into others, newest first. */
    joins: (gymId: string) => readJoins(database, gymId),
    feed: async (gymId: string, sourceId: string): Promise<FeedState | null> => {
      const row = await database.get<{ state: string }>(FEED, gymId, sourceId);
      return row === undefined ? null : JSON.parse(row.state);
    },
  };
}

/** An estimate lies in `estimates.body` as a list in this order: that the same is said twice is seen by comparing texts. */
const ESTIMATED = [
  'source',
  'attended',
  'low',
  'high',
  'quality',
  'reasons',
  'figures',
  'method',
] as const;

export function toBody(estimate: StoredAttendance): string {
  const figures = Object.fromEntries(
    Object.entries(estimate.figures).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
  return JSON.stringify(ESTIMATED.map((name) => ({ ...estimate, figures })[name]));
}

/** What `json_object` makes of it. */
export const estimatePairs = (names: readonly string[] = ESTIMATED): string =>
  ESTIMATED.flatMap((name, at) =>
    names.includes(name) ? [`'${name}', json(body -> ${at})`] : [],
  ).join(', ');

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

type RecordRow = Omit<ClassRecord, 'correction'> & { readonly correction: number | null };

const RECORDED = CLASS_NAMES.filter((name) => name !== 'trainerId');
const RECORD_JSON = `json_object(${CLASS_ROWS.pairs('classes', RECORDED)},
  'trainer', json(iif(trainer IS NULL, 'null', json_object('id', trainer, 'name', coalesce(
    (SELECT name FROM trainers WHERE trainers.gym = classes.gym AND trainers.id = trainer), trainer)))),
  'estimate', json((SELECT json_object(${estimatePairs()}) FROM estimates WHERE class = classes.id ORDER BY version DESC LIMIT 1)),
  'correction', (SELECT attended FROM corrections WHERE class = classes.id AND withdrawn_utc_ms IS NULL ORDER BY number DESC LIMIT 1))`;

/** In its place: to copy thousands of classes would take ten times as long. */
function toRecord(row: RecordRow): ClassRecord {
  const { correction } = row;
  return Object.assign(row, { correction: correction === null ? null : byHand(correction) });
}

/** Values: gym, start and id after which the page begins, end. */
export const RECORDS = `SELECT json_group_array(${RECORD_JSON} ORDER BY starts_utc_ms, id) AS page FROM (
  SELECT * FROM classes
  WHERE gym = ? AND (starts_utc_ms, id) > (?, ?) AND starts_utc_ms < ?
  ORDER BY starts_utc_ms, id LIMIT ${PAGE_ROWS}
) AS classes`;

/** Value: gym. Each end by itself: asked for together, SQLite would go through all classes. */
export const STARTS = `SELECT json_array(json_object(
  'firstUtcMs', (SELECT min(starts_utc_ms) FROM classes WHERE gym = ?1),
  'lastUtcMs', json((
    SELECT json_group_array(starts_utc_ms) FROM classes
    WHERE gym = ?1 AND starts_utc_ms > (SELECT max(starts_utc_ms) FROM classes WHERE gym = ?1) - 604800000
  ))
)) AS page`;

const RECORD = `SELECT json_group_array(${RECORD_JSON}) AS page FROM classes WHERE id = ?`;

const ESTIMATES = `
SELECT json_group_array(json_object(${estimatePairs()}, 'computedUtcMs', computed_utc_ms) ORDER BY version) AS page
FROM estimates JOIN classes ON classes.id = estimates.class WHERE classes.id = ?`;

const CORRECTION_PAIRS = columnsOf(CORRECTION).pairs('corrections');
const CORRECTIONS = `
SELECT json_group_array(json_object(${CORRECTION_PAIRS}) ORDER BY number) AS page
FROM corrections JOIN classes ON classes.id = corrections.class WHERE classes.id = ?`;

/** Of a row of `classes`. */
export const NAMED = "'classId', id, 'name', name, 'startsUtcMs', starts_utc_ms";

const CORRECTIONS_OF = `SELECT json_group_array(json_object(${NAMED}, ${CORRECTION_PAIRS})
  ORDER BY made_utc_ms DESC, number DESC) AS page FROM (
  SELECT * FROM corrections JOIN classes ON classes.id = corrections.class
  WHERE gym = ? ORDER BY made_utc_ms DESC, number DESC LIMIT ?
) AS corrections`;

const TRUE_COUNTS = `
SELECT json_group_array(json_object(${NAMED}, ${columnsOf(TRUE_COUNT).pairs('true_counts')})
  ORDER BY starts_utc_ms, id) AS page
FROM true_counts JOIN classes ON classes.id = true_counts.class WHERE classes.gym = ?`;

const BOOKED = ['isCancelled', ...NUMBER_NAMES.filter((name) => name !== 'revenueMilli')] as const;
const BOOKINGS = `SELECT json_group_array(json_object('sourceId', sources.id, ${FACT_ROWS.pairs('facts', BOOKED)})
  ORDER BY facts.since, facts.external_id) AS page
FROM facts JOIN sources ON sources.key = facts.source WHERE facts.class = ?`;

/** Classes of a file that are compared with those of earlier ones. Chosen here: evenly taken, they show what it is of. */
const COMPARED = 1_000;

const SOURCE_OF = `WITH days AS MATERIALIZED (
  SELECT sources.key, sources.id, min(starts_utc_ms) AS first, max(starts_utc_ms) AS last
  FROM sources JOIN facts ON facts.source = sources.key
  WHERE gym = ?1 AND sources.id NOT IN (SELECT value FROM json_each(?2)) GROUP BY sources.key)
SELECT days.id FROM days
JOIN json_each(?3) AS entry ON entry.value ->> 2 BETWEEN days.first AND days.last
LEFT JOIN facts ON facts.source = days.key AND facts.external_id = entry.value ->> 0
  AND facts.name = entry.value ->> 1
GROUP BY days.key HAVING 2 * count(facts.name) > count(*)
  AND 2 * sum(facts.starts_utc_ms = entry.value ->> 2) >= count(facts.name)
ORDER BY count(facts.name) DESC, days.last DESC LIMIT 1`;

const FEED = 'SELECT state FROM feeds WHERE gym = ? AND source = ?';
