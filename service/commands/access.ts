/**
 * Keys and sign-ins: made, listed and ended by anyone who owns the data folder, so that a running server knows of it at once.
 * What waits to be let in is in the memory of that server. A gym that is left out is the only one, for free keys the one that
 * is theirs, and all where something is listed or ended.
 */

import { type TSchema, Type } from 'typebox';
import { TurnoutError } from '../../errors.ts';
import { FREE_GYM_ID, type NewKey, ROLES } from '../../store/access/key.ts';
import { NEW_GYM } from '../../store/access/waiting.ts';
import { gymOf } from './gym.ts';
import { BY, GYM, type OperationWorld, operation } from './operation.ts';

const orNull = <Text extends TSchema>(schema: Text) => Type.Union([schema, Type.Null()]);
const NEW_KEY = Type.Object({
  gym: GYM,
  role: Type.Enum([...ROLES]),
  trainer: orNull(Type.String({ minLength: 1, maxLength: 128 })),
  label: orNull(Type.String({ maxLength: 200 })),
  lookups: orNull(Type.Integer()),
});

export function keyOperations({ access, config, history }: OperationWorld) {
  return {
    /** The one answer that holds a secret: whoever asks owns the folder, and nothing of it is logged. */
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

export function signInOperations({ access, config, status }: OperationWorld) {
  const { signIns, setUpCodes, pairings } = access;
  return {
    'sign_in.list': operation(Type.Object({ gym: GYM }), async ({ gym }) => ({
      signIns: signIns.list(gym ?? undefined),
    })),
    'sign_in.end': operation(
      Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) }),
      ({ id }) => signIns.end(id, BY),
    ),
    'sign_in.end_all': operation(Type.Object({ gym: GYM }), async ({ gym }) => ({
      ended: await signIns.endAll(gym === null ? undefined : gymOf(config(), gym).id, BY),
    })),
    'sign_in.screen': operation(
      Type.Object({
        gym: GYM,
        code: Type.String({ minLength: 1, maxLength: 64 }),
        name: Type.String({ minLength: 1, maxLength: 60 }),
      }),
      async ({ gym, code, name }) => {
        const { id: gymId } = gymOf(config(), gym);
        if (status === null) throw noServer('a screen');
        if (pairings.agree(code, { gymId, label: name, by: BY })) return { gymId };
        throw new TurnoutError('usage', {
          where: 'code',
          expected: 'one that a screen shows now',
          got: 'another text',
          hint: 'open the page /screen on the screen; a code is good for 15 minutes',
        });
      },
    ),
    /** Holds a secret, as a new key does. */
    'sign_in.code': operation(Type.Object({ gym: GYM }), async ({ gym }) => {
      const { origin, server } = config();
      // The demo has no owner: who sets up a gym of their own makes it, and owns it.
      const isNew = origin === 'demo' && gym === null;
      const gymId = isNew ? NEW_GYM : gymOf(config(), gym).id;
      if (status === null) throw noServer('a set-up code');
      return { gymId, code: setUpCodes.make(gymId), publicUrl: server.publicUrl };
    }),
  };
}

function noServer(what: string): TurnoutError {
  return new TurnoutError('server_unreachable', {
    where: 'server',
    expected: `one that runs, since ${what} is known to it alone`,
    got: 'none',
    hint: 'start it with: turnout serve',
  });
}
