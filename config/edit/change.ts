/** Commands as changes to the tree of the file: where a camera, room or gym is, and what is put there or taken out. */

import { TurnoutError } from '../../errors.ts';
import type { TreeChange, TreePath } from './change-text.ts';
import type {
  CameraChange,
  CameraEntry,
  GymEntry,
  RoomChange,
  RoomEntry,
  SourceChange,
  SourceEntry,
} from './entry.ts';
import type { FileText } from './file-text.ts';

/** A change worked out against the tree as it is then. Throws where it does not fit. */
export type ConfigEdit = (tree: unknown) => readonly TreeChange[];

/** Adds a gym without rooms, unless there is one of its id. */
export function ensureGym(gym: GymEntry): ConfigEdit {
  return (tree) =>
    indexOf(list(tree, 'gyms'), gym.id) >= 0 ? [] : [{ op: 'append', path: ['gyms'], value: gym }];
}

/** Adds a room without cameras, unless the gym has one of its id. Throws `config_edit_failed` for an unknown gym. */
export function ensureRoom({ gym, room }: { gym: string; room: RoomEntry }): ConfigEdit {
  return (tree) => {
    const found = findGym(tree, gym);
    if (indexOf(list(found.value, 'rooms'), room.id) >= 0) return [];
    return [{ op: 'append', path: [...found.path, 'rooms'], value: room }];
  };
}

/** Adds a room after the others. Throws `config_edit_failed` for an unknown gym or a used id. */
export function addRoom({ gym, room }: { gym: string; room: RoomEntry }): ConfigEdit {
  return (tree) => {
    const found = findGym(tree, gym);
    if (indexOf(list(found.value, 'rooms'), room.id) >= 0) {
      throw failed('an id that no room of the gym has', room.id, 'choose another id');
    }
    return [{ op: 'append', path: [...found.path, 'rooms'], value: room }];
  };
}

/** Changes keys of a room. Throws `config_edit_failed` for an unknown one. */
export function updateRoom(gym: string, id: string, change: RoomChange): ConfigEdit {
  return (tree) => changesOf(findRoom(tree, gym, id), change);
}

/** Takes a room out. Throws `config_edit_failed` for an unknown one, and for one with cameras. */
export function removeRoom(gym: string, id: string): ConfigEdit {
  return (tree) => {
    const { path, value } = findRoom(tree, gym, id);
    const left = list(value, 'cameras');
    if (left.length > 0) throw failed('a room without cameras', ids(left), 'remove these first');
    return [{ op: 'delete', path }];
  };
}

/**
 * Adds a camera after the others of its room. Throws `config_edit_failed` for an unknown gym or room or a used id. Ids are
 * those of the whole file, so an owner can learn that one is taken: not by which gym, and no other id.
 */
export function addCamera({
  gym,
  room,
  camera,
}: {
  gym: string;
  room: string;
  camera: CameraEntry;
}): ConfigEdit {
  return (tree) => {
    const taken = below([{ value: tree, path: [] }], ['gyms', 'rooms', 'cameras']).map(
      ({ value }) => idOf(value),
    );
    if (taken.includes(camera.id)) {
      const free = freeId(gym, camera.id, taken);
      throw failed('an id that is free in this installation', camera.id, `take ${free}`);
    }
    const { path } = findRoom(tree, gym, room);
    return [{ op: 'append', path: [...path, 'cameras'], value: camera }];
  };
}

/** With the id of the gym in front, so that it tells nothing of the cameras of others. */
function freeId(gym: string, id: string, taken: readonly unknown[]): string {
  const base = (id.startsWith(`${gym}-`) ? id : `${gym}-${id}`).slice(0, 60);
  let free = base;
  for (let number = 2; taken.includes(free); number += 1) free = `${base}-${number}`;
  return free;
}

/** Changes keys of a camera of a gym. Throws `camera_unknown`. */
export function updateCamera(gym: string, id: string, change: CameraChange): ConfigEdit {
  return (tree) => changesOf(findCamera(tree, gym, id), change);
}

/** Changes the address of a camera, worked out from the one that it has. Throws `camera_unknown`. */
export function updateAddress(
  gym: string,
  id: string,
  change: (url: string) => string | FileText,
): ConfigEdit {
  return (tree) => {
    const found = findCamera(tree, gym, id);
    return changesOf(found, { url: change(String(field(found.value, 'url') ?? '')) });
  };
}

/** Takes a camera out. Throws `camera_unknown`. */
export function removeCamera(gym: string, id: string): ConfigEdit {
  return (tree) => [{ op: 'delete', path: findCamera(tree, gym, id).path }];
}

/** Adds a source of classes after the others. Throws `config_edit_failed` for an unknown gym or a used id. */
export function addSource(gym: string, source: SourceEntry): ConfigEdit {
  return (tree) => {
    const found = findGym(tree, gym);
    if (indexOf(list(found.value, 'schedule'), source.id) >= 0) {
      throw failed('an id that no source of the gym has', source.id, 'choose another id');
    }
    return [{ op: 'append', path: [...found.path, 'schedule'], value: source }];
  };
}

/** Changes keys of a source. Throws `source_unknown`. */
export function updateSource(gym: string, id: string, change: SourceChange): ConfigEdit {
  return (tree) => changesOf(findSource(tree, gym, id), change);
}

/** Takes a source out. Throws `source_unknown`. */
export function removeSource(gym: string, id: string): ConfigEdit {
  return (tree) => [{ op: 'delete', path: findSource(tree, gym, id).path }];
}

/** The address of a source as the file writes it; empty where there is no such source. */
export function sourceAddress(tree: unknown, gym: string, id: string): string {
  const sources = list(findGym(tree, gym).value, 'schedule');
  return String(field(sources[indexOf(sources, id)], 'url') ?? '');
}

function changesOf(
  { path, value }: Found,
  change: Readonly<Record<string, unknown>>,
): readonly TreeChange[] {
  return Object.entries(change).flatMap(([key, wanted]): TreeChange[] => {
    if (wanted === undefined) return [];
    if (wanted !== null) return [{ op: 'set', path: [...path, key], value: wanted }];
    return field(value, key) === undefined ? [] : [{ op: 'delete', path: [...path, key] }];
  });
}

interface Found {
  readonly value: unknown;
  readonly path: TreePath;
}

function findGym(tree: unknown, id: string): Found {
  const gyms = list(tree, 'gyms');
  const at = indexOf(gyms, id);
  if (at < 0) throw failed('the id of a gym of the file', id, 'it was taken out or renamed there');
  return { value: gyms[at], path: ['gyms', at] };
}

function findRoom(tree: unknown, gymId: string, id: string): Found {
  const gym = findGym(tree, gymId);
  const rooms = list(gym.value, 'rooms');
  const at = indexOf(rooms, id);
  if (at < 0) throw failed(`the id of a room of ${gymId}`, id, `its rooms are ${ids(rooms)}`);
  return { value: rooms[at], path: [...gym.path, 'rooms', at] };
}

function findSource(tree: unknown, gymId: string, id: string): Found {
  const gym = findGym(tree, gymId);
  const sources = list(gym.value, 'schedule');
  const at = indexOf(sources, id);
  if (at >= 0) return { value: sources[at], path: [...gym.path, 'schedule', at] };
  throw new TurnoutError('source_unknown', {
    where: 'configuration',
    expected: `the id of a source of ${gymId}`,
    got: id,
    hint: `its sources are ${ids(sources)}`,
  });
}

function findCamera(tree: unknown, gym: string, id: string): Found {
  const all = below([findGym(tree, gym)], ['rooms', 'cameras']);
  const found = all.find(({ value }) => idOf(value) === id);
  if (found !== undefined) return found;
  throw new TurnoutError('camera_unknown', {
    where: 'configuration',
    expected: `the id of a camera of ${gym}`,
    got: id,
    hint: `its cameras are ${ids(all.map(({ value }) => value))}`,
  });
}

function below(parents: readonly Found[], [key, ...deeper]: readonly string[]): readonly Found[] {
  if (key === undefined) return parents;
  const children = parents.flatMap(({ value, path }) =>
    list(value, key).map((child, at) => ({ value: child, path: [...path, key, at] })),
  );
  return below(children, deeper);
}

function field(value: unknown, key: string): unknown {
  return (value as Readonly<Record<string, unknown>> | null | undefined)?.[key];
}

function list(value: unknown, key: string): readonly unknown[] {
  const found = field(value, key);
  return Array.isArray(found) ? found : [];
}

function idOf(value: unknown): unknown {
  return field(value, 'id');
}

function indexOf(entries: readonly unknown[], id: string): number {
  return entries.findIndex((entry) => idOf(entry) === id);
}

function ids(entries: readonly unknown[]): string {
  return entries.length === 0 ? 'none yet' : entries.map(idOf).join(', ');
}

function failed(expected: string, got: string, hint: string): TurnoutError {
  return new TurnoutError('config_edit_failed', { where: 'configuration', expected, got, hint });
}
