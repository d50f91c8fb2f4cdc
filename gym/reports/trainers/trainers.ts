/** All trainers of a gym compared over a range of dates. */

import { type Static, Type } from 'typebox';
import { tableOf } from '../../figures/class-table.ts';
import type { ClassFacts } from '../../figures/facts.ts';
import { Sums } from '../../figures/sums.ts';
import type { Trainer } from '../../sessions/session.ts';
import type { GymView } from '../../sessions/view.ts';
import { COVERAGE, coverageOf } from '../covered.ts';
import { closed, count, ORDER, TRAINER, words } from '../fields/field.ts';
import { FIGURES, figuresOf, heldOf, rounded } from '../figures/figures.ts';
import { HEAD, headOf, RANGE } from '../head.ts';
import { byText, highestFirst, inOrder } from '../order.ts';
import type { DateRange } from '../period.ts';
import { isHeld } from '../sessions/session-facts.ts';

/** Chosen here: more trainers than any gym has, and an answer stays small. */
const MAX_TRAINERS = 200;

const ROW = Type.Object(
  {
    rank: Type.Integer({ minimum: 1, description: 'Place among all trainers of the range.' }),
    trainer: TRAINER,
    classes_taught: count('Classes taught, substitutions included: ended, not cancelled.'),
    cancelled_classes: count('Classes that were cancelled.'),
    ...FIGURES,
  },
  { ...closed, title: 'RankedTrainer', description: 'A trainer over the range.' },
);

export const TRAINERS = Type.Object(
  {
    ...HEAD,
    ...RANGE,
    ...COVERAGE,
    by: words(['classes'], 'What they are ordered by; `classes` are those taught.'),
    order: ORDER,
    total_trainers: count('Trainers who taught or were to teach within the range.'),
    classes_without_trainer: count('Classes that took place and name no trainer.'),
    trainers: Type.Array(ROW, {
      maxItems: MAX_TRAINERS,
      description: 'In the order asked for, then by name.',
    }),
  },
  { ...closed, title: 'Trainers', description: 'The trainers of a gym compared.' },
);

export type TrainersBody = Static<typeof TRAINERS>;

interface Taught {
  readonly trainer: { readonly id: string; name: string };
  /** Of the classes that took place. */
  readonly sums: Sums;
  cancelled: number;
}

const mostClassesFirst = inOrder<Taught>(
  highestFirst(({ sums }) => sums.held),
  byText(({ trainer }) => trainer.name),
  byText(({ trainer }) => trainer.id),
);

/** Compares the trainers of a range: who taught most first. Sessions of the range must be in the view. */
export function trainersReport(view: GymView, range: DateRange): TrainersBody {
  const classes = tableOf(view).within(range);
  const inRanks = [...taughtIn(classes, view)].sort(mostClassesFirst);
  return {
    ...headOf(view),
    from: range.from,
    to: range.to,
    ...coverageOf(view, range),
    by: 'classes',
    order: 'highest',
    total_trainers: inRanks.length,
    classes_without_trainer: heldOf(classes, view.nowUtcMs).filter(
      ({ session }) => session.trainer === null,
    ).length,
    trainers: inRanks.slice(0, MAX_TRAINERS).map(({ trainer, sums, cancelled }, at) => {
      const { completed_classes, ...figures } = rounded(figuresOf(sums));
      return {
        rank: at + 1,
        trainer,
        classes_taught: completed_classes,
        cancelled_classes: cancelled,
        ...figures,
      };
    }),
  };
}

/** Adds up the classes of each trainer whom one of them names. */
function taughtIn(
  classes: readonly ClassFacts[],
  { nowUtcMs, trainers }: Pick<GymView, 'nowUtcMs' | 'trainers'>,
): Iterable<Taught> {
  const names = new Map(trainers.map(({ id, name }: Trainer) => [id, name]));
  const byId = new Map<string, Taught>();
  for (const facts of classes) {
    const { session } = facts;
    if (session.trainer === null) continue;
    const { id, name } = session.trainer;
    const taught = byId.get(id) ?? { trainer: { id, name }, sums: new Sums(), cancelled: 0 };
    byId.set(id, taught);
    // Of several spellings the newest speaks, and that of the gym before those of classes.
    taught.trainer.name = names.get(id) ?? name;
    if (session.isCancelled) taught.cancelled += 1;
    if (isHeld(session, nowUtcMs)) taught.sums.add(facts, { nowUtcMs });
  }
  return byId.values();
}
