/** What tools over routes have beside their routes: when to use which, arguments of their own, forms made for models. */

import { type TProperties, type TSchema, Type } from 'typebox';
import type { PerformanceBody } from '../../../../gym/reports/classes/performance.ts';
import type { TrainerBody } from '../../../../gym/reports/trainers/trainer.ts';
import type { Caller } from '../../../../service/callers/caller.ts';
import type { GymSource } from '../../../../service/gyms/gym-source.ts';
import type { Arguments } from '../arguments.ts';
import { SHORT_RANKING, shortRanking } from './ranking.ts';
import { DATES, datesFault, overDates } from './trainer-dates.ts';

export interface ToolExtra {
  /** When to use it, and what instead. */
  readonly when: string;
  readonly input: TProperties;
  /** Null is that of the route. */
  readonly output: TSchema | null;
  /** What is wrong with arguments that the input schema accepts; null is nothing. */
  readonly fault: (given: Arguments) => string | null;
  /** The answer of the route in the form that was asked for. */
  readonly shape: (body: object, given: Arguments, caller: Caller) => object | Promise<object>;
}

/** Turns a picture on: no picture is drawn that nobody asked for. */
export const CHART = Type.Optional(
  Type.Boolean({ default: false, description: 'Whether to add a picture.' }),
);

const PLAIN: Omit<ToolExtra, 'when'> = {
  input: {},
  output: null,
  fault: () => null,
  shape: (body) => body,
};

/** By the name of the tool. @param asOf Gyms on dates gone by; null has none. */
export function toolExtras(asOf: GymSource['asOf'] | null): ReadonlyMap<string, ToolExtra> {
  return new Map<string, ToolExtra>([
    [
      'get_summary',
      {
        ...PLAIN,
        when: 'For today and right now, also for who is in a room. For other days: ask.',
      },
    ],
    [
      'get_trainer',
      {
        ...PLAIN,
        when: 'For one trainer; yesterday, last month and the like with `from` and `to`. For all trainers at once: ask.',
        input: DATES,
        fault: datesFault,
        shape: (body, given, caller) => overDates(body as TrainerBody, given, caller, asOf),
      },
    ],
    [
      'rank_classes',
      {
        ...PLAIN,
        when: 'For which classes are full, weak, dead, unprofitable or changing over six weeks, in short rows. For their money: get_revenue. For another time or only some classes: ask.',
        input: {
          details: Type.Optional(
            Type.Boolean({
              default: false,
              description:
                'The whole objects of the API instead of rows: five times as long, with rooms and every n.',
            }),
          ),
          chart: CHART,
        },
        output: SHORT_RANKING,
        shape: (body, { details }) =>
          details === true ? body : shortRanking(body as PerformanceBody),
      },
    ],
    [
      'get_revenue',
      {
        ...PLAIN,
        when: 'For what earns and what loses money over six weeks, with break-even. For one class or another time: ask.',
      },
    ],
  ]);
}
