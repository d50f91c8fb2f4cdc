/** The address of a camera as it is typed, or as it was found. */

import { type Static, Type } from 'typebox';
import type { TypedAddress } from '../../../config/address.ts';
import { TurnoutError } from '../../../errors.ts';
import type { Call } from './call.ts';
import { fields, optional } from './row.ts';

export const LOGIN = optional({
  user: Type.String({ maxLength: 200 }),
  password: Type.String({ maxLength: 200 }),
});

export const ADDRESS = fields({
  url: Type.Optional(Type.String({ minLength: 1, maxLength: 2_048 })),
  /** Id of a camera that was found, in place of `url`; `path` for one that does not tell its own. */
  found: Type.Optional(Type.String({ maxLength: 64 })),
  path: Type.Optional(Type.String({ maxLength: 1_000 })),
  ...LOGIN,
});

/**
 * What is typed of an address, with that of a camera that was found in place of its id.
 *
 * @throws `usage` where neither or both are given, and what `Finds.address` throws.
 */
export async function typedAddress(
  { app, owner }: Call,
  { url, found, path, ...typed }: Static<typeof ADDRESS>,
): Promise<TypedAddress> {
  if ((url === undefined) === (found === undefined)) {
    throw new TurnoutError('usage', {
      where: 'address of the camera',
      expected: 'its url, or the id of a camera that was found',
      got: url === undefined ? 'neither' : 'both',
    });
  }
  if (found === undefined) return { url: url ?? '', ...typed };
  const asked = { id: found, path: path ?? null, login: loginOf(typed) };
  return { ...typed, url: await app.finds.address(owner.key.gymId, asked) };
}

export function loginOf({ user = '', password = '' }: { user?: string; password?: string }) {
  return user === '' ? null : { user, password };
}
