/** Who looks at a page: someone whose browser is signed in, or anyone where the demo is all there is. */

import { ofTrainer, withoutMoney } from '../../../gym/sessions/partial-view.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import type { Visitor } from '../../../service/callers/visitor.ts';
import type { GymSource } from '../../../service/gyms/gym-source.ts';
import type { Access } from '../../../store/access/access.ts';
import type { KeyFacts } from '../../../store/access/key.ts';
import type { SignedIn } from '../../../store/access/sign-ins/sign-in.ts';
import type { ReaderRole } from '../../../web/sign-in-data.ts';
import { localVisitor } from '../../auth/open-visitor.ts';
import { type ShownCookie, shownCookie } from '../../auth/sign-in/cookie.ts';
import { type OwnNames, transportOf } from '../../auth/sign-in/transport.ts';
import { signedInVisitor } from '../../auth/sign-in/visitor.ts';
import type { ApiRequest } from '../../http/message.ts';
import type { Looking } from './frame.ts';

export interface ReaderParts {
  readonly access: Pick<Access, 'looks' | 'signIns'>;
  readonly gyms: GymSource;
  readonly clock: { nowUtcMs(): number };
  /** The gym whose pages are open to everyone: `demo`, where it is the only one; null where a sign-in is needed. */
  readonly openGym: () => string | null;
  /** Whether that is the demo that runs without a configuration. */
  readonly isDemo: () => boolean;
  readonly names: () => OwnNames;
}

export interface PageReader extends Looking {
  /** The whole gym, whoever looks at it. */
  readonly view: GymView;
  /** Null for anyone. */
  readonly signedIn: SignedIn | null;
  readonly cookie: ShownCookie | null;
  /** By what pages of one view differ: two readers of one name see the same. */
  readonly name: string;
  readonly visitor: Visitor;
}

/** Null where nobody may look. A sign-in comes first: an owner of the demo is no stranger in it. */
export function readerOf(parts: ReaderParts, { headers }: ApiRequest): PageReader | null {
  const { gyms, access, openGym } = parts;
  const cookie = shownCookie(headers);
  const signedIn = cookie && access.signIns.find(cookie.secret, cookie.isPlain);
  const openId = openGym();
  const gymId = signedIn?.key.gymId ?? openId;
  const view = gymId === null ? null : gyms.view(gymId);
  if (view === null) return null;
  const about = { view, isDemo: view.gym.id === openId && parts.isDemo() };
  if (signedIn === null) {
    const visitor = localVisitor(() => view, false);
    return { ...about, signedIn, cookie: null, name: 'anyone', reader: null, visitor };
  }
  const { key, signIn } = signedIn;
  const isPlain = signIn.isPlain && transportOf(headers, parts.names()) !== 'local';
  const role = roleOf(key);
  return {
    ...about,
    signedIn,
    cookie,
    name: `${key.id} ${isPlain}`,
    reader: { role, name: nameOf(key, view), isPlain },
    visitor: signedInVisitor(signedIn, parts),
  };
}

/** Free keys do not sign in. */
export function roleOf({ role }: KeyFacts): ReaderRole {
  return role === 'free' ? 'screen' : role;
}

/** What a person calls a key: of a trainer the name. */
export function nameOf({ label, trainerId }: KeyFacts, { trainers }: GymView): string | null {
  return label ?? trainers.find(({ id }) => id === trainerId)?.name ?? null;
}

const ownViews = new WeakMap<GymView, GymView>();

/** The gym as one trainer sees it: own classes, no rooms, no money. The same object for the same view. */
export function viewOfTrainer(view: GymView, trainerId: string): GymView {
  const narrowed = withoutMoney(ofTrainer(view, trainerId));
  const known = ownViews.get(narrowed) ?? { ...narrowed, rooms: [] };
  ownViews.set(narrowed, known);
  return known;
}
