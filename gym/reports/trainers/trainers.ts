/** All trainers of a gym compared over a range of dates. */

import { type Static, Type } from 'typebox';
import { tableOf } from '../../figures/class-table.ts';
import { type Sums, sumsOf } from '../../figures/sums.ts';
import type { Trainer } from '../../sessions/session.ts';
import type { GymView } from '../../sessions/view.ts';
import { COVERAGE, coverageOf } from '../covered.ts';
import {
  count,
  list,
  ORDER,
  object,
  schemasOf,
  TRAINER,
  valuesOf,
  words,
} from '../fields/field.ts';
import { cancelledClasses, FIGURES, groupBy, heldClasses, pastOf } from '../figures/figures.ts';
import { HEAD, headOf, RANGE } from '../head.ts';
import { byText, highestFirst, inOrder } from '../order.ts';
import type { DateRange } from '../period.ts';
import { isHeld } from '../sessions/session-facts.ts';

/** Chosen here: more trainers than any gym has, and an answer stays small. */
const MAX_TRAINERS = 200;

const ROW = {
  classes_taught: heldClasses('Classes taught, substitutions included: ended, not cancelled.'),
  cancelled_classes: cancelledClasses('Classes that were cancelled.'),
  ...FIGURES,
};

const RANKED_TRAINER = object('RankedTrainer', 'A trainer over the range.', {
  rank: Type.Integer({ minimum: 1, description: 'Place among all trainers of the range.' }),
  trainer: TRAINER,
  ...schemasOf(ROW),
});

export const TRAINERS = object('Trainers', 'The trainers of a gym compared.', {
  ...HEAD,
  ...RANGE,
  ...COVERAGE,
  by: words(['classes'], 'What they are ordered by; `classes` are those taught.'),
  order: ORDER,
  total_trainers: count('Trainers who taught or were to teach within the range.'),
  classes_without_trainer: count('Classes that took place and name no trainer.'),
  trainers: list(RANKED_TRAINER, MAX_TRAINERS, 'In the order asked for, then by name.'),
});

export type TrainersBody = Static<typeof TRAINERS>;

interface Taught {
  readonly trainer: Trainer;
  readonly sums: Sums;
}

const mostClassesFirst = inOrder<Taught>(
  highestFirst(({ sums }) => sums.held),
  byText(({ trainer }) => trainer.name),
  byText(({ trainer }) => trainer.id),
);

/** Compares the trainers of a range: who taught most first. Sessions of the range must be in the view. */
export function trainersReport(view: GymView, range: DateRange): TrainersBody {
  const { nowUtcMs, trainers } = view;
  const classes = tableOf(view).within(range);
  const byTrainer = groupBy(classes, ({ trainer }) => trainer.id);
  const taught = [...byTrainer].flatMap(([id, own]): Taught[] => {
    if (id === null) return [];
    // Of several spellings the newest speaks, and that of the gym before those of classes.
    const name =
      trainers.find((known) => known.id === id)?.name ?? own.at(-1)?.session.trainer?.name ?? id;
    return [{ trainer: { id, name }, sums: sumsOf(pastOf(own, nowUtcMs), { nowUtcMs }) }];
  });
  const unnamed = byTrainer.get(null) ?? [];
  return {
    ...headOf(view),
    from: range.from,
    to: range.to,
    ...coverageOf(view, range),
    by: 'classes',
    order: 'highest',
    total_trainers: taught.length,
    classes_without_trainer: unnamed.filter(({ session }) => isHeld(session, nowUtcMs)).length,
    trainers: taught
      .sort(mostClassesFirst)
      .slice(0, MAX_TRAINERS)
      .map(({ trainer, sums }, at) => ({ rank: at + 1, trainer, ...valuesOf(ROW, { sums }) })),
  };
}
