import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { SHORT_RANKING, shortRanking } from '../../../../../api/mcp/tools/forms/ranking.ts';
import { performanceBody } from '../../../../../gym/reports/answers/performance.ts';
import { performanceReport } from '../../../../../gym/reports/performance.ts';
import { sandboxView } from '../../../../../service/demo/sandbox.ts';

const VIEW = sandboxView(Date.UTC(2026, 10, 21, 12));
const bodyOf = (limit: number) => performanceBody(performanceReport(VIEW, limit));

it('has a row for each ranked class, and for dead ones beyond the limit', () => {
  const body = bodyOf(3);
  const short = shortRanking(body);
  expect([...Value.Errors(SHORT_RANKING, short)]).toEqual([]);
  expect(short).toMatchObject({ limit: 3, dead_count: body.dead_count, window: { days: 42 } });
  const ids = short.rows.map((row) => row[short.columns.indexOf('class_id')]);
  expect(ids.slice(0, 3)).toEqual(body.ranking.map(({ class_id: id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(body.dead_classes.map(({ class_id: id }) => id)));
  for (const row of short.rows) expect(row).toHaveLength(short.columns.length);
});

it('of a hundred classes is under 12 kB', () => {
  const short = shortRanking(bodyOf(100));
  const rowBytes = Buffer.byteLength(JSON.stringify(short.rows)) / short.rows.length;
  const headBytes = Buffer.byteLength(JSON.stringify({ ...short, rows: [] }));
  expect(headBytes + 100 * rowBytes).toBeLessThan(12_000);
});
