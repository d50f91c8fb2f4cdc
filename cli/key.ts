/** `turnout key`: who may see what, who changed it, and who looked. The one place where a key is shown is `create`. */

import type { OwnerAnswer } from '../api/routes/owner/table.ts';
import { AUDIT_WORDS } from '../api/routes/site/owner/pages.ts';
import { ALL_TRAINERS } from '../service/callers/caller.ts';
import { ROLES } from '../store/access/key.ts';
import { counted } from '../web/words/format.ts';
import { choice, command, flag, GYM_FLAG, lines, ONLY_GYM, typed, whole } from './command.ts';
import { tableOr } from './terminal/table.ts';

const ROLES_HELP = `Roles:
  owner    everything of the gym
  manager  the figures of the gym
  trainer  only what one trainer taught
  free     the gym demo, 100 answers
  screen   the wall: rooms and next classes, no names of people, no money`;

const CREATE = command({
  words: 'create',
  about: 'Make a key and show it once; a running server knows it at once',
  flags: [
    choice('--role <role>', 'what it may see: see below', ROLES),
    GYM_FLAG,
    flag('--trainer <name>', 'name or id of the trainer, for the role trainer'),
    flag('--label <text>', 'what you call it, for lists'),
    typed(
      '--lookups <n>',
      'how many answers it is good for; default: no limit, free keys 100',
      whole(),
    ),
  ],
  help: ROLES_HELP,
  examples: ['turnout key create --gym riverside --role trainer --trainer "Anna Kovacs"'],
  answer: async ({ ask }, { role, trainer, label, lookups }) => {
    const body = { role, trainer, label, lookups };
    const { secret, key } = await ask('POST /keys', { body });
    const whose = key.trainer === null ? key.role : `${key.role} ${key.trainer}`;
    const limit = key.lookup_limit === null ? '' : `, ${counted(key.lookup_limit, 'lookup')}`;
    return [
      { key: secret, ...keyJson(key) },
      lines(
        secret,
        `Gym ${key.gym}, ${whose}${limit}. It is shown only now: Turnout keeps no copy.`,
        `To end it: turnout key revoke ${key.id}`,
      ),
    ];
  },
});

const HEAD = ['ID', 'KEY', 'GYM', 'ROLE', 'TRAINER', 'LOOKUPS', 'CREATED', 'REVOKED', 'LABEL'];

const LIST = command({
  words: 'list',
  about: 'Show all keys by their first 8 characters, the newest first',
  flags: [ONLY_GYM],
  examples: ['turnout key list --gym riverside'],
  answer: async ({ ask }) => {
    const keys = (await ask('GET /keys')).keys.map(keyJson);
    const rows = keys.map(({ lookup_limit: limit, lookups_used: used, ...key }) => [
      ...[key.id, key.prefix, key.gym, key.role, key.trainer ?? ''],
      limit === null ? `${used}` : `${used} of ${limit}`,
      minuteOf(key.created_at),
      key.revoked_at === null ? '' : minuteOf(key.revoked_at),
      key.label ?? '',
    ]);
    return [{ keys }, tableOr('No keys; make one with: turnout key create', HEAD, rows)];
  },
});

const REVOKE = command({
  words: 'revoke <key>',
  about: 'End a key; a running server refuses it at once, and its browsers are signed out',
  given: ['its id or its first 8 characters, see: turnout key list'],
  examples: ['turnout key revoke tk_9fK2a'],
  answer: async ({ ask }, _, text) => {
    const { key } = await ask('DELETE /keys/{key_id}', { path: { key_id: text } });
    return [keyJson(key), `Key ${key.id} (${key.prefix}…) of gym ${key.gym} is revoked.`];
  },
});

const AUDIT = command({
  words: 'audit',
  about:
    'Show who made and revoked keys, corrected counts, and looked at figures of trainers, the newest first',
  flags: [ONLY_GYM, typed('--limit <n>', 'how many lines', whole(), 50)],
  examples: ['turnout key audit --limit 20'],
  answer: async ({ ask }, { limit }) => {
    const { lines } = await ask('GET /audit', { query: { limit: `${limit}` } });
    const rows = lines.map((line) => [
      minuteOf(line.at),
      line.by,
      AUDIT_WORDS[line.kind],
      line.kind === 'trainer_seen' && line.subject === ALL_TRAINERS ? 'all trainers' : line.subject,
      line.gym,
    ]);
    return [
      { lines: lines.map(({ kind, ...line }) => ({ ...line, what: kind })) },
      tableOr('Nothing was changed or looked at yet.', ['AT', 'BY', 'WHAT', 'OF', 'GYM'], rows),
    ];
  },
});

export const KEY = command({
  words: 'key',
  about: 'Make, list and revoke the keys that figures are seen with',
  examples: ['turnout key create --gym riverside --role manager'],
  rows: [CREATE, LIST, REVOKE, AUDIT],
});

type Key = OwnerAnswer<'GET /keys'>['keys'][number];

/** A key as commands tell it: none is their own. */
function keyJson({ is_own: _, ...key }: Key) {
  return key;
}

/** `2026-07-01 18:30Z`: keys are of the installation, which has no wall of its own. */
export function minuteOf(instant: string): string {
  return `${instant.slice(0, 16).replace('T', ' ')}Z`;
}
