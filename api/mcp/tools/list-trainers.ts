/** Who teaches: names and ids to ask about. Free. */

import { Type } from 'typebox';
import { closed, count, TRAINER } from '../../../gym/reports/fields/field.ts';
import type { Log } from '../../../runtime/log/log.ts';
import { faultOf, isProblem } from '../charged.ts';
import { isTrainerOnly } from '../server/turn.ts';
import { plainSchema } from './json-schema.ts';
import type { Tool } from './tool.ts';

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

export function listTrainersTool(log: Log): Tool {
  return {
    name: 'list_trainers',
    title: 'List trainers',
    description:
      'Names and ids of the trainers whose figures may be asked for. Use it to find whom a question is about; get_trainer takes the id or the name. Costs nothing.',
    input: Type.Object({}, closed),
    output: plainSchema(OUTPUT),
    isCharged: false,
    isForTrainers: true,
    call: async (_, turn) => {
      try {
        const visitor = await turn.visitor();
        const own = visitor.principal?.key.trainerId ?? undefined;
        const caller = visitor.see(isTrainerOnly(visitor) ? { trainer: own } : {});
        if (isProblem(caller)) return { isOk: false, problem: caller };
        const { view, trainers } = caller;
        const body = {
          gym_id: view.gym.id,
          total: trainers.length,
          trainers: trainers.slice(0, MAX_TRAINERS).map(({ id, name }) => ({ id, name })),
        };
        return { isOk: true, body, pictures: [] };
      } catch (error) {
        return { isOk: false, problem: faultOf(error, turn, log) };
      }
    },
  };
}
