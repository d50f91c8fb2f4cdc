/** A camera that is looked for in this network, where the person answers `find` to the question for its address. */

import type { LookedAt } from '../../engine/cameras/finding/look.ts';
import type { OnvifLogin } from '../../engine/cameras/onvif/login.ts';
import { titleOf } from '../camera/found-text.ts';
import { counted } from '../terminal/counted.ts';
import type { Prompts } from './prompts.ts';

/** Asks this network for cameras, with a login where there is one. */
export type LookForCameras = (login: OnvifLogin | null) => Promise<readonly LookedAt[]>;

/** The answer that asks for it. */
export const FIND = 'find';

/** The address of the camera that was chosen, with the login; null where none was. */
export async function chooseFound(prompts: Prompts, look: LookForCameras): Promise<string | null> {
  const user = await prompts.text({
    message: 'User of the cameras (empty: none)',
    isOptional: true,
  });
  const password = user === '' ? '' : await prompts.password(`Password of ${user}`);
  const login = user === '' ? null : { user, password };
  const end = prompts.wait('asking this network, a few seconds');
  const looked = await look(login);
  end(`${counted(looked.length, 'camera')} answered.`);
  const usable = looked.filter(({ address }) => address !== null);
  if (usable.length === 0) {
    prompts.say(
      'Type its address. A range of another network is asked with: turnout camera find 192.0.2.0/28',
    );
    return null;
  }
  const chosen = await prompts.choose('Which one looks into the room?', [
    ...usable.map((one, at) => ({ value: String(at), label: titleOf(one) })),
    { value: 'none', label: 'none of them' },
  ]);
  const address = usable[Number(chosen)]?.address ?? null;
  return address === null ? null : withLogin(address, login);
}

/** Signs of the user and password that have a meaning in an address are percent-encoded. */
export function withLogin(address: string, login: OnvifLogin | null): string {
  if (login === null) return address;
  const pair = [login.user, login.password].map(encodeURIComponent).join(':');
  return address.replace('://', () => `://${pair}@`);
}
