/** Keys: made, listed and ended by anyone who owns the data folder, so that a running server knows of it at once. */

import { type TSchema, Type } from 'typebox';
import { FREE_GYM_ID, type NewKey, ROLES } from '../../../store/access/key.ts';
import { gymOf } from '../gym.ts';
import { type OperationWorld, operation } from './operation.ts';

const orNull = <Text extends TSchema>(schema: Text) => Type.Union([schema, Type.Null()]);
/** Null means the only gym, for free keys the one that is theirs, and all where keys are listed. */
const GYM = orNull(Type.String({ minLength: 1, maxLength: 64 }));
/** Who changes keys over this socket. */
const BY = 'command line';

const NEW_KEY = Type.Object({
  gym: GYM,
  role: Type.Enum([...ROLES]),
  trainer: orNull(Type.String({ minLength: 1, maxLength: 128 })),
  label: orNull(Type.String({ maxLength: 200 })),
  lookups: orNull(Type.Integer()),
});

export function keyOperations({ access, config, history }: OperationWorld) {
  return {
    /** The one answer that holds a secret: the socket is the owner's alone, and nothing on it is logged. */
    'key.create': operation(NEW_KEY, ({ gym, role, trainer, label, lookups }) => {
      const isFree = gym === null && role === 'free';
      const wanted: NewKey = {
        gymId: isFree ? FREE_GYM_ID : gymOf(config(), gym).id,
        role,
        ...(trainer !== null && { trainerId: trainer }),
        ...(label !== null && { label }),
        ...(lookups !== null && { lookupLimit: lookups }),
        by: BY,
      };
      return access.createKey(wanted);
    }),
    'key.list': operation(Type.Object({ gym: GYM }), async ({ gym }) => ({
      keys: access.keys(gym ?? undefined),
    })),
    'key.revoke': operation(
      Type.Object({ key: Type.String({ minLength: 1, maxLength: 64 }) }),
      ({ key }) => access.revokeKey(key, BY),
    ),
    'audit.list': operation(
      Type.Object({ gym: GYM, limit: Type.Integer({ minimum: 1, maximum: 100_000 }) }),
      async ({ gym, limit }) => ({
        lines: await history.access.audit({ ...(gym !== null && { gymId: gym }), limit }),
      }),
    ),
  };
}
