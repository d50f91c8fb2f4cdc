/** `/sign-ins`: who is signed in to the gym of an owner; ends them, and lets screens in. */

import { formatInstant } from '../../../../gym/calendar/zone.ts';
import type { KeyFacts } from '../../../../store/access/key.ts';
import { isFresh, type SignedIn } from '../../../../store/access/sign-ins.ts';
import { NOTICES, type SignInNotice } from '../../../../web/words/sign-in.ts';
import { dropCookies, isFromOwnPage, transportOf } from '../../../auth/browsers.ts';
import type { Answer, ApiRequest } from '../../../http/message.ts';
import { parseQuery } from '../../../validation/parameters.ts';
import { onTo, page } from '../page-answer.ts';
import {
  frameOf,
  nameOf,
  type Person,
  personOf,
  readerOf,
  roleOf,
  type World,
} from '../readers.ts';
import { addressOf, askForKey, fieldsOf, mayTry } from './world.ts';

const HERE = '/sign-ins';

export async function signIns(world: World, request: ApiRequest): Promise<Answer> {
  const person = personOf(world, request);
  const account = person && accountOf(world, request, person);
  if (account === null) return askForKey(world, request, { next: HERE });
  const { frame, owner } = account;
  if (owner.key.role !== 'owner') {
    return page(403, { frame, content: { page: 'refused', to: 'owner' } });
  }
  if (!isFresh(owner.signIn, world.clock.nowUtcMs())) {
    return askForKey(world, request, { next: HERE, isAgain: true });
  }
  if (world.officeSite !== undefined) await world.access.credentials.reread();
  if (request.method === 'GET') {
    return page(200, { frame, content: signInsData(world, account, request) });
  }
  if (!isFromOwnPage(request.headers, world.base())) {
    return askForKey(world, request, { next: HERE, fault: 'foreign', status: 403 });
  }
  return done(world, request, owner);
}

/** The gym and what stands round the page; at a head office there is no gym. */
function accountOf(world: World, request: ApiRequest, person: Person) {
  const { officeSite } = world;
  const owner = person.signedIn;
  if (officeSite !== undefined) return { owner, view: null, frame: officeSite.frame(person, HERE) };
  const reader = readerOf(world, request);
  return reader && { owner, view: reader.view, frame: frameOf(reader.view, HERE, reader) };
}

type Account = NonNullable<ReturnType<typeof accountOf>>;

/** Whose sign-ins an owner sees and ends: those of the own gym, or of the own gyms of a chain. */
function ownedBy({ key: owner }: SignedIn, { officeSite }: World): (key: KeyFacts) => boolean {
  return officeSite === undefined
    ? (key) => key.gymId === owner.gymId
    : (key) => officeSite.covers(owner, key);
}

export function signInsData(world: World, account: Account, request: ApiRequest) {
  const { access, base } = world;
  const { owner, view } = account;
  const { timezone } = account.frame;
  const rows = access.signIns.list(ownedBy(owner, world)).map(({ key, signIn }) => ({
    id: signIn.id,
    role: roleOf(key),
    name: view === null ? (key.label ?? key.prefix) : nameOf(key, view),
    device: signIn.device,
    since: formatInstant(timezone, signIn.createdUtcMs),
    seen: formatInstant(timezone, signIn.seenUtcMs),
    isHere: signIn.id === owner.signIn.id,
  }));
  const said = parseQuery(request.rawQuery).get('said') ?? '';
  return {
    page: 'sign_ins' as const,
    rows,
    said: Object.hasOwn(NOTICES, said) ? (said as SignInNotice) : null,
    screenAddress: `${addressOf(request, base())}/screen`,
    isLocal: transportOf(request.headers, world) === 'local',
  };
}

async function done(world: World, request: ApiRequest, owner: SignedIn): Promise<Answer> {
  const fields = fieldsOf(request);
  const end = fields?.get('end');
  const code = fields?.get('code');
  const by = owner.key.id;
  const isOwned = ownedBy(owner, world);
  const { signIns: known, pairings } = world.access;
  if (end === 'all') {
    if (!mayTry(world, request)) return backWith('too_fast');
    const shown = world.access.find((fields?.get('key') ?? '').trim());
    if (shown?.key.id !== by) {
      known.refuse();
      return backWith('wrong_key');
    }
    await known.endAll(isOwned, by);
    return onTo('/sign-in', dropCookies());
  }
  if (end !== undefined) {
    if (!known.list(isOwned).some(({ signIn }) => signIn.id === end)) return backWith('gone');
    await known.end(end, by);
    return backWith('ended');
  }
  // Screens hang in gyms: a head office lets none in.
  if (code === undefined || world.officeSite !== undefined) return onTo(HERE);
  if (!mayTry(world, request)) return backWith('too_fast');
  const label = (fields?.get('name') ?? '').trim().slice(0, 60) || 'Screen';
  const isThere = pairings.agree(code, { gymId: owner.key.gymId, label, by });
  return backWith(isThere ? 'paired' : 'no_screen');
}

function backWith(what: SignInNotice): Answer {
  return onTo(`${HERE}?said=${what}`);
}
