/** `turnout sign-in` and `turnout setup-code`: browsers that are signed in, and how an owner gets in. */

import { readLock } from '../store/history/folder/lock.ts';
import { counted } from '../web/words/format.ts';
import { command, flag, GYM_FLAG, ONLY_GYM, usageFault } from './command.ts';
import { minuteOf } from './key.ts';
import { tableOr } from './terminal/table.ts';

const SIGN_IN_HEAD = ['ID', 'DEVICE', 'GYM', 'ROLE', 'KEY', 'LABEL', 'SINCE', 'LAST SEEN'];

const LIST = command({
  words: 'list',
  about: 'Show the browsers that are signed in, the last seen first',
  flags: [ONLY_GYM],
  examples: ['turnout sign-in list'],
  answer: async ({ ask }) => {
    const { sign_ins: all } = await ask('GET /sign-ins');
    const rows = all.map(({ id, device, gym, role, prefix, label, since, last_seen: seen }) => [
      ...[id, device, gym, role, prefix, label ?? '', minuteOf(since), minuteOf(seen)],
    ]);
    return [
      { sign_ins: all.map(({ is_own: _, ...one }) => one) },
      tableOr('No browser is signed in.', SIGN_IN_HEAD, rows),
    ];
  },
});

const END = command({
  words: 'end [id]',
  about: 'Sign a browser out; its pages and live streams end at once',
  given: ['its id, see: turnout sign-in list'],
  flags: [
    flag('--all', 'all browsers and screens'),
    flag('--gym <id>', 'with --all: only this gym'),
  ],
  examples: ['turnout sign-in end si_9fK2aQ0w1e2r3t4y', 'turnout sign-in end --all'],
  answer: async ({ ask }, { all }, id = '') => {
    if ((id === '') === (all === undefined)) {
      const got = all === undefined ? 'neither' : 'both';
      const hint = 'list them with: turnout sign-in list';
      throw usageFault('sign-in end', 'the id of a sign-in, or --all', got, hint);
    }
    if (id === '') {
      const { ended } = await ask('DELETE /sign-ins');
      return [{ ended }, `${counted(ended, 'sign-in')} ended.`];
    }
    const { device } = await ask('DELETE /sign-ins/{sign_in_id}', { path: { sign_in_id: id } });
    return [{ id, device }, `Sign-in ${id} (${device}) is ended.`];
  },
});

export const SIGN_IN = command({
  words: 'sign-in',
  about: 'Show and end the sign-ins of browsers',
  examples: ['turnout sign-in list'],
  rows: [LIST, END],
});

export const SET_UP_CODE = command({
  words: 'setup-code',
  about: 'Show a code by which an owner signs in to the pages and gets a key',
  flags: [GYM_FLAG],
  help: 'The code is good for 15 minutes, one use and five tries. The server must run.',
  examples: ['turnout setup-code'],
  answer: async ({ ask, dataDir }) => {
    const made = await ask('POST /setup-codes');
    const { gym, code } = made;
    const base = made.public_url ?? (await readLock(dataDir()))?.url ?? '';
    const page = `${base}${gym === null ? '/setup' : '/sign-in'}`;
    const makes = gym === null ? 'your gym with an owner key' : `an owner key for gym ${gym}`;
    return [
      { gym, code, page },
      [
        code,
        `Type it at ${page} within 15 minutes. It makes ${makes}, and is good for one use.`,
      ].join('\n'),
    ];
  },
});
