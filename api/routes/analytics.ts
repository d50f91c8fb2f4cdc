/** The four analytics routes: today, one trainer, the ranking of classes, and the money. Each is a tool of agents as well. */

import { Type } from 'typebox';
import { addDays, type CalendarDate, isDate } from '../../gym/calendar/zone.ts';
import { calledBy } from '../../gym/figures/ask/resolve-names.ts';
import { optional } from '../../gym/reports/field.ts';
import {
  PERFORMANCE,
  type PerformanceBody,
  performanceReport,
} from '../../gym/reports/performance.ts';
import { daysIn, knownDays, rangeBefore, todayOf, WINDOW_DAYS } from '../../gym/reports/period.ts';
import { REVENUE, revenueReport } from '../../gym/reports/revenue.ts';
import { SUMMARY, summaryReport } from '../../gym/reports/summary.ts';
import { TRAINER_REPORT, type TrainerBody, trainerReport } from '../../gym/reports/trainer.ts';
import { type GymView, VIEW_DAYS } from '../../gym/sessions/view.ts';
import type { Caller } from '../../service/callers/caller.ts';
import type { GymSource } from '../../service/gyms/gym-source.ts';
import { problem } from '../http/message.ts';
import { type Arguments, CHART, figuresRoute, pathText, type Route, reported } from './route.ts';
import { SHORT_RANKING, shortRanking } from './short-ranking.ts';

const date = (description: string) =>
  Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\d$`, description: `${description} Date.` });

export const DATES = optional({
  from: date('First day, instead of `period`. At most 42 days to `to`.'),
  to: date('Last day; left out, today.'),
});

const SUMMARY_ROUTE = figuresRoute({
  name: 'GET /v1/summary',
  operationId: 'get_summary',
  summary: "Today's classes, total attendance and the top classes of a gym.",
  description:
    'Sums cover classes that have ended; bookings and places cover all classes of today. Every sum comes with its number of classes. Unknown is null, never 0.',
  parameters: {
    query: optional({
      gym_id: Type.String({
        minLength: 1,
        maxLength: 64,
        default: 'demo',
        description:
          'The gym: that of the key, or `demo`. Default: the gym of the key, which is `demo` for free keys and in the sandbox.',
      }),
    }),
  },
  response: SUMMARY,
  tool: {
    when: 'For today and right now, also for who is in a room. For other days: query_figures.',
  },
  resource: {
    uri: 'turnout://today',
    name: 'today',
    title: 'Today',
    description:
      'Today’s classes with who came so far, the best of them, and who is in each room now.',
  },
  subject: ({ query }) => ({ gymId: query.gym_id }),
  answer: (_, { view }) => reported(view, 'summary', () => summaryReport(view)),
});

const TRAINER_ROUTE = figuresRoute({
  name: 'GET /v1/trainers/{trainer}',
  operationId: 'get_trainer',
  summary: 'Fill rate and no-shows of one trainer, for a day or a week.',
  description:
    'Classes count for the trainer who taught them, substitutions included. Rates are ratios of sums over classes where both parts are known, and each comes with its n.',
  errors: ['unknown_trainer', 'ambiguous_trainer'],
  parameters: {
    path: {
      trainer: pathText(
        'Id of the trainer, the name or one word of it, such as the first name; case and accents do not matter.',
      ),
    },
    query: {
      period: Type.Enum(['day', 'week'], {
        default: 'week',
        description: '`day` is today, `week` the seven days that end today.',
      }),
    },
  },
  response: TRAINER_REPORT,
  tool: {
    when: 'For one trainer; yesterday, last month and the like with `from` and `to`. For all trainers at once: query_figures.',
    input: DATES,
    fault: datesFault,
    shape: (body, given, caller, asOf) => overDates(body as TrainerBody, given, caller, asOf),
  },
  subject: ({ path }) => ({ trainer: path.trainer }),
  answer: ({ path, query }, { view, trainers, onTrainerSeen }) => {
    const found = calledBy('trainer', path.trainer, trainers);
    if ('code' in found) {
      const { code, detail, data = {} } = found;
      return problem(code, detail, { data });
    }
    const { id } = found;
    const { period } = query;
    const made = reported(view, `trainer ${period} ${id}`, () => trainerReport(view, id, period));
    onTrainerSeen?.(id);
    return made;
  },
});

/** What is wrong with the dates by themselves. */
export function datesFault({ from, to }: Arguments): string | null {
  if (from === undefined && to !== undefined) return 'from: must be there where `to` is.';
  for (const [name, text] of Object.entries({ from, to })) {
    if (typeof text === 'string' && !isDate(text))
      return `${name}: must be a date of the calendar.`;
  }
  if (typeof from !== 'string' || typeof to !== 'string') return null;
  if (from > to) return 'from: must not be after `to`.';
  return daysIn({ from, to }) > WINDOW_DAYS ? TOO_LONG : null;
}

const TOO_LONG = `from: must be at most ${WINDOW_DAYS} days before \`to\`, which is today where it is left out; ask twice for more.`;

/**
 * The body over the dates in place of the one over a period; the same body where no dates are given. It has no `period`.
 * A range of too many days up to today is refused with a sentence.
 * Days of the history that the view does not reach are left out, and `from` says so.
 */
export async function overDates(
  body: TrainerBody,
  { from, to }: Arguments,
  { view, principal }: Caller,
  asOf: GymSource['asOf'] | null,
): Promise<object | string> {
  if (typeof from !== 'string') return body;
  const today = todayOf(view);
  if (to === undefined && daysIn({ from, to: today }) > WINDOW_DAYS) return TOO_LONG;
  const last = typeof to === 'string' ? to : today;
  // As it was then, where today's view has not all of the time before.
  const isOld = rangeBefore({ from, to: last }).from < firstDayOf(view) && last < today;
  // The sandbox is what it is: of no gym's history.
  const past = isOld && principal !== null ? await asOf?.(view.gym.id, last) : null;
  const seen = past ?? view;
  const reach = firstDayOf(seen);
  // Of classes that are known and not here nothing may be said.
  const begin = (knownDays(seen)?.from ?? from) < reach ? later(from, reach) : from;
  const range = { from: later(begin, addDays(last, 1 - WINDOW_DAYS)), to: later(last, begin) };
  const { period: _, ...rest } = trainerReport(seen, body.trainer.id, 'week', range);
  return rest;
}

/** First date of which a view has all classes. */
function firstDayOf(view: GymView): CalendarDate {
  return addDays(todayOf(view), -VIEW_DAYS);
}

function later(one: CalendarDate, other: CalendarDate): CalendarDate {
  return one > other ? one : other;
}

const PERFORMANCE_ROUTE = figuresRoute({
  name: 'GET /v1/classes/performance',
  operationId: 'rank_classes',
  summary: 'Classes ranked by fill rate, to spot dead classes.',
  description:
    'A class is a name, a weekday, a start time and a room, over the 42 days that end today. With fewer than 4 graded occurrences the verdict is `insufficient_data`.',
  parameters: {
    query: {
      limit: Type.Integer({
        minimum: 1,
        maximum: 100,
        default: 8,
        description: 'How many ranked classes are returned. Dead classes are always listed.',
      }),
    },
  },
  response: PERFORMANCE,
  tool: {
    when: 'For which classes are full, weak, dead, unprofitable or changing over six weeks, in short rows. For their money: get_revenue. For another time or only some classes: query_figures.',
    input: optional({
      details: Type.Boolean({
        default: false,
        description:
          'The whole objects of the API instead of rows: five times as long, with rooms and every n.',
      }),
      chart: CHART,
    }),
    output: SHORT_RANKING,
    shape: (body, { details }) => (details === true ? body : shortRanking(body as PerformanceBody)),
  },
  subject: () => ({}),
  answer: ({ query: { limit } }, { view }) =>
    reported(view, `performance ${limit}`, () => performanceReport(view, limit)),
});

const REVENUE_ROUTE = figuresRoute({
  name: 'GET /v1/revenue',
  operationId: 'get_revenue',
  summary: 'The most profitable classes versus those that are dead or unprofitable.',
  description:
    'Over the 42 days that end today. Revenue is imported, or else people × revenue per visit. Amounts that are not configured are unknown, and null. `verdict` tells dead classes, to which few come, from unprofitable ones, whose price, places or pay are the matter.',
  response: REVENUE,
  tool: {
    when: 'For what earns and what loses money over six weeks, with break-even. For one class or another time: query_figures.',
  },
  subject: () => ({}),
  answer: (_, { view }) => reported(view, 'revenue', () => revenueReport(view)),
});

export const ANALYTICS_ROUTES: readonly Route[] = [
  SUMMARY_ROUTE,
  TRAINER_ROUTE,
  PERFORMANCE_ROUTE,
  REVENUE_ROUTE,
];
