/**
 * Takes what boxes send: one transaction a batch, with its rows, the sums of the days that they touch, the cursor of the box
 * and the notice that the gym has changed. A receipt says what was committed, and nothing else; what is refused changes
 * nothing.
 */

import {
  type AnyBatch,
  type Change,
  digestsOf,
  isWhole,
  type Receipt,
  unequalBuckets,
  unpacked,
  VERSION,
} from '../../chain/sync.ts';
import { TurnoutError } from '../../errors.ts';
import type { Clock } from '../../runtime/clock.ts';
import { hashOf } from '../../store/access/key.ts';
import type { Database, Session } from '../database/database.ts';
import { remakeDays } from '../days/days.ts';
import { GYMS_CHANNEL } from '../gyms/directory.ts';
import { isBoxKey } from './boxes.ts';
import { bury, gymRows, ROW_NAMES, type RowName, rowOf, SET_CORRECTED, storeRows } from './rows.ts';
import { type LockedGym, lockGyms, storeSettings } from './settings.ts';

type BoxRow = Readonly<Record<'id' | 'gymId' | 'run', string>> &
  Readonly<Record<'gym' | 'seq' | 'topSeq' | 'wholeSeq', number>> & {
    readonly revokedUtcMs: number | null;
  };

export class Sync {
  readonly #database: Database;
  readonly #clock: Pick<Clock, 'nowUtcMs'>;
  /** Since the start. */
  #figures = { batches: 0, changes: 0 };

  constructor({ database, clock }: { database: Database; clock: Pick<Clock, 'nowUtcMs'> }) {
    this.#database = database;
    this.#clock = clock;
  }

  figures() {
    return this.#figures;
  }

  /**
   * @param key of a box; undefined where none is shown. @param encoding of the header `Content-Encoding`.
   *
   * Rejects with `sync_refused` where this box may not send these data, `sync_newer`, `malformed_request`, and with
   * `database_unusable`: then nothing was taken, or it is not known, and it may be sent again.
   */
  async take(key: string | undefined, body: Uint8Array, encoding?: string): Promise<Receipt> {
    if (key === undefined || !isBoxKey(key)) throw strange();
    const hash = hashOf(key);
    const box = await boxOf(this.#database, hash);
    const read = unpacked(body, encoding);
    if (read.is === 'newer') {
      const expected = `version ${VERSION} or older`;
      const hint = 'upgrade the head office; the box keeps what it has and sends it then';
      throw new TurnoutError('sync_newer', { where: 'batch', expected, got: read.detail, hint });
    }
    if (read.is === 'unreadable') {
      const expected = 'JSON of a box of this version';
      throw new TurnoutError('malformed_request', { where: 'batch', expected, got: read.detail });
    }
    const { batch } = read;
    requireOwn(box, batch);
    const receipt = isMoment(batch)
      ? await this.#noteRooms(box, batch)
      : await this.#database.transaction((session) => this.#apply(session, hash, batch));
    const { batches, changes } = this.#figures;
    this.#figures = { batches: batches + 1, changes: changes + batch.changes.length };
    return receipt;
  }

  /** What is of this moment alone costs no transaction, and no line of the database's log. */
  async #noteRooms(box: BoxRow, { rooms }: AnyBatch): Promise<Receipt> {
    const nowUtcMs = this.#clock.nowUtcMs();
    await this.#database.query(NOTE_ROOMS, [box.gym, nowUtcMs, JSON.stringify(rooms)]);
    return receiptOf(box.seq, box.topSeq, nowUtcMs);
  }

  async #apply(session: Session, hash: string, batch: AnyBatch): Promise<Receipt> {
    const nowUtcMs = this.#clock.nowUtcMs();
    const { gym: key } = await boxOf(session, hash);
    const [gym] = await lockGyms(session, [key]);
    // After the lock: who has waited for it sees what the one before has done.
    const box = await boxOf(session, hash);
    requireOwn(box, batch);
    if (gym === undefined) throw strange();
    const stored = await store(session, gym, batch, nowUtcMs);
    const { cursor, topSeq, wholeSeq } = placeAfter(box, batch);
    if (wholeSeq > box.wholeSeq)
      for (const day of await bury(session, key, batch.base_seq)) stored.days.add(day);
    const changed = [...stored.days].map((day) => ({ gym: key, day }));
    await remakeDays(session, changed, new Map([[key, stored.gym.config]]), nowUtcMs);
    // One that comes again late says how the box was.
    const isLate = batch.to_seq < Math.max(box.seq, batch.base_seq);
    await session.query(STORE_BOX, [
      ...[box.id, batch.run, cursor, topSeq, wholeSeq, nowUtcMs, batch.skew_ms, batch.app],
      batch.status === null || isLate ? null : JSON.stringify(batch.status),
    ]);
    if (batch.rooms !== null)
      await session.query(NOTE_ROOMS, [key, nowUtcMs, JSON.stringify(batch.rooms)]);
    if (batch.changes.length > 0 || wholeSeq > box.wholeSeq)
      await session.query('SELECT pg_notify($1, $2)', [GYMS_CHANNEL, batch.gym]);
    const receipt = { ...receiptOf(cursor, topSeq, nowUtcMs), refused: stored.refused };
    if (batch.digests === null || cursor !== batch.to_seq) return receipt;
    const own = digestsOf(await gymRows(session, key));
    return { ...receipt, unequal: unequalBuckets(own, batch.digests) };
  }
}

/**
 * Where a box is after a batch: forward where it follows what is there without a gap, else where it was. One after a gap is
 * applied all the same, since it is state, and sent again later. `wholeSeq` rises once all that the box has is here.
 */
function placeAfter(box: BoxRow, { from_seq, to_seq, base_seq, whole_seq }: AnyBatch) {
  const before = Math.max(box.seq, base_seq);
  const cursor = from_seq <= before + 1 ? Math.max(before, to_seq) : before;
  const topSeq = Math.max(box.topSeq, cursor, to_seq);
  return { cursor, topSeq, wholeSeq: cursor >= whole_seq ? whole_seq : box.wholeSeq };
}

/** Whether a batch says nothing but who is in the rooms. */
function isMoment(batch: AnyBatch): boolean {
  const { changes, status, digests, rooms, runs_before, from_seq, to_seq } = batch;
  const isEmpty = changes.length === 0 && to_seq < from_seq && runs_before.length === 0;
  return isEmpty && status === null && digests === null && rooms !== null;
}

type Stored = Awaited<ReturnType<typeof store>>;

/** @returns the gym with the settings of the batch, numbers of changes that break the shape of their kind, changed days. */
async function store(session: Session, gym: LockedGym, batch: AnyBatch, nowUtcMs: number) {
  const refused = batch.changes.filter((change) => !isWhole(change)).map(({ seq }) => seq);
  const stored = { gym, refused, days: new Set<string>() };
  const whole = batch.changes.filter(isWhole);
  for (const { seq, kind, data } of whole)
    if (kind === 'settings' && data !== null)
      stored.gym = await storeSettings(session, stored.gym, { seq, data }, nowUtcMs);
  for (const name of ROW_NAMES) await storeKind(session, name, newest(whole, name), stored);
  return stored;
}

async function storeKind(
  session: Session,
  name: RowName,
  changes: Iterable<Change>,
  { gym, refused, days }: Stored,
): Promise<void> {
  const rows = new Map<string, object>();
  for (const change of changes) {
    const row = rowOf(change, gym.config.timezone);
    if (row === null) refused.push(change.seq);
    else rows.set(change.key, row);
  }
  if (rows.size === 0) return;
  const ids = [...rows.keys()];
  const noteDays = async (text: string, wanted: readonly string[]) => {
    const found = await session.query<{ day: string | null }>(text, [gym.key, wanted]);
    for (const { day } of found) if (day !== null) days.add(day);
  };
  // A class that moves to another date, or goes, changes the date that it was on too.
  if (name === 'session') await noteDays(DAYS_OF, ids);
  for (const day of await storeRows(session, gym.key, name, [...rows.values()])) days.add(day);
  if (name !== 'correction') return;
  const classes = [...new Set(ids.map((id) => id.replace(/\/\d+$/, '')))];
  await session.query(ADD_CLASSES, [gym.key, classes]);
  await noteDays(CORRECT, classes);
}

/** Of each row the newest change of a kind. */
function newest(changes: readonly Change[], kind: string): Iterable<Change> {
  const byKey = new Map<string, Change>();
  for (const change of changes)
    if (change.kind === kind && change.seq > (byKey.get(change.key)?.seq ?? 0))
      byKey.set(change.key, change);
  return byKey.values();
}

function receiptOf(cursor: number, top_seq: number, hq_utc_ms: number): Receipt {
  return { v: VERSION, cursor, top_seq, hq_utc_ms, refused: [], unequal: null };
}

/** Rejects with `sync_refused` for a key of no box. */
async function boxOf(session: Session, hash: string): Promise<BoxRow> {
  const [box] = await session.query<BoxRow>(BOX, [hash]);
  if (box !== undefined) return box;
  throw strange();
}

function strange(): TurnoutError {
  return refused('the key of a box that has joined', 'another, or of a gym that was removed');
}

/** Whether this box may send for its gym, and these are its data. */
function requireOwn({ gymId, revokedUtcMs, run }: BoxRow, batch: AnyBatch): void {
  if (revokedUtcMs !== null) {
    const got = 'one that was shut out, or whose place another has taken';
    throw refused(`the box of gym ${gymId}`, got, gymId);
  }
  if (batch.gym !== gymId) throw refused(`a box of gym ${gymId}`, `one of gym ${batch.gym}`);
  const isNext = run === '' || run === batch.run || batch.runs_before.includes(run);
  if (!isNext) throw refused('the box that sent before', 'a copy of its data', gymId);
}

function refused(expected: string, got: string, gymId = '<gym>'): TurnoutError {
  const hint = `if this one should send, ask at the head office for a token (turnout hq token ${gymId}), then here: turnout leave, and turnout join`;
  return new TurnoutError('sync_refused', { where: 'box', expected, got, hint });
}

const BOX = `
SELECT b.id, b.gym, g.id AS "gymId", b.revoked_utc_ms AS "revokedUtcMs", b.run, b.seq, b.top_seq AS "topSeq",
  b.whole_seq AS "wholeSeq"
FROM box b JOIN gym g ON g.key = b.gym WHERE b.hash = $1`;

const STORE_BOX = `
UPDATE box SET run = $2, seq = $3, top_seq = $4, whole_seq = $5, received_utc_ms = $6, skew_ms = $7, app = $8,
  status = coalesce($9::jsonb, status)
WHERE id = $1`;

const NOTE_ROOMS = `INSERT INTO room_now (gym, told_utc_ms, body) VALUES ($1, $2, $3)
ON CONFLICT (gym) DO UPDATE SET told_utc_ms = excluded.told_utc_ms, body = excluded.body`;

const DAYS_OF =
  'SELECT DISTINCT day FROM class_now WHERE gym = $1 AND id = ANY($2::text[]) AND day IS NOT NULL';

/** A correction may come before its class. */
const ADD_CLASSES = `
INSERT INTO class_now (gym, id) SELECT $1::integer, id FROM unnest($2::text[]) AS wanted (id) ON CONFLICT DO NOTHING`;

const CORRECT = `${SET_CORRECTED} WHERE c.gym = $1 AND c.id = ANY($2::text[]) RETURNING c.day`;
