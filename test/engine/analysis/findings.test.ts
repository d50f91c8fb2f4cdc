import { expect, test } from 'vitest';
import { Findings } from '../../../engine/analysis/findings.ts';
import type { SampleOutcome } from '../../../engine/pool/messages.ts';

function findingsOf(outcomes: readonly (Partial<SampleOutcome> & { count: number })[]): Findings {
  const findings = new Findings();
  for (const [second, { count, ...more }] of outcomes.entries()) {
    const outcome = { sample: { count }, boxes: [], ...more } as unknown as SampleOutcome;
    findings.add(second * 1000, outcome, null);
  }
  return findings;
}

const box = (track: number) =>
  ({ box: [0, 0, 1, 1], score: 1, verdict: 'counted', track }) as const;
const seen = (...tracks: number[]) => ({ count: tracks.length, boxes: tracks.map(box) });

test('who is followed is counted in a picture that missed them; median and most stay those of the pictures', () => {
  const findings = findingsOf([seen(1, 2, 3), seen(1, 2), seen(1, 3), seen(2, 3), seen(1, 2, 3)]);
  const tracked = findings.tracked();
  expect(tracked).toMatchObject({ different: 3, lasting: 3 });
  expect(findings.estimate(960 * 544, tracked)).toMatchObject({ people: 3, median: 2, max: 3 });
  expect(findings.estimate(960 * 544, null).people).toBe(2);
});

test('counts without boxes have a range of their own', () => {
  const density = { count: 20, isDensity: true } as const;
  const findings = findingsOf([density, density, density, density, density]);
  expect(findings.tracked()).toBeNull();
  expect(findings.estimate(32 * 32, null)).toMatchObject({ people: 20, low: 14, high: 26 });
});
