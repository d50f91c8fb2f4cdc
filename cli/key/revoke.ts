/** `turnout key revoke`: a key that no one may use any more. */

import { askOwner } from '../../service/commands/ask-owner.ts';
import type { CliContext } from '../context.ts';
import { asker } from '../terminal/asker.ts';
import { keyJson } from './list.ts';

export async function revokeKey(context: CliContext, text: string): Promise<void> {
  const key = await askOwner({ ...asker(context), operation: 'key.revoke', args: { key: text } });
  context.print(keyJson(key), `Key ${key.id} (${key.prefix}…) of gym ${key.gymId} is revoked.`);
}
