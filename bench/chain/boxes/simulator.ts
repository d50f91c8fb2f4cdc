/**
 * Plays boxes: each with a key, a sender and a line of the program, over an outbox in memory. What is not the
 * program's own is where classes come from. A process of its own, of `boxes.ts`.
 */

import type { SessionData, SettingsData } from '../../../chain/kinds.ts';
import { systemClock } from '../../../runtime/clock.ts';
import { silentLog } from '../../../runtime/log/log.ts';
import { delay, every, systemTimers } from '../../../runtime/timers.ts';
import { Line } from '../../../service/line/line.ts';
import { sendBatch } from '../../../service/line/link/head-office.ts';
import { Sender } from '../../../service/line/sender.ts';
import { MemoryOutbox } from './memory-outbox.ts';
import type { Order, Played, Report, StateRow } from './protocol.ts';

const CLASSES = 10;
/** Of the ten, each time. */
const CHANGED = 3;
const HOUR_MS = 3_600_000;
/** Boxes that begin in a second: a chain does not install them all at one moment. */
const BEGIN_PER_SECOND = 250;

interface Box {
  readonly gymId: string;
  readonly outbox: MemoryOutbox;
  readonly line: Line;
}

const boxes: Box[] = [];
const say = (report: Report) => void process.send?.(report);
const ended = new AbortController();
void every({ periodMs: 1_000, signal: ended.signal, onError: fail }, async () => {
  const done = boxes.filter(({ outbox }) => outbox.isDone()).length;
  say({ is: 'progress', done, memoryBytes: process.memoryUsage.rss() });
});

process.on('message', (order: Order) => {
  if (order.is === 'begin') void beginAll(order.hqUrl, order.links);
  if (order.is === 'change') {
    for (const box of boxes) change(box, order.round);
    say({ is: 'changed' });
  }
  if (order.is === 'state') say({ is: 'state', rows: boxes.flatMap(stateOf) });
});
process.on('disconnect', () => process.exit(0));

function fail(error: unknown): never {
  throw error;
}

async function beginAll(hqUrl: string, links: readonly Played[]): Promise<void> {
  for (const [at, link] of links.entries()) {
    boxes.push(begin(hqUrl, link));
    if (at % (BEGIN_PER_SECOND / 10) === 0) await delay(100);
  }
}

function begin(hqUrl: string, { gymId, key }: Played): Box {
  const outbox = new MemoryOutbox(gymId);
  outbox.put('settings', 'gym', settings(gymId));
  for (let at = 0; at < CLASSES; at += 1) outbox.put('session', keyOf(at), session(at, 0));
  const sender = new Sender({
    gymId,
    app: 'bench',
    runs: ['r_1'],
    isPutBack: false,
    store: outbox,
    send: (batch, signal) => sendBatch({ hqUrl, key }, batch, signal),
    status: () => ({
      cameras: { streaming: 4 },
      storage: 'ok',
      feeds: [{ id: 'calendar', ok: true }],
      has_configuration_faults: false,
    }),
    rooms: async () => null,
    clock: systemClock,
    log: silentLog,
  });
  const line = new Line({
    gymId,
    sender,
    clock: systemClock,
    timers: systemTimers,
    random: Math.random,
    log: silentLog,
  });
  line.start();
  return { gymId, outbox, line };
}

function change({ outbox, line }: Box, round: number): void {
  for (let at = 0; at < CHANGED; at += 1) {
    const place = (round * CHANGED + at) % CLASSES;
    outbox.put('session', keyOf(place), session(place, round));
  }
  line.wake();
}

function stateOf({ gymId, outbox }: Box): StateRow[] {
  const classes = outbox.state().filter(({ kind }) => kind === 'session');
  return classes.map(({ key, seq }) => [gymId, key, seq]);
}

function keyOf(at: number): string {
  return `cls_${String(at).padStart(20, '0')}`;
}

/** Classes of tomorrow. */
function session(at: number, round: number): SessionData {
  const starts = (Math.floor(Date.now() / (24 * HOUR_MS)) + 1) * 24 * HOUR_MS + (6 + at) * HOUR_MS;
  return {
    source: 'bookings',
    starts_utc_ms: starts,
    ends_utc_ms: starts + HOUR_MS,
    name: `Class ${at}`,
    trainer: `trainer-${at % 6}`,
    is_substitute: false,
    room: `room-${at % 4}`,
    is_cancelled: false,
    capacity: 20,
    booked: (at + round) % 20,
    checked_in: null,
    late_cancels: 1,
    waitlisted: 0,
    revenue_milli: null,
  };
}

function settings(name: string): SettingsData {
  const amounts = {
    revenue_per_visit_milli: 9_000,
    flat_pay_milli: null,
    per_head_pay_milli: null,
    room_cost_milli: null,
    variable_cost_milli: null,
  };
  return {
    id: 'main',
    name,
    timezone: 'Europe/London',
    currency: 'GBP',
    rooms: [0, 1, 2, 3].map((at) => ({
      id: `room-${at}`,
      name: `Room ${at}`,
      capacity: 20,
      has_camera: true,
    })),
    room_names: [{ source: 'bookings', rooms: {} }],
    economics: { ...amounts, classes: [], trainers: [] },
    verdicts: {
      dead_below: 0.2,
      weak_below: 0.4,
      fair_below: 0.6,
      full_from: 0.9,
      loss_share: 0.5,
      min_occurrences: 3,
      no_show_alert: 0.2,
    },
    hides_small_counts: false,
  };
}
