/** `/setup` before there is a gym: a set-up code of the terminal makes it, with its first owner. */

import { isTurnoutError } from '../../../errors.ts';
import { slugOf } from '../../../gym/sessions/fold-name.ts';
import { addressGroup } from '../../../store/access/limits.ts';
import { plainDocument } from '../../../web/document.tsx';
import { type BeginProps, beginPage } from '../../../web/pages/setup/begin.tsx';
import { firstKeyPage } from '../../../web/pages/sign-in/sign-in.tsx';
import { FIRST_KEY } from '../../../web/words/sign-in.ts';
import { isFromOwnPage, transportOf } from '../../auth/browsers.ts';
import type { Answer, ApiRequest } from '../../http/message.ts';
import type { OwnerWorld } from './owner/owner-page.ts';
import { passingPage } from './page-answer.ts';
import { gymFault } from './settings.ts';
import { begun, firstOwner } from './sign-in/begin.ts';
import { asked, fieldsOf, mayTry } from './sign-in/world.ts';

/** Where there is only sample data: asks for the code and the gym, and makes it. */
export function beginSetup(world: OwnerWorld, request: ApiRequest): Answer | Promise<Answer> {
  if (transportOf(request.headers, world.names()) === 'open') return asked(world, request);
  return request.method === 'POST' ? begin(world, request) : begins(world);
}

function begins(
  world: OwnerWorld,
  { fault = null, told = null, typed = new Map() }: Partial<Omit<BeginProps, 'zones'>> = {},
  status = 200,
): Answer {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = [...new Set([zone, ...Intl.supportedValuesOf('timeZone')])].toSorted();
  const body = beginPage({ zones, zone: typed.get('timezone') ?? zone, fault, told, typed });
  return passingPage(status, plainDocument('Settings', body, world.assets.files));
}

/** Makes the gym of the form, with its owner, for the person who has the code. */
async function begin(world: OwnerWorld, request: ApiRequest): Promise<Answer> {
  const { access, operator, names, assets } = world;
  const fields = fieldsOf(request);
  if (!isFromOwnPage(request.headers, names().base)) {
    return begins(world, { fault: 'foreign' }, 403);
  }
  if (fields === null || operator === undefined) {
    return begins(world, { fault: 'form' }, 400);
  }
  if (!mayTry(world, request)) return begins(world, { fault: 'tooFast', typed: fields }, 429);
  const field = (name: string) => (fields.get(name) ?? '').trim();
  const [name, timezone, currency] = [
    field('name'),
    field('timezone'),
    field('currency').toUpperCase(),
  ];
  const wrong = gymFault(name, timezone, currency);
  if (wrong !== null) return begins(world, { told: wrong, typed: fields }, 400);
  const gymId = slugOf(name, 'gym');
  const code = access.setUpCodes.hold(field('code'), addressGroup(request.ip), gymId);
  if (code === null) {
    access.signIns.refuse();
    return begins(world, { fault: 'wrong', typed: fields }, 401);
  }
  try {
    await operator.file.begin({ id: gymId, name, timezone, ...(currency !== '' && { currency }) });
  } catch (error) {
    code.giveBack();
    if (!isTurnoutError(error)) throw error;
    return begins(world, { told: error.message, typed: fields }, 409);
  }
  const { secret, key } = await firstOwner(access, code, gymId);
  const cookie = await begun(world, request, key, 'code');
  const body = firstKeyPage(secret, '/setup');
  const document = plainDocument(FIRST_KEY, body, assets.files);
  return passingPage(200, document, cookie === null ? [] : [cookie]);
}
