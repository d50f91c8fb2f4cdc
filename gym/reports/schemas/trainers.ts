/** Body of the report that compares all trainers of a gym. */

import { type Static, Type } from 'typebox';
import { FIGURES, RANGE } from './attendance.ts';
import { closed, count, HEAD, TRAINER, words } from './field.ts';

/** Which end of a list comes first. */
export const ORDER = words(['highest', 'lowest'], 'Which end comes first; unknown is last anyway.');

/** A trainer with the figures of the classes given. */
export const TRAINER_FIGURES = {
  trainer: TRAINER,
  classes_taught: count('Classes taught, substitutions included: ended, not cancelled.'),
  cancelled_classes: count('Classes that were cancelled.'),
  ...FIGURES,
};

const ROW = Type.Object(
  {
    rank: Type.Integer({ minimum: 1, description: 'Place among all trainers of the range.' }),
    ...TRAINER_FIGURES,
  },
  { ...closed, title: 'RankedTrainer', description: 'A trainer over the range.' },
);

export const TRAINERS = Type.Object(
  {
    ...HEAD,
    ...RANGE,
    by: words(
      ['fill_rate', 'attended', 'average_attendance', 'no_show_rate', 'classes'],
      'What they are ordered by; `classes` are those taught.',
    ),
    order: ORDER,
    total_trainers: count('Trainers who taught or were to teach within the range.'),
    classes_without_trainer: count('Classes that took place and name no trainer.'),
    trainers: Type.Array(ROW, {
      maxItems: 200,
      description: 'In the order asked for, then by name.',
    }),
  },
  { ...closed, title: 'Trainers', description: 'The trainers of a gym compared.' },
);

export type TrainersBody = Static<typeof TRAINERS>;
const row = Type.Object(TRAINER_FIGURES, closed);
export type TrainerFiguresBody = Static<typeof row>;
