import { expect, test } from 'vitest';
import { gradeOf, isUnstable } from '../../../../gym/attendance/estimate/grade.ts';
import { QUALITY_REASONS, type QualityReason } from '../../../../gym/sessions/session.ts';

test.each<[number, QualityReason[], string, string]>([
  [0.9, [], 'A', 'A from 90 % of the time on'],
  [0.8999, [], 'B', 'B just below'],
  [0.7, [], 'B', 'B from 70 % on'],
  [0.6999, [], 'C', 'C just below'],
  [0.4, [], 'C', 'C from 40 % on'],
  [0.3999, [], 'none', 'none just below'],
  [1, ['unstable'], 'B', 'no A where counts go up and down'],
  [0.75, ['unstable'], 'B', 'not lowered twice for that'],
  [1, ['crowded'], 'B', 'no A in a full room'],
  [1, ['crowded', 'small_input'], 'C', 'C at best where its pictures are too small'],
  [1, ['weak_detector'], 'C', 'C at best with a weak detector'],
  [1, ['changeover'], 'B', 'one lower at a change-over'],
  [0.75, ['changeover'], 'C', 'one lower there, from B too'],
  [0.5, ['changeover'], 'C', 'but never unknown for it'],
  [1, ['changeover', 'zones_overlap'], 'C', 'two lower for two such reasons'],
  [0.1, ['changeover'], 'none', 'unknown where it was unknown'],
  [1, ['calibrated'], 'A', 'not touched by calibration'],
  [1, ['no_camera'], 'none', 'none without a camera'],
])('a grade of %d with %j is %s: %s', (coverage, reasons, expected) => {
  expect(gradeOf(coverage, new Set(reasons)).quality).toBe(expected);
});

test('a grade tells what is missing before what is doubtful before what is worth knowing', () => {
  const found = new Set<QualityReason>(['calibrated', 'unstable', 'camera_outage', 'changeover']);
  const told = ['camera_outage', 'changeover', 'unstable', 'calibrated'];
  expect(gradeOf(1, found).reasons).toEqual(told);
});

test('a grade loses none of the reasons that counts can have', () => {
  const others: QualityReason[] = ['box_unreachable', 'corrected_by_hand', 'checked_in'];
  const reasons = Object.keys(QUALITY_REASONS) as QualityReason[];
  const all = reasons.filter((reason) => !others.includes(reason));
  expect(gradeOf(1, new Set(all)).reasons.toSorted()).toEqual(all.toSorted());
});

test('counts are unstable from what more than one person in eight makes of them', () => {
  const bodies = { bodies: 20, p50: 20, p75: 20, p90: 20, max: 20 };
  expect(isUnstable({ ...bodies, fluctuation: 0.12 })).toBe(false);
  expect(isUnstable({ ...bodies, fluctuation: 0.13 })).toBe(true);
  // Two of four people to and fro: a variance of one.
  expect(isUnstable({ ...bodies, p90: 4, fluctuation: 0.25 })).toBe(false);
});
