/**
 * Bytes of a gym and day, on the line and on the disk: some days of a gym with ten classes a day in four rooms, whose bookings
 * change, as the sender of a box makes batches of it. What is sent is counted as it is sent; the tables and their indexes
 * are those of some gyms afterwards, vacuumed each hour, as PostgreSQL does it by itself or more often.
 */

import { encode } from '../../chain/codec.ts';
import type { Batch } from '../../chain/messages/batch.ts';
import type { QuartersData } from '../../chain/messages/kinds.ts';
import type { Receipt } from '../../chain/messages/receipt.ts';
import type { Database } from '../../hq/database/database.ts';
import { Ingester } from '../../hq/ingest/ingester.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { Sender } from '../../service/line/sender.ts';
import { estimate, session } from './batches.ts';
import { MemoryOutbox } from './boxes/memory-outbox.ts';
import { tell } from './figures.ts';
import { CLASSES, DAY_MS } from './fill.ts';

/** Gyms that have the same days: with one the tables would be mostly the rest of their last pages. */
const COPIES = 5;
/** As the box sums up its rooms. Source: service/line/lines.ts. */
const STEP_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;
const ROOMS = 4;
const OPEN_HOURS = [6, 22] as const;
/** How often bookings of one of the classes to come change, steps. Chosen here: some twelve times a class. */
const BOOKING_STEPS = 2;
const TABLES = [
  'class_now',
  'gym_day',
  'room_day',
  'box_audit',
  'correction',
  'trainer',
  'gym',
  'gym_cursor',
];

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
  const ingester = new Ingester({ database, clock, log: silentLog });
  const outbox = new MemoryOutbox('main', 'e_1');
  const sender = new Sender({
    gymId: 'main',
    box: 'box_1',
    hqGym: 'g_1',
    app: 'bench',
    store: outbox,
    transport: { send: (batch) => take(ingester, batch, sent) },
    status: () => ({
      cameras: { streaming: 8 },
      storage: 'ok',
      feeds: [{ id: 'calendar', ok: true }],
      has_configuration_faults: false,
    }),
    lastStepUtcMs: () => null,
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
  for (let room = 0; room < ROOMS; room += 1) {
    const date = new Date(nowUtcMs).toISOString().slice(0, 10);
    outbox.put('quarters', `room-${room}/${date}`, quartersOf(room, dayUtcMs, nowUtcMs));
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

/** Of the quarters since the gym has opened; the last one is not over. */
function quartersOf(room: number, dayUtcMs: number, nowUtcMs: number): QuartersData {
  const first = OPEN_HOURS[0] * 4;
  const last = Math.floor((nowUtcMs - dayUtcMs) / (15 * 60_000));
  const quarters: QuartersData['quarters'] = [];
  for (let at = first; at <= last; at += 1) {
    const seconds = at < last ? 900 : 60 * (1 + Math.floor((nowUtcMs % (15 * 60_000)) / 60_000));
    const people = (at * 31 + room * 7) % 20;
    quarters.push([at, seconds, Math.round((people + (at % 15) / 15) * 100) / 100, people + 2]);
  }
  return { quarters };
}

/** The batch for each of the gyms, in one transaction, as the receiver takes what has come. */
async function take(ingester: Ingester, batch: Batch, sent: Sent): Promise<Receipt> {
  sent.bytes += encode(batch).bytes.length;
  sent.messages += 1;
  sent.changes += batch.changes.length;
  const incoming = Array.from({ length: COPIES }, (_, at) => {
    const own = { ...batch, gym: `g_${at + 1}`, box: `box_${at + 1}` };
    return { gym: own.gym, ...encode(own) };
  });
  const [receipt] = await ingester.take(incoming);
  if (!receipt || receipt.parked > 0) throw new Error('the ingester has put a batch aside');
  return receipt;
}

async function sizeOf(database: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query<{ name: string; bytes: number }>(SIZES, [TABLES]);
  return new Map(rows.map(({ name, bytes: size }) => [name, size]));
}

/** With the partitions of a table. */
const SIZES = `
SELECT wanted.name, (pg_total_relation_size(wanted.name::regclass) + coalesce((
  SELECT sum(pg_total_relation_size(inhrelid)) FROM pg_inherits WHERE inhparent = wanted.name::regclass
), 0))::bigint AS bytes
FROM unnest($1::text[]) AS wanted (name)`;
