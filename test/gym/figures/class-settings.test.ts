import { expect, it, test } from 'vitest';
import type { GymConfig } from '../../../config/config.ts';
import { settingsFinder } from '../../../gym/figures/class-settings.ts';
import { goalsIn } from '../../../web/model/figures.ts';
import { classSession, counted } from '../../support/classes.ts';
import { gymView, reportGym } from '../../support/gym-view.ts';
import { ANNA, BEN, classAt } from '../../support/timetable.ts';
import { answered } from './sessions.fixture.ts';

const { economics: NOTHING } = reportGym();
const { classes: _, trainers: __, ...UNKNOWN } = NOTHING;
const AT = '2026-11-20T10:00';
const FLAT = { perVisitMilli: 0, perHeadPayMilli: 0 };
const A_HEAD = { perVisitMilli: 1_000, perHeadPayMilli: 1_000 };

const economics = {
  ...NOTHING,
  revenuePerVisitMilli: 9_500,
  flatPayMilli: 30_000,
  roomCostMilli: 12_000,
  classes: [
    { ...UNKNOWN, name: 'REFORMER  pilates', revenuePerVisitMilli: 18_000, flatPayMilli: 40_000 },
    { ...UNKNOWN, name: 'Reformer Pilates', revenuePerVisitMilli: 1 },
  ],
  trainers: [
    { name: 'KOVÁCS, Anna', flatPayMilli: 38_000, perHeadPayMilli: null },
    { name: 'ben-okafor', flatPayMilli: null, perHeadPayMilli: 1_000 },
  ],
};
const find = settingsFinder({ economics });

test('prices of a class are those of its trainer, else of its class, else the general ones', () => {
  expect(find(classAt(AT, { name: 'Reformer Pilates', trainer: ANNA }))).toMatchObject({
    priceMilli: 18_000,
    costs: { ...FLAT, fixedMilli: 50_000, flatPayMilli: 38_000 },
  });
  expect(find(classAt(AT, { name: 'Reformer Pilates', trainer: BEN }))).toMatchObject({
    priceMilli: 18_000,
    costs: { ...A_HEAD, fixedMilli: 52_000, flatPayMilli: 40_000 },
  });
  expect(find(classAt(AT, { name: 'Spin', trainer: null }))).toMatchObject({
    priceMilli: 9_500,
    costs: { ...FLAT, fixedMilli: 42_000, flatPayMilli: 30_000 },
  });
});

test('a cost that is left out counts as nothing once one is given', () => {
  const costsOf = (amounts: Partial<typeof UNKNOWN>) =>
    settingsFinder({ economics: { ...NOTHING, ...amounts } })(classAt(AT)).costs;
  expect(costsOf({})).toBe(null);
  const free = { fixedMilli: 0, perVisitMilli: 0, flatPayMilli: 0, perHeadPayMilli: 0 };
  expect(costsOf({ flatPayMilli: 0 })).toEqual(free);
  expect(costsOf({ roomCostMilli: 0 })).toEqual(free);
  const aHead = { ...free, perVisitMilli: 700, perHeadPayMilli: 700 };
  expect(costsOf({ perHeadPayMilli: 700 })).toEqual(aHead);
  const both = costsOf({ perHeadPayMilli: 700, variableCostMilli: 50 });
  expect(both).toEqual({ ...aHead, perVisitMilli: 750 });
});

/** Goals of a class, of a trainer and of a gym, and what several classes should reach together. */

type GoalsConfig = GymConfig['goals'];

const goal = (said: Partial<GoalsConfig[number]>): GoalsConfig[number] => {
  return { class: null, trainer: null, fill: null, attendance: null, ...said };
};
const RANGE = { from: '2026-11-20', to: '2026-11-20' };
const KOVACS = { id: 'anna', name: 'Anna Kovács' };

it.each([
  ['Yoga', null, { fill: 0.7, attendance: null }],
  ['spin', null, { fill: 0.85, attendance: null }],
  ['Yoga', KOVACS, { fill: 0.7, attendance: 12 }],
  ['Spin', KOVACS, { fill: 0.85, attendance: 14 }],
])('%s of %j should reach %j', (name, trainer, expected) => {
  const goals = [
    goal({ fill: 0.7 }),
    goal({ fill: 0.1 }),
    goal({ trainer: 'KOVACS, Anna', attendance: 12 }),
    goal({ class: 'Spin', fill: 0.85 }),
    goal({ class: 'Spin', trainer: 'anna', attendance: 14 }),
  ];
  const finder = settingsFinder({ economics: NOTHING, goals });
  expect(finder(classSession({ name, trainer })).goals).toEqual(expected);
});

const view = (goals: GoalsConfig) =>
  gymView({
    gym: { goals },
    sessions: [
      classSession({ id: 'a', name: 'Spin', capacity: 10, attendance: counted(5) }),
      classSession({ id: 'b', name: 'Yoga', capacity: 30, attendance: counted(9) }),
      classSession({ id: 'c', name: 'Spin', capacity: 10 }),
    ],
  });

it('the goal of several classes is reached where each reaches its own: by places, and by classes', () => {
  const goals = [goal({ fill: 0.5, attendance: 6 }), goal({ class: 'Spin', fill: 0.9 })];
  const asked = { measures: ['fill_goal', 'attendance_goal'], by: ['class'], ...RANGE } as const;
  const { total, rows } = answered(view(goals), asked);
  expect(total).toMatchObject({ fill_goal: 0.6, attendance_goal: 6, n: { fill_goal: 2 } });
  expect(rows.map(({ fill_goal }) => fill_goal)).toEqual([0.9, 0.5]);
  expect(goalsIn(view(goals), RANGE)).toEqual({ fill: 0.6, attendance: 6 });
});
