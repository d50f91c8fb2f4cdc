/**
 * A class as people speak of it, over a window: what the ranking, the money and the report of one class have in
 * common.
 */

import { Type } from 'typebox';
import { dayOf } from '../calendar/zone.ts';
import { atOnce } from '../figures/chunks.ts';
import { tableOf } from '../figures/class-table.ts';
import { contextOf, judge, VERDICT_REASONS, VERDICTS } from '../figures/comparisons.ts';
import { WEEKDAYS } from '../figures/dimensions.ts';
import { sumsOf } from '../figures/sums.ts';
import type { Trainer } from '../sessions/session.ts';
import type { GymView } from '../sessions/view.ts';
import {
  count,
  date,
  field,
  HEAD,
  headOf,
  list,
  nullable,
  object,
  reasons,
  TRAINER,
  text,
  words,
} from './field.ts';
import {
  ATTENDANCE,
  counted,
  figure,
  NO_SHOWS_BASIS,
  nOf,
  pastOf,
  ratedPlaces,
} from './figures.ts';
import { byText, byValue, inOrder, type Step } from './order.ts';
import { COVERAGE, coverageOf, type DateRange, daysIn } from './period.ts';

/** Most rows of a list of dead classes. Chosen here: the most that `limit` may ask for. */
export const MAX_DEAD = 100;
const MAX_TRAINERS = 10;

export const WINDOW = object('Window', 'The days that are asked about.', {
  from: date('First day.'),
  to: date('Last day: today.'),
  days: count('Days, both ends included.'),
});
/** What a report over all classes of a window begins with. */
export const WINDOW_HEAD = { ...HEAD, window: WINDOW, ...COVERAGE };

export function windowHeadOf(view: GymView, { from, to }: DateRange) {
  const window = { from, to, days: daysIn({ from, to }) };
  return { ...headOf(view), window, ...coverageOf(view, { from, to }) };
}

export const CLASS_FACTS = {
  class_id: field(
    Type.String({ maxLength: 80, description: 'Stable over imports of the schedule.' }),
    ({ series }: ClassReview) => series.classId,
  ),
  name: field(Type.String(), ({ series }: ClassReview) => series.name),
  weekday: field(
    words(WEEKDAYS, 'Day of the week in the gym’s zone.'),
    ({ series }: ClassReview) => WEEKDAYS[series.weekday - 1] ?? WEEKDAYS[6],
  ),
  start_time: field(
    Type.String({ pattern: '^\\d\\d:\\d\\d$', description: 'Local time: `18:30`.' }),
    ({ series }: ClassReview) => series.startTime,
  ),
  room: field(nullable(text('Name of the room.')), ({ series }: ClassReview) => series.room),
  trainers: field(
    list(TRAINER, MAX_TRAINERS, 'Who taught it within the window, most often first.'),
    trainersOf,
  ),
  occurrences: counted('held', 'Times it took place: ended, not cancelled.'),
  cancelled_occurrences: counted('cancelled', 'Times it was cancelled.'),
};

export const CLASS_FIGURES = {
  ...ATTENDANCE,
  average_attendance: figure('average_attendance', 'Of graded occurrences.'),
  graded_occurrences: nOf('attended', 'Occurrences with an attendance of grade A, B or C.'),
  fill_rate: figure('fill_rate', 'Attended over capacity where both are known.'),
  rated_occurrences: nOf('fill_rate', 'The n of `fill_rate`.'),
  verdict: field(
    words(
      VERDICTS,
      'The verdict on the class, by the limits in the configuration. `dead`: few come. `unprofitable`: it is not dead, but loses money most times.',
    ),
    ({ judged }: ClassReview) => judged.verdict,
  ),
  verdict_reasons: field(reasons(VERDICT_REASONS, 'Codes of why'), ({ judged }: ClassReview) => [
    ...judged.verdict_reasons,
  ]),
};

export const CLASS_PLACES = {
  capacity: ratedPlaces('Places of the rated occurrences together.'),
  attended: figure('attended', 'In the graded occurrences together.'),
};

export const STAYED_AWAY = {
  no_show_rate: figure('no_show_rate', 'No-shows over the bookings of the same occurrences.'),
  no_shows_basis: NO_SHOWS_BASIS,
  no_show_occurrences: nOf('no_show_rate', 'The n of `no_show_rate`.'),
  trend: figure('trend', 'Fill of the second half of the window minus that of the first.'),
};

/** The last steps of every order of classes: name, then what else tells two classes apart. */
export const byIdentity: Step<ClassReview> = inOrder(
  byText(({ series }) => series.name),
  (a, b) => a.series.minuteOfWeek - b.series.minuteOfWeek,
  byText(({ series }) => series.classId),
);

/** Who gave it or was to give it within the window. */
function trainersOf({ classes }: ClassReview): Trainer[] {
  // Of several spellings that of a class which took place counts, which comes last here.
  const sessions = classes.map(({ session }) => session).toReversed();
  sessions.sort(byValue(({ isCancelled }) => isCancelled, 'desc'));
  const all = sessions.flatMap(({ trainer }) => trainer ?? []);
  const mostFirst = inOrder<Trainer>(
    byValue((one) => all.filter(({ id }) => id === one.id).length, 'desc'),
    byText(({ name }) => name),
    byText(({ id }) => id),
  );
  const trainers = [...new Map(all.map((one) => [one.id, one])).values()].sort(mostFirst);
  return trainers.slice(0, MAX_TRAINERS).map(({ id, name }) => ({ id, name }));
}

/* Every class of the week over a window, with its sums and its verdict: what the class reports list. */

export type ClassReview = ReturnType<typeof reviewOf>[number];

/** The series with classes that took place or were cancelled within the range, which must be in the view. O(all classes). */
export function reviewOf(view: GymView, range: DateRange) {
  const { nowUtcMs } = view;
  const { currency, verdicts } = view.gym;
  const table = tableOf(view);
  const [first, last] = [dayOf(range.from), dayOf(range.to)];
  const parts = ['empty_seat_value'] as const;
  const context = atOnce(contextOf(table, range, { nowUtcMs, parts }));
  return table.series.flatMap((series) => {
    const own = series.classes.filter(({ day }) => day >= first && day <= last);
    const classes = pastOf(own, nowUtcMs);
    const sums = sumsOf(classes, context);
    const judged = judge(sums, verdicts);
    return classes.length === 0 ? [] : [{ series, classes, sums, currency, judged }];
  });
}
