/**
 * How well `motion` counts a drawn room, by crowding and difficulty, against the scene's own truth.
 *
 * Tuning seeds: 1..9. Held out, used here and nowhere else: 101 and above. Rooms and crowds were fixed before the
 * first run. Each sequence begins while the class before is leaving, so that the first samples hold people.
 */

import { afterAll, describe, expect, it } from 'vitest';
import { errorOf, rehearse, type Take } from './rehearsal.ts';

const SEQUENCES = [
  ['normal', 'studio', 101, 3],
  ['normal', 'spin', 102, 6],
  ['normal', 'weights', 103, 10],
  ['normal', 'yoga', 104, 3],
  ['normal', 'studio', 105, 6],
  ['normal', 'spin', 106, 10],
  ['easy', 'weights', 107, 5],
  ['easy', 'yoga', 108, 5],
  ['hard', 'yoga', 110, 15],
] as const;

const CROWDS = [
  ['0', 0, 0],
  ['1–3', 1, 3],
  ['4–10', 4, 10],
  ['more', 11, 99],
] as const;

const byLevel = new Map<string, Take[]>();

describe('motion on drawn rooms', () => {
  it.each(SEQUENCES)(
    '%s: %s, seed %i, %i people',
    async (level, room, seed, people) => {
      const url = `scene:${room}?seed=${seed}&difficulty=${level}&people=${people}&period_min=10`;
      const takes = await rehearse({ url, fromMin: -1.4, samples: 120 });
      byLevel.set(level, [...(byLevel.get(level) ?? []), ...takes]);
      console.log(`${url}: ${errorOf(takes).toFixed(2)}`);
      expect(takes.filter((take) => take.count !== null).length).toBeGreaterThan(100);
    },
    60_000,
  );

  it('does not get worse than it is at normal difficulty', () => {
    expect(errorOf(byLevel.get('normal') ?? [])).toBeLessThan(1.1);
  });

  // The goal. Not reached for crowds of four and more; take `fails` away when it is.
  it.fails('misses the truth by less than half a person at normal difficulty', { retry: 0 }, () => {
    expect(errorOf(byLevel.get('normal') ?? [])).toBeLessThan(0.5);
  });

  afterAll(() => {
    const rows = [...byLevel].map(([level, takes]) => {
      const cells = CROWDS.map(([name, least, most]) => {
        const some = takes.filter(
          ({ count, truth }) => count !== null && truth >= least && truth <= most,
        );
        return [name, some.length === 0 ? '–' : `${errorOf(some).toFixed(2)} (${some.length})`];
      });
      return { level, all: errorOf(takes).toFixed(2), ...Object.fromEntries(cells) };
    });
    console.table(rows);
    const times = [...byLevel.values()].flat().map(({ detectMs }) => detectMs);
    times.sort((one, other) => one - other);
    console.log(`detect: median ${times[times.length >> 1]?.toFixed(1)} ms a frame`);
  });
});
