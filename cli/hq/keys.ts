/** `turnout hq key create|list|revoke`. */

import { TurnoutError } from '../../errors.ts';
import type { KeyFacts, KeyScope } from '../../store/access/key.ts';
import type { CliContext } from '../context.ts';
import { columns } from '../terminal/columns.ts';
import { withOffice } from './office.ts';

export interface KeyOptions {
  readonly role: 'owner' | 'manager';
  readonly gym: readonly string[];
  readonly group?: string;
  readonly all?: true;
  readonly label?: string;
  readonly lookups?: number;
}

const BY = 'command line';
const HEAD = ['ID', 'KEY', 'SEES', 'ROLE', 'REVOKED', 'LABEL'];

export function createHqKey(context: CliContext, options: KeyOptions): Promise<void> {
  return withOffice(async ({ access }) => {
    const { role, label, lookups } = options;
    const [only, ...others] = options.gym;
    const isOne = only !== undefined && others.length === 0 && options.all !== true;
    const about = {
      role,
      by: BY,
      ...(label === undefined ? {} : { label }),
      ...(lookups === undefined ? {} : { lookupLimit: lookups }),
    };
    const { secret, key } = await access.createKey(
      isOne && options.group === undefined
        ? { ...about, gymId: only }
        : { ...about, gymId: '', scope: scopeOf(options) },
    );
    context.print(
      { key: secret, ...jsonOf(key) },
      [
        secret,
        `${whatOf(key)}, ${key.role}. It is shown only now: the head office keeps no copy.`,
        `To end it: turnout hq key revoke ${key.id}`,
      ].join('\n'),
    );
  });
}

export function listHqKeys(context: CliContext): Promise<void> {
  return withOffice(async ({ access }) => {
    const keys = access.keys();
    const rows = keys.map((key) => [
      key.id,
      key.prefix,
      whatOf(key),
      key.role,
      key.revokedUtcMs === null ? '' : 'revoked',
      key.label ?? '',
    ]);
    context.print(
      keys.map(jsonOf),
      rows.length === 0
        ? 'No key yet. Make one with: turnout hq key create'
        : columns([HEAD, ...rows]).join('\n'),
    );
  });
}

export function revokeHqKey(context: CliContext, id: string): Promise<void> {
  return withOffice(async ({ access }) => {
    const key = await access.revokeKey(id, BY);
    context.print(jsonOf(key), `Key ${key.prefix} is refused from now on.`);
  });
}

function scopeOf({ gym, group, all }: KeyOptions): KeyScope {
  const said = [gym.length > 0, group !== undefined, all === true].filter(Boolean).length;
  if (said !== 1) {
    throw new TurnoutError('usage', {
      where: 'scope of the key',
      expected: 'one of --gym, --group and --all',
      got: said === 0 ? 'none' : 'several',
    });
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
    id: key.id,
    prefix: key.prefix,
    gym_id: key.scope === undefined ? key.gymId : null,
    scope: key.scope ?? null,
    role: key.role,
    label: key.label,
    lookup_limit: key.lookupLimit,
    lookups_used: key.lookupsUsed,
    created_at: new Date(key.createdUtcMs).toISOString(),
    revoked_at: key.revokedUtcMs === null ? null : new Date(key.revokedUtcMs).toISOString(),
  };
}
