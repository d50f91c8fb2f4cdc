/**
 * A large gym for benches: the same weekly timetable year after year, with the accidents of real ones. Made by a rule
 * from the numbers of week and class, so that every run measures the same.
 */

import { addDays, type CalendarDate, instantOf, weekdayOf } from '../../gym/calendar/zone.ts';
import { NO_MERGED_NUMBERS } from '../../gym/sessions/class-values.ts';
import type { Attendance, ClassSession, Trainer } from '../../gym/sessions/session.ts';
import type { GymView, ReportGym } from '../../gym/sessions/view.ts';
import { seededRandom } from './seeded-random.ts';

const CLASSES_A_WEEK = 2_000;
const TIMEZONE = 'Europe/London';

const ROOMS = 20;
const STARTS_A_DAY = 15;
const NAMES = ['Spin', 'Yoga Flow', 'Pilates', 'Pump', 'Barre', 'Boxing', 'Aqua', 'Stretch'];
const TRAINERS: readonly Trainer[] = Array.from({ length: 60 }, (_, n) => ({
  id: `trainer-${n}`,
  name: `Trainer ${n}`,
}));

/** Amounts of every kind, so that nothing of the economics is skipped. */
export const GYM: ReportGym = {
  id: 'bench',
  timezone: TIMEZONE,
  currency: 'GBP',
  economics: {
    revenuePerVisitMilli: 9_500,
    flatPayMilli: 30_000,
    perHeadPayMilli: 500,
    roomCostMilli: 12_000,
    variableCostMilli: 800,
    classes: NAMES.slice(0, 4).map((name, n) => ({
      name,
      revenuePerVisitMilli: 9_000 + n * 1_000,
      flatPayMilli: null,
      perHeadPayMilli: null,
      roomCostMilli: null,
      variableCostMilli: null,
    })),
    trainers: TRAINERS.slice(0, 20).map(({ name }, n) => ({
      name,
      flatPayMilli: 25_000 + n * 1_000,
      perHeadPayMilli: null,
    })),
  },
  families: {},
  verdicts: {
    deadBelow: 0.3,
    weakBelow: 0.5,
    fairBelow: 0.7,
    fullFrom: 0.85,
    lossShare: 0.75,
    minOccurrences: 4,
    noShowAlert: 0.15,
  },
};

/**
 * Classes of the week that begins on a Monday, by start: 3 % cancelled, 4 % uncounted, 5 % by a substitute.
 *
 * @param share 1 is all of them, 20 one of twenty.
 */
export function classesOfWeek(monday: CalendarDate, share = 1): ClassSession[] {
  const week = Math.round(Date.parse(monday) / (7 * 86_400_000));
  const count = Math.floor(CLASSES_A_WEEK / share);
  // A step without a common factor with the number of rooms: of every room in turn.
  const step = share === 1 ? 1 : share + 1;
  return Array.from({ length: count }, (_, n) =>
    classOf(monday, week, (n * step) % CLASSES_A_WEEK),
  ).sort((a, b) => a.startsUtcMs - b.startsUtcMs);
}

/** A gym as reports see it, over the days that end with `today`, at 22:30 on its wall. */
export function viewOf(today: CalendarDate, days: number, share = 1): GymView {
  const from = instantOf(TIMEZONE, `${addDays(today, 1 - days)}T00:00`);
  const to = instantOf(TIMEZONE, `${addDays(today, 1)}T00:00`);
  const sessions: ClassSession[] = [];
  for (
    let monday = mondayOf(addDays(today, 1 - days));
    monday <= today;
    monday = addDays(monday, 7)
  ) {
    sessions.push(
      ...classesOfWeek(monday, share).filter(
        ({ startsUtcMs }) => startsUtcMs >= from && startsUtcMs < to,
      ),
    );
  }
  const nowUtcMs = instantOf(TIMEZONE, `${today}T22:30`);
  return { gym: GYM, nowUtcMs, sessions, rooms: [], trainers: TRAINERS };
}

export function mondayOf(date: CalendarDate): CalendarDate {
  return addDays(date, 1 - weekdayOf(date));
}

function classOf(monday: CalendarDate, week: number, n: number): ClassSession {
  const chance = seededRandom((week * CLASSES_A_WEEK + n) * 0x9e3779b1);
  // What is drawn from `n` alone, as the hour, the room and how well a class is liked, is the same every week.
  const place = Math.floor(n / ROOMS);
  const hour = 6 + (Math.floor(place / 7) % STARTS_A_DAY);
  const wallTime = `${addDays(monday, place % 7)}T${String(hour).padStart(2, '0')}:15`;
  const startsUtcMs = instantOf(TIMEZONE, wallTime);
  const capacity = 12 + 4 * (n % 6);
  const people = Math.floor(
    capacity * Math.min(1.1, 0.1 + seededRandom(n * 0x9e3779b1)() + 0.2 * chance()),
  );
  const usual = n % TRAINERS.length;
  const trainer = chance() < 0.05 ? Math.floor(chance() * TRAINERS.length) : usual;
  const isCancelled = chance() < 0.03;
  const booked = people + Math.floor(chance() * 5);
  return {
    id: `${week}-${n}`,
    gymId: GYM.id,
    name: NAMES[n % NAMES.length] ?? '',
    trainer: TRAINERS[trainer] ?? null,
    isSubstitute: trainer !== usual,
    roomId: `room-${n % ROOMS}`,
    roomName: `Room ${n % ROOMS}`,
    startsUtcMs,
    endsUtcMs: startsUtcMs + 45 * 60_000,
    isCancelled,
    ...NO_MERGED_NUMBERS,
    capacity,
    booked,
    checkedIn: chance() < 0.5 ? Math.min(people, booked) : null,
    lateCancels: Math.floor(chance() * 3),
    waitlisted: people >= capacity ? Math.floor(chance() * 4) : 0,
    revenueMilli: chance() < 0.3 ? people * 9_000 : null,
    attendance: isCancelled ? null : chance() < 0.04 ? UNCOUNTED : counted(people),
  };
}

const UNCOUNTED: Attendance = {
  source: 'camera',
  attended: null,
  low: null,
  high: null,
  quality: 'none',
  reasons: ['no_samples'],
};

function counted(people: number): Attendance {
  const [low, high] = [Math.max(0, people - 1), people + 1];
  return { source: 'camera', attended: people, low, high, quality: 'A', reasons: [] };
}
