/** `turnout join` and `turnout leave`: a gym of this box and its head office. */

import { command, flag, GYM_FLAG, required } from './command.ts';

const JOIN_HELP = `The head office gets classes with their bookings, head counts and corrections, the names of trainers,
the settings of the gym, and how many people are in its rooms now. It never gets pictures, camera addresses,
passwords or keys (docs/chain.md). A running server begins to send at once, and goes on counting
while the line is down.`;

export const JOIN = command({
  words: 'join <url>',
  about: 'Join a head office: this gym is shown there with the others of its chain',
  given: ['address of the head office, https://…'],
  flags: [
    required(flag('--token <token>', 'from the head office; it works once, for one gym')),
    GYM_FLAG,
  ],
  help: JOIN_HELP,
  examples: ['turnout join https://hq.example.com --token tj_4mV0…'],
  answer: async ({ ask }, { token }, url) => {
    const joined = await ask('POST /head-office', { body: { url, token } });
    return [
      joined,
      [
        `Joined: ${joined.gym} is ${joined.gym_name} at ${new URL(joined.head_office).hostname}.`,
        'A running server sends now; otherwise start one: turnout serve',
        'How it goes: turnout status',
      ].join('\n'),
    ];
  },
});

export const LEAVE = command({
  words: 'leave',
  about: 'Leave the head office: nothing more is sent; what is there stays there',
  flags: [GYM_FLAG],
  examples: ['turnout leave --gym riverside'],
  answer: async ({ ask }) => {
    const left = await ask('DELETE /head-office');
    return [left, `Left: nothing of ${left.gym} is sent any more.`];
  },
});
