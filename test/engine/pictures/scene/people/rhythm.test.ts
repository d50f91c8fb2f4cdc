import { describe, expect, it } from 'vitest';
import { staysAt } from '../../../../../engine/pictures/scene/people/rhythm.ts';
import { parseSceneUrl } from '../../../../../engine/pictures/scene/spec.ts';

const MINUTE = 60_000;
const EPOCH_S = 1_800_000_123;
const spec = parseSceneUrl(`scene:studio?seed=5&people=12&epoch=${EPOCH_S}`);
const presentAt = (minute: number) => staysAt(spec, EPOCH_S * 1000 + minute * MINUTE).length;

describe('who is in a room when', () => {
  it('a class follows the scene’s epoch: empty before, full in the middle', () => {
    for (const minute of [-4.7, -4.4, -4.05]) expect(presentAt(minute)).toBe(0);
    expect(presentAt(25)).toBeGreaterThanOrEqual(8);
    expect(presentAt(55.5)).toBe(0);
    expect(presentAt(85)).toBeGreaterThanOrEqual(8);
  });

  it('nobody comes before the first class', () => {
    for (const minute of [-5, -12, -35, -60, -300]) expect(presentAt(minute)).toBe(0);
  });

  it('people come one by one within ten minutes', () => {
    const counts = Array.from({ length: 11 }, (_, minute) => presentAt(minute - 4));
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(new Set(counts).size).toBeGreaterThan(5);
  });

  it('without an epoch a class begins on each full hour', () => {
    const plain = parseSceneUrl('scene:studio?seed=5&people=12');
    const hour = Date.UTC(2026, 10, 21, 9);
    expect(staysAt(plain, hour - 4.4 * MINUTE)).toHaveLength(0);
    expect(staysAt(plain, hour + 25 * MINUTE).length).toBeGreaterThanOrEqual(8);
  });
});
