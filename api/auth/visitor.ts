/**
 * Who asks, for one request: what they may see, what they spend, and what the answer says of it. Whatever a key may not see
 * is refused alike, whether or not it exists.
 */

import type { ProblemBody } from '../../errors.ts';
import { findName } from '../../gym/sessions/names.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Caller, Subject } from '../../service/callers/caller.ts';
import type { Visitor } from '../../service/callers/visitor.ts';
import type { GymScopes, GymSource } from '../../service/gyms/gym-source.ts';
import type { Access } from '../../store/access/access.ts';
import { FREE_GYM_ID, type KeyFacts } from '../../store/access/key.ts';
import type { AccessLimits, RateLimiter, RateVerdict } from '../../store/access/limits.ts';
import type { Principal } from '../../store/access/sign-ins.ts';
import type { Headers } from '../http/message.ts';
import { parseQuery } from '../validation/parameters.ts';
import { tooFastBody, usedUp } from './refusals.ts';

const VARY = ['Vary', 'Authorization, X-Api-Key, X-Sandbox, Cookie'] as const;
/** On what the guard had to do with, whoever may keep it. */
export const VARIES: Headers = [VARY];
/** A caller's figures are kept by nobody else, and asked for again each time. */
const PRIVATE: Headers = [VARY, ['Cache-Control', 'private, no-cache']];

/** Neither caches nor proxies on the way may hold any of it back. */
export const WATCHED: Headers = [
  VARY,
  ['Cache-Control', 'no-store, no-transform'],
  ['X-Accel-Buffering', 'no'],
];

/** What a browser gets by its cookie no page of another origin reads: without CORS, see `headOf`. */
export const OWN_ORIGIN: Headers[number] = ['Cross-Origin-Resource-Policy', 'same-origin'];

/** What an owner reads is kept by nobody, and no page of another origin reads it. */
export const OPERATED: Headers = [VARY, ['Cache-Control', 'no-store'], OWN_ORIGIN];

export const SANDBOX: Headers[number] = ['X-Sandbox', 'true'];

export function cachingOf(status: number): Headers {
  return status === 200 || status === 304 ? PRIVATE : VARIES;
}

/**
 * How much somebody may still ask (draft-ietf-httpapi-ratelimit-headers-11): `"burst";r=19;t=1, "lookups";r=99` is what is
 * left, the policy what there is in all.
 *
 * @param lookups Of a key with a limit: they do not come back by themselves.
 */
export function rateFields(
  name: 'address' | 'burst',
  limiter: Pick<RateLimiter, 'limit' | 'windowS'>,
  { remaining, resetS }: RateVerdict,
  lookups: { readonly limit: number; readonly left: number } | null = null,
): readonly [Headers[number], Headers[number]] {
  const [policy, left] =
    lookups === null
      ? ['', '']
      : [`, "lookups";q=${lookups.limit}`, `, "lookups";r=${lookups.left}`];
  return [
    ['RateLimit-Policy', `"${name}";q=${limiter.limit};w=${limiter.windowS}${policy}`],
    ['RateLimit', `"${name}";r=${remaining};t=${resetS}${left}`],
  ];
}

export interface VisitorParts {
  readonly access: Pick<Access, 'spend' | 'giveBack' | 'lookupsLeft' | 'looks'>;
  readonly gyms: GymSource;
  readonly clock: Pick<Clock, 'nowUtcMs'>;
  readonly limits: Pick<AccessLimits, 'keys'>;
}

/**
 * Somebody with a key, or whose browser is signed in with one: that spends nothing. A lookup is charged for figures that go
 * out: all that were spent are given back where the answer is no 200 or its body reaches nobody.
 */
export class KeyedVisitor implements Visitor {
  readonly principal: Principal;
  isSample = false;
  readonly #parts: VisitorParts;
  /** The newest of this request; null where nothing is spent. */
  #byKey: RateVerdict | null;
  /** Whether the next lookup is the one that the rate has counted with the request. */
  #isFirst = true;
  /** Lookups that were spent and not given back. */
  #spent = 0;
  /** Whether it is known that nothing of this request is charged. */
  #isFree = false;
  /** The gym that the request names at a head office. */
  readonly #gymId: string | undefined;

  /** @param byKey What the rate of the key says of this request; null for a sign-in. @param gymId See {@link namedGym}. */
  constructor(
    parts: VisitorParts,
    principal: Principal,
    byKey: RateVerdict | null,
    gymId?: string | undefined,
  ) {
    this.#gymId = gymId;
    this.#parts = parts;
    this.principal = principal;
    this.#byKey = byKey;
  }

  see(subject: Subject): Caller | ProblemBody {
    const { principal } = this;
    const { key } = principal;
    const { gyms, clock, access } = this.#parts;
    const gymId = subject.gymId ?? this.#gymId;
    if (key.scope !== undefined && gymId === undefined) return GYM_MISSING;
    const wanted = gymId ?? ownGymOf(key);
    const refused = roleFault(key, subject) ?? gymFault(key, wanted, gyms.scopes);
    if (refused !== null) return forbidden(refused);
    const configured = gyms.view(wanted);
    /** Whether the figures are those of the sandbox: they stand in for the gym `demo` where none is configured. */
    const isSample = configured === null && wanted === FREE_GYM_ID;
    const view = isSample ? gyms.sandbox(clock.nowUtcMs()) : configured;
    if (view === null) return forbidden(GYM_GONE);
    const trainers = trainersSeenBy(key, view);
    if (!mayAskFor(key, subject, trainers)) return forbidden(NOT_YOUR_TRAINER);
    this.isSample ||= isSample;
    // In the sample gym no one is a person.
    if (isSample) return { principal, view, trainers };
    const onTrainerSeen = (id: string) => access.looks.note(principal, view.gym.id, id);
    return { principal, view, trainers, onTrainerSeen };
  }

  spend(): ProblemBody | null | Promise<ProblemBody | null> {
    const { id } = this.principal.key;
    const { access, limits } = this.#parts;
    if (this.#byKey === null) return null;
    if (!this.#isFirst) {
      this.#byKey = limits.keys.take(id);
      if (!this.#byKey.isAllowed) return tooFastBody('key', this.#byKey);
    }
    this.#isFirst = false;
    const spent = access.spend(id);
    return typeof spent === 'boolean'
      ? this.#note(spent)
      : spent.then((isSpent) => this.#note(isSpent));
  }

  giveBack(): void {
    if (this.#spent === 0) return;
    this.#spent -= 1;
    this.#parts.access.giveBack(this.principal.key.id);
  }

  /** Once it is answered: gives back what no one got figures for. @returns headers of the answer. */
  finish(status: number, isBodySent: boolean): Headers {
    const caching = cachingOf(status);
    if (status !== 200 || !isBodySent) {
      this.#isFree = true;
      while (this.#spent > 0) this.giveBack();
    }
    return this.isSample && this.#byKey !== null ? [...caching, SANDBOX] : caching;
  }

  /** What is left of the rate and of the lookups; none for a sign-in. */
  rates(): Headers {
    const { access, limits } = this.#parts;
    const { id, lookupLimit } = this.principal.key;
    if (this.#byKey === null) return [];
    const left = access.lookupsLeft(id);
    const lookups = lookupLimit === null || left === null ? null : { limit: lookupLimit, left };
    return rateFields('burst', limits.keys, this.#byKey, lookups);
  }

  #note(isSpent: boolean): ProblemBody | null {
    if (!isSpent) return usedUp(this.principal.key);
    this.#spent += 1;
    // What was under way when the request was answered without it.
    if (this.#isFree) this.giveBack();
    return null;
  }
}

/**
 * Sees all of one gym without a key: in the sandbox, the person at the machine, and whoever asks where the pages are open.
 *
 * @param view The gym as it is now: asked each time. @param isSample Whether it is the sandbox that stands in for it.
 * @param spend Counts a look of the sandbox; left out in a session, where none is counted.
 */
export function localVisitor(
  view: () => GymView,
  isSample: boolean,
  spend?: Visitor['spend'],
): Visitor {
  const place = spend === undefined ? 'This session' : 'The sandbox';
  return {
    principal: null,
    isSample,
    see: ({ gymId }) => {
      const seen = view();
      const { gym, trainers } = seen;
      return gymId === undefined || gymId === gym.id
        ? { principal: null, view: seen, trainers }
        : forbidden(`${place} has one gym: ${gym.id}.`);
    },
    spend: spend ?? (() => null),
    giveBack: () => undefined,
  };
}

/** Why a trainer's key does not see what is another's. */
export const NOT_YOUR_TRAINER = 'This key may see the figures of its own trainer, and of no other.';

const GYM_GONE =
  'The gym of this key is no longer configured here; a key of another gym is made with "turnout key create".';

const forbidden = (detail: string) => ({ detail, code: 'forbidden' as const });

function trainersSeenBy({ role, trainerId }: KeyFacts, { trainers }: GymView): GymView['trainers'] {
  if (role === 'screen') return [];
  return role === 'trainer' ? trainers.filter(({ id }) => id === trainerId) : trainers;
}

function roleFault({ role }: KeyFacts, subject: Subject): string | null {
  if (role === 'screen' && subject.isWall !== true) {
    return 'A key of role screen sees the wall only.';
  }
  if (role === 'trainer' && subject.trainer === undefined && subject.isOwn !== true) {
    return 'A key of role trainer sees the figures of its own trainer only: /v1/trainers/{trainer}.';
  }
  return null;
}

function ownGymOf({ role, gymId }: KeyFacts): string {
  return role === 'free' ? FREE_GYM_ID : gymId;
}

/** The gym of free keys is open to every key that sees a whole gym. */
function gymFault(key: KeyFacts, wanted: string, scopes: GymScopes | undefined): string | null {
  if (wanted === FREE_GYM_ID) return null;
  if (key.scope === undefined) {
    return wanted === ownGymOf(key)
      ? null
      : 'This key may see its own gym and the gym demo, and no other.';
  }
  return scopes?.has(key.scope, wanted) === true
    ? null
    : 'This key may see the gyms of its scope and the gym demo, and no other.';
}

/** Of a name that several share the key's own trainer is meant: it sees no other. */
function mayAskFor(
  { role, trainerId }: KeyFacts,
  { isOwn, trainer = '' }: Subject,
  seen: GymView['trainers'],
): boolean {
  if (role !== 'trainer' || isOwn === true || trainer === trainerId) return true;
  return findName(seen, trainer).kind === 'one';
}

/** What is refused where a key of several gyms does not say which. */
const GYM_MISSING = {
  detail: 'This key may see several gyms: say which with the query parameter gym_id.',
  code: 'gym_missing',
} as const;

/**
 * The gym of a request to a head office: the one that it names, or the only one that a key of several sees. Undefined where
 * the request must name one, and at a box, where each route reads its own `gym_id`.
 */
export function namedGym(
  { scope }: Pick<KeyFacts, 'scope'>,
  rawQuery: string | null,
  scopes: GymScopes | undefined,
): string | undefined {
  if (scopes === undefined) return undefined;
  const named = rawQuery === null ? undefined : parseQuery(rawQuery).get('gym_id');
  if (named !== undefined || scope === undefined) return named;
  const [only, ...others] = scopes.within(scope);
  return others.length === 0 ? only : undefined;
}
