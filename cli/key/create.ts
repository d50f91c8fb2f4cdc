/** `turnout key create`: the one place where a key is shown. */

import { askOwner } from '../../service/commands/ask-owner.ts';
import type { Role } from '../../store/access/key.ts';
import type { CliContext } from '../context.ts';
import { asker } from '../terminal/asker.ts';
import { counted } from '../terminal/counted.ts';
import { keyJson } from './list.ts';

export interface CreateOptions {
  readonly role: Role;
  readonly gym?: string;
  readonly trainer?: string;
  readonly label?: string;
  readonly lookups?: number;
}

export async function createKey(context: CliContext, options: CreateOptions): Promise<void> {
  const { role, gym, trainer, label, lookups } = options;
  const { secret, key } = await askOwner({
    ...asker(context),
    operation: 'key.create',
    args: {
      role,
      gym: gym ?? null,
      trainer: trainer ?? null,
      label: label ?? null,
      lookups: lookups ?? null,
    },
  });
  const whose = key.trainerId === null ? key.role : `${key.role} ${key.trainerId}`;
  const limit = key.lookupLimit === null ? '' : `, ${counted(key.lookupLimit, 'lookup')}`;
  context.print(
    { key: secret, ...keyJson(key) },
    [
      secret,
      `Gym ${key.gymId}, ${whose}${limit}. It is shown only now: Turnout keeps no copy.`,
      `To end it: turnout key revoke ${key.id}`,
    ].join('\n'),
  );
}
