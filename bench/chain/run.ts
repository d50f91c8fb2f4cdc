/**
 * `npm run bench:chain`: a head office over a PostgreSQL of its own that waits for the disk at each commit. `BENCH_GYMS` says
 * how many gyms, 5,000 where it is left out. Limits: `docs/chain.md#sizes`.
 */

import { encode } from '../../chain/codec.ts';
import type { AnyBatch, AnyChange } from '../../chain/messages/batch.ts';
import { summaryReport } from '../../gym/reports/summary.ts';
import { openDatabase } from '../../hq/database/database.ts';
import { migrate } from '../../hq/database/migrate.ts';
import { createChainFigures } from '../../hq/days/chain-figures.ts';
import { ChainGyms } from '../../hq/gyms/chain-gyms.ts';
import { Directory } from '../../hq/gyms/directory.ts';
import { Ingester } from '../../hq/ingest/ingester.ts';
import { systemClock } from '../../runtime/clock.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { HAS_POSTGRES, startPostgres } from '../../test/support/postgres.ts';

const GYMS = Number(process.env['BENCH_GYMS'] ?? 5_000);
const DAYS = 44;
const CLASSES = 10;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Gyms that the ingester is fed with. */
const FED = Math.min(200, GYMS);
const VIEWS = 200;
const WEEKS = 20;

const FILL = `
INSERT INTO class_now (gym, id, epoch, rev, day, starts_utc_ms, ends_utc_ms, name, trainer, is_substitute, room, source,
  is_cancelled, capacity, booked, checked_in, late_cancels, waitlisted, est_epoch, est_rev, est_utc_ms, est_source,
  attended, low, high, quality, reasons, method, version, received_utc_ms)
SELECT g, 'cls_' || lpad((d * $3::integer + c + 100000)::text, 20, '0'), 1, 1, to_timestamp(t / 1000)::date, t, t + 3600000,
  'Class ' || c, 'trainer-' || c % 6, false, 'room-' || c % 4, 'bookings', false, 20, (d + c) % 20, NULL, 1, 0,
  1, 1, t, 'camera', (d + c + g) % 20, (d + c + g) % 20, 20, 'A', '[]', '2/bench', 1, 0
FROM generate_series(1, $1::integer) AS g, generate_series(0, $2::integer - 1) AS d, generate_series(0, $3::integer - 1) AS c,
  LATERAL (SELECT $4::bigint - (d - 1) * 86400000::bigint + (6 + c) * 3600000::bigint AS t) AS starts
ON CONFLICT DO NOTHING`;

const COLUMNS = `of_all, held, cancelled, graded_0, graded_1, attended_0, attended_1, rated_0, rated_1, rated_attended_0,
  rated_attended_1, rated_places_0, rated_places_1, empty_seats_0, empty_seats_1, over_0, over_1, places_n, places, booked_n,
  booked, roster_n, roster_booked, roster_no_shows, known_n_0, known_n_1, known_booked_0, known_booked_1, net_no_shows_0,
  net_no_shows_1, walk_ins_0, walk_ins_1, late_n, late, waiting_n, waiting, revenue_n, revenue, cost_n, cost, profit_n, profit,
  earned_n_0, earned_n_1, earned_0, earned_1, visits_0, visits_1`;

const FILL_DAYS = `
INSERT INTO gym_day (gym, day, ${COLUMNS})
SELECT gym, day, count(*), count(*), 0, count(*), 0, sum(attended), 0, count(*), 0, sum(attended), 0, sum(capacity), 0,
  sum(greatest(0, capacity - attended)), 0, 0, 0, count(*), sum(capacity), count(*), sum(booked), 0, 0, 0, count(*), 0,
  sum(booked), 0, sum(greatest(0, booked - attended)), 0, sum(greatest(0, attended - booked)), 0, count(*), count(*), count(*),
  0, count(*), sum(attended) * 9000, 0, 0, 0, 0, count(*), 0, sum(attended) * 9000, 0, sum(attended), 0
FROM class_now GROUP BY day, gym ORDER BY day, gym ON CONFLICT DO NOTHING`;

interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** At least, or at most; null where it is only told. */
  readonly limit: { readonly least?: number; readonly most?: number } | null;
}

const figures: Figure[] = [];
const say = (text: string) => process.stdout.write(`${text}\n`);

function tell(name: string, value: number, unit: string, limit: Figure['limit'] = null): void {
  figures.push({ name, value, unit, limit });
  const { least, most } = limit ?? {};
  const bound =
    least !== undefined ? `at least ${least}` : most !== undefined ? `at most ${most}` : '';
  say(
    `${name.padEnd(58)} ${value.toFixed(value < 100 ? 1 : 0).padStart(9)} ${unit.padEnd(12)} ${bound}`,
  );
}

if (!HAS_POSTGRES) process.exit(0);
const postgres = await startPostgres(true);
const database = openDatabase({ url: postgres.url });
try {
  await migrate(database);
  await database.query(
    `INSERT INTO gym (uid, id, name, created_utc_ms)
     SELECT 'g_' || n, 'gym-' || n, 'Gym ' || n, 0 FROM generate_series(1, $1::integer) AS n`,
    [GYMS],
  );
  await ingest();
  await fill();
  await views();
  await weeks();
  await sizes();
} finally {
  await database.close();
  await postgres.close();
}
const missed = figures.filter(({ value, limit }) => {
  const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = limit ?? {};
  return value < least || value > most;
});
say(
  missed.length === 0
    ? 'all within their limits'
    : `${missed.length} outside: ${missed.map(({ name }) => name).join(', ')}`,
);

/** Batches of 200 changes, 50 in a transaction, as the receiver takes them; days, cursors and receipts included. */
async function ingest(): Promise<void> {
  const ingester = new Ingester({ database, clock: systemClock, log: silentLog });
  const seqs = new Map<number, number>();
  const messages = [];
  let bytes = 0;
  for (let round = 0; round < 4; round += 1) {
    for (let gym = 1; gym <= FED; gym += 1) {
      const from = (seqs.get(gym) ?? 0) + 1;
      const made = batch(gym, from, round);
      seqs.set(gym, from + made.changes.length - 1);
      const encoded = encode(made);
      bytes += encoded.bytes.length;
      messages.push({ gym: made.gym, ...encoded });
    }
  }
  const before = performance.now();
  for (let from = 0; from < messages.length; from += 50)
    await ingester.take(messages.slice(from, from + 50));
  const seconds = (performance.now() - before) / 1_000;
  const { changes } = ingester.figures();
  tell('changes a second into PostgreSQL from one ingester', changes / seconds, '1/s', {
    least: 2_500,
  });
  tell('bytes of a change on the line', bytes / changes, 'bytes');
}

/** The rest of the chain, by the database itself: what is measured afterwards is reading. */
async function fill(): Promise<void> {
  const before = performance.now();
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  await database.query(FILL, [GYMS, DAYS, CLASSES, today]);
  await database.query(FILL_DAYS);
  await database.query('VACUUM ANALYZE');
  say(
    `(filled with ${GYMS} gyms of ${DAYS} days in ${((performance.now() - before) / 1_000).toFixed(0)} s)`,
  );
}

async function views(): Promise<void> {
  const directory = new Directory(database);
  await directory.load();
  const times: number[] = [];
  for (let at = 0; at < VIEWS; at += 1) {
    const gyms = new ChainGyms({ database, directory, clock: systemClock });
    const id = `gym-${1 + Math.floor(Math.random() * GYMS)}`;
    const before = performance.now();
    await gyms.prepare(id);
    const view = gyms.view(id);
    if (view === null || view.sessions.length < 400) throw new Error(`${id} has no classes`);
    summaryReport(view);
    times.push(performance.now() - before);
  }
  tell('a view of one gym, cold, with its summary: p50', quantile(times, 0.5), 'ms', { most: 25 });
  tell('the same: p99', quantile(times, 0.99), 'ms');
}

async function weeks(): Promise<void> {
  const directory = new Directory(database);
  await directory.load();
  const chain = createChainFigures({ database, directory, clock: systemClock });
  const day = (back: number) => new Date(Date.now() - back * DAY_MS).toISOString().slice(0, 10);
  const query = {
    measures: ['attended', 'fill_rate', 'no_show_rate', 'revenue'],
    from: day(7),
    to: day(1),
  } as const;
  const time = async (by: readonly ('gym' | 'day')[]) => {
    const times: number[] = [];
    for (let at = 0; at < WEEKS; at += 1) {
      const before = performance.now();
      await chain.answer(
        { ...query, measures: [...query.measures], by: [...by], limit: 20 },
        { kind: 'all' },
      );
      times.push(performance.now() - before);
    }
    return times;
  };
  tell('a week of all gyms, by gym, the 20 best: p50', quantile(await time(['gym']), 0.5), 'ms', {
    most: 200,
  });
  tell('a week of all gyms, by day: p50', quantile(await time(['day']), 0.5), 'ms', { most: 200 });
}

async function sizes(): Promise<void> {
  const sizeOf = async (table: string) => {
    const [row] = await database.query<{ bytes: number }>(
      `SELECT pg_total_relation_size('${table}') AS bytes`,
    );
    return row?.bytes ?? 0;
  };
  const perDay = ((await sizeOf('class_now')) + (await sizeOf('gym_day'))) / (GYMS * DAYS);
  tell('bytes of a gym and day on the disk, classes and sums', perDay, 'bytes');
}

function quantile(times: readonly number[], q: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

/** 100 classes of ten days, and who was there. */
function batch(gym: number, from: number, round: number): AnyBatch {
  const now = Date.now();
  const changes = Array.from({ length: 100 }, (_, at): AnyChange[] => {
    const key = `cls_${String(round * 100 + at).padStart(20, '0')}`;
    const starts = now - (1 + round * 10 + Math.floor(at / 10)) * DAY_MS + (at % 10) * HOUR_MS;
    const about = { key, rev: 1, at_utc_ms: now };
    return [
      { ...about, seq: from + 2 * at, kind: 'session', data: session(starts, at) },
      { ...about, seq: from + 2 * at + 1, kind: 'estimate', data: estimate(now, at) },
    ];
  }).flat();
  return {
    v: 1,
    id: `b_${gym}_${round}`,
    box: `box_${gym}`,
    gym: `g_${gym}`,
    epoch: 'e_1',
    from_seq: from,
    to_seq: from + changes.length - 1,
    whole_seq: 1_000_000,
    sent_utc_ms: now,
    clock: { source: 'system', skew_ms: 0 },
    app: 'bench',
    status: null,
    digests: null,
    changes,
  };
}

function session(starts: number, at: number) {
  return {
    source: 'bookings',
    starts_utc_ms: starts,
    ends_utc_ms: starts + HOUR_MS,
    name: `Class ${at % 12}`,
    trainer: `trainer-${at % 6}`,
    is_substitute: false,
    room: `room-${at % 4}`,
    is_cancelled: false,
    capacity: 20,
    booked: at % 20,
    checked_in: null,
    late_cancels: 1,
    waitlisted: 0,
    revenue_milli: null,
  };
}

function estimate(now: number, at: number) {
  const attended = at % 20;
  const range = { attended, low: attended, high: attended + 1 };
  return {
    version: 1,
    computed_utc_ms: now,
    source: 'camera',
    ...range,
    quality: 'A',
    reasons: [],
    method: '2/bench',
  };
}
