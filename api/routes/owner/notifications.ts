/** What goes out to the channels of the gym: tried, listed and sent again. No address is ever part of an answer. */

import { Type } from 'typebox';
import { deliveryView } from '../../../service/commands/notify.ts';
import { gymOf } from './call.ts';
import { ID, row } from './row.ts';

const KINDS = ['slack', 'teams', 'webhook'] as const;

export const NOTIFICATIONS = [
  row(
    'GET /notifications',
    'The channels of the gym, and what was sent, waits or could not be sent, newest first.',
    { query: { limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 100 }) } },
    async (call) => {
      const { id, notify } = gymOf(call);
      const { notifications, deliveries } = call.app;
      const channels = notify.map(async (channel) => ({
        id: channel.id,
        kind: KINDS.find((kind) => channel[kind] !== null) ?? 'email',
        send: channel.send,
        switched_off: await notifications.isOff(id, channel.id),
      }));
      return {
        channels: await Promise.all(channels),
        deliveries: (await deliveries.list(id, call.query.limit)).map(deliveryView),
      };
    },
  ),
  row(
    'POST /notifications/{channel_id}/test',
    'Sends a test message to a channel now. `fault` says in a sentence what went wrong, and is null where it arrived.',
    {},
    (call) => call.app.notifications.test(gymOf(call).id, call.path.channel_id),
  ),
  row(
    'POST /notifications/replay',
    'Sends dead letters of the gym again: that of `id`, or all.',
    { query: { id: Type.Optional(ID) } },
    async (call) => {
      const { deliveries, clock } = call.app;
      const id = call.query.id ?? null;
      return { again: await deliveries.replay(gymOf(call).id, id, clock.nowUtcMs()) };
    },
  ),
];
