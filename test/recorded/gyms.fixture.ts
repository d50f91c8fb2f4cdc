/**
 * Makes the data folder of fourteen seeded gyms: `npx tsx test/recorded/gyms.fixture.ts`. The folder it made once is in
 * `test/fixtures/recorded`: what the program answers from it is recorded there too.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { stringify } from 'yaml';
import { addDays, instantOf } from '../../gym/calendar/zone.ts';
import { parseSchedule } from '../../gym/schedule/parse.ts';
import { silentLog } from '../../runtime/log/log.ts';
import { type History, openHistory } from '../../store/history/history.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { type Random, seededRandom, wholeNumber } from '../support/seeded-random.ts';
import { RECORDED_AT_UTC_MS, RECORDED_FOLDER } from './program.ts';

const DAY_MS = 86_400_000;
const TODAY = '2026-11-23';

interface SeededGym {
  readonly id: string;
  readonly timezone: string;
  readonly currency: string;
  /** Classes on each day of the week. */
  readonly aDay: number;
  readonly daysBack: number;
  readonly rooms: readonly (readonly [id: string, capacity: number | null])[];
  readonly names: readonly string[];
  readonly trainers: readonly string[];
  /** What knows who came: the camera of the rooms at these places, and the booking system. */
  readonly filmed?: readonly number[];
  readonly bookings?: 'none' | 'booked' | 'roster';
  /** Every so many classes a person corrected one; 0 none. */
  readonly correctedEvery?: number;
  readonly hasRevenue?: boolean;
  readonly economics?: object;
  readonly hours?: readonly number[];
}

const ROOMS = [
  ['studio', 20],
  ['spin', 16],
  ['hall', 30],
] as const;
const NAMES = ['Spin', 'Hot Yoga', 'Yoga', 'Pilates', 'HIIT 45', 'Barre'];
const TRAINERS = ['Anna Petrova', 'Ben Okafor', 'Chloé Martin', 'Dev Patel'];
const LONDON = {
  timezone: 'Europe/London',
  currency: 'GBP',
  aDay: 4,
  daysBack: 63,
  rooms: ROOMS,
  names: NAMES,
  trainers: TRAINERS,
} as const;
const PAID = { revenue_per_visit: 9.5, flat_pay: 32, room_cost: 12, variable_cost: 0.8 };

const GYMS: readonly SeededGym[] = [
  { ...LONDON, id: 'cameras', filmed: [0, 1, 2], bookings: 'booked', economics: PAID },
  { ...LONDON, id: 'rosters', bookings: 'roster', economics: PAID },
  { ...LONDON, id: 'corrected', bookings: 'roster', correctedEvery: 211, economics: PAID },
  {
    ...LONDON,
    id: 'mixed',
    filmed: [0],
    bookings: 'roster',
    correctedEvery: 17,
    economics: {
      ...PAID,
      per_head_pay: 1.25,
      classes: [{ name: 'Pilates', revenue_per_visit: 18 }],
    },
  },
  { ...LONDON, id: 'booked-only', bookings: 'booked' },
  { ...LONDON, id: 'empty', aDay: 0 },
  { ...LONDON, id: 'one-class', aDay: 1, daysBack: 0, filmed: [0, 1, 2] },
  { ...LONDON, id: 'two-weeks', daysBack: 13, filmed: [0, 1, 2], bookings: 'booked' },
  {
    ...LONDON,
    id: 'money',
    filmed: [0, 1],
    bookings: 'roster',
    hasRevenue: true,
    economics: { flat_pay: 90, room_cost: 40, trainers: [{ name: 'Dev Patel', flat_pay: 140 }] },
  },
  {
    ...LONDON,
    id: 'sydney',
    timezone: 'Australia/Sydney',
    currency: 'AUD',
    filmed: [0, 1, 2],
    bookings: 'booked',
    economics: PAID,
  },
  {
    ...LONDON,
    id: 'new-york',
    timezone: 'America/New_York',
    currency: 'USD',
    filmed: [1],
    bookings: 'roster',
    economics: PAID,
  },
  {
    ...LONDON,
    id: 'kolkata',
    timezone: 'Asia/Kolkata',
    currency: 'INR',
    filmed: [0, 2],
    economics: { revenue_per_visit: 450, flat_pay: 1_500 },
    hours: [0, 5, 12, 23],
  },
  {
    ...LONDON,
    id: 'names',
    rooms: [
      ['studio', null],
      ['spin', 16],
    ],
    names: ['Yoga', 'Yoga', 'O’Neill’s "Core"', 'Élan', '=SUM(1)'],
    trainers: ['Sam Lee', 'Sam Lée', '', 'María-José Núñez'],
    filmed: [0],
    bookings: 'booked',
  },
  {
    ...LONDON,
    id: 'busy',
    aDay: 15,
    filmed: [0, 1, 2],
    bookings: 'roster',
    correctedEvery: 29,
    economics: PAID,
  },
];

const COLUMNS =
  'id,name,trainer,substitute,room,start,end,capacity,booked,attended,late_cancels,waitlisted,revenue,status';

function rowsOf(gym: SeededGym, random: Random): string[] {
  const rows = [COLUMNS];
  for (let day = -gym.daysBack; day <= 7; day += 1) {
    for (let slot = 0; slot < gym.aDay; slot += 1) rows.push(rowOf(gym, random, day, slot));
  }
  return rows;
}

function rowOf(gym: SeededGym, random: Random, day: number, slot: number): string {
  const hours = gym.hours ?? [7, 9, 12, 18, 19];
  const weekday = (((day + 1) % 7) + 7) % 7;
  const pick = <Item>(list: readonly Item[], at: number) => list[at % list.length] as Item;
  const [room, capacity] = pick(gym.rooms, slot);
  const hour = pick(hours, Math.floor(slot / gym.rooms.length) + slot);
  const date = addDays(TODAY, day);
  const startsUtcMs = instantOf(gym.timezone, `${date}T${String(hour).padStart(2, '0')}:30:00`);
  const isStandIn = random() < 0.08;
  const trainer = pick(gym.trainers, weekday + slot + (isStandIn ? 1 : 0));
  const places = capacity ?? 18;
  const isCancelled = random() < 0.04;
  const booked = Math.min(
    places,
    Math.round(
      places * (0.15 + (0.8 * ((slot * 7 + weekday) % 10)) / 10) + wholeNumber(random, -3, 3),
    ),
  );
  const isOver = startsUtcMs + 45 * 60_000 <= RECORDED_AT_UTC_MS;
  const came = Math.max(0, booked - wholeNumber(random, 0, 4) + wholeNumber(random, 0, 1));
  const hasBookings = (gym.bookings ?? 'none') !== 'none';
  const isRoster = gym.bookings === 'roster' && isOver && !isCancelled;
  return [
    `${date}-${slot}`,
    quoted(pick(gym.names, slot + weekday)),
    quoted(trainer),
    isStandIn ? 'yes' : 'no',
    room,
    new Date(startsUtcMs).toISOString(),
    new Date(startsUtcMs + 45 * 60_000).toISOString(),
    capacity ?? '',
    hasBookings ? Math.max(0, booked) : '',
    isRoster ? came : '',
    isRoster ? wholeNumber(random, 0, 2) : '',
    isRoster && booked >= places ? wholeNumber(random, 0, 5) : '',
    gym.hasRevenue === true && isOver && !isCancelled ? (came * 8.25).toFixed(2) : '',
    isCancelled ? 'cancelled' : 'held',
  ].join(',');
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

async function fill(history: History, gym: SeededGym, seed: number): Promise<void> {
  const random = seededRandom(seed);
  const window = {
    fromUtcMs: RECORDED_AT_UTC_MS - 90 * DAY_MS,
    toUtcMs: RECORDED_AT_UTC_MS + 9 * DAY_MS,
  };
  const parsed = parseSchedule(new TextEncoder().encode(rowsOf(gym, random).join('\n')), {
    format: 'auto',
    timezone: gym.timezone,
    columns: {},
    window,
    nowUtcMs: RECORDED_AT_UTC_MS,
  });
  if (parsed.faultCount > 0) throw new Error(`${gym.id}: ${JSON.stringify(parsed.faults[0])}`);
  const { classes } = history;
  await classes.import(gym.id, 'bookings', parsed);
  const over = (await classes.records(gym.id, window)).filter(
    ({ endsUtcMs, isCancelled }) => endsUtcMs <= RECORDED_AT_UTC_MS && !isCancelled,
  );
  const filmed = new Set((gym.filmed ?? []).map((place) => gym.rooms[place]?.[0]));
  await classes.recordEstimates(
    over.map(({ id, room, booked }) => ({
      classId: id,
      estimate: filmed.has(room ?? '') ? counted(random, booked) : NOT_FILMED,
    })),
  );
  const every = gym.correctedEvery ?? 0;
  for (const [at, { id }] of over.entries()) {
    if (every === 0 || at % every !== every - 1) continue;
    await classes.correct(id, { attended: wholeNumber(random, 0, 18), note: null, by: 'manager' });
  }
}

function counted(random: Random, booked: number | null) {
  const quality = (['A', 'B', 'B', 'C', 'none'] as const)[wholeNumber(random, 0, 4)] ?? 'B';
  if (quality === 'none') return { ...NOT_FILMED, reasons: ['camera_outage' as const] };
  const attended = Math.max(
    0,
    (booked ?? 10) - wholeNumber(random, 0, 4) + wholeNumber(random, 0, 2),
  );
  return {
    source: 'camera' as const,
    attended,
    low: Math.max(0, attended - 1),
    high: attended + 2,
    quality,
    reasons: quality === 'C' ? ['low_coverage' as const] : [],
    figures: { uncalibrated: attended },
    method: 'seeded',
  };
}

const NOT_FILMED = {
  source: 'camera' as const,
  attended: null,
  low: null,
  high: null,
  quality: 'none' as const,
  reasons: ['no_camera' as const],
  figures: {},
  method: 'none',
};

const dir = mkdtempSync(join(tmpdir(), 'turnout-recorded-'));
const history = await openHistory({
  dir,
  clock: new FakeClock(RECORDED_AT_UTC_MS),
  log: silentLog,
});
for (const [at, gym] of GYMS.entries()) await fill(history, gym, at + 1);
await history.close();
const config = GYMS.map(({ id, timezone, currency, rooms, economics }) => ({
  id,
  name: `Gym ${id}`,
  timezone,
  currency,
  rooms: rooms.map(([room, capacity]) => ({
    id: room,
    ...(capacity === null ? {} : { capacity }),
  })),
  ...(economics === undefined ? {} : { economics }),
}));
writeFileSync(new URL('turnout.yaml', RECORDED_FOLDER), stringify({ gyms: config }));
writeFileSync(
  new URL('turnout.sqlite.gz', RECORDED_FOLDER),
  gzipSync(readFileSync(join(dir, 'turnout.sqlite')), { level: 9 }),
);
rmSync(dir, { recursive: true });
