/** Who teaches: names and ids to ask about. Free. */

import { Type } from 'typebox';
import type { ProblemBody } from '../../../errors.ts';
import { closed, count, TRAINER } from '../../../gym/reports/field.ts';
import type { Caller } from '../../../service/callers/caller.ts';
import type { Visitor } from '../../../service/callers/visitor.ts';
import { refusalOf } from '../../auth/refusals.ts';
import { isTrainerOnly, type Tool } from './tool.ts';

/** Chosen here: more than any gym has, and what a model can hold. */
const MAX_TRAINERS = 500;

const OUTPUT = Type.Object(
  {
    gym_id: Type.String({ description: 'Whose trainers these are.' }),
    total: count('Trainers that may be asked about, also where more than 500 are.'),
    trainers: Type.Array(TRAINER, { maxItems: MAX_TRAINERS, description: 'By name.' }),
  },
  { ...closed, title: 'Trainers', description: 'Trainers that may be asked about.' },
);

export const LIST_TRAINERS: Tool = {
  name: 'list_trainers',
  title: 'List trainers',
  description:
    'Names and ids of the trainers whose figures may be asked for. Use it to find whom a question is about; get_trainer takes the id or the name. Costs nothing.',
  input: Type.Object({}, closed),
  output: OUTPUT,
  isCharged: false,
  isForTrainers: true,
  call: async (_, turn) => {
    const caller = ownTrainers(await turn.visitor());
    if ('code' in caller) return refusalOf(caller);
    const { view, trainers } = caller;
    const value = {
      gym_id: view.gym.id,
      total: trainers.length,
      trainers: trainers.slice(0, MAX_TRAINERS).map(({ id, name }) => ({ id, name })),
    };
    return { status: 200, value };
  },
};

/** Who sees the trainers that they may ask about. */
export function ownTrainers(visitor: Visitor): Caller | ProblemBody {
  const own = visitor.principal?.key.trainerId ?? undefined;
  return visitor.see(isTrainerOnly(visitor) ? { trainer: own } : {});
}
