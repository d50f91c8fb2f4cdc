/**
 * Bytes of a gym and day, on the line and on the disk: some days of a gym with ten classes a day whose bookings change,
 * as the sender of a box makes batches of it. What is sent is counted as it is sent; the tables and their indexes
 * are those of some gyms afterwards, vacuumed each hour, as PostgreSQL does it by itself or more often.
 */

import { type Batch, packed, type Receipt } from '../../chain/sync.ts';
import type { Database } from '../../hq/database/database.ts';
import { Sync } from '../../hq/sync/sync.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { Sender } from '../../service/line/sender.ts';
import { estimate, session } from './batches.ts';
import { MemoryOutbox } from './boxes/memory-outbox.ts';
import { tell } from './figures.ts';
import { addBoxes, CLASSES, DAY_MS } from './fill.ts';

/** Gyms that have the same days: with one the tables would be mostly the rest of their last pages. */
const COPIES = 5;
/** How often the box is looked at. */
const STEP_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;
const OPEN_HOURS = [6, 22] as const;
/** How often bookings of one of the classes to come change, steps. Chosen here: some twelve times a class. */
const BOOKING_STEPS = 2;
const TABLES = ['class_now', 'gym_day', 'correction', 'trainer', 'gym', 'box'];

interface Sent {
  bytes: number;
  messages: number;
  changes: number;
}

/** In an empty database with at least five gyms. */
export async function bytes(database: Database, days: number): Promise<void> {
  const sent: Sent = { bytes: 0, messages: 0, changes: 0 };
  const began = Math.floor(Date.now() / DAY_MS) * DAY_MS - days * DAY_MS;
  let nowUtcMs = began;
  const clock = { nowUtcMs: () => nowUtcMs, monotonicMs: () => nowUtcMs - began };
  const sync = new Sync({ database, clock });
  const keys = await addBoxes(database, COPIES);
  const outbox = new MemoryOutbox('gym-1');
  const sender = new Sender({
    gymId: 'gym-1',
    app: 'bench',
    runs: ['r_1'],
    isPutBack: false,
    store: outbox,
    send: (batch) => take(sync, keys, batch, sent),
    status: () => ({
      cameras: { streaming: 8 },
      storage: 'ok',
      feeds: [{ id: 'calendar', ok: true }],
      has_configuration_faults: false,
    }),
    rooms: async () => null,
    clock,
    log: silentLog,
  });
  const before = await sizeOf(database);
  const { signal } = new AbortController();
  for (let step = 0; nowUtcMs < began + days * DAY_MS; step += 1) {
    if (nowUtcMs % HOUR_MS === 0) await database.query('VACUUM');
    live(outbox, step, nowUtcMs);
    while ((await sender.turn(signal)) === 'more');
    nowUtcMs += STEP_MS;
  }
  const after = await sizeOf(database);
  tell('changes of a gym and day', sent.changes / days, '');
  tell('messages of a gym and day', sent.messages / days, '');
  tell('bytes of a gym and day on the line, as sent', sent.bytes / days, 'bytes');
  let all = 0;
  for (const table of TABLES) {
    const perDay = ((after.get(table) ?? 0) - (before.get(table) ?? 0)) / (COPIES * days);
    all += perDay;
    if (perDay > 0) tell(`bytes of a gym and day on the disk: ${table}`, perDay, 'bytes');
  }
  tell('bytes of a gym and day on the disk, with indexes', all, 'bytes');
}

/** Five minutes of a gym. */
function live(outbox: MemoryOutbox, step: number, nowUtcMs: number): void {
  const dayUtcMs = Math.floor(nowUtcMs / DAY_MS) * DAY_MS;
  const hour = (nowUtcMs - dayUtcMs) / HOUR_MS;
  // Each night the classes of the day after tomorrow appear.
  if (nowUtcMs === dayUtcMs)
    for (let at = 0; at < CLASSES; at += 1) book(outbox, dayUtcMs + 2 * DAY_MS, at, 0);
  const isOpen = hour >= OPEN_HOURS[0] && hour < OPEN_HOURS[1];
  if (!isOpen) return;
  if (step % BOOKING_STEPS === 0) {
    const at = (step / BOOKING_STEPS) % CLASSES;
    const isOfToday = dayUtcMs + startOf(at) > nowUtcMs;
    book(outbox, isOfToday ? dayUtcMs : dayUtcMs + DAY_MS, at, step);
  }
  for (let at = 0; at < CLASSES; at += 1) {
    if (dayUtcMs + startOf(at) + HOUR_MS !== nowUtcMs) continue;
    const data = { ...estimate(nowUtcMs, (at + step) % 20), attended: (at * 7 + step) % 20 };
    outbox.put('estimate', keyOf(dayUtcMs, at), data);
  }
}

/** When a class begins, ms after midnight. */
function startOf(at: number): number {
  return (OPEN_HOURS[0] + 1 + at) * HOUR_MS;
}

function keyOf(dayUtcMs: number, at: number): string {
  const number = (dayUtcMs / DAY_MS) * CLASSES + at;
  // As far from each other as digests are.
  return `cls_${((number * 2_654_435_761) % 2 ** 32).toString(16).padStart(20, '0')}`;
}

function book(outbox: MemoryOutbox, dayUtcMs: number, at: number, step: number): void {
  const data = { ...session(dayUtcMs + startOf(at), at), booked: (at + step) % 20 };
  outbox.put('session', keyOf(dayUtcMs, at), data);
}

/** The batch for each of the gyms. */
async function take(
  sync: Sync,
  keys: readonly string[],
  batch: Batch,
  sent: Sent,
): Promise<Receipt> {
  sent.bytes += packed(batch).length;
  sent.messages += 1;
  sent.changes += batch.changes.length;
  const receipts = [];
  for (let at = 1; at <= COPIES; at += 1)
    receipts.push(await sync.take(keys[at], packed({ ...batch, gym: `gym-${at}` }), 'gzip'));
  const [receipt] = receipts;
  if (!receipt || receipt.refused.length > 0) throw new Error('the head office refuses rows');
  return receipt;
}

async function sizeOf(database: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query<{ name: string; bytes: number }>(SIZES, [TABLES]);
  return new Map(rows.map(({ name, bytes: size }) => [name, size]));
}

const SIZES = `
SELECT name, pg_total_relation_size(name::regclass)::bigint AS bytes FROM unnest($1::text[]) AS wanted (name)`;
