import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { SHORT_RANKING, shortRanking } from '../../../../api/routes/short-ranking.ts';
import { performanceReport } from '../../../../gym/reports/performance.ts';
import { sandboxView } from '../../../../service/demo/sandbox.ts';

const VIEW = sandboxView(Date.UTC(2026, 10, 21, 12));
const bodyOf = (limit: number) => performanceReport(VIEW, limit);

it('has a row for each ranked class, and for dead ones beyond the limit', () => {
  const body = bodyOf(3);
  const short = shortRanking(body);
  expect([...Value.Errors(SHORT_RANKING, short)]).toEqual([]);
  expect(short).toMatchObject({ limit: 3, dead_count: body.dead_count, window: { days: 42 } });
  const ids = short.rows.map((row) => row.split(',')[short.columns.indexOf('class_id')]);
  expect(ids.slice(0, 3)).toEqual(body.ranking.map(({ class_id: id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(body.dead_classes.map(({ class_id: id }) => id)));
  for (const row of short.rows) expect(row.split(',')).toHaveLength(short.columns.length);
});

it('quotes a name with a comma', () => {
  const body = bodyOf(1);
  const ranking = body.ranking.map((row) => ({ ...row, name: 'Stretch, "slow"' }));
  expect(shortRanking({ ...body, ranking }).rows[0]).toContain('"Stretch, ""slow""",');
});

/**
 * A little more than o200k makes of a whole ranking (2,877 where this is 2,942): seven letters or three digits together, the
 * signs between two rows together, every other sign alone.
 */
const tokensIn = (value: unknown): number =>
  JSON.stringify(value).match(/ ?\p{L}{1,7}|\d{1,3}|"?,"?|[^\p{L}\d]/gu)?.length ?? 0;

it('of a hundred classes is under 3,000 tokens', () => {
  const short = shortRanking(bodyOf(100));
  expect(short.rows.length).toBeGreaterThan(60);
  const perRow = tokensIn(short.rows) / short.rows.length;
  expect(tokensIn({ ...short, rows: [] }) + 100 * perRow).toBeLessThan(3_000);
});
