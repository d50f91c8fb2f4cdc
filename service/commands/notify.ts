/** What goes out: tried, listed and sent again by anyone who owns the data folder. Only the running server sends. */

import { Type } from 'typebox';
import { TurnoutError } from '../../errors.ts';
import { instant, instantOrNull, wire } from '../../runtime/wire.ts';
import type { Delivery } from '../../store/history/deliveries.ts';
import { gymOf } from './gym.ts';
import { GYM, type OperationWorld, operation } from './operation.ts';

const ID = Type.String({ minLength: 1, maxLength: 64 });

export function notifyOperations({ history, config, clock, notifications }: OperationWorld) {
  return {
    'notify.test': operation(Type.Object({ gym: GYM, channel: ID }), ({ gym, channel }) => {
      if (notifications !== null) return notifications.test(gymOf(config(), gym).id, channel);
      throw new TurnoutError('server_unreachable', {
        where: 'server',
        expected: 'one that runs, since it alone sends',
        got: 'none',
        hint: 'start it with: turnout serve',
      });
    }),
    'notify.list': operation(
      Type.Object({ gym: GYM, limit: Type.Integer({ minimum: 1, maximum: 1_000 }) }),
      async ({ gym, limit }) => ({
        deliveries: (await history.deliveries.list(gym, limit)).map(deliveryView),
      }),
    ),
    /** Null sends all dead letters again. */
    'notify.replay': operation(
      Type.Object({ gym: GYM, id: Type.Union([ID, Type.Null()]) }),
      async ({ gym, id }) => ({
        again: await history.deliveries.replay(gym, id, clock.nowUtcMs()),
      }),
    ),
  };
}

/** Without its body: that may name people. */
export function deliveryView(delivery: Delivery) {
  const { gymId, channel, kind, dueUtcMs, sentUtcMs, madeUtcMs } = delivery;
  const ended = sentUtcMs === null ? ('dead' as const) : ('sent' as const);
  return {
    ...wire(delivery, 'id', 'tries', 'fault'),
    gym: gymId,
    channel,
    kind,
    state: dueUtcMs === null ? ended : ('waiting' as const),
    made: instant(madeUtcMs),
    next: instantOrNull(dueUtcMs),
  };
}
