/** How the running server is: all of it, since who reaches the socket may read the data folder. */

import { Type } from 'typebox';
import { TurnoutError } from '../../../errors.ts';
import { type OperationWorld, operation } from './operation.ts';

export function statusOperation({ status }: Pick<OperationWorld, 'status'>) {
  return {
    status: operation(Type.Object({}), async () => {
      if (status !== null) return status();
      throw new TurnoutError('server_unreachable', {
        where: 'server',
        expected: 'a running Turnout server',
        got: 'none that owns this data folder',
        hint: 'start it with: turnout serve',
      });
    }),
  };
}
