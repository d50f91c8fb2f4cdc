/** A class as people speak of it, over a window: what the ranking, the money and the report of one class have in common. */

import { type Static, Type } from 'typebox';
import { WEEKDAYS } from '../../figures/dimensions.ts';
import type { Trainer } from '../../sessions/session.ts';
import {
  ATTENDANCE,
  average as averageField,
  closed,
  count,
  date,
  nullable,
  rate as rateField,
  reasons,
  TRAINER,
  words,
} from '../fields/field.ts';
import { average, rate } from '../fields/rounding.ts';
import { byText, highestFirst, inOrder, type Step } from '../order.ts';
import { type DateRange, daysIn } from '../period.ts';
import type { ClassReview } from './reviews.ts';
import { VERDICT_REASONS, VERDICTS } from './verdict.ts';

/** Most rows of a list of dead classes. Chosen here: the most that `limit` may ask for. */
export const MAX_DEAD = 100;
const MAX_TRAINERS = 10;

export const WINDOW = Type.Object(
  {
    from: date('First day.'),
    to: date('Last day: today.'),
    days: count('Days, both ends included.'),
  },
  { ...closed, title: 'Window', description: 'The days that are asked about.' },
);

export const CLASS_FACTS = {
  class_id: Type.String({ maxLength: 80, description: 'Stable over imports of the schedule.' }),
  name: Type.String(),
  weekday: words(WEEKDAYS, 'Day of the week in the gym’s zone.'),
  start_time: Type.String({ pattern: '^\\d\\d:\\d\\d$', description: 'Local time: `18:30`.' }),
  room: nullable(Type.String({ description: 'Name of the room.' })),
  trainers: Type.Array(TRAINER, {
    maxItems: MAX_TRAINERS,
    description: 'Who taught it within the window, most often first.',
  }),
  occurrences: count('Times it took place: ended, not cancelled.'),
  cancelled_occurrences: count('Times it was cancelled.'),
};

export const CLASS_FIGURES = {
  ...ATTENDANCE,
  average_attendance: averageField('Of graded occurrences.'),
  graded_occurrences: count('Occurrences with an attendance of grade A, B or C.'),
  fill_rate: rateField('Attended over capacity where both are known.'),
  rated_occurrences: count('The n of `fill_rate`.'),
  verdict: words(
    VERDICTS,
    'The verdict on the class, by the limits in the configuration. `dead`: few come. `unprofitable`: it is not dead, but loses money most times.',
  ),
  verdict_reasons: reasons(VERDICT_REASONS, 'Codes of why'),
};

const row = Type.Object({ ...CLASS_FACTS, ...CLASS_FIGURES }, closed);

export type ClassRow = Static<typeof row>;

export function windowOf({ from, to }: DateRange): Static<typeof WINDOW> {
  return { from, to, days: daysIn({ from, to }) };
}

export function classRow(review: ClassReview): ClassRow {
  const { series, sums, figures, judged } = review;
  return {
    class_id: series.classId,
    name: series.name,
    weekday: WEEKDAYS[series.weekday - 1] ?? WEEKDAYS[6],
    start_time: series.startTime,
    room: series.room,
    trainers: trainersOf(review),
    occurrences: figures.completed_classes,
    cancelled_occurrences: sums.cancelled,
    attendance_basis: figures.attendance_basis,
    attendance_sources: figures.attendance_sources,
    average_attendance: average(figures.average_attendance),
    graded_occurrences: figures.graded_classes,
    fill_rate: rate(figures.fill_rate),
    rated_occurrences: figures.rated_classes,
    verdict: judged.verdict,
    verdict_reasons: [...judged.verdict_reasons],
  };
}

/** The last steps of every order of classes: name, then what else tells two classes apart. */
export const byIdentity: Step<ClassReview> = inOrder(
  byText(({ series }) => series.name),
  (a, b) => a.series.minuteOfWeek - b.series.minuteOfWeek,
  byText(({ series }) => series.classId),
);

interface TrainerCount {
  readonly trainer: Trainer;
  classes: number;
}

const mostOftenFirst = inOrder<TrainerCount>(
  highestFirst(({ classes }) => classes),
  byText(({ trainer }) => trainer.name),
  byText(({ trainer }) => trainer.id),
);

/** Who gave it or was to give it within the window. */
function trainersOf({ classes }: ClassReview): Trainer[] {
  const counts = new Map<string, TrainerCount>();
  for (const isCancelled of [false, true]) {
    for (const { session } of classes) {
      if (session.isCancelled === isCancelled) countTrainer(counts, session.trainer);
    }
  }
  return [...counts.values()]
    .sort(mostOftenFirst)
    .slice(0, MAX_TRAINERS)
    .map(({ trainer: { id, name } }) => ({ id, name }));
}

function countTrainer(counts: Map<string, TrainerCount>, trainer: Trainer | null): void {
  if (trainer === null) return;
  const count = counts.get(trainer.id);
  if (count === undefined) counts.set(trainer.id, { trainer, classes: 1 });
  else count.classes += 1;
}
