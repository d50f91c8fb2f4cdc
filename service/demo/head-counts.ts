/**
 * What a camera would have counted of a class of the demo's history: people who come late, leave early and are hidden for
 * a while, boxes where no one is, and a camera that fails. Trainers are not in it: those of the demo stand where its
 * cameras do not look, as in the drawn rooms.
 */

import type { GymConfig } from '../../config/config.ts';
import { demoConfig } from '../../config/load.ts';
import { between, chance } from '../../engine/pictures/drawn-room.ts';
import {
  type AttendanceEstimate,
  estimateAttendance,
} from '../../gym/attendance/estimate/estimate.ts';
import {
  type AttendanceSample,
  type CameraCounts,
  SAMPLE_FLAGS,
} from '../../gym/attendance/sample.ts';
import { MINUTE_MS } from '../../gym/calendar/zone.ts';
import { once } from '../../runtime/clock.ts';
import { Stretch } from '../../runtime/timers.ts';
import type { Mishap, Occurrence } from './occurrence.ts';

const SECOND_MS = 1_000;
/** Time between two samples. Source: docs/method.md#simulated-classes. */
const SAMPLE_MS = 10 * SECOND_MS;
/** From so long before a class to so long after it there are samples. Source: docs/method.md#sampling. */
const MARGIN_MS = 10 * MINUTE_MS;

/** How people come and go and are seen: the typical view of docs/method.md#simulated-classes. */
const LATE_SHARE = 0.15;
const EARLY_LEAVERS = 0.05;
const HIDDEN_SHARE = 0.1;
const SPELL_MS = 30 * SECOND_MS;
/** Boxes around no one in a class, each for one sample. Chosen here. */
const GHOSTS = 4;

/** When the camera fails, as shares of the class; without pictures, or with the same one over and over. */
const MISHAPS: Readonly<Record<Mishap, { from: number; to: number }>> = {
  outage: { from: 0.12, to: 0.95 },
  short_outage: { from: 0.5, to: 0.66 },
  frozen: { from: 0.6, to: 0.75 },
};

const SALT = { arrive: 11, late: 12, leave: 13, early: 14, spell: 15, ghost: 16, phase: 17 };

/** The counts of a class up to `untilUtcMs`; a cancelled class has an empty room. */
export function headCounts(occurrence: Occurrence, untilUtcMs: number): CameraCounts {
  const { startsUtcMs, endsUtcMs, keys } = occurrence;
  const phaseMs = Math.floor(between(0, SAMPLE_MS, ...keys, SALT.phase));
  const fromUtcMs = startsUtcMs - MARGIN_MS + phaseMs;
  const length = Math.ceil((endsUtcMs + MARGIN_MS - fromUtcMs) / SAMPLE_MS);
  const counts = countsOf(occurrence, fromUtcMs, length);
  const samples = counts.flatMap((count, at): AttendanceSample[] => {
    const atUtcMs = fromUtcMs + at * SAMPLE_MS;
    const mishap = mishapAt(occurrence, atUtcMs);
    if (atUtcMs > untilUtcMs || (mishap !== null && mishap !== 'frozen')) return [];
    return [{ atUtcMs, count, flags: mishap === null ? 0 : SAMPLE_FLAGS.frozen }];
  });
  return {
    samples,
    plannedPeriodMs: SAMPLE_MS,
    hasStaffZone: false,
    hasCountZone: false,
    isWeakDetector: false,
    inputPixels: Number.POSITIVE_INFINITY,
  };
}

/** Counts at `length` instants: each stay is added where it begins and taken off where it ends, then all are summed up. */
function countsOf(occurrence: Occurrence, fromUtcMs: number, length: number): number[] {
  const { startsUtcMs, endsUtcMs, keys } = occurrence;
  const { came } = occurrence.turnout;
  const steps = new Int16Array(length + 1);
  /** First instant at or after a time. */
  const indexOf = (atUtcMs: number) =>
    Math.min(length, Math.max(0, Math.ceil((atUtcMs - fromUtcMs) / SAMPLE_MS)));
  const add = (beginUtcMs: number, endUtcMs: number, people: number) => {
    const [begin, end] = [indexOf(beginUtcMs), indexOf(endUtcMs)];
    if (end <= begin) return;
    steps[begin] = (steps[begin] ?? 0) + people;
    steps[end] = (steps[end] ?? 0) - people;
  };
  for (let person = 0; person < came; person += 1) {
    const [arrives, leaves] = stayOf(occurrence, person);
    add(arrives, leaves, 1);
    const seed = Math.floor(chance(...keys, SALT.spell, person) * 2 ** 32);
    for (const [from, to] of hiddenSpells(arrives, leaves, seed)) add(from, to, -1);
  }
  for (let ghost = 0; ghost < (came > 0 ? GHOSTS : 0); ghost += 1) {
    const at = between(startsUtcMs, endsUtcMs, ...keys, SALT.ghost, ghost);
    add(at, at + SAMPLE_MS, 1);
  }
  let count = 0;
  return Array.from(steps.subarray(0, length), (step) => {
    count += step;
    return Math.max(0, count);
  });
}

/** When a person comes and goes: most before the start and after the end. */
function stayOf({ startsUtcMs, endsUtcMs, keys }: Occurrence, person: number): [number, number] {
  const own = [...keys, person];
  const isLate = chance(...own, SALT.late) < LATE_SHARE;
  const arriveMin = isLate
    ? between(0, 8, ...own, SALT.arrive)
    : between(-7, -0.5, ...own, SALT.arrive);
  const isEarly = chance(...own, SALT.early) < EARLY_LEAVERS;
  const share = between(0.5, 0.9, ...own, SALT.leave);
  const leaves = isEarly
    ? startsUtcMs + share * (endsUtcMs - startsUtcMs)
    : endsUtcMs + between(0, 5 * MINUTE_MS, ...own, SALT.leave);
  return [startsUtcMs + arriveMin * MINUTE_MS, leaves];
}

/** Spells in which a person is behind others: in turn seen and hidden for exponential times. */
function hiddenSpells(fromMs: number, toMs: number, seed: number): [number, number][] {
  const seenMs = (SPELL_MS * (1 - HIDDEN_SHARE)) / HIDDEN_SHARE;
  const spells: [number, number][] = [];
  for (let at = fromMs, spell = 0; ; spell += 1) {
    const begin = at - Math.log(1 - chance(seed, spell, 0)) * seenMs;
    const end = begin - Math.log(1 - chance(seed, spell, 1)) * SPELL_MS;
    if (begin >= toMs) return spells;
    spells.push([begin, Math.min(end, toMs)]);
    at = end;
  }
}

/** Null while the camera does what it should. */
function mishapAt({ mishap, startsUtcMs, endsUtcMs }: Occurrence, atUtcMs: number): Mishap | null {
  if (mishap === null) return null;
  const { from, to } = MISHAPS[mishap];
  const share = (atUtcMs - startsUtcMs) / (endsUtcMs - startsUtcMs);
  return share >= from && share < to ? mishap : null;
}

/** Estimates of classes that are over; they go when their dates do. */
const estimates = new WeakMap<Occurrence, AttendanceEstimate>();

/**
 * The estimate of a class as it stands at `nowUtcMs`; one that runs is estimated over what has passed of it. Two classes
 * of a room lie far enough apart (see `TIMETABLE`) not to see each other's people. Cost: about 1 ms for the first time.
 */
export function attendanceOf(occurrence: Occurrence, nowUtcMs: number): AttendanceEstimate {
  const known = estimates.get(occurrence);
  const isOver = occurrence.endsUtcMs <= nowUtcMs;
  if (isOver && known !== undefined) return known;
  const { percentile, staff } = sampleGym().attendance;
  const estimate = estimateAttendance({
    startsUtcMs: occurrence.startsUtcMs,
    endsUtcMs: occurrence.endsUtcMs,
    nowUtcMs: isOver ? occurrence.endsUtcMs : nowUtcMs,
    previousEndsUtcMs: null,
    nextStartsUtcMs: null,
    isShared: false,
    cameras: [headCounts(occurrence, isOver ? Number.POSITIVE_INFINITY : nowUtcMs)],
    rule: 'max',
    percentile,
    staff,
    calibration: null,
    emptyRoomBaseline: null,
  });
  if (isOver) estimates.set(occurrence, estimate);
  return estimate;
}

/** Estimates classes that are over, a few at a time, so that answers are not held up. Stops early when aborted. */
export async function estimateAll(
  occurrences: readonly Occurrence[],
  nowUtcMs: number,
  signal?: AbortSignal,
): Promise<void> {
  const stretch = new Stretch();
  for (const occurrence of occurrences) {
    if (signal?.aborted === true) return;
    if (occurrence.isCancelled || occurrence.endsUtcMs > nowUtcMs) continue;
    attendanceOf(occurrence, nowUtcMs);
    if (stretch.isOver()) await stretch.pause();
  }
}

/** Read from the demo's text at the first call. */
export const sampleGym = once((): GymConfig => {
  const [gym] = demoConfig({ variables: {}, host: null, port: null }, 0).gyms;
  if (gym === undefined) throw new TypeError('the demo has a gym');
  return gym;
});
