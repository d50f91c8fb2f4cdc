/** The transaction of the ingester: every batch applied to its gym, and what each of them may be told once it is committed. */

import type { AnyBatch } from '../../chain/messages/batch.ts';
import { VERSION } from '../../chain/messages/batch.ts';
import type { Receipt } from '../../chain/messages/receipt.ts';
import { isWhole } from '../../chain/revision.ts';
import type { Session } from '../database/database.ts';
import { type GymDay, nameOf, remakeDays } from '../days/days.ts';
import { bury, SET_CORRECTED, unequalOf } from './epochs.ts';
import { Gathered, type ParkedChange } from './gathered.ts';
import { epochOf, type LockedGym, lockGyms, storeCursors } from './gym-rows.ts';
import { type Incoming, type Opened, type Parked, parked } from './opened.ts';
import { storeParked, storeParkedChanges } from './park/parked.ts';
import { ensurePartitions } from './partitions.ts';
import { ROW_KINDS, type RowName } from './row-kinds.ts';
import { storeSettings } from './settings.ts';
import { type Row, upsert } from './upsert.ts';

/** The channel of PostgreSQL on which each commit says the id of every gym that it changed. */
export const GYMS_CHANNEL = 'turnout_gyms';

export interface Applied {
  /** One for each message; null for one that was put aside. */
  readonly receipts: readonly (Receipt | null)[];
  readonly changes: number;
  /** Messages and changes that were put aside. */
  readonly parked: number;
}

/** A class is there before its correction marks it. */
const ORDER: readonly RowName[] = [
  'trainer',
  'session',
  'estimate',
  'correction',
  'audit',
  'quarters',
];

/** A batch with its gym. */
interface Taken {
  readonly is: 'taken';
  readonly batch: AnyBatch;
  readonly gym: LockedGym;
  parked: number;
}

export async function apply(
  session: Session,
  messages: readonly (readonly [Incoming, Opened])[],
  nowUtcMs: number,
): Promise<Applied> {
  const gyms = await gymsOf(session, messages);
  const results = messages.map(([, opened]): Taken | Parked => {
    if (opened.is === 'parked') return opened;
    const { batch } = opened;
    const gym = gyms.get(batch.gym);
    if (gym === undefined) return parked('unknown_gym', `no gym ${batch.gym} is known here`);
    return { is: 'taken', batch, gym, parked: 0 };
  });
  const taken = results.filter((one) => one.is === 'taken');
  await takeSettings(session, taken, nowUtcMs);
  const gathered = new Gathered();
  let changes = 0;
  for (const one of taken) changes += await gather(session, one, gathered, nowUtcMs);
  const days = await storeRows(session, gathered, nowUtcMs);
  for (const { gym, batch } of taken) {
    if (gym.isWhole || batch.epoch !== gym.epoch.id || !isWhole(gym.cursor, batch.whole_seq))
      continue;
    gym.isWhole = true;
    const { key, epoch } = gym;
    for (const day of await bury(session, key, epoch.number)) note(days, { gym: key, day });
  }
  await remakeDays(session, [...days.values()], configsOf(gyms), nowUtcMs);
  await storeCursors(session, [...gyms.values()], nowUtcMs);
  const aside = messages.flatMap(([message], at): (readonly [Incoming, Parked])[] => {
    const result = results[at];
    return result?.is === 'parked' ? [[message, result]] : [];
  });
  await storeParked(session, aside, nowUtcMs);
  const changed = taken.filter(({ batch }) => batch.changes.length > 0).map(({ gym }) => gym);
  await storeParkedChanges(session, gathered, keysOf(changed), nowUtcMs);
  await tell(session, changed);
  const receipts: (Receipt | null)[] = [];
  for (const one of results) {
    receipts.push(one.is === 'parked' ? null : await receiptOf(session, one, nowUtcMs));
  }
  return { receipts, changes, parked: aside.length + gathered.parked.size };
}

/**
 * Changes that were put aside and may be read now, each of the epoch that it had.
 *
 * @returns how many were: the others stay where they are.
 */
export async function applyParked(
  session: Session,
  changes: readonly (ParkedChange & { readonly uid: string })[],
  nowUtcMs: number,
): Promise<number> {
  const gyms = await lockGyms(session, [...new Set(changes.map(({ uid }) => uid))]);
  const all = [...gyms.values()];
  const gathered = new Gathered();
  const read = changes.filter(({ uid, epoch, ...change }) => {
    const gym = gyms.get(uid);
    return gym !== undefined && gathered.add({ ...change, seq: 0, at_utc_ms: 0 }, gym, epoch);
  });
  await storeAllSettings(session, gathered, all, nowUtcMs);
  const days = await storeRows(session, gathered, nowUtcMs);
  await remakeDays(session, [...days.values()], configsOf(gyms), nowUtcMs);
  await storeParkedChanges(session, gathered, keysOf(all), nowUtcMs);
  await tell(session, all);
  return read.length;
}

function gymsOf(session: Session, messages: readonly (readonly [Incoming, Opened])[]) {
  const uids = messages.flatMap(([, opened]) => (opened.is === 'batch' ? [opened.batch.gym] : []));
  return lockGyms(session, [...new Set(uids)]);
}

async function takeSettings(
  session: Session,
  taken: readonly Taken[],
  nowUtcMs: number,
): Promise<void> {
  const gathered = new Gathered();
  for (const { batch, gym } of taken) {
    const own = batch.changes.filter(({ kind }) => kind === 'settings');
    if (own.length === 0) continue;
    const epoch = await epochOf(session, gym, batch, nowUtcMs);
    if (epoch === gym.epoch.number) for (const change of own) gathered.add(change, gym, epoch);
  }
  await storeAllSettings(
    session,
    gathered,
    taken.map(({ gym }) => gym),
    nowUtcMs,
  );
}

async function storeAllSettings(
  session: Session,
  { settings }: Gathered,
  gyms: readonly LockedGym[],
  nowUtcMs: number,
): Promise<void> {
  const byKey = new Map(gyms.map((gym) => [gym.key, gym]));
  for (const [key, one] of settings) {
    const gym = byKey.get(key);
    if (gym !== undefined) await storeSettings(session, gym, one, nowUtcMs);
  }
}

/** Gathers the changes of a batch, unless it is of an epoch that another has followed. @returns how many. */
async function gather(
  session: Session,
  one: Taken,
  gathered: Gathered,
  nowUtcMs: number,
): Promise<number> {
  const { batch, gym } = one;
  const epoch = await epochOf(session, gym, batch, nowUtcMs);
  if (epoch !== gym.epoch.number) {
    gym.stale += 1;
    return 0;
  }
  for (const change of batch.changes) {
    if (!gathered.add(change, gym, epoch)) one.parked += 1;
  }
  gym.advance(batch, nowUtcMs);
  return batch.changes.length;
}

/** @returns the days whose classes have changed. */
async function storeRows(
  session: Session,
  gathered: Gathered,
  nowUtcMs: number,
): Promise<Map<string, GymDay>> {
  const days = new Map<string, GymDay>();
  for (const name of ORDER) {
    const rows = gathered.rows(name);
    if (rows.length === 0) continue;
    const keys = rows.map(({ key }) => String(key[0]));
    const gyms = rows.map(({ gym }) => gym);
    if (name === 'quarters') await ensurePartitions(session, datesOf(rows));
    // A class that moves to another date, or goes, changes the date that it was on too.
    if (name === 'session') noteAll(days, await session.query(DAYS_OF, [gyms, keys]));
    const stored = await upsert(session, ROW_KINDS[name], rows, nowUtcMs);
    if (ROW_KINDS[name].table === 'class_now') noteAll(days, stored as unknown as FoundDay[]);
    if (name !== 'correction') continue;
    await session.query(ADD_CLASSES, [gyms, keys, nowUtcMs]);
    noteAll(days, await session.query(CORRECT, [gyms, keys]));
  }
  return days;
}

/** A class without a start has no date. */
interface FoundDay {
  readonly gym: number;
  readonly day: string | null;
}

function noteAll(days: Map<string, GymDay>, found: readonly FoundDay[]): void {
  for (const { gym, day } of found) if (day !== null) note(days, { gym, day });
}

function datesOf(rows: readonly Row[]): string[] {
  return rows.map(({ key }) => String(key[1]));
}

function note(days: Map<string, GymDay>, { gym, day }: GymDay): void {
  days.set(nameOf({ gym, day }), { gym, day });
}

async function tell(session: Session, changed: readonly LockedGym[]): Promise<void> {
  if (changed.length === 0) return;
  const text = 'SELECT pg_notify($1, id) FROM unnest($2::text[]) AS told (id)';
  await session.query(text, [GYMS_CHANNEL, [...new Set(changed.map(({ id }) => id))]]);
}

function keysOf(gyms: readonly LockedGym[]): number[] {
  return [...new Set(gyms.map(({ key }) => key))];
}

function configsOf(gyms: ReadonlyMap<string, LockedGym>) {
  return new Map([...gyms.values()].map(({ key, config }) => [key, config]));
}

async function receiptOf(
  session: Session,
  { batch, gym, parked: aside }: Taken,
  nowUtcMs: number,
): Promise<Receipt> {
  const isCompared =
    batch.digests !== null && batch.epoch === gym.epoch.id && gym.cursor === batch.to_seq;
  return {
    v: VERSION,
    batch: batch.id,
    gym: gym.uid,
    epoch: gym.epoch.id,
    epoch_heard_utc_ms: gym.heardUtcMs,
    cursor: gym.cursor,
    hq_utc_ms: nowUtcMs,
    parked: aside,
    unequal: isCompared ? await unequalOf(session, gym.key, batch.digests ?? []) : null,
  };
}

const DAYS_OF = `
SELECT DISTINCT c.gym, c.day FROM unnest($1::integer[], $2::text[]) AS wanted (gym, id)
JOIN class_now c ON c.gym = wanted.gym AND c.id = wanted.id WHERE c.day IS NOT NULL`;

/** A correction may come before its class. */
const ADD_CLASSES = `
INSERT INTO class_now (gym, id, received_utc_ms)
SELECT DISTINCT gym, id, $3::bigint FROM unnest($1::integer[], $2::text[]) AS wanted (gym, id)
ON CONFLICT DO NOTHING`;

const CORRECT = `${SET_CORRECTED}
FROM (SELECT DISTINCT * FROM unnest($1::integer[], $2::text[]) AS corrected (gym, id)) AS wanted
WHERE c.gym = wanted.gym AND c.id = wanted.id RETURNING c.gym, c.day`;
