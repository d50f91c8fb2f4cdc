/** `turnout query`: any figure of the own gym, without a key. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { QUERY } from '../../../cli/query.ts';
import type { FiguresBody } from '../../../gym/figures/body.ts';
import { openTestHistory } from '../../store/history/folder.fixture.ts';
import { commandWorld } from '../world.ts';

async function query(dataDir: string, ...words: string[]) {
  const world = commandWorld(dataDir, QUERY);
  const { text, value } = await world.run('query', ...words);
  const figures = value as FiguresBody & { readonly sample: boolean };
  return { text, value: figures, csv: world.out(), said: world.err() };
}

const NOWHERE = '/nowhere/at/all';

it('prints a table with a row of all classes, of the sample gym where there is no history', async () => {
  const { text, value } = await query(NOWHERE, 'attended', 'fill_rate', '--by', 'weekday');
  expect(text).toMatch(/^There is no history on this computer yet: this is the sample gym/);
  expect(text).toMatch(/WEEKDAY +ATTENDED +FILL RATE +CLASSES\n/);
  expect(text).toMatch(/\n *monday +\d+ +[\d.]+% +\d+\n/);
  expect(text).toMatch(/\n *all +\d+ +[\d.]+% +\d+$/);
  expect(value).toMatchObject({ sample: true, gym_id: 'demo', row_count: 7 });
  const sum = value.rows.reduce((all, row) => all + (row.attended ?? 0), 0);
  expect(sum).toBe(value.total.attended);
});

it('reads every flag into the query that is answered', async () => {
  const { value } = await query(
    NOWHERE,
    ...['no_shows,fill_rate', '--by', 'week,room', '--from', '2020-01-06', '--to', '2020-01-12'],
    ...['--where', 'weekday!=sunday', '--where', 'start_time=17:00..20:59', '--where', 'hour=18'],
    ...['--having', 'fill_rate < 0.3', '--order', 'fill_rate:desc', '--limit', '5'],
    ...['--offset', '1', '--fill', 'gaps', '--compare', '2019-01-07..2019-01-13'],
  );
  expect(value.query).toEqual({
    measures: ['no_shows', 'fill_rate'],
    by: ['week', 'room'],
    from: '2020-01-06',
    to: '2020-01-12',
    where: [
      ['weekday', 'is_not', ['sunday']],
      ['start_time', 'between', ['17:00', '20:59']],
      ['hour', 'is', [18]],
    ],
    having: [['fill_rate', '<', 0.3]],
    order: [['fill_rate', 'desc']],
    limit: 5,
    offset: 1,
    share: false,
    fill: 'gaps',
    compare: { from: '2019-01-07', to: '2019-01-13' },
  });
});

it('lists sessions for people, and shows shares', async () => {
  const { text } = await query(NOWHERE, 'attended', '--by', 'session', '--share', '--limit', '1');
  expect(text).toMatch(/SESSION +TRAINER +SUBSTITUTE +STATUS +ATTENDED +SHARE +CLASSES\n/);
  expect(text).toMatch(/ [\d.]+% +1\n/);
});

it('writes every row as CSV where no limit is given, and says beside it whose they are and what was cut', async () => {
  const sessions = ['attended', '--by', 'session'];
  const { value } = await query(NOWHERE, ...sessions);
  const whole = await query(NOWHERE, ...sessions, '--csv');
  expect(whole.csv.trim().split('\n')).toHaveLength(value.row_count + 1);
  expect(whole.said).toBe(
    'There is no history on this computer yet: this is the sample gym, not yours.\n\n',
  );
  const cut = await query(NOWHERE, ...sessions, '--limit', '3', '--csv');
  expect(cut.said).toContain(`3 of ${value.row_count} rows.\n`);
});

it('takes a query from a file, and answers from the own history', async () => {
  const { dir } = await openTestHistory();
  const file = join(dir, 'query.json');
  await writeFile(file, JSON.stringify({ measures: ['sessions'] }));
  const { value } = await query(dir, '--file', file);
  expect(value).toMatchObject({ sample: false, covered: null, total: { sessions: null } });
  await writeFile(file, '{');
  await expect(query(dir, '--file', file)).rejects.toThrow(/a query as JSON/);
});

it.each([
  { words: [], told: /measures/ },
  { words: ['atended'], told: /such as attended/ },
  { words: ['attended', '--where', 'room:hall'], told: /such as trainer=anna-petrova/ },
  { words: ['attended', '--having', 'attended=3'], told: /such as "fill_rate<0\.3"/ },
  { words: ['held', '--where', 'trainer=zzz'], told: /^No trainer is called "zzz"\. Nearest: / },
  { words: ['held', '--having', 'held<x'], told: /--having: expected a finite number, got "x"/ },
])('refuses $words with what would do', async ({ words, told }) => {
  await expect(query(NOWHERE, ...words)).rejects.toSatisfy((error: Error) =>
    told.test(`${error.message} ${JSON.stringify(error)}`),
  );
});
