/** Browsers that are signed in: listed, ended, and let in. What waits to be let in is in the memory of a running server. */

import { Type } from 'typebox';
import { TurnoutError } from '../../../errors.ts';
import { NEW_GYM } from '../../../store/access/sign-ins/set-up-codes.ts';
import { gymOf } from '../gym.ts';
import { type OperationWorld, operation } from './operation.ts';

/** Null means the only gym; where sign-ins are listed or ended, all. */
const GYM = Type.Union([Type.String({ minLength: 1, maxLength: 64 }), Type.Null()]);
/** Who changes them over this socket. */
const BY = 'command line';

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
