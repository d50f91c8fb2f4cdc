/** `turnout hq key create|list|revoke`. */

import { wire } from '../../runtime/wire.ts';
import type { KeyFacts, KeyScope } from '../../store/access/key.ts';
import {
  choice,
  command,
  flag,
  repeated,
  typed,
  usageFault,
  type Values,
  whole,
} from '../command.ts';
import { tableOr } from '../terminal/table.ts';
import { withOffice } from './gyms.ts';

const BY = 'command line';

const SCOPE = [
  repeated('--gym <id>', 'a gym that it may see'),
  flag('--group <name>', 'all gyms of a group, those too that join it later'),
  flag('--all', 'all gyms'),
] as const;

const CREATE = command({
  words: 'create',
  about: 'Make a key for some gyms and show it once',
  flags: [
    choice('--role <role>', 'what it may see of them', ['owner', 'manager']),
    ...SCOPE,
    flag('--label <text>', 'what you call it, for lists'),
    typed('--lookups <n>', 'how many answers it is good for; default: no limit', whole()),
  ],
  examples: ['turnout hq key create --role manager --group south'],
  answer: (_, { role, label, lookups, ...seen }) =>
    withOffice(async ({ access }) => {
      const scope = scopeOf(seen);
      const [only = '', ...others] = scope.kind === 'gyms' ? scope.gyms : ['', ''];
      const { secret, key } = await access.createKey({
        role,
        by: BY,
        ...(label !== undefined && { label }),
        ...(lookups !== undefined && { lookupLimit: lookups }),
        ...(others.length === 0 ? { gymId: only } : { gymId: '', scope }),
      });
      return [
        { key: secret, ...jsonOf(key) },
        [
          secret,
          `${whatOf(key)}, ${key.role}. It is shown only now: the head office keeps no copy.`,
          `To end it: turnout hq key revoke ${key.id}`,
        ].join('\n'),
      ];
    }),
});

const LIST = command({
  words: 'list',
  about: 'Show all keys by their first 8 characters, the newest first',
  examples: ['turnout hq key list'],
  answer: () =>
    withOffice(async ({ access }) => {
      const keys = access.keys();
      const rows = keys.map((key) => [
        ...[key.id, key.prefix, whatOf(key), key.role],
        key.revokedUtcMs === null ? '' : 'revoked',
        key.label ?? '',
      ]);
      const none = 'No key yet. Make one with: turnout hq key create';
      const head = ['ID', 'KEY', 'SEES', 'ROLE', 'REVOKED', 'LABEL'];
      return [keys.map(jsonOf), tableOr(none, head, rows)];
    }),
});

const REVOKE = command({
  words: 'revoke <key>',
  about: 'End a key; every node refuses it within seconds',
  given: ['its id or its first 8 characters, see: turnout hq key list'],
  examples: ['turnout hq key revoke tk_9fK2a'],
  answer: (_, _flags, id) =>
    withOffice(async ({ access }) => {
      const key = await access.revokeKey(id, BY);
      return [jsonOf(key), `Key ${key.prefix} is refused from now on.`];
    }),
});

export const KEY = command({
  words: 'key',
  about: 'Make, list and revoke keys of the head office',
  examples: ['turnout hq key list'],
  rows: [CREATE, LIST, REVOKE],
});

function scopeOf({ gym, group, all }: Values<typeof SCOPE>): KeyScope {
  const named = [gym.length > 0, group !== undefined, all === true].filter(Boolean).length;
  if (named !== 1) {
    const got = named === 0 ? 'none' : 'several';
    throw usageFault('scope of the key', 'one of --gym, --group and --all', got);
  }
  if (all === true) return { kind: 'all' };
  return group === undefined ? { kind: 'gyms', gyms: gym } : { kind: 'group', group };
}

function whatOf({ gymId, scope }: KeyFacts): string {
  if (scope === undefined) return `Gym ${gymId}`;
  if (scope.kind === 'all') return 'All gyms';
  return scope.kind === 'group' ? `Group ${scope.group}` : `Gyms ${scope.gyms.join(', ')}`;
}

function jsonOf(key: KeyFacts) {
  return {
    ...wire(key, 'id', 'prefix'),
    gym_id: key.scope === undefined ? key.gymId : null,
    scope: key.scope ?? null,
    ...wire(key, 'role', 'label', 'lookupLimit', 'lookupsUsed', 'createdUtcMs', 'revokedUtcMs'),
  };
}
