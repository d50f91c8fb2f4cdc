/** A trainer over a day or a week, as `GET /v1/trainers/{trainer}` answers: how full, how many stayed away, and how that compares. */

import type { Static } from 'typebox';
import { addDays } from '../calendar/zone.ts';
import { atOnce } from '../figures/chunks.ts';
import { tableOf } from '../figures/class-table.ts';
import { contextOf } from '../figures/comparisons.ts';
import { changeFrom, measured } from '../figures/measures.ts';
import { changeNote, slotNote, sumsOf } from '../figures/sums.ts';
import { type GymView, VIEW_DAYS } from '../sessions/view.ts';
import {
  count,
  date,
  difference,
  HEAD,
  headOf,
  nullable,
  object,
  rate,
  roundedRate,
  schemasOf,
  TRAINER,
  valuesOf,
  words,
} from './field.ts';
import { counted, FIGURES, figure, nOf, pastOf } from './figures.ts';
import { firstOnSchedule } from './order.ts';
import {
  COVERAGE,
  type DateRange,
  dayWords,
  horizonOf,
  isComparable,
  overSameDays,
  periodRange,
  type ReportPeriod,
  rangeBefore,
  rangeNotes,
  sharedDays,
} from './period.ts';
import { MAX_SESSIONS, sessionBody, sessions } from './session-row.ts';

const PREVIOUS = object(
  'PreviousPeriod',
  'The same number of days just before; of a period that still runs, as many as have begun.',
  {
    from: date('First day.'),
    to: date('Last day.'),
    fill_rate: rate('Fill of that time.'),
    rated_classes: count('The n of `fill_rate`.'),
    change: difference('`fill_rate` of the period minus that of this earlier one.'),
    change_reason: nullable(
      words(
        ['not_covered'],
        'Why no change is given: the data, or this report, do not reach all the days.',
      ),
    ),
  },
);

const TAUGHT = {
  classes_taught: counted('held', 'Classes taught, substitutions included: ended, not cancelled.'),
  cancelled_classes: counted('cancelled', 'Classes of the period that were cancelled.'),
  ...FIGURES,
  slot_index: figure(
    'slot_index',
    'People present ÷ people usual for a class of the same name, weekday and time: 1 is usual.',
  ),
  slot_classes: nOf('slot_index', 'The n of `slot_index`: classes that could be compared.'),
};

export const TRAINER_REPORT = object('TrainerReport', 'Fill and no-shows of a trainer’s classes.', {
  ...HEAD,
  trainer: TRAINER,
  period: words(['day', 'week'], '`day` is today, `week` the seven days that end today.'),
  from: date('First day of the period.'),
  to: date('Last day of the period: today.'),
  ...COVERAGE,
  ...schemasOf(TAUGHT),
  previous: PREVIOUS,
  classes: sessions('Classes of the period by start, cancelled and future ones too.'),
});

export type TrainerBody = Static<typeof TRAINER_REPORT>;

/**
 * Reports on a trainer by id over today or the week that ends today; `range` is other dates, of which `period` tells nothing.
 * The sessions of the range, of as many days before it and of the 42 days that end with it must be in the view. Substitutions
 * count for who taught. An id no one has is a trainer without classes: `findTrainer` tells.
 */
export function trainerReport(
  view: GymView,
  trainerId: string,
  period: ReportPeriod,
  range: DateRange = periodRange(view, period),
): TrainerBody {
  const { nowUtcMs } = view;
  const table = tableOf(view);
  const taughtIn = (some: DateRange) =>
    table.within(some).filter(({ trainer }) => trainer.id === trainerId);
  const classes = taughtIn(range);
  const own = classes.map(({ session }) => session);
  const known = view.trainers.find(({ id }) => id === trainerId) ?? own[0]?.trainer;
  const context = atOnce(contextOf(table, range, { nowUtcMs, parts: ['slot_index'] }));
  const sums = sumsOf(pastOf(classes, nowUtcMs), context);
  const horizon = horizonOf(view);
  const before = overSameDays(range, rangeBefore(range), horizon);
  // A view holds six weeks: the time before a long period is not in it.
  const reach = addDays(horizon.today, -VIEW_DAYS);
  const isInReach = before.from >= reach;
  const isComparedWith = isInReach && isComparable(range, before, horizon);
  const sumsBefore = sumsOf(isInReach ? taughtIn(before) : [], { nowUtcMs });
  const fill = measured(sums, 'fill_rate');
  const fillBefore = measured(sumsBefore, 'fill_rate');
  return {
    ...headOf(view),
    trainer: { id: trainerId, name: known?.name ?? trainerId },
    period,
    from: range.from,
    to: range.to,
    covered: sharedDays(range, horizon.known),
    notes: [
      ...rangeNotes(range, isInReach ? before : null, horizon),
      isInReach ||
        `No change is given: this answer reaches back to ${dayWords(reach, horizon.today)} only.`,
      isComparedWith && changeNote(sumsBefore, sums),
      slotNote(sums),
    ].filter((note) => typeof note === 'string'),
    ...valuesOf(TAUGHT, { sums }),
    previous: {
      from: before.from,
      to: before.to,
      fill_rate: roundedRate(fillBefore),
      rated_classes: sumsBefore.total('fill_rate').n,
      change: isComparedWith ? roundedRate(changeFrom(fill, fillBefore)) : null,
      change_reason: isComparedWith ? null : 'not_covered',
    },
    classes: firstOnSchedule(own, MAX_SESSIONS).map((session) => sessionBody(session, view)),
  };
}
