import { expect, test } from 'vitest';
import { calibrate } from '../../../../gym/attendance/calibration.ts';
import { estimateAttendance } from '../../../../gym/attendance/estimate/estimate.ts';
import { type CameraCounts, SAMPLE_FLAGS } from '../../../../gym/attendance/sample.ts';
import { camera, classSeenBy, during, minute, type Said } from '../../../support/drawn-class.ts';

const seen = (saidAt: (minutes: number) => Said, said = {}) =>
  estimateAttendance(classSeenBy([camera(saidAt)], said));

test('a class of eleven bodies and one trainer had ten people', () => {
  expect(seen(during(11))).toEqual({
    attended: 10,
    low: 10,
    high: 11,
    quality: 'A',
    reasons: [],
    figures: {
      coverage: 1,
      core_from_ms: 600_000,
      core_to_ms: 3_300_000,
      samples: 270,
      step_ms: 10_000,
      p50: 11,
      p75: 11,
      p90: 11,
      max: 11,
      spread: 0,
      fluctuation: 0,
      bodies: 11,
      staff: 1,
      uncalibrated: 10,
      scale: 1,
      empty_room: null,
      unseen: 1,
      input_pixels: null,
    },
    method: '2',
  });
});

test('a class of a full room is no A, and says at which size it was looked at', () => {
  const cameras = [camera(during(17), { inputPixels: 832 * 480 })];
  expect(estimateAttendance(classSeenBy(cameras))).toMatchObject({
    attended: 16,
    low: 14,
    high: 21,
    quality: 'B',
    reasons: ['crowded'],
    figures: { input_pixels: 832 * 480 },
  });
  const small = [camera(during(17), { inputPixels: 416 * 416 })];
  const reasons = ['small_input', 'crowded'];
  expect(estimateAttendance(classSeenBy(small))).toMatchObject({ high: 30, reasons });
});

const ofMinutes = (minutes: number) =>
  estimateAttendance(
    classSeenBy([camera(during(8, [-2, minutes + 1]), { untilMinute: minutes })], {
      endsUtcMs: minute(minutes),
    }),
  );

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
const FAULTS = { frozen: 'frozen_picture', black: 'black_picture', warmingUp: 'warming_up' };
const walkingThrough = (m: number) => during(11)(m) + (m >= 30 && m < 31.5 ? 3 : 0);

test.each<[string, (m: number) => Said, object]>([
  ['the trainer alone is nobody', during(1), { attended: 0, low: 0, quality: 'A', reasons: [] }],
  ['a quarter to and fro is unstable', toAndFro, { quality: 'B', reasons: ['unstable'] }],
  ['who come late are in', coming, { attended: 12 }],
  ['who leave at half are in', leaving, { attended: 12 }],
  ['who walk through are not in, but within the range', walkingThrough, { attended: 10, high: 14 }],
  [
    'a start a quarter of an hour late moves the window by five minutes',
    during(11, [15, 61]),
    { figures: { core_from_ms: 900_000 } },
  ],
  [
    'an end ten minutes early moves the other end',
    during(11, [-2, 50]),
    { attended: 10, figures: { core_to_ms: 3_000_000 } },
  ],
  [
    'a camera away for a fifth of the core lowers the grade',
    outage(20, 29, 'gone'),
    { attended: 10, quality: 'B', reasons: ['low_coverage', 'camera_outage'] },
  ],
  [
    'one away for two thirds leaves the number unknown',
    outage(15, 45, 'gone'),
    { attended: null, low: null, high: null, quality: 'none', figures: { bodies: null } },
  ],
  ...(['frozen', 'black', 'warmingUp'] as const).map(
    (flag): [string, (m: number) => Said, object] => [
      `what is counted with the flag ${flag} is not believed`,
      outage(20, 29, { flags: SAMPLE_FLAGS[flag], count: 40 }),
      { attended: 10, high: 11, reasons: ['low_coverage', FAULTS[flag]] },
    ],
  ),
  ['one without a sample', () => 'gone', { quality: 'none', reasons: ['no_samples'] }],
])('of one class: %s', (_, saidAt, expected) => {
  expect(seen(saidAt)).toMatchObject(expected);
});

test.each<[string, Partial<CameraCounts>, number, object]>([
  ['with a staff zone keeps all bodies', { hasStaffZone: true }, 10, { figures: { staff: 0 } }],
  ['weak is C', { isWeakDetector: true }, 10, { quality: 'C', reasons: ['weak_detector'] }],
  [
    'that counts without boxes has a range of its own, and is C',
    { isDensity: true, inputPixels: 960 * 544 },
    20,
    { low: 14, high: 26, quality: 'C', reasons: ['density_count'] },
  ],
])('a camera %s', (_, said, attended, expected) => {
  const bodies = said.hasStaffZone === true ? attended : attended + 1;
  const estimate = estimateAttendance(classSeenBy([camera(during(bodies), said)]));
  expect(estimate).toMatchObject({ attended, ...expected });
});

const left = camera((m) => (m >= 20 && m < 29 ? 'gone' : during(7)(m)));
const right = camera((m) => (m >= 35 && m < 44 ? 'gone' : during(6)(m)));

test('two cameras that are added up know the whole only where both have counts', () => {
  const zoned = [left, right].map((one) => ({ ...one, hasCountZone: true }));
  expect(estimateAttendance(classSeenBy(zoned, { rule: 'sum' }))).toMatchObject({
    attended: 12,
    quality: 'C',
    reasons: ['low_coverage', 'camera_outage'],
    figures: { coverage: expect.closeTo(0.6, 1) },
  });
});

test('two cameras that are added up without zones lose a grade for it', () => {
  const whole = [camera(during(7)), camera(during(6), { hasCountZone: true })];
  expect(estimateAttendance(classSeenBy(whole, { rule: 'sum' }))).toMatchObject({
    attended: 12,
    quality: 'B',
    reasons: ['zones_overlap'],
  });
});

test('two cameras of which the first counts are filled by the second, which is told', () => {
  expect(estimateAttendance(classSeenBy([left, right], { rule: 'primary' }))).toMatchObject({
    attended: 6,
    quality: 'B',
    reasons: ['camera_outage', 'gap_filled'],
  });
});

test.each<[string, (m: number) => Said, object, object]>([
  [
    'right after another is less certain where the room never emptied, and its core is cut',
    (m) => (m < 4 ? 20 : during(11)(m)),
    { previousEndsUtcMs: minute(-2) },
    { attended: 10, quality: 'B', reasons: ['changeover'], figures: { core_from_ms: 900_000 } },
  ],
  [
    'that runs is estimated over what has passed of its middle',
    (m) => (m < 35 ? during(11)(m) : 'gone'),
    { nowUtcMs: minute(35) },
    { attended: 10, quality: 'B', reasons: ['in_progress'], figures: { core_to_ms: 2_100_000 } },
  ],
  [
    'that runs is unknown until people had time to come',
    (m) => (m < 8 ? during(11)(m) : 'gone'),
    { nowUtcMs: minute(8) },
    { attended: null, quality: 'none', reasons: ['in_progress'] },
  ],
  [
    'in a room that counts people when it is empty has a lower grade and lower end',
    during(11),
    { emptyRoomBaseline: 2 },
    { attended: 10, low: 8, quality: 'B', reasons: ['not_empty'] },
  ],
  [
    'in a room of which true counts are known is corrected',
    during(11),
    { calibration: calibrate([5, 10, 15, 20].map((n) => ({ estimated: n, truth: n * 1.2 }))) },
    { attended: 12, quality: 'A', reasons: ['calibrated'], figures: { uncalibrated: 10 } },
  ],
  ['has as many staff as the settings say', during(10), { staff: 3 }, { attended: 7 }],
])('a class %s', (_, saidAt, said, expected) => {
  expect(seen(saidAt, said)).toMatchObject(expected);
});

test('a room of two cameras is corrected by a factor of each, staff left out', () => {
  const near = camera(during(11));
  const far = camera(during(6));
  const of = (scales: readonly number[]) =>
    estimateAttendance(
      classSeenBy([near, far].map((one, at) => ({ ...one, scale: scales[at] ?? 1 }))),
    );
  // Of the near one 10 × 1.2, of the far one 5 × 1.2; the trainer is one either way.
  expect(of([1.2, 1.2])).toMatchObject({
    attended: 12,
    figures: { uncalibrated: 10, scale: 1.2 },
  });
  expect(of([1, 3])).toMatchObject({ attended: 15, figures: { uncalibrated: 10, scale: 1.5 } });
});

test('a room that is full is no A before it was counted by hand often enough', () => {
  const cameras = [camera(during(17), { inputPixels: 832 * 480 })];
  const right = (classes: number, people: number) =>
    calibrate(Array.from({ length: classes }, () => ({ estimated: people, truth: people })));
  const gradeWith = (calibration: ReturnType<typeof calibrate>) =>
    estimateAttendance(classSeenBy(cameras, { calibration })).quality;
  expect(gradeWith(right(2, 16))).toBe('B');
  expect(gradeWith(right(3, 3))).toBe('B');
  expect(gradeWith(right(3, 16))).toBe('A');
});
