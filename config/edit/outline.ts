/** The gyms, rooms and cameras that the file names. Read without its variables: a command checks names before it does anything. */

import { parseDocument } from 'yaml';
import { checkEdited } from '../check/file.ts';
import type { Env } from '../values/interpolation.ts';
import { readOrNull, refuseFaults } from './edit.ts';
import { targetOf } from './file.ts';

export interface NamedEntry {
  readonly id: string;
  /** Null where the file gives none. */
  readonly name: string | null;
}

export interface Outline {
  readonly gyms: readonly (NamedEntry & { readonly rooms: readonly NamedEntry[] })[];
  readonly cameraIds: readonly string[];
}

/**
 * The outline of the file at `path`; null where there is none.
 *
 * @throws `config_edit_failed` where the file has faults, as {@link editConfig} would.
 */
export async function readOutline(path: string, env: Env): Promise<Outline | null> {
  const text = await readOrNull(await targetOf(path));
  if (text === null) return null;
  refuseFaults(path, checkEdited(text, env), 'the file to have none before');
  // Checked above: what is there has these shapes.
  const tree = parseDocument(text).toJS() as Tree;
  const gyms = tree.gyms ?? [];
  return {
    gyms: gyms.map((gym) => ({ ...named(gym), rooms: (gym.rooms ?? []).map(named) })),
    cameraIds: gyms.flatMap(({ rooms }) =>
      (rooms ?? []).flatMap(({ cameras }) => (cameras ?? []).map(({ id }) => id)),
    ),
  };
}

interface Entry {
  readonly id: string;
  readonly name?: string;
}

interface Tree {
  readonly gyms?: readonly (Entry & {
    readonly rooms?: readonly (Entry & { readonly cameras?: readonly Entry[] })[];
  })[];
}

function named({ id, name }: Entry): NamedEntry {
  return { id, name: name ?? null };
}
