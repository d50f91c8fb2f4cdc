import { expect, it } from 'vitest';
import { RECORDS } from '../../../../store/history/classes/reads.ts';
import { HOUR_MS } from '../../../support/times.ts';
import { ALWAYS, openTestHistory } from '../folder.fixture.ts';
import { planOf } from '../open-file.fixture.ts';
import { entry, parsed, SOON } from './entries.fixture.ts';

const MANY = 2_500;

it('a long stretch comes whole, by start then id, though read in pages; its first start and last week are told', async () => {
  const { classes } = (await openTestHistory()).history;
  // Three classes at a time, so that pages end between classes of one start.
  const entries = Array.from({ length: MANY }, (_, n) =>
    entry(`${n}`, { name: `Class ${n % 3}`, startsUtcMs: SOON + Math.floor(n / 3) * HOUR_MS }),
  );
  await classes.import('north', 'feed', parsed(entries));
  const records = await classes.records('north', ALWAYS);
  expect(new Set(records.map(({ id }) => id)).size).toBe(MANY);
  const order = records.map(({ startsUtcMs, id }) => `${startsUtcMs} ${id}`);
  expect(order).toEqual(order.toSorted());
  const starts = await classes.starts('north');
  const last = SOON + Math.floor((MANY - 1) / 3) * HOUR_MS;
  expect(starts?.firstUtcMs).toBe(SOON);
  expect(starts?.lastUtcMs.toSorted((a, b) => a - b).at(-1)).toBe(last);
  expect(Math.min(...(starts?.lastUtcMs ?? []))).toBe(last - 167 * HOUR_MS);
  expect(await classes.starts('south')).toBeNull();
});

it('a stretch is found by the index: nothing is scanned', async () => {
  const details = await planOf(RECORDS, 'north', SOON, '', SOON + 1);
  const scans = details.filter((detail) => /^SCAN (?!classes$|change$|\(subquery)/.test(detail));
  expect(scans).toEqual([]);
  for (const search of [
    'class_versions USING INDEX class_versions_by_start (gym=? AND (starts_utc_ms,id)>(?,?)',
    'estimates USING PRIMARY KEY',
    'corrections USING PRIMARY KEY',
  ])
    expect(details.join('\n')).toContain(`SEARCH ${search}`);
});
