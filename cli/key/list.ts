/** `turnout key list`: keys by what is no secret of them. */

import { askOwner } from '../../service/commands/ask-owner.ts';
import type { KeyFacts } from '../../store/access/key.ts';
import type { CliContext } from '../context.ts';
import { asker } from '../terminal/asker.ts';
import { columns } from '../terminal/columns.ts';

const HEAD = ['ID', 'KEY', 'GYM', 'ROLE', 'TRAINER', 'LOOKUPS', 'CREATED', 'REVOKED', 'LABEL'];

export async function listKeys(context: CliContext, gym: string | null): Promise<void> {
  const { keys } = await askOwner({ ...asker(context), operation: 'key.list', args: { gym } });
  context.print(
    { keys: keys.map(keyJson) },
    keys.length === 0
      ? 'No keys; make one with: turnout key create'
      : columns([HEAD, ...keys.map(keyWords)]).join('\n'),
  );
}

function keyWords(key: KeyFacts): string[] {
  const { id, prefix, gymId, role, trainerId, lookupLimit, lookupsUsed } = key;
  return [
    id,
    prefix,
    gymId,
    role,
    trainerId ?? '',
    lookupLimit === null ? `${lookupsUsed}` : `${lookupsUsed} of ${lookupLimit}`,
    minuteOf(key.createdUtcMs),
    key.revokedUtcMs === null ? '' : minuteOf(key.revokedUtcMs),
    key.label ?? '',
  ];
}

/** A key as commands tell it, without its secret. */
export function keyJson(key: KeyFacts) {
  return {
    id: key.id,
    prefix: key.prefix,
    gym: key.gymId,
    role: key.role,
    trainer: key.trainerId,
    label: key.label,
    lookup_limit: key.lookupLimit,
    lookups_used: key.lookupsUsed,
    created_at: instantOf(key.createdUtcMs),
    revoked_at: key.revokedUtcMs === null ? null : instantOf(key.revokedUtcMs),
  };
}

function instantOf(utcMs: number): string {
  return new Date(utcMs).toISOString();
}

/** `2026-07-01 18:30Z`: keys are of the installation, which has no wall of its own. */
export function minuteOf(utcMs: number): string {
  return `${instantOf(utcMs).slice(0, 16).replace('T', ' ')}Z`;
}
