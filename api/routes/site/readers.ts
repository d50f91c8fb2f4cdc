/** Who looks at a page: someone whose browser is signed in, or anyone where the demo is all there is. */

import { formatInstant } from '../../../gym/calendar/zone.ts';
import { todayOf } from '../../../gym/reports/period.ts';
import { ofTrainer, withoutMoney } from '../../../gym/sessions/partial-view.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import type { Visitor } from '../../../service/callers/visitor.ts';
import type { ViewCache } from '../../../service/gyms/gym-classes.ts';
import type { EngineStatus } from '../../../service/status.ts';
import type { KeyFacts } from '../../../store/access/key.ts';
import type { SignedIn } from '../../../store/access/sign-ins.ts';
import type { Frame, Reader } from '../../../web/data.ts';
import type { Notice } from '../../../web/model/days.ts';
import type { OfficePlace, ReaderRole, Unreached } from '../../../web/owner-data.ts';
import { type ShownCookie, shownCookie, transportOf } from '../../auth/browsers.ts';
import { KeyedVisitor, localVisitor } from '../../auth/visitor.ts';
import type { Answer, ApiRequest } from '../../http/message.ts';
import type { App } from '../app.ts';

/** What the pages are made from. */
export interface World extends App {
  readonly pages: ViewCache<Promise<Answer>>;
  /** At a head office. */
  readonly officeSite?: {
    frame(person: Person, address: string): Frame;
    covers(owner: KeyFacts, key: KeyFacts): boolean;
  };
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

/** Someone whose browser is signed in, before it is known at what they look. */
export type Person = NonNullable<ReturnType<typeof personOf>>;

export function personOf(world: App, { headers }: ApiRequest) {
  const cookie = shownCookie(headers);
  const signedIn = cookie && world.access.signIns.find(cookie.secret, cookie.isPlain);
  if (cookie === null || signedIn === null) return null;
  const isPlain = signedIn.signIn.isPlain && transportOf(headers, world) !== 'local';
  return { signedIn, cookie, isPlain };
}

/**
 * Null where nobody may look. A sign-in comes first: an owner of the demo is no stranger in it.
 *
 * @param at Of a key of several gyms: the one that is looked at.
 */
export function readerOf(parts: World, request: ApiRequest, at?: string): PageReader | null {
  const { gyms, openGym } = parts;
  const person = personOf(parts, request);
  const openId = openGym();
  const key = person?.signedIn.key;
  const gymId = key === undefined ? openId : key.scope === undefined ? key.gymId : (at ?? null);
  const view = gymId === null ? null : gyms.view(gymId);
  if (view === null) return null;
  const about = { view, isDemo: view.gym.id === openId && parts.isDemo() };
  if (person === null) {
    const visitor = localVisitor(() => view, false);
    return { ...about, signedIn: null, cookie: null, name: 'anyone', reader: null, visitor };
  }
  const { signedIn, cookie, isPlain } = person;
  return {
    ...about,
    signedIn,
    cookie,
    name: `${signedIn.key.id} ${isPlain}`,
    reader: lookerOf(person, view),
    visitor: new KeyedVisitor(parts, signedIn, null, at),
  };
}

/** As the head of a page says it. @param view Of the gym that is looked at; null for none. */
export function lookerOf({ signedIn: { key }, isPlain }: Person, view: GymView | null): Reader {
  return { role: roleOf(key), name: view === null ? key.label : nameOf(key, view), isPlain };
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

/** Who looks at a page, and at what. */
export interface Looking {
  /** Null for no one who is signed in. */
  readonly reader: Reader | null;
  /** Whether the gym is the demo that runs without a configuration. */
  readonly isDemo: boolean;
  /** At a head office. */
  readonly office?: OfficePlace;
  /** At a head office, where the box of the gym does not answer. */
  readonly unreached?: Unreached;
}

/** Paper: for whoever holds it. */
const NO_ONE: Looking = { reader: null, isDemo: false };

export function frameOf(view: GymView, address: string, looking: Looking = NO_ONE): Frame {
  const { id, name = id, timezone } = view.gym;
  const { office, unreached } = looking;
  return {
    gym: office?.gym?.name ?? name,
    timezone,
    generatedAt: formatInstant(timezone, view.nowUtcMs),
    today: todayOf(view),
    isDemo: looking.isDemo,
    address,
    reader: looking.reader,
    ...(office !== undefined && { office }),
    ...(unreached !== undefined && { unreached }),
  };
}

/** Feeds of the gym that cannot be read, and a configuration that was not taken. No address and no path is in them. */
export function noticesOf({ schedule, configuration }: EngineStatus, gymId: string): Notice[] {
  const feeds = schedule.feeds.flatMap(({ gymId: of, sourceId, fault }): Notice[] =>
    of === gymId && fault !== null ? [{ kind: 'feed', feed: sourceId }] : [],
  );
  const faults = configuration.faults.length + (configuration.detectorFaults?.length ?? 0);
  return faults === 0 ? feeds : [...feeds, { kind: 'configuration', faults }];
}
