/** Whose figures a key may see. Whatever it may not see is refused alike, whether or not it exists. */

import { findName } from '../../gym/sessions/find-name.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Caller, Subject } from '../../service/callers/caller.ts';
import type { GymScopes, GymSource } from '../../service/gyms/gym-source.ts';
import type { Principal } from '../../store/access/access.ts';
import { FREE_GYM_ID, type KeyFacts } from '../../store/access/key.ts';
import type { TrainerLooks } from '../../store/access/looks.ts';
import { parseQuery } from '../validation/query-string.ts';

/** Why a trainer's key does not see what is another's. */
export const NOT_YOUR_TRAINER = 'This key may see the figures of its own trainer, and of no other.';

export interface Scope {
  readonly view: GymView;
  readonly trainers: GymView['trainers'];
  /** Whether the figures are those of the sandbox: they stand in for the gym `demo` where none is configured. */
  readonly isSample: boolean;
}

/**
 * What `key` sees of `subject`, or one sentence of why it sees nothing. The gym of free keys is open to every key that
 * sees a whole gym.
 */
export function scopeOf(
  key: KeyFacts,
  subject: Subject,
  gyms: GymSource,
  clock: Pick<Clock, 'nowUtcMs'>,
): Scope | string {
  const wanted = subject.gymId ?? ownGymOf(key);
  const refused = roleFault(key, subject) ?? gymFault(key, wanted, gyms.scopes);
  if (refused !== null) return refused;
  const configured = gyms.view(wanted);
  const isSample = configured === null && wanted === FREE_GYM_ID;
  const view = isSample ? gyms.sandbox(clock.nowUtcMs()) : configured;
  if (view === null) {
    return 'The gym of this key is no longer configured here; a key of another gym is made with "turnout key create".';
  }
  if (key.role === 'screen') return { view, trainers: [], isSample };
  if (key.role !== 'trainer') return { view, trainers: view.trainers, isSample };
  const trainers = view.trainers.filter(({ id }) => id === key.trainerId);
  return subject.isOwn === true || isOwn(key, subject, trainers)
    ? { view, trainers, isSample }
    : NOT_YOUR_TRAINER;
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

/** Who sees it; and that the figures of trainers were seen, but for the sample gym, in which no one is a person. */
export function callerOf(
  principal: Principal,
  { view, trainers, isSample }: Scope,
  looks: TrainerLooks,
): Caller {
  const caller = { principal, view, trainers };
  return isSample
    ? caller
    : { ...caller, onTrainerSeen: (id) => looks.note(principal, view.gym.id, id) };
}

/** Of a name that several share the key's own trainer is meant: it sees no other. */
function isOwn(
  { trainerId }: KeyFacts,
  { trainer = '' }: Subject,
  trainers: GymView['trainers'],
): boolean {
  return trainer === trainerId || findName(trainers, trainer).kind === 'one';
}

/** What is refused where a key of several gyms does not say which. */
export const GYM_MISSING = {
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
