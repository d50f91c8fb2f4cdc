/** The channels of the gym and what goes out to them: added, tried, listed and sent again. No address is ever part of an answer. */

import { Type } from 'typebox';
import { add, type ConfigEdit } from '../../../config/commands.ts';
import { FileText } from '../../../config/edited-file.ts';
import { hiddenOf } from '../../../config/environment.ts';
import { MAIL, NOTIFY } from '../../../config/schema/notify.ts';
import { TurnoutError } from '../../../errors.ts';
import { fields, optional } from '../../../gym/reports/field.ts';
import { instant, instantOrNull, wire } from '../../../runtime/wire.ts';
import { INTERNET } from '../../../store/guarded-fetch.ts';
import type { Delivery } from '../../../store/history/deliveries.ts';
import { edited, gymOf, ID, invalid, plainRow, refuse, removed, row, seesAll } from './row.ts';

const KINDS = ['slack', 'teams', 'webhook'] as const;

const { id, email, slack, teams, webhook, secret, send, quiet } = NOTIFY.items.properties;

const NEW_CHANNEL = fields({
  id,
  ...optional({ email, quiet }),
  slack,
  teams,
  webhook,
  secret,
  send,
});

export const NOTIFICATIONS = [
  row(
    'GET /notifications',
    'The channels of the gym, and what was sent, waits or could not be sent, newest first. `mail` is whether there is a mail server, null for an owner of one of several gyms.',
    { query: { limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 100 }) } },
    async (call) => {
      const { id: gym, notify } = gymOf(call);
      const { notifications, deliveries, config } = call.app;
      const channels = notify.map(async (channel) => ({
        id: channel.id,
        kind: KINDS.find((kind) => channel[kind] !== null) ?? ('email' as const),
        send: channel.send,
        switched_off: await notifications.isOff(gym, channel.id),
      }));
      return {
        channels: await Promise.all(channels),
        mail: seesAll(call) ? config().mail !== null : null,
        deliveries: (await deliveries.list(gym, call.query.limit)).map(deliveryView),
      };
    },
  ),
  row(
    'GET /deliveries',
    'What was sent, waits or could not be sent, newest first.',
    { query: { limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 100 }) } },
    async ({ app, gymId, query }) => {
      const sent = await app.deliveries.list(gymId ?? null, query.limit);
      return { deliveries: sent.map(deliveryView) };
    },
  ),
  row(
    'POST /notifications',
    'Adds a channel: `email` (a list), or the address of `slack`, `teams` or `webhook` with its `secret`. Only `turnout.yaml` can name addresses of your own network.',
    { body: NEW_CHANNEL, revision: true, makes: true, signedIn: 'just' },
    async (call) => {
      const { id: channel, email: to, send: sent, quiet: hours, ...hidden } = call.body;
      const address = hidden.slack ?? hidden.teams ?? hidden.webhook;
      if (address !== undefined) await requireInternet(address);
      else if (call.app.config().mail === null) {
        refuse('config_edit_failed', 'Set the mail server first.');
      }
      const { hide, secrets } = hiddenOf(channel, await call.app.file.variables());
      const written = Object.entries(hidden).map(([key, text]) => [
        key,
        new FileText(hide(text, 'ADDRESS')),
      ]);
      const edit = add('notify', call.edit.gym, {
        id: channel,
        ...(to !== undefined && { email: to }),
        ...Object.fromEntries(written),
        send: sent,
        ...(hours !== undefined && { quiet: hours }),
        ...(address !== undefined && { internet_only: true }),
      });
      const revision = await edited(call, [edit], `channel ${channel}: added`, { set: secrets });
      return { revision, id: channel };
    },
  ),
  row(
    'DELETE /notifications/{channel_id}',
    'Removes a channel. What waits for it is not sent.',
    { revision: true },
    (call) => removed(call, 'notify', call.path.channel_id),
  ),
  row(
    'PUT /mail',
    'Sets the server that sends mails, where the gym is the only one.',
    {
      body: fields({ smtp: MAIL.properties.smtp, from: MAIL.properties.from }),
      revision: true,
      signedIn: 'just',
    },
    async (call) => {
      if (!seesAll(call))
        refuse(
          'config_edit_failed',
          'Several gyms share the mail server: change it in turnout.yaml.',
        );
      const { smtp, from } = call.body;
      await requireInternet(smtp);
      const { hide, secrets } = hiddenOf('mail', await call.app.file.variables());
      const written = { smtp: new FileText(hide(smtp, 'ADDRESS')), from, internet_only: true };
      const edit: ConfigEdit = (file) => file.set(['mail'], written);
      return {
        revision: await edited(call, [edit], 'mail server', { set: secrets, of: ['mail'] }),
      };
    },
  ),
  plainRow(
    'POST /notifications/{channel_id}/test',
    'Sends a test message to a channel now. `fault` says in a sentence what went wrong, and is null where it arrived.',
    (call) => call.app.notifications.test(gymOf(call).id, call.path.channel_id),
  ),
  row(
    'POST /notifications/replay',
    'Sends dead letters of the gym again: that of `id`, or all.',
    { query: { id: Type.Optional(ID) } },
    async (call) => {
      const { deliveries, clock } = call.app;
      const letter = call.query.id ?? null;
      return { again: await deliveries.replay(call.gymId ?? null, letter, clock.nowUtcMs()) };
    },
  ),
];

/** Without its body: that may name people. */
function deliveryView(delivery: Delivery) {
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

/** A name that is not known passes: each message is looked at again. */
async function requireInternet(address: string): Promise<void> {
  if (!URL.canParse(address)) invalid([], 'this is not an address');
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
  const found = await INTERNET.resolve(host).catch(() => []);
  if (found.every(INTERNET.isPublic)) return;
  throw new TurnoutError('address_refused', {
    where: 'address',
    expected: 'one of the internet',
    got: 'one of your own network',
    hint: 'write it into turnout.yaml',
  });
}
