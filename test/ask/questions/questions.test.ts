/**
 * What the questions of the tables come to, and that each answer says what it answers: its head, asked as a question, is
 * the same query again.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { surroundingsOf } from '../../../ask/answers/ask-question.ts';
import { figuresPhrase } from '../../../ask/read/phrase.ts';
import { readQuestion } from '../../../ask/read/read-question.ts';
import { withDefaults } from '../../../gym/figures/ask/normal-query.ts';
import type { FiguresQuery, NormalQuery } from '../../../gym/figures/query.ts';
import { sandboxView } from '../../../service/demo/sandbox.ts';

const TODAY = '2026-11-22';
const view = sandboxView(Date.UTC(2026, 10, 22, 18));
const caller = { principal: null, view, trainers: view.trainers };
const surroundings = surroundingsOf(caller, null);

/** Lists whose order says nothing are sorted, and so is an order that rows have anyway; "which class" is its name or its slot of the week. */
function meaning(query: object): unknown {
  const { measures = [], by: rows, where, having, order, ...rest } = query as Partial<FiguresQuery>;
  const by = rows?.map((dim) => (dim === 'class' ? 'series' : dim));
  const usual = withDefaults({ measures, ...(rows && { by: rows }) }, TODAY) as NormalQuery;
  const isUsual = order === undefined || isDeepStrictEqual(order, usual.order);
  const sorted = (list: readonly unknown[] = []): string[] =>
    list.map((one) => JSON.stringify(withoutOrder(one))).sort();
  const lists = [measures, by, where, having].map(sorted);
  return { ...rest, lists, order: isUsual ? [] : order };
}

/** Without the figures that were told besides. */
function asMeant(query: object, meant: object): object {
  if (!('measures' in query && 'measures' in meant)) return query;
  const [told, wanted] = [query.measures, meant.measures] as [string[], string[]];
  return wanted.every((name) => told.includes(name)) ? { ...query, measures: wanted } : query;
}

function withoutOrder(one: unknown): unknown {
  if (!Array.isArray(one) || !Array.isArray(one[2]) || one[1] === 'between') return one;
  return [one[0], one[1], [...one[2]].sort()];
}

const folder = new URL('.', import.meta.url);
const tables = readdirSync(folder).filter((name) => name.endsWith('.txt'));

it.each(tables)('%s', async (table) => {
  const wrong: string[] = [];
  let rows = 0;
  for (const line of readFileSync(new URL(table, folder), 'utf8').trim().split('\n')) {
    const [asked = '', query = ''] = line.split('\t');
    const prev = asked.split(' » ');
    const text = prev.pop() ?? '';
    const reading = await readQuestion({ text, prev }, surroundings);
    rows += 1;
    const meant = JSON.parse(query) as { refuse?: true };
    const isRight =
      reading.kind === 'query'
        ? isDeepStrictEqual(meaning(asMeant(reading.query, meant)), meaning(meant))
        : meant.refuse === true;
    if (!isRight) wrong.push(`${asked} → ${JSON.stringify(reading)}`);
    if (reading.kind !== 'query' || 'report' in reading.query) continue;
    const full = withDefaults(reading.query, TODAY) as NormalQuery;
    const head = figuresPhrase(full, surroundings, 'GBP');
    const again = await readQuestion({ text: head, prev: [] }, surroundings);
    const back =
      again.kind === 'query' && 'measures' in again.query ? withDefaults(again.query, TODAY) : {};
    const { from, to, compare } = full;
    const isSaid = isDeepStrictEqual(
      meaning({ ...full, order: [], share: false }),
      meaning({ ...back, from, to, compare, order: [], share: false }),
    );
    if (!isSaid)
      wrong.push(
        `${asked}: its answer is headed ${head}, which is read as ${JSON.stringify(back)}`,
      );
  }
  const rate = 1 - wrong.length / rows;
  const floor = { 'owners.txt': 0.74, 'mended.txt': 0.9 }[table] ?? 0.82;
  expect(rate, wrong.join('\n')).toBeGreaterThanOrEqual(floor);
});

it.each([
  [['07:30'], ['07:30']],
  [['19:30'], ['19:30']],
  [
    ['07:30', '19:30'],
    ['07:30', '19:30'],
  ],
])('7:30 is when classes begin: %j', async (startTimes, meant) => {
  const asked = { text: 'How full is the 7:30 class?', prev: [] };
  const reading = await readQuestion(asked, { ...surroundings, startTimes });
  expect(reading).toMatchObject({ query: { where: [['start_time', 'is', meant]] } });
});

it.each([
  'which trainers are paid more than they bring in',
  'which classes had more bookings than visits last week',
])('one figure is not compared with another: %s', async (text) => {
  expect(await readQuestion({ text, prev: [] }, surroundings)).toMatchObject({ kind: 'unclear' });
});

it('two thirds are no two people', async () => {
  const asked = { text: 'classes more than two thirds full', prev: [] };
  expect(await readQuestion(asked, surroundings)).toMatchObject({
    query: { having: [['fill_rate', '>', 0.666667]] },
  });
});

it.each([
  'How many people came last week? Why so few?',
  'early mornings in the shed - worth it?',
  'How many came to yoga and how many to spin?',
  'cancel tom’s class tomorrow',
  'attendance without Boxing Day',
])('no part is answered for the whole: %s', async (text) => {
  expect(await readQuestion({ text, prev: [] }, surroundings)).toMatchObject({ kind: 'unclear' });
});
