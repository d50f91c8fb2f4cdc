/** Three gyms with the same two trainers, and keys of every kind for one of them: `gym` is theirs, `rival` is not. */

import { seriesOf } from '../../../gym/figures/class-table.ts';
import { classSession } from '../../support/classes.ts';
import { gymSource } from '../../support/gym-source.ts';
import { gymView } from '../../support/gym-view.ts';
import { type KnownKey, memoryAccess } from '../../support/memory-access.ts';

const sessions = [
  classSession({ id: 'annas', name: 'Spin', trainer: { id: 'anna', name: 'Anna Kovács' } }),
  classSession({ id: 'bens', name: 'Pump', trainer: { id: 'ben', name: 'Ben Okafor' } }),
];
const view = (id: string) => gymView({ gym: { id }, sessions });

/** Ids of the classes that Anna and Ben gave in the gym of this id: one each. */
export function classIdsOf(id: string): readonly string[] {
  return seriesOf(view(id))
    .toSorted((one, other) => (one.name < other.name ? 1 : -1))
    .map(({ classId }) => classId);
}
const sandbox = view('demo');

/** A source of the gyms of these ids. The sandbox is a view of its own. */
export function gymsOf(...ids: readonly string[]) {
  return { ...gymSource(ids.map(view)), sandbox: () => sandbox };
}

/** By what they are. */
const NAMES = ['owner', 'manager', 'trainer', 'free', 'screen', 'revoked', 'unknown'] as const;
export const KEYS = Object.fromEntries(NAMES.map((name) => [name, `tk_${name}`])) as Readonly<
  Record<(typeof NAMES)[number], string>
>;

/** What each role of the matrices shows. */
export const HEADERS = {
  owner: { 'X-Api-Key': KEYS.owner },
  manager: { Authorization: `Bearer ${KEYS.manager}` },
  trainer: { 'X-Api-Key': KEYS.trainer },
  free: { Authorization: `Bearer ${KEYS.free}` },
  screen: { 'X-Api-Key': KEYS.screen },
  revoked: { 'X-Api-Key': KEYS.revoked },
  unknown: { 'X-Api-Key': KEYS.unknown },
  none: {},
  sandbox: { 'X-Sandbox': 'true', Authorization: 'Bearer tk_unknown' },
} as const;

/** Those that there are. */
export const KNOWN: readonly KnownKey[] = [
  { secret: KEYS.owner, gymId: 'gym', role: 'owner' },
  { secret: KEYS.manager, gymId: 'gym', role: 'manager' },
  { secret: KEYS.trainer, gymId: 'gym', role: 'trainer', trainerId: 'anna' },
  // It opens the demo alone, whatever gym it was written down for.
  { secret: KEYS.free, gymId: 'gym', role: 'free', lookupLimit: 1_000 },
  { secret: KEYS.screen, gymId: 'gym', role: 'screen' },
  { secret: KEYS.revoked, gymId: 'gym', role: 'owner', isRevoked: true },
];

export function keysOf(...more: readonly KnownKey[]) {
  return memoryAccess([...KNOWN, ...more]);
}
