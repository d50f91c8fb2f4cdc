/** `turnout notify`: tries channels, shows what went out, and sends again what could not be sent. */

import { counted } from '../web/words/format.ts';
import { command, GYM_FLAG, ONLY_GYM, typed, usageFault, whole } from './command.ts';
import { minuteOf } from './key.ts';
import { tableOr } from './terminal/table.ts';

const TEST = command({
  words: 'test <channel>',
  about: 'Send a test message to a channel now, and say whether it arrived',
  given: ['id of the channel, as under "notify:" in the file'],
  flags: [GYM_FLAG],
  help: '\nA channel that its receiver switched off (410) is on again once a test arrives.',
  examples: ['turnout notify test owners'],
  answer: async ({ ask }, _, channel) => {
    const path = { channel_id: channel };
    const { fault } = await ask('POST /notifications/{channel_id}/test', { path });
    if (fault !== null) process.exitCode = 1;
    return [
      { channel, sent: fault === null, fault },
      fault ?? `The message to ${channel} arrived.`,
    ];
  },
});

const LIST = command({
  words: 'list',
  about: 'Show what went out, what waits and what could not be sent, the newest first',
  flags: [ONLY_GYM, typed('--limit <n>', 'how many', whole(), 50)],
  examples: ['turnout notify list --limit 10'],
  answer: async ({ ask }, { limit }) => {
    const answer = await ask('GET /deliveries', { query: { limit: `${limit}` } });
    const rows = answer.deliveries.map((one) => [
      minuteOf(one.made),
      one.gym,
      one.channel,
      one.kind,
      one.state,
      String(one.tries),
      one.id,
      one.fault ?? '',
    ]);
    const head = ['MADE', 'GYM', 'CHANNEL', 'KIND', 'STATE', 'TRIES', 'ID', 'FAULT'];
    return [answer, tableOr('No message went out yet; tests are not listed.', head, rows)];
  },
});

const REPLAY = command({
  words: 'replay [id]',
  about: 'Send again what could not be sent: one message by its id, or all of them',
  given: ['its id, see: turnout notify list'],
  flags: [ONLY_GYM],
  examples: ['turnout notify replay msg_4f1c0a9be2d84c55a7e01b3d'],
  answer: async ({ ask }, _, id) => {
    const query = id === undefined ? {} : { id };
    const { again } = await ask('POST /notifications/replay', { query });
    if (id !== undefined && again === 0) {
      throw usageFault('id', 'a message that could not be sent', id, 'see: turnout notify list');
    }
    const text =
      again === 0 ? 'Nothing to send again.' : `${counted(again, 'message')} will be sent again.`;
    return [{ again }, text];
  },
});

export const NOTIFY = command({
  words: 'notify',
  about: 'Try channels, see what was sent, and send it again',
  examples: ['turnout notify test owners'],
  rows: [TEST, LIST, REPLAY],
});
