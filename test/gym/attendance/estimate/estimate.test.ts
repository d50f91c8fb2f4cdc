import { describe, expect, test } from 'vitest';
import { calibrate } from '../../../../gym/attendance/calibration.ts';
import { estimateAttendance } from '../../../../gym/attendance/estimate/estimate.ts';
import { SAMPLE_FLAGS } from '../../../../gym/attendance/sample.ts';
import { camera, classSeenBy, during, minute, type Said } from '../../../support/drawn-class.ts';

const seen = (saidAt: (minutes: number) => Said, said = {}) =>
  estimateAttendance(classSeenBy([camera(saidAt)], said));

describe('a class', () => {
  test('of eleven bodies and one trainer had ten people', () => {
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
        real_start_ms: -180_000,
        real_end_ms: 110_000,
        late_arrivals: 0,
        early_leavers: 0,
        empty_room: null,
        unseen: 1,
        input_pixels: null,
      },
      method: '2',
    });
  });

  test('of a full room is no A, and says at which size it was looked at', () => {
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
    expect(estimateAttendance(classSeenBy(small))).toMatchObject({
      high: 30,
      quality: 'C',
      reasons: ['small_input', 'crowded'],
    });
  });

  test('to which only the trainer came had nobody, which is not unknown', () => {
    expect(seen(during(1))).toMatchObject({ attended: 0, low: 0, quality: 'A', reasons: [] });
  });

  test('keeps all bodies where a staff zone has taken the staff off', () => {
    const cameras = [camera(during(10), { hasStaffZone: true })];
    const { attended, figures } = estimateAttendance(classSeenBy(cameras));
    expect([attended, figures.staff]).toEqual([10, 0]);
  });

  test('of 20 minutes is read from its minutes 5 to 17', () => {
    const { attended, quality, figures } = estimateAttendance(
      classSeenBy([camera(during(8, [-2, 21]), { untilMinute: 20 })], { endsUtcMs: minute(20) }),
    );
    expect([attended, quality, figures.core_from_ms, figures.core_to_ms]).toEqual([
      7,
      'A',
      5 * 60_000,
      17 * 60_000,
    ]);
  });

  test('of 10 minutes is read from its middle and says that it is short', () => {
    const { attended, quality, reasons } = estimateAttendance(
      classSeenBy([camera(during(8, [-2, 11]), { untilMinute: 10 })], { endsUtcMs: minute(10) }),
    );
    expect([attended, quality, reasons]).toEqual([7, 'B', ['short_class']]);
  });

  test('whose counts go up and down by a quarter is told to be unstable', () => {
    const toAndFro = (minutes: number) => (Math.floor(minutes / 2) % 2 === 0 ? 20 : 13);
    expect(seen(toAndFro)).toMatchObject({ quality: 'B', reasons: ['unstable'] });
  });
});

describe('people', () => {
  test('who come late are in, and are told', () => {
    const { attended, figures } = seen((m) => (m < -3 || m > 61 ? 0 : m < 8 ? 9 : 13));
    expect([attended, figures.late_arrivals]).toEqual([12, 4]);
  });

  test('who leave after half the class are in, and are told', () => {
    const { attended, figures } = seen((m) => (m < -3 || m > 61 ? 0 : m < 30 ? 13 : 9));
    expect([attended, figures.early_leavers]).toEqual([12, 4]);
  });

  test('who walk through for a minute and a half are not in, but within the range', () => {
    const { attended, high } = seen((m) => during(11)(m) + (m >= 30 && m < 31.5 ? 3 : 0));
    expect([attended, high]).toEqual([10, 14]);
  });

  test('who start a quarter of an hour late move the window by five minutes', () => {
    const { figures } = seen(during(11, [15, 61]));
    expect(figures.real_start_ms).toBe(15 * 60_000);
    expect(figures.core_from_ms).toBe(15 * 60_000);
  });

  test('who end ten minutes early move the other end', () => {
    const { attended, figures } = seen(during(11, [-2, 50]));
    expect(figures.real_end_ms).toBeLessThan(-9 * 60_000);
    expect(figures.core_to_ms).toBe(50 * 60_000);
    expect(attended).toBe(10);
  });
});

describe('a camera', () => {
  const outage = (from: number, to: number, what: Said) => (m: number) =>
    m >= from && m < to ? what : during(11)(m);

  test('that is away for a fifth of the core lowers the grade to B', () => {
    expect(seen(outage(20, 29, 'gone'))).toMatchObject({
      attended: 10,
      quality: 'B',
      reasons: ['low_coverage', 'camera_outage'],
    });
  });

  test('that is away for two thirds leaves the number unknown', () => {
    const { attended, low, high, quality, figures } = seen(outage(15, 45, 'gone'));
    expect([attended, low, high, quality]).toEqual([null, null, null, 'none']);
    expect(figures.coverage).toBeCloseTo(1 / 3, 1);
    expect(figures.bodies).toBeNull();
  });

  const faults = [
    ['frozen_picture', SAMPLE_FLAGS.frozen],
    ['black_picture', SAMPLE_FLAGS.black],
    ['warming_up', SAMPLE_FLAGS.warmingUp],
  ] as const;
  for (const [reason, flags] of faults) {
    test(`that has the flag of ${reason} says so`, () => {
      expect(seen(outage(20, 29, { flags })).reasons).toEqual(['low_coverage', reason]);
    });
  }

  test('that is frozen is not believed, whatever it counts', () => {
    const { samples, ...rest } = camera(during(11));
    const frozen = samples.map((sample) =>
      sample.atUtcMs < minute(20) || sample.atUtcMs > minute(29)
        ? sample
        : { ...sample, count: 40, flags: SAMPLE_FLAGS.frozen },
    );
    const { attended, high } = estimateAttendance(classSeenBy([{ ...rest, samples: frozen }]));
    expect([attended, high]).toEqual([10, 11]);
  });

  test('with a weak detector is never better than C', () => {
    const cameras = [camera(during(11), { isWeakDetector: true })];
    expect(estimateAttendance(classSeenBy(cameras))).toMatchObject({
      quality: 'C',
      reasons: ['weak_detector'],
    });
  });

  test('that counts without boxes has a range of its own, and is never better than C', () => {
    const cameras = [camera(during(21), { isDensity: true, inputPixels: 960 * 544 })];
    expect(estimateAttendance(classSeenBy(cameras))).toMatchObject({
      attended: 20,
      low: 14,
      high: 26,
      quality: 'C',
      reasons: ['density_count'],
      figures: { input_pixels: null },
    });
  });

  test('that never sent a sample is told apart from a room without one', () => {
    expect(seen(() => 'gone')).toMatchObject({ quality: 'none', reasons: ['no_samples'] });
    expect(estimateAttendance(classSeenBy([]))).toMatchObject({
      attended: null,
      quality: 'none',
      reasons: ['no_camera'],
    });
  });
});

describe('two cameras', () => {
  const left = camera((m) => (m >= 20 && m < 29 ? 'gone' : during(7)(m)));
  const right = camera((m) => (m >= 35 && m < 44 ? 'gone' : during(6)(m)));

  test('of the same people are as good as the one that sees most, and fill each other', () => {
    expect(estimateAttendance(classSeenBy([left, right]))).toMatchObject({
      attended: 6,
      quality: 'A',
      reasons: ['camera_outage'],
    });
  });

  test('that are added up know the whole only where both have counts', () => {
    const zoned = [left, right].map((one) => ({ ...one, hasCountZone: true }));
    const { attended, quality, reasons, figures } = estimateAttendance(
      classSeenBy(zoned, { rule: 'sum' }),
    );
    expect([attended, quality, reasons]).toEqual([12, 'C', ['low_coverage', 'camera_outage']]);
    expect(figures.coverage).toBeCloseTo(0.6, 1);
  });

  test('that are added up without zones lose a grade for it', () => {
    const whole = [camera(during(7)), camera(during(6), { hasCountZone: true })];
    expect(estimateAttendance(classSeenBy(whole, { rule: 'sum' }))).toMatchObject({
      attended: 12,
      quality: 'B',
      reasons: ['zones_overlap'],
    });
  });

  test('of which the first counts are filled by the second, which is told', () => {
    expect(estimateAttendance(classSeenBy([left, right], { rule: 'primary' }))).toMatchObject({
      attended: 6,
      quality: 'B',
      reasons: ['camera_outage', 'gap_filled'],
    });
  });
});

describe('a class right after another', () => {
  const before = (m: number) => (m < -1 ? 20 : 0);
  const said = { previousEndsUtcMs: minute(-2) };

  test('is told apart by the pause between them', () => {
    expect(seen((m) => before(m) + during(11, [1, 62])(m), said)).toMatchObject({
      attended: 10,
      quality: 'A',
      reasons: [],
    });
  });

  test('is less certain where the room never emptied, and its core is cut', () => {
    const { attended, quality, reasons, figures } = seen((m) => (m < 4 ? 20 : during(11)(m)), said);
    expect([attended, quality, reasons]).toEqual([10, 'B', ['changeover']]);
    expect(figures.core_from_ms).toBe(15 * 60_000);
    expect(figures.late_arrivals).toBeNull();
  });

  test('half an hour later is no change-over', () => {
    const early = { previousEndsUtcMs: minute(-30) };
    expect(seen((m) => (m < 62 ? 11 : 0), early).reasons).toEqual([]);
  });

  test('of which people wait in the room is less certain at its end', () => {
    const next = { nextStartsUtcMs: minute(65) };
    const { attended, quality, reasons, figures } = seen((m) => (m < -2 ? 0 : 11), next);
    expect([attended, quality, reasons]).toEqual([10, 'B', ['changeover']]);
    expect(figures.core_to_ms).toBe(50 * 60_000);
  });
});

describe('a class that runs', () => {
  test('is estimated over what has passed of its middle', () => {
    const { attended, reasons, quality, figures } = seen((m) => (m < 35 ? during(11)(m) : 'gone'), {
      nowUtcMs: minute(35),
    });
    expect([attended, quality, reasons]).toEqual([10, 'B', ['in_progress']]);
    expect([figures.core_to_ms, figures.early_leavers]).toEqual([35 * 60_000, null]);
  });

  test('is unknown until people had time to come', () => {
    expect(seen((m) => (m < 8 ? during(11)(m) : 'gone'), { nowUtcMs: minute(8) })).toMatchObject({
      attended: null,
      quality: 'none',
      reasons: ['in_progress'],
    });
  });
});

describe('a room', () => {
  test('that counts people when it is empty lowers the grade and the lower end', () => {
    expect(seen(during(11), { emptyRoomBaseline: 2 })).toMatchObject({
      attended: 10,
      low: 8,
      quality: 'B',
      reasons: ['not_empty'],
    });
  });

  test('is corrected by its true counts', () => {
    const pairs = [10, 12, 8, 20, 15].map((estimated) => ({
      estimated,
      truth: Math.round(estimated * 1.2),
    }));
    const estimate = seen(during(11), { calibration: calibrate(pairs) });
    expect(estimate).toMatchObject({ attended: 12, quality: 'A', reasons: ['calibrated'] });
    expect(estimate.figures.uncalibrated).toBe(10);
  });

  test('of two cameras is corrected by a factor of each, staff left out', () => {
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

  test('that is full is no A before it was counted by hand often enough', () => {
    const cameras = [camera(during(17), { inputPixels: 832 * 480 })];
    const right = (classes: number, people: number) =>
      calibrate(Array.from({ length: classes }, () => ({ estimated: people, truth: people })));
    const gradeWith = (calibration: ReturnType<typeof calibrate>) =>
      estimateAttendance(classSeenBy(cameras, { calibration })).quality;
    expect(gradeWith(right(2, 16))).toBe('B');
    expect(gradeWith(right(3, 3))).toBe('B');
    expect(gradeWith(right(3, 16))).toBe('A');
  });
});
