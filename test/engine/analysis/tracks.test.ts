import { describe, expect, test } from 'vitest';
import { trackedPeople } from '../../../engine/analysis/findings.ts';

type Verdict = 'counted' | 'ignored' | 'staff';
const box = (track?: number, verdict: Verdict = 'counted') => ({
  box: [0, 0, 1, 1] as const,
  score: 1,
  verdict,
  ...(track !== undefined && { track }),
});
const pictures = (...tracks: number[][]) =>
  tracks.map((of) => ({ boxes: of.map((track) => box(track)) }));

describe('people who are followed', () => {
  test('are different people, of whom some last', () => {
    const tracked = trackedPeople(pictures([1], [1, 9], [1], [1, 2], [1, 2], [2]));
    expect(tracked).toMatchObject({ different: 3, lasting: 2 });
  });

  test('are not known where one who is counted has no track; others may have none', () => {
    expect(trackedPeople([{ boxes: [box(1), box()] }])).toBeNull();
    expect(trackedPeople([{ boxes: [box(1), box(undefined, 'staff')] }])).toMatchObject({
      different: 1,
    });
    expect(trackedPeople([])).toBeNull();
  });
});
