/** How a browser comes in: with a new secret each time, whatever it showed before. */

import type { Access } from '../../../../store/access/access.ts';
import type { KeyFacts } from '../../../../store/access/key.ts';
import type { SignInWay } from '../../../../store/access/sign-ins.ts';
import type { HeldCode } from '../../../../store/access/waiting.ts';
import {
  deviceOf,
  keepCookie,
  keepsSecureHere,
  shownCookie,
  transportOf,
} from '../../../auth/browsers.ts';
import type { ApiRequest, Headers } from '../../../http/message.ts';
import type { SignInWorld } from './world.ts';

/** Begins a sign-in, and ends the one that the browser had. @returns its cookie; null where the key was revoked by now. */
export async function begun(
  { access, names }: SignInWorld,
  { headers }: ApiRequest,
  key: Pick<KeyFacts, 'id'>,
  way: SignInWay,
): Promise<Headers[number] | null> {
  const transport = transportOf(headers, names());
  const isPlain =
    transport === 'network' ||
    transport === 'open' ||
    (transport === 'local' && !keepsSecureHere(headers));
  const before = shownCookie(headers);
  const known = before && access.signIns.find(before.secret, before.isPlain);
  const device = deviceOf(headers);
  const made = await access.signIns.begin({ keyId: key.id, way, device, isPlain });
  if (known !== null)
    await access.signIns.end(known.signIn.id, known.key.id).catch(() => undefined);
  return made === null ? null : keepCookie({ secret: made.secret, isPlain });
}

/** Makes the first owner of a gym, which uses the code up; where that fails it is good for the gym. */
export async function firstOwner(
  access: Pick<Access, 'createKey'>,
  code: HeldCode,
  gymId: string,
): ReturnType<Access['createKey']> {
  try {
    const by = 'set-up code';
    const made = await access.createKey({ gymId, role: 'owner', label: 'First owner', by });
    code.use();
    return made;
  } catch (error) {
    code.giveBack(gymId);
    throw error;
  }
}
