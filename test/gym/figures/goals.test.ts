/** Goals of a class, of a trainer and of a gym, and what several classes should reach together. */

import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../config/load.ts';
import { answerAtOnce } from '../../../gym/figures/answer-query.ts';
import { withDefaults } from '../../../gym/figures/ask/defaults.ts';
import { tableOf } from '../../../gym/figures/class-table.ts';
import { type GoalsConfig, goalsFinder } from '../../../gym/figures/goals.ts';
import { sourceOf } from '../../../gym/figures/groups.ts';
import { goalsIn } from '../../../web/model/figures.ts';
import { classSession, counted } from '../../support/classes.ts';
import { gymView } from '../../support/gym-view.ts';

const goal = (said: Partial<GoalsConfig[number]>): GoalsConfig[number] => ({
  class: null,
  trainer: null,
  fill: null,
  attendance: null,
  ...said,
});
const RANGE = { from: '2026-11-20', to: '2026-11-20' };
const ANNA = { id: 'anna', name: 'Anna Kovács' };

it.each([
  ['Yoga', null, { fill: 0.7, attendance: null }],
  ['spin', null, { fill: 0.85, attendance: null }],
  ['Yoga', ANNA, { fill: 0.7, attendance: 12 }],
  ['Spin', ANNA, { fill: 0.85, attendance: 14 }],
])('%s of %j should reach %j', (name, trainer, expected) => {
  const find = goalsFinder([
    goal({ fill: 0.7 }),
    goal({ fill: 0.1 }),
    goal({ trainer: 'anna kovacs', attendance: 12 }),
    goal({ class: 'Spin', fill: 0.85 }),
    goal({ class: 'Spin', trainer: 'anna', attendance: 14 }),
  ]);
  expect(find(classSession({ name, trainer }))).toEqual(expected);
});

describe('the goal of several classes', () => {
  const view = (goals: GoalsConfig) =>
    gymView({
      gym: { goals },
      sessions: [
        classSession({ id: 'a', name: 'Spin', capacity: 10, attendance: counted(5) }),
        classSession({ id: 'b', name: 'Yoga', capacity: 30, attendance: counted(9) }),
        classSession({ id: 'c', name: 'Spin', capacity: 10 }),
      ],
    });
  const answerOf = (goals: GoalsConfig) => {
    const asked = { measures: ['fill_goal', 'attendance_goal'], by: ['class'], ...RANGE } as const;
    const query = withDefaults(asked, '2026-11-21');
    if (!('measures' in query)) throw new Error('nobody can ask');
    const of = view(goals);
    return answerAtOnce(sourceOf(of, tableOf(of)), query);
  };

  it('is reached where each reaches its own: by places, and by classes', () => {
    const goals = [goal({ fill: 0.5, attendance: 6 }), goal({ class: 'Spin', fill: 0.9 })];
    const { total, rows } = answerOf(goals);
    expect(total).toMatchObject({ fill_goal: 0.6, attendance_goal: 6, n: { fill_goal: 2 } });
    expect(rows.map(({ fill_goal }) => fill_goal)).toEqual([0.9, 0.5]);
    expect(goalsIn(view(goals), RANGE)).toEqual({ fill: 0.6, attendance: 6 });
  });

  it('is told where each of them has one, and why there is none', () => {
    const goals = [goal({ class: 'Spin', fill: 0.9 })];
    expect(goalsIn(view(goals), RANGE)).toEqual({ fill: null, attendance: null });
    expect(answerOf(goals).total).toMatchObject({
      fill_goal: 0.9,
      attendance_goal: null,
      reasons: { attendance_goal: 'goal_unknown' },
    });
  });
});

it('is read from the configuration', () => {
  const gymsOf = (goals: string) =>
    parseConfig(`gyms: [{ id: north, timezone: Europe/London, goals: ${goals} }]`, 'turnout.yaml', {
      variables: {},
    } as never).gyms;
  expect(gymsOf('[{ class: Spin, fill: 0.85 }]')[0]?.goals).toEqual([
    goal({ class: 'Spin', fill: 0.85 }),
  ]);
  expect(() => gymsOf('[{ fill: 70 }]')).toThrow('fill');
  expect(() => gymsOf('[{ fills: 0.7 }]')).toThrow('fill');
});
