/** Tools at a head office: each takes the gym that it is about, since a key may see several. */

import { type TObject, type TSchema, Type } from 'typebox';
import type { ProblemBody } from '../../../../errors.ts';
import type { Log } from '../../../../runtime/log/log.ts';
import type { Caller } from '../../../../service/callers/caller.ts';
import type { Visitor } from '../../../../service/callers/visitor.ts';
import type { GymSource } from '../../../../service/gyms/gym-source.ts';
import { faultOf } from '../../charged.ts';
import { argumentsReader } from '../arguments.ts';
import type { Tool } from '../tool.ts';

const GYM_ID = Type.Optional(
  Type.String({ minLength: 1, maxLength: 64, description: 'Which gym; see list_gyms.' }),
);
const readGym = argumentsReader(Type.Object({ gym_id: GYM_ID }));

/** The same tool with `gym_id`. @param prepare loads a gym: nothing of it is shown to who may not see it. */
export function ofNamedGym(tool: Tool, prepare: NonNullable<GymSource['prepare']>, log: Log): Tool {
  const read = tool.read ?? argumentsReader(tool.input);
  return {
    ...tool,
    get output() {
      return tool.output;
    },
    input: withGym(tool.input),
    read: (input) => {
      const { gym_id, ...rest } = (input ?? {}) as Readonly<Record<string, unknown>>;
      const named = readGym(gym_id === undefined ? {} : { gym_id });
      const reading = read(rest);
      if (!named.isOk) return named;
      return reading.isOk ? { isOk: true, value: { ...reading.value, ...named.value } } : reading;
    },
    call: async ({ gym_id: gymId, ...given }, turn) => {
      if (typeof gymId !== 'string') return tool.call(given, { ...turn, visitor: seeing(turn) });
      try {
        await prepare(gymId);
      } catch (error) {
        return { isOk: false, problem: faultOf(error, turn, log) };
      }
      return tool.call(given, { ...turn, visitor: seeing(turn, gymId) });
    },
  };
}

function withGym(input: TSchema): TSchema {
  const { properties, ...rest } = input as TObject;
  return { ...rest, properties: { ...properties, gym_id: GYM_ID } } as TSchema;
}

const MISSING: ProblemBody = {
  detail: 'This key may see several gyms: say which with gym_id; list_gyms has the ids.',
  code: 'gym_missing',
};

/** The visitor of a turn at one gym; without a gym, the words of what is missing are those of a tool. */
function seeing(turn: { visitor(): Visitor | Promise<Visitor> }, gymId?: string) {
  return async (): Promise<Visitor> => {
    const visitor = await turn.visitor();
    const see: Visitor['see'] = (subject): Caller | ProblemBody => {
      const seen = visitor.see(gymId === undefined ? subject : { ...subject, gymId });
      return 'code' in seen && seen.code === 'gym_missing' ? MISSING : seen;
    };
    return {
      principal: visitor.principal,
      get isSample() {
        return visitor.isSample;
      },
      see,
      spend: () => visitor.spend(),
      giveBack: () => visitor.giveBack(),
    };
  };
}
