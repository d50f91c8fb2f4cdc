/** An old count is never shown as a new one. */

import { expect, it } from 'vitest';
import { type CountAt, currentCount, readCounts } from '../../../cli/status/recent-counts.ts';
import { openTestHistory, sampleAt, stored } from '../../store/history/folder.fixture.ts';

const NOW = Date.UTC(2026, 10, 21, 10);
const camera = { state: 'streaming', sample_period_ms: 5_000 } as const;
const sample = (ageMs: number, change: Partial<CountAt> = {}): CountAt => ({
  at: new Date(NOW - ageMs).toISOString(),
  media_ms: null,
  count: 7,
  flags: [],
  ...change,
});

const flagged = (flag: CountAt['flags'][number]) => sample(0, { count: 0, flags: [flag] });

it.each<[string, Partial<Parameters<typeof currentCount>[0]>, CountAt | null, number | string]>([
  ['new', {}, sample(15_000), 7],
  ['older than 15 s', {}, sample(15_001), 'stale'],
  ['within three periods', { sample_period_ms: 60_000 }, sample(180_000), 7],
  ['older than three periods', { sample_period_ms: 60_000 }, sample(180_001), 'stale'],
  ['within 15 s of a quick camera', { sample_period_ms: 200 }, sample(15_000), 7],
  ['old, of an unknown period', { sample_period_ms: null }, sample(15_001), 'stale'],
  ['from before the clock was set back', {}, sample(-3_600_000), 'stale'],
  ['of a camera that connects', { state: 'connecting' }, sample(0), 'not_streaming'],
  ['of a detector that warms up', {}, flagged('warming_up'), 'warming_up'],
  ['of a frozen picture', { state: 'degraded' }, flagged('frozen'), 'frozen'],
  ['missing', {}, null, 'no_sample'],
])('the count of a sample that is %s', (_, change, newest, expected) => {
  const isKnown = typeof expected === 'number';
  expect(currentCount({ ...camera, ...change }, newest, NOW)).toEqual({
    count: isKnown ? expected : null,
    reason: isKnown ? null : expected,
  });
});

it('a count of a clock that was ahead hides none of now', async () => {
  const { history, dir } = await openTestHistory();
  await stored(history, [sampleAt(NOW, { count: 4 }), sampleAt(NOW + 3_600_000, { count: 9 })]);
  const { hall } = await readCounts(dir, [{ ...camera, id: 'hall' }], NOW);
  expect(hall?.now).toEqual({ count: 4, reason: null });
});
