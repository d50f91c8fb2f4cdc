/** `turnout notify`: tries channels, shows what went out, and sends dead letters again. */

import { counted } from '../web/words/format.ts';
import { type CommandRow, flag, group, ofGym, whole } from './command.ts';
import { minuteOf } from './key.ts';
import { tableOr } from './terminal/table.ts';

interface GymFlag {
  readonly gym?: string;
}

const GYM_FLAG = flag('--gym <id>', 'the gym; may be left out where there is only one');

const TEST: CommandRow<GymFlag> = {
  words: 'test <channel>',
  about: 'Send a test message to a channel now, and say whether it arrived',
  given: ['id of the channel, as under "notify:" in the file'],
  flags: [GYM_FLAG],
  help: '\nA channel that its receiver switched off (410) is on again once a test arrives.',
  examples: ['turnout notify test owners'],
  answer: async ({ ask }, { gym }, channel) => {
    const sent = { path: { channel_id: channel }, query: ofGym(gym) };
    const { fault } = await ask('POST /notifications/{channel_id}/test', sent);
    if (fault !== null) process.exitCode = 1;
    return [
      { channel, sent: fault === null, fault },
      fault ?? `The message to ${channel} arrived.`,
    ];
  },
};

const LIST: CommandRow<GymFlag & { readonly limit: number }, []> = {
  words: 'list',
  about: 'Show what went out, what waits and what could not be sent, the newest first',
  flags: [flag('--gym <id>', 'only this gym'), flag('--limit <n>', 'how many', whole, 50)],
  examples: ['turnout notify list --limit 10'],
  answer: async ({ ask }, { gym, limit }) => {
    const answer = await ask('GET /deliveries', { query: ofGym(gym, { limit: `${limit}` }) });
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
    return [answer, tableOr('Nothing went out yet.', head, rows)];
  },
};

const REPLAY: CommandRow<GymFlag, [string?]> = {
  words: 'replay [id]',
  about: 'Send dead letters again: one by its id, or all of them',
  given: ['its id, see: turnout notify list'],
  flags: [flag('--gym <id>', 'only this gym')],
  examples: ['turnout notify replay msg_4f1c0a9be2d84c55a7e01b3d'],
  answer: async ({ ask }, { gym }, id) => {
    const query = ofGym(gym, id === undefined ? {} : { id });
    const { again } = await ask('POST /notifications/replay', { query });
    const text =
      again === 0
        ? 'No dead letter to send again.'
        : `${counted(again, 'message')} will be sent again.`;
    return [{ again }, text];
  },
};

export const registerNotify = group(
  'notify',
  'Try channels, see what was sent, and send it again',
  'turnout notify test owners',
  [TEST, LIST, REPLAY],
);
