/** All trainers of a gym compared over a range of dates. */

import { type Static, Type } from 'typebox';
import type { ClassSession, Trainer } from '../../sessions/session.ts';
import type { GymView } from '../../sessions/view.ts';
import { closed, count, ORDER, TRAINER, words } from '../fields/field.ts';
import { FIGURES, rounded } from '../figures/figures.ts';
import { FigureSums } from '../figures/sums.ts';
import { HEAD, headOf, RANGE } from '../head.ts';
import { byText, highestFirst, inOrder } from '../order.ts';
import { type DateRange, sessionsIn } from '../period.ts';
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

class Taught {
  readonly trainer: { readonly id: string; name: string };
  readonly sums = new FigureSums();
  classes = 0;
  cancelled = 0;

  constructor(id: string) {
    this.trainer = { id, name: id };
  }
}

const mostClassesFirst = inOrder<Taught>(
  highestFirst(({ classes }) => classes),
  byText(({ trainer }) => trainer.name),
  byText(({ trainer }) => trainer.id),
);

/** Compares the trainers of a range: who taught most first. Sessions of the range must be in the view. */
export function trainersReport(view: GymView, range: DateRange): TrainersBody {
  const sessions = sessionsIn(view, range);
  const isOver = (session: ClassSession) => isHeld(session, view.nowUtcMs);
  const inRanks = [...taughtIn(sessions, isOver, view.trainers)].sort(mostClassesFirst);
  return {
    ...headOf(view),
    from: range.from,
    to: range.to,
    by: 'classes',
    order: 'highest',
    total_trainers: inRanks.length,
    classes_without_trainer: sessions.filter((one) => one.trainer === null && isOver(one)).length,
    trainers: inRanks.slice(0, MAX_TRAINERS).map(({ trainer, sums, cancelled }, at) => {
      const { completed_classes, ...figures } = rounded(sums.figures());
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

/** Adds up the classes of everybody whom one of them names. @param known whose names go before those in classes. */
function taughtIn(
  sessions: readonly ClassSession[],
  isOver: (session: ClassSession) => boolean,
  known: readonly Trainer[],
): Iterable<Taught> {
  const names = new Map(known.map(({ id, name }) => [id, name]));
  const byId = new Map<string, Taught>();
  for (const session of sessions) {
    if (session.trainer === null) continue;
    const { id, name } = session.trainer;
    const taught = byId.get(id) ?? new Taught(id);
    byId.set(id, taught);
    // Of several spellings the newest speaks.
    taught.trainer.name = names.get(id) ?? name;
    if (session.isCancelled) taught.cancelled += 1;
    if (!isOver(session)) continue;
    taught.classes += 1;
    taught.sums.add(session);
  }
  return byId.values();
}
