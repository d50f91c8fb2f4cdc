/** The head office of a gym: joined and left by the owner of the data, so that a running server sends at once. */

import { Type } from 'typebox';
import { join, leave } from '../../line/link/join.ts';
import { gymOf } from '../gym.ts';
import { type OperationWorld, operation } from './operation.ts';

/** Null means the only gym. */
const GYM = Type.Union([Type.String({ minLength: 1, maxLength: 64 }), Type.Null()]);

export function lineOperations({ history, config }: OperationWorld) {
  return {
    /** The token is a secret that is used up by this. */
    'line.join': operation(
      Type.Object({
        url: Type.String({ minLength: 1, maxLength: 2_048 }),
        token: Type.String({ minLength: 1, maxLength: 200 }),
        gym: GYM,
      }),
      ({ url, token, gym }) => join(history, gymOf(config(), gym), { url, token }),
    ),
    'line.leave': operation(Type.Object({ gym: GYM }), async ({ gym }) => {
      const { id } = gymOf(config(), gym);
      await leave(history, gymOf(config(), gym));
      return { gymId: id };
    }),
  };
}
