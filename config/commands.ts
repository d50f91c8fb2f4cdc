/** Commands as changes to the file: where a gym, room, camera or source of classes is, and what is put there or taken out. */

import { TurnoutError } from '../errors.ts';
import { EditedFile } from './edited-file.ts';
import { firstFree } from './environment.ts';
import { type FaultPath, formatPath } from './fault.ts';

/** A change worked out against the file as it is then. Throws where it does not fit. */
export type ConfigEdit = (file: EditedFile) => void;

/**
 * Change of the file by name, which is checked as a whole before it is written. In a change a value sets a key, null takes it
 * out, and what is left out stays.
 */
export type Change = Readonly<Record<string, unknown>>;
export type Entry = Change & { readonly id: string };

const KINDS = {
  rooms: { name: 'room', code: 'config_edit_failed', keys: ['rooms'] },
  cameras: { name: 'camera', code: 'camera_unknown', keys: ['rooms', 'cameras'] },
  schedule: { name: 'source', code: 'source_unknown', keys: ['schedule'] },
  notify: { name: 'channel', code: 'unknown_name', keys: ['notify'] },
} as const;

/** A list of the file in which entries have ids. */
type Kind = keyof typeof KINDS;

/** Adds a gym without rooms. */
export function addGym(gym: Entry): ConfigEdit {
  return (file) => file.append(['gyms'], gym);
}

/** Adds an entry after the others of the gym. Throws `config_edit_failed` for an unknown gym. */
export function add(kind: Exclude<Kind, 'cameras'>, gym: string, entry: Entry): ConfigEdit {
  return (file) => file.append([...findGym(file.tree, gym).path, kind], entry);
}

/**
 * Adds a camera after the others of its room. Throws `config_edit_failed` for an unknown gym or room or a used id. Ids are
 * those of the whole file, so an owner can learn that one is taken: not by which gym, and no other id.
 */
export function addCamera(gym: string, room: string, camera: Entry): ConfigEdit {
  return (file) => {
    const { id } = camera;
    const taken = idsOf(entriesOf({ value: Object(file.tree), path: [] }, CAMERAS));
    if (taken.includes(id)) {
      // With the id of the gym in front it tells nothing of the cameras of others.
      const own = (id.startsWith(`${gym}-`) ? id : `${gym}-${id}`).slice(0, 60);
      const free = firstFree(own, '-', (one) => taken.includes(one));
      throw failed('an id that is free in this installation', id, `take ${free}`);
    }
    file.append([...find(file.tree, 'rooms', gym, room).path, 'cameras'], camera);
  };
}

const CAMERAS = ['gyms', 'rooms', 'cameras'];

/** Changes keys of an entry. Throws `config_edit_failed`, `camera_unknown` or `source_unknown` for an unknown one. */
export function update(kind: Kind, gym: string, id: string, change: Change): ConfigEdit {
  return (file) => {
    const found = find(file.tree, kind, gym, id);
    setKeys(file, found, kind === 'rooms' ? withOldName(found.value, change) : change);
  };
}

/** A renamed room keeps its old names, as many as the schema takes: its classes still use them. */
function withOldName(room: Change, change: Change): Change {
  const { name, also_called: others } = room;
  if (change['name'] === undefined || name === undefined || change['name'] === name) return change;
  const names = new Set([...(Array.isArray(others) ? others : []), name]);
  names.delete(change['name']);
  return { ...change, also_called: [...names].slice(-16) };
}

/** Changes settings of a gym itself; `economics` as far as it is named. Throws `config_edit_failed` for an unknown gym. */
export function updateGym(
  gym: string,
  { economics = {}, ...change }: Change & { readonly economics?: Change },
): ConfigEdit {
  return (file) => {
    const found = findGym(file.tree, gym);
    setKeys(file, found, change);
    const path = [...found.path, 'economics'];
    const known = found.value['economics'] as Change | null | undefined;
    const given = Object.entries(economics).filter(([, amount]) => amount !== null);
    if (known) setKeys(file, { path, value: known }, economics);
    else if (given.length > 0) file.set(path, Object.fromEntries(given));
  };
}

function setKeys(file: EditedFile, { path, value }: Found, change: Change): void {
  for (const [key, wanted] of Object.entries(change)) {
    if (wanted === null && value[key] !== undefined) file.delete([...path, key]);
    else if (wanted !== null && wanted !== undefined) file.set([...path, key], wanted);
  }
}

/** Takes an entry out. Throws as {@link update}, and for a room with cameras. */
export function remove(kind: Kind, gym: string, id: string): ConfigEdit {
  return (file) => {
    const found = find(file.tree, kind, gym, id);
    const left = idsOf(entriesOf(found, ['cameras'])).join(', ');
    if (left !== '') throw failed('a room without cameras', left, 'remove these first');
    file.delete(found.path);
  };
}

/** An entry as the file writes it, or the mail server; null where it is not there. */
export function writtenEntry(
  text: string,
  gym: string,
  [kind, id]: readonly [Kind, string] | readonly ['mail'],
): Change | null {
  return lookUp(text, (tree) =>
    kind === 'mail' ? Object(tree).mail : find(tree, kind, gym, id).value,
  );
}

/** Where a gym stands in the file, such as `gyms[1]`; nowhere in one that cannot be read so far. */
export function placeOfGym(text: string, id: string): string {
  return lookUp(text, (tree) => formatPath(findGym(tree, id).path)) ?? 'nowhere';
}

/** Null where it is not there: the edit that follows says what is wrong. */
function lookUp<Value>(text: string, look: (tree: unknown) => Value): Value | null {
  try {
    return look(new EditedFile(text).tree);
  } catch {
    return null;
  }
}

/** An entry of the file's lists, and where it is. */
interface Found {
  readonly value: Change;
  readonly path: FaultPath;
}

function findGym(tree: unknown, id: string): Found {
  const gyms = entriesOf({ value: Object(tree), path: [] }, ['gyms']);
  const found = gyms.find(({ value }) => value['id'] === id);
  if (found !== undefined) return found;
  throw failed('the id of a gym of the file', id, 'it was taken out or renamed there');
}

function find(tree: unknown, kind: Kind, gym: string, id: string): Found {
  const { name, code, keys } = KINDS[kind];
  const all = entriesOf(findGym(tree, gym), keys);
  const found = all.find(({ value }) => value['id'] === id);
  if (found !== undefined) return found;
  const hint = `its ${name}s are ${idsOf(all).join(', ') || 'none yet'}`;
  const expected = `the id of a ${name} of ${gym}`;
  throw new TurnoutError(code, { where: 'configuration', expected, got: id, hint });
}

/** The entries of the list under a key, or of the lists below those. */
function entriesOf({ value, path }: Found, [key, ...deeper]: readonly string[]): Found[] {
  if (key === undefined) return [{ value, path }];
  const list = (value[key] ?? []) as readonly unknown[];
  return list.flatMap((entry, at) =>
    entriesOf({ value: Object(entry), path: [...path, key, at] }, deeper),
  );
}

const idsOf = (entries: readonly Found[]) => entries.map(({ value }) => value['id']);

function failed(expected: string, got: string, hint: string): TurnoutError {
  return new TurnoutError('config_edit_failed', { where: 'configuration', expected, got, hint });
}
