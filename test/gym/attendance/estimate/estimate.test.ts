import { expect, test } from 'vitest';
import { calibrate } from '../../../../gym/attendance/calibration.ts';
import { estimateAttendance } from '../../../../gym/attendance/estimate/estimate.ts';
import { type CameraCounts, SAMPLE_FLAGS } from '../../../../gym/attendance/sample.ts';
import { camera, classSeenBy, during, minute, type Said } from '../../../support/drawn-class.ts';

const seenBy = (cameras: readonly CameraCounts[], said = {}) =>
  estimateAttendance(classSeenBy(cameras, said));
const seen = (saidAt: (minutes: number) => Said, said = {}) => seenBy([camera(saidAt)], said);
const inPixels = (inputPixels: number, said = {}) =>
  seenBy([camera(during(17), { inputPixels })], said);

test('a class of eleven bodies and one trainer had ten people', () => {
  const core = { coverage: 1, core_from_ms: 600_000, core_to_ms: 3_300_000 };
  const samples = { samples: 270, step_ms: 10_000, spread: 0, fluctuation: 0 };
  const counts = { p50: 11, p75: 11, p90: 11, max: 11, bodies: 11, staff: 1 };
  const scaled = { uncalibrated: 10, scale: 1, empty_room: null, unseen: 1, input_pixels: null };
  const figures = { ...core, ...samples, ...counts, ...scaled };
  const range = { attended: 10, low: 10, high: 11 };
  const estimate = { ...range, quality: 'A', reasons: [], figures, method: '2' };
  expect(seen(during(11))).toEqual(estimate);
});

test('a class of a full room is no A, and says at which size it was looked at', () => {
  const people = { attended: 16, low: 14, high: 21 };
  const grade = { quality: 'B', reasons: ['crowded'], figures: { input_pixels: 832 * 480 } };
  expect(inPixels(832 * 480)).toMatchObject({ ...people, ...grade });
  expect(inPixels(416 * 416)).toMatchObject({ high: 30, reasons: ['small_input', 'crowded'] });
});

function ofMinutes(minutes: number) {
  const one = camera(during(8, [-2, minutes + 1]), { untilMinute: minutes });
  return seenBy([one], { endsUtcMs: minute(minutes) });
}

test('a class that is short is read from a narrower middle, and very short says so', () => {
  const core = { core_from_ms: 5 * 60_000, core_to_ms: 17 * 60_000 };
  expect(ofMinutes(20)).toMatchObject({ attended: 7, quality: 'A', figures: core });
  expect(ofMinutes(10)).toMatchObject({ attended: 7, quality: 'B', reasons: ['short_class'] });
});

const outage = (from: number, to: number, what: Said) => (m: number) =>
  m >= from && m < to ? what : during(11)(m);
const toAndFro = (m: number) => (Math.floor(m / 2) % 2 === 0 ? 20 : 13);
const coming = (m: number) => (m < -3 || m > 61 ? 0 : m < 8 ? 9 : 13);
const leaving = (m: number) => (m < -3 || m > 61 ? 0 : m < 30 ? 13 : 9);
const flagged = (flag: keyof typeof SAMPLE_FLAGS) =>
  outage(20, 29, { flags: SAMPLE_FLAGS[flag], count: 40 });
const without = (fault: string) => ({ attended: 10, high: 11, reasons: ['low_coverage', fault] });
const GAP = { attended: 10, reasons: ['low_coverage', 'camera_outage'] };
const NO_RANGE = { attended: null, low: null, high: null };
const UNKNOWN = { ...NO_RANGE, quality: 'none', figures: { bodies: null } };
const walkingThrough = (m: number) => during(11)(m) + (m >= 30 && m < 31.5 ? 3 : 0);

test.each<[string, (m: number) => Said, object]>([
  ['the trainer alone is nobody', during(1), { attended: 0, low: 0, quality: 'A', reasons: [] }],
  ['a quarter to and fro is unstable', toAndFro, { quality: 'B', reasons: ['unstable'] }],
  ['who come late are in', coming, { attended: 12 }],
  ['who leave at half are in', leaving, { attended: 12 }],
  ['who walk through are not in, but within the range', walkingThrough, { attended: 10, high: 14 }],
  ['a late start moves the window', during(11, [15, 61]), { figures: { core_from_ms: 900_000 } }],
  ['so does an early end', during(11, [-2, 50]), { figures: { core_to_ms: 3_000_000 } }],
  ['an early end costs no people', during(11, [-2, 50]), { attended: 10 }],
  ['a fifth without pictures costs a grade', outage(20, 29, 'gone'), { ...GAP, quality: 'B' }],
  ['two thirds leave the number unknown', outage(15, 45, 'gone'), UNKNOWN],
  ['frozen pictures are not believed', flagged('frozen'), without('frozen_picture')],
  ['nor are black ones', flagged('black'), without('black_picture')],
  ['nor those of a detector that warms up', flagged('warmingUp'), without('warming_up')],
  ['one without a sample', () => 'gone', { quality: 'none', reasons: ['no_samples'] }],
])('of one class: %s', (_, saidAt, expected) => {
  expect(seen(saidAt)).toMatchObject(expected);
});

const DENSITY = { isDensity: true, inputPixels: 960 * 544 };
const OF_DENSITY = { low: 14, high: 26, quality: 'C', reasons: ['density_count'] };

test.each<[string, Partial<CameraCounts>, number, object]>([
  ['with a staff zone keeps all bodies', { hasStaffZone: true }, 10, { figures: { staff: 0 } }],
  ['weak is C', { isWeakDetector: true }, 10, { quality: 'C', reasons: ['weak_detector'] }],
  ['that counts without boxes is C, with a range of its own', DENSITY, 20, OF_DENSITY],
])('a camera %s', (_, said, attended, expected) => {
  const bodies = said.hasStaffZone === true ? attended : attended + 1;
  expect(seenBy([camera(during(bodies), said)])).toMatchObject({ attended, ...expected });
});

const left = camera((m) => (m >= 20 && m < 29 ? 'gone' : during(7)(m)));
const right = camera((m) => (m >= 35 && m < 44 ? 'gone' : during(6)(m)));

test('two cameras that are added up know the whole only where both have counts', () => {
  const zoned = [left, right].map((one) => ({ ...one, hasCountZone: true }));
  const figures = { coverage: expect.closeTo(0.6, 1) };
  const twoGaps = { ...GAP, attended: 12, quality: 'C', figures };
  expect(seenBy(zoned, { rule: 'sum' })).toMatchObject(twoGaps);
});

test('two cameras that are added up without zones lose a grade for it', () => {
  const whole = [camera(during(7)), camera(during(6), { hasCountZone: true })];
  const doubtful = { attended: 12, quality: 'B', reasons: ['zones_overlap'] };
  expect(seenBy(whole, { rule: 'sum' })).toMatchObject(doubtful);
});

test('two cameras of which the first counts are filled by the second, which is told', () => {
  const filled = { attended: 6, quality: 'B', reasons: ['camera_outage', 'gap_filled'] };
  expect(seenBy([left, right], { rule: 'primary' })).toMatchObject(filled);
});

test('a class that runs is estimated over what has passed of its middle, once people had time to come', () => {
  const at = (now: number) => seen(outage(now, 99, 'gone'), { nowUtcMs: minute(now) });
  const running = { quality: 'B', reasons: ['in_progress'], figures: { core_to_ms: 2_100_000 } };
  expect(at(35)).toMatchObject({ attended: 10, ...running });
  expect(at(8)).toMatchObject({ attended: null, quality: 'none', reasons: ['in_progress'] });
});

const NOT_EMPTY = { attended: 10, low: 8, quality: 'B', reasons: ['not_empty'] };
const A_FIFTH_MORE = calibrate([5, 10, 15, 20].map((n) => ({ estimated: n, truth: n * 1.2 })));
const OF_TEN = { reasons: ['calibrated'], figures: { uncalibrated: 10 } };
const CORRECTED = { attended: 12, quality: 'A', ...OF_TEN };

test.each<[string, (m: number) => Said, object, object]>([
  [
    'right after another is less certain where the room never emptied, and its core is cut',
    (m) => (m < 4 ? 20 : during(11)(m)),
    { previousEndsUtcMs: minute(-2) },
    { attended: 10, quality: 'B', reasons: ['changeover'], figures: { core_from_ms: 900_000 } },
  ],
  [
    'with another at its time is unknown, not counted twice',
    during(20),
    { isShared: true },
    { ...NO_RANGE, quality: 'none', reasons: ['changeover'] },
  ],
  ['in a room never empty has a lower end', during(11), { emptyRoomBaseline: 2 }, NOT_EMPTY],
  ['in a room of known counts is corrected', during(11), { calibration: A_FIFTH_MORE }, CORRECTED],
  ['has as many staff as the settings say', during(10), { staff: 3 }, { attended: 7 }],
])('a class %s', (_, saidAt, said, expected) => {
  expect(seen(saidAt, said)).toMatchObject(expected);
});

test('a room of two cameras is corrected by a factor of each, staff left out', () => {
  const of = (near: number, far: number) =>
    seenBy([camera(during(11), { scale: near }), camera(during(6), { scale: far })]);
  // Of the near one 10 × 1.2, of the far one 5 × 1.2; the trainer is one either way.
  expect(of(1.2, 1.2)).toMatchObject({ attended: 12, figures: { uncalibrated: 10, scale: 1.2 } });
  expect(of(1, 3)).toMatchObject({ attended: 15, figures: { uncalibrated: 10, scale: 1.5 } });
});

test('a room that is full is no A before it was counted by hand often enough', () => {
  const right = (classes: number, people: number) =>
    calibrate(Array.from({ length: classes }, () => ({ estimated: people, truth: people })));
  const gradeWith = (calibration: ReturnType<typeof calibrate>) =>
    inPixels(832 * 480, { calibration }).quality;
  expect(gradeWith(right(2, 16))).toBe('B');
  expect(gradeWith(right(3, 3))).toBe('B');
  expect(gradeWith(right(3, 16))).toBe('A');
});
