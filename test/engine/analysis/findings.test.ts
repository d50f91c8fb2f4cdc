import { expect, test } from 'vitest';
import { Findings, trackedPeople } from '../../../engine/analysis/findings.ts';
import type { SampleOutcome } from '../../../engine/pool/messages.ts';

function findingsOf(outcomes: readonly (Partial<SampleOutcome> & { count: number })[]): Findings {
  const findings = new Findings();
  for (const [second, { count, ...more }] of outcomes.entries()) {
    const outcome = { sample: { count, decodeUs: 1, detectUs: 1 }, boxes: [], ...more };
    findings.add(second * 1000, outcome as unknown as SampleOutcome, null);
  }
  return findings;
}

type Verdict = 'counted' | 'ignored' | 'staff';
const box = (track?: number, verdict: Verdict = 'counted') => {
  return { box: [0, 0, 1, 1], score: 1, verdict, ...(track !== undefined && { track }) } as const;
};
const seen = (...of: number[]) => ({ count: of.length, boxes: of.map((track) => box(track)) });
const at = (width: number, height: number) => [{ width, height }, 0] as const;

test('who is followed is counted in a picture that missed them; median and most stay those of the pictures', () => {
  const findings = findingsOf([seen(1, 2, 3), seen(1, 2), seen(1, 3), seen(2, 3), seen(1, 2, 3)]);
  expect(findings.result(...at(960, 544))).toMatchObject({
    tracks: { different: 3, lasting: 3 },
    estimate: { people: 3, median: 2, max: 3 },
  });
});

test('counts without boxes have a range of their own', () => {
  const density = { count: 20, isDensity: true } as const;
  const findings = findingsOf([density, density, density, density, density]);
  const estimate = { people: 20, low: 14, high: 26 };
  expect(findings.result(...at(32, 32))).toMatchObject({ tracks: null, estimate });
});

test('people who are followed are different people, of whom some last', () => {
  const tracked = trackedPeople([[1], [1, 9], [1], [1, 2], [1, 2], [2]].map((of) => seen(...of)));
  expect(tracked).toMatchObject({ different: 3, lasting: 2 });
});

test('people who are followed are not known where one who is counted has no track; others may have none', () => {
  expect(trackedPeople([{ boxes: [box(1), box()] }])).toBeNull();
  const withStaff = [{ boxes: [box(1), box(undefined, 'staff')] }];
  expect(trackedPeople(withStaff)).toMatchObject({ different: 1 });
  expect(trackedPeople([])).toBeNull();
});
