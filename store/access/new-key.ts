/** What a new key must be: of a gym there is, a role, and for trainers of someone who teaches there. */

import type { AccessConfig, GymConfig } from '../../config/config.ts';
import { TurnoutError } from '../../errors.ts';
import { findName } from '../../gym/sessions/names.ts';
import type { ClassReads } from '../history/classes/class-store.ts';
import { FREE_GYM_ID, type KeyFacts, type KeyScope, type NewKey } from './key.ts';

export interface KeyWorld {
  readonly config: {
    readonly gyms: readonly (Pick<GymConfig, 'id'> & { readonly groups?: readonly string[] })[];
    readonly access: Pick<AccessConfig, 'freeLookups'>;
  };
  readonly classes: Pick<ClassReads, 'trainers'>;
}

type Wanted = Pick<KeyFacts, 'gymId' | 'scope' | 'role' | 'trainerId' | 'label' | 'lookupLimit'>;

/** Far above what anybody will spend. */
const MAX_LOOKUPS = 1_000_000_000;
const LABEL_CHARACTERS = 100;
/** What would make a terminal or a page show something else than was said. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Rejects with `gym_unknown`, `unknown_trainer`, `ambiguous_trainer`, and `usage` for what does not fit together. */
export async function checkNewKey(wanted: NewKey, { config, classes }: KeyWorld): Promise<Wanted> {
  const { gymId, role, scope } = wanted;
  if (scope === undefined) checkGym(wanted, config);
  else checkScope(scope, wanted, config);
  if ((role === 'trainer') !== (wanted.trainerId !== undefined)) {
    throw misfit('trainer', 'one for the role trainer, and none for the others', `role ${role}`);
  }
  const { trainerId: text } = wanted;
  return {
    gymId,
    ...(scope === undefined ? {} : { scope }),
    role,
    trainerId: text === undefined ? null : await trainerIdOf(text, gymId, classes),
    label: labelOf(wanted.label),
    lookupLimit: limitOf(wanted, config.access.freeLookups),
  };
}

function checkGym({ gymId, role }: NewKey, { gyms }: KeyWorld['config']): void {
  if (role === 'free') {
    if (gymId === FREE_GYM_ID) return;
    throw misfit('gym', `${FREE_GYM_ID} for the role free`, gymId);
  }
  if (gyms.some(({ id }) => id === gymId)) return;
  throw new TurnoutError('gym_unknown', {
    where: 'gym',
    expected: `one of ${gyms.map(({ id }) => id).join(', ')}`,
    got: gymId,
    hint: 'name it with --gym',
  });
}

/** A key of several gyms sees whole gyms, and is of none. */
function checkScope(scope: KeyScope, { gymId, role }: NewKey, { gyms }: KeyWorld['config']): void {
  if (role !== 'owner' && role !== 'manager') {
    throw misfit('role', 'owner or manager for several gyms', role);
  }
  if (gymId !== '') throw misfit('gym', 'none next to a scope', gymId);
  const unknown =
    scope.kind === 'gyms' ? scope.gyms.find((id) => gyms.every((gym) => gym.id !== id)) : undefined;
  const isEmpty =
    scope.kind === 'group' && gyms.every(({ groups = [] }) => !groups.includes(scope.group));
  if (unknown === undefined && !isEmpty) return;
  throw new TurnoutError('gym_unknown', {
    where: scope.kind === 'group' ? 'group' : 'gym',
    expected: 'one that is known: turnout hq gym list',
    got: unknown ?? (scope.kind === 'group' ? scope.group : ''),
  });
}

async function trainerIdOf(
  text: string,
  gymId: string,
  classes: KeyWorld['classes'],
): Promise<string> {
  const match = findName(await classes.trainers(gymId), text);
  if (match.kind === 'one') return match.found.id;
  const shown = (match.kind === 'none' ? match.nearest : match.among).map(
    ({ id, name }) => `${name} (${id})`,
  );
  const where = `trainer of gym ${gymId}`;
  if (match.kind === 'several') {
    throw new TurnoutError('ambiguous_trainer', {
      where,
      expected: 'the id of one trainer',
      got: `a name of ${match.among.length}`,
      hint: `say which is meant: ${shown.join(', ')}`,
    });
  }
  throw new TurnoutError('unknown_trainer', {
    where,
    expected: 'the name or id of a trainer',
    got: JSON.stringify(text),
    hint:
      shown.length > 0
        ? `the nearest are ${shown.join(', ')}`
        : 'the gym has none yet: import its schedule first, with: turnout schedule import',
  });
}

function labelOf(label: string | undefined): string | null {
  const text = label?.trim() ?? '';
  if (text === '') return null;
  if ([...text].length <= LABEL_CHARACTERS && !UNSEEN.test(text)) return text;
  throw misfit('label', `at most ${LABEL_CHARACTERS} characters that can be seen`, 'another text');
}

function limitOf({ role, lookupLimit }: NewKey, freeLookups: number): number | null {
  if (lookupLimit === undefined) return role === 'free' ? freeLookups : null;
  if (Number.isInteger(lookupLimit) && lookupLimit >= 1 && lookupLimit <= MAX_LOOKUPS) {
    return lookupLimit;
  }
  throw misfit('lookups', `a whole number from 1 to ${MAX_LOOKUPS}`, String(lookupLimit));
}

function misfit(what: string, expected: string, got: string): TurnoutError {
  return new TurnoutError('usage', { where: `${what} of the key`, expected, got });
}
