import { expect, it } from 'vitest';
import { datesFault, overDates } from '../../../../api/routes/analytics.ts';
import { shortRanking } from '../../../../api/routes/short-ranking.ts';
import { performanceReport } from '../../../../gym/reports/performance.ts';
import { type TrainerBody, trainerReport } from '../../../../gym/reports/trainer.ts';
import { sandboxView } from '../../../../service/demo/sandbox.ts';
import type { Principal } from '../../../../store/access/sign-ins.ts';

const VIEW = sandboxView(Date.UTC(2026, 10, 21, 12));
const [TRAINER = { id: '', name: '' }] = VIEW.trainers;
const WEEK = trainerReport(VIEW, TRAINER.id, 'week');
const SANDBOX = { principal: null, view: VIEW, trainers: VIEW.trainers };
const never = () => Promise.reject(new Error('the history is not asked'));

it.each([
  [{}, null],
  [{ from: '2026-11-01' }, null],
  [{ from: '2026-10-11', to: '2026-11-21' }, null],
  [{ to: '2026-11-21' }, /^from: must be there/],
  [{ from: '2026-02-30' }, /^from: must be a date/],
  [{ from: '2026-11-22', to: '2026-11-21' }, /^from: must not be after/],
  [{ from: '2026-10-10', to: '2026-11-21' }, /^from: must be at most 42 days/],
])('dates %j are refused for what is wrong with them, or taken', (given, fault) => {
  if (fault === null) expect(datesFault(given)).toBeNull();
  else expect(datesFault(given)).toMatch(fault);
});

const over = async (given: object) =>
  (await overDates(WEEK, { ...given }, SANDBOX, never)) as Partial<TrainerBody>;

it('a trainer over dates is the same report over other days, without a period', async () => {
  const { period: _, ...rest } = WEEK;
  expect(await over({ from: '2026-11-15', to: '2026-11-21' })).toEqual(rest);
  expect(await over({ from: '2026-01-01' })).toMatch(/^from: must be at most 42 days/);
  const yesterday = await over({ from: '2026-11-20', to: '2026-11-20' });
  expect(yesterday).toMatchObject({ from: '2026-11-20', to: '2026-11-20' });
  expect(yesterday.classes?.every(({ starts_at: at }) => at.startsWith('2026-11-20'))).toBe(true);
});

it.each([
  ['2026-08-01', '2026-08-31'],
  // The time before it is not in the view.
  ['2026-10-25', '2026-11-20'],
])('a trainer over dates asks the history for days that the view lacks: %s', async (from, to) => {
  const asked: string[] = [];
  const past = sandboxView(Date.parse(`${to}T12:00:00Z`));
  const asOf = async (gymId: string, date: string) => {
    asked.push(`${gymId} ${date}`);
    return past;
  };
  const caller = { ...SANDBOX, principal: {} as Principal };
  const body = await overDates(WEEK, { from, to }, caller, asOf);
  expect(asked).toEqual([`demo ${to}`]);
  expect(body).toMatchObject({ from, to });
  expect((body as TrainerBody).classes_taught).toBeGreaterThan(5);
});

it('quotes a name with a comma', () => {
  const body = performanceReport(VIEW, 1);
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
  const short = shortRanking(performanceReport(VIEW, 100));
  expect(short.rows.length).toBeGreaterThan(60);
  const perRow = tokensIn(short.rows) / short.rows.length;
  expect(tokensIn({ ...short, rows: [] }) + 100 * perRow).toBeLessThan(3_000);
});
