/** The questions to learn from, asked of the sample gym: each answer is held to its schema, and says what was asked. */

import { readFileSync } from 'node:fs';
import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { answerQuery } from '../../../ask/answers/answer-query.ts';
import { contextOf } from '../../../ask/answers/ask-question.ts';
import { foundOutcome } from '../../../ask/answers/outcome.ts';
import { FINDINGS } from '../../../ask/findings.ts';
import { isFigures } from '../../../ask/query.ts';
import { readQuestion } from '../../../ask/read/read-question.ts';
import { ClassTable, tableOf } from '../../../gym/figures/class-table.ts';
import type { ClassSession } from '../../../gym/sessions/session.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import type { Caller } from '../../../service/callers/caller.ts';
import { sandboxView } from '../../../service/demo/sandbox.ts';

const view = sandboxView(Date.UTC(2026, 10, 22, 18));
const caller = { principal: null, view, trainers: view.trainers };
const world = { classesIn: async (seen: GymView) => tableOf(seen) };
const context = contextOf(caller, null);
const questions = readFileSync(new URL('../questions/first.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('\t')[0] ?? '');

function read(asked: string) {
  const prev = asked.split(' » ');
  return readQuestion({ text: prev.pop() ?? '', prev }, context);
}

async function answered(question: string) {
  const reading = await read(question);
  if (reading.kind !== 'query') throw new Error(JSON.stringify(reading));
  const outcome = await answerQuery(reading.query, caller, world, reading.yesIf);
  if (outcome.kind !== 'answered') throw new Error(JSON.stringify(outcome));
  return { ...outcome.found, hasFigures: outcome.hasFigures };
}

it('every question that is read has an answer of the schema', async () => {
  for (const question of questions) {
    const reading = await read(question);
    if (reading.kind !== 'query') continue;
    const outcome = await answerQuery(reading.query, caller, world);
    if (outcome.kind !== 'answered') throw new Error(`${question}: ${JSON.stringify(outcome)}`);
    const asking = { mode: 'list', most: null } as const;
    const gym = { gymId: '', isSample: true, today: '' };
    const { findings } = foundOutcome(asking, gym, reading, outcome.query, outcome.found);
    expect([...Value.Errors(FINDINGS, findings)], question).toEqual([]);
    expect(findings.summary, question).toMatch(/^[A-Z0-9].*[.!?]$/);
    expect(findings.summary).not.toMatch(/undefined|NaN|null/);
    if (isFigures(reading.query)) expect(findings.query).toHaveProperty('measures');
  }
});

it('a ranking with a tie names all that are first', async () => {
  const range = { from: '2026-11-16', to: '2026-11-22' };
  const most = { measures: ['sessions'], order: [['sessions', 'desc']], limit: 1 } as const;
  const outcome = await answerQuery({ ...most, ...range, by: ['weekday'] }, caller, world);
  const summary = 'Monday and Wednesday: 12 classes each.';
  expect(outcome).toMatchObject({ found: { summary }, query: { limit: 1 } });
});

it('says that no class is left where free places are asked for late in the day', async () => {
  const { summary } = await answered('free places today');
  expect(summary).toBe('No class of that kind is still to come, 22 Nov 2026.');
});

it('knows a class that is not on the days that are asked about', async () => {
  const none = { classesIn: async () => new ClassTable(view.gym) };
  const [{ name = '' } = {}] = view.sessions;
  const query = { measures: ['attended'], where: [['class', 'is', [name]]] } as const;
  const day = { from: '2026-06-27', to: '2026-06-27' };
  const outcome = await answerQuery({ ...query, ...day }, caller, none);
  expect(outcome).toMatchObject({ query: { where: query.where } });
});

it('lists the classes of a range however long it is', async () => {
  const query = { report: 'timetable', from: '2026-08-01', to: '2026-11-22', next: false } as const;
  const where = [['status', 'is', ['cancelled']]] as const;
  const outcome = await answerQuery({ ...query, where }, caller, world);
  expect(outcome).toMatchObject({ query: { from: '2026-08-01' } });
});

it('says after midnight that a class of the evening before is on', async () => {
  const nowUtcMs = Date.UTC(2026, 10, 23, 0, 5);
  const begun = { startsUtcMs: nowUtcMs - 3_000_000, endsUtcMs: nowUtcMs + 600_000 };
  const late = { ...view.sessions[0], ...begun, name: 'Late Yoga' } as ClassSession;
  const night = { ...view, nowUtcMs, sessions: [...view.sessions, late] };
  const query = { report: 'timetable', from: '2026-11-23', to: '2026-11-23', next: false } as const;
  const where = [['status', 'is', ['in_progress']]] as const;
  const outcome = await answerQuery({ ...query, where }, { ...caller, view: night }, world);
  expect(outcome).toMatchObject({
    found: { summary: expect.stringMatching(/^1 class running now: Late Yoga/) },
  });
});

it.each([
  ['No-shows by weekday', /^No-shows: Monday \d+; Tuesday \d+/],
  ['Fill rate last week', /^[\d.]+% full from 9 Nov to 15 Nov 2026\.$/],
  ['Who has the most no-shows?', /^[A-Z]\w+ [A-Z]\w+: (at least )?\d+ no-shows\.$/],
  ['Is Power Ride full tomorrow?', /^(Yes|No): (no|\d+) places? left: \d+ of \d+ booked/],
  [
    'Did attendance drop last week?',
    /^(Yes|No)\. (Slightly )?(d|D)own|up: \d+ people .*; \d+ from/,
  ],
  ['Does Induction Circuit make money?', /^(Yes|No): (profit|a loss of) £/],
  [
    'Are mornings busier than evenings?',
    /^(Yes: M|No: M)orning [\d,]+ people; Evening [\d,]+ people\.$/,
  ],
  ['Is Tom fuller than Anna?', /^(Yes|No): Tom Ashworth .*; Anna Petrova /],
  ['How big is the Spin Room?', /^\d+ places a class \(/],
  ['How many places does the Spin Room have?', /^16 places a class \(/],
  [
    'yoga share of attendance',
    /Hatha Yoga \d+, 6\.\d% of all; .*; in all \d+ people, 7\.\d% of all/,
  ],
  ['how many classes are dead', /^\d+ classes\. Afternoon Ride, Saturday 16:00, /],
  ['are we up or down on last week', /^(Up|Down|Slightly up|Slightly down|Unchanged): /],
  ['revenue this month versus last month', /£[\d,.]+ from 1 Nov .*; £[\d,.]+ from 1 Oct/],
  ['Who teaches Power Ride tomorrow?', /with [A-Z]\w+ [A-Z]\w+/],
  ['How many people are in the Spin Room right now?', /Spin Room \(\d+ places, \d+ free\)/],
])('%s is answered first', async (question, sentence) => {
  expect((await answered(question)).summary).toMatch(sentence);
});

it('gives no verdict on less than before while classes of today are still to come', async () => {
  const { summary, notes } = await answered('is today better than last Saturday');
  expect(summary).toMatch(/^Down: \d+ people .* so far; /);
  expect(notes.join()).toContain('Today’s classes are not over yet');
});

it('has no share of all for a trainer, who sees no others', async () => {
  const [own] = view.trainers;
  const principal = { key: { role: 'trainer' } } as Caller['principal'];
  const trainer = { ...caller, principal, trainers: view.trainers.slice(0, 1) };
  const where = [['trainer', 'is', [own?.id ?? '']]] as const;
  const query = { measures: ['attended'], by: ['trainer'], share: true, where } as const;
  const outcome = await answerQuery(query, trainer, world);
  if (outcome.kind !== 'answered') throw new Error(JSON.stringify(outcome));
  expect(outcome.found.items).toHaveLength(1);
  expect(outcome.found.notes.join()).not.toContain('Shares are of all classes');
});

it('says that those which reach a goal are not picked', async () => {
  expect(await read('which classes are below goal?')).toMatchObject({
    assumed: expect.arrayContaining([
      expect.stringContaining('not only those that reach the goal'),
    ]),
  });
});

const BEFORE = expect.arrayContaining([expect.objectContaining({ before: expect.any(Number) })]);

it.each([
  ['When is it busiest?', { kind: 'heat_map', data: { title: expect.stringMatching(/2026$/) } }],
  ['No-shows by weekday and hour', { kind: 'heat_map' }],
  ['Revenue by week', { kind: 'trend', data: { unit: 'revenue' } }],
  ['Attendance by day this week compared with last week', { data: { points: BEFORE } }],
])('pictures are of any figure with the right dimensions: %s', async (question, chart) => {
  expect((await answered(question)).chart).toMatchObject(chart);
});

it('pictures are of no figure with other dimensions', async () => {
  expect((await answered('Attendance by room')).chart).toBeNull();
});

it('says since when classes are known, where none are', async () => {
  const { hasFigures, summary } = await answered('attendance in 2019');
  expect(hasFigures).toBe(false);
  expect(summary).toContain('No class is known, 1 Jan to 31 Dec 2019.');
});
