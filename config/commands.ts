/** Commands as changes to the file: where a gym, room, camera or source of classes is, and what is put there or taken out. */

import { parseDocument } from 'yaml';
import { TurnoutError } from '../errors.ts';
import type { EditedFile, FileText, TreePath } from './edited-file.ts';
import type { CameraSection } from './schema/camera.ts';
import type { GymSection, RoomSection, ScheduleSection } from './schema/gym.ts';
import type { ChannelSection } from './schema/notify.ts';

/** A change worked out against the file as it is then. Throws where it does not fit. */
export type ConfigEdit = (file: EditedFile) => void;

/** A value whose keys may be left out: they have a default, or the check of the result asks for them. */
type Given<T> = T extends readonly (infer Item)[]
  ? readonly Given<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]?: Given<T[Key]> }
    : T;

/** What commands and owners hand in. An address may name variables. */
type Entry<Section, Key extends keyof Section> = Given<Omit<Section, Key | 'url'>> & {
  readonly [Name in Key]: Section[Name];
} & (Section extends { readonly url: string } ? { readonly url: string | FileText } : unknown);

export type GymEntry = Entry<
  Pick<GymSection, 'id' | 'name' | 'timezone' | 'currency'>,
  'id' | 'timezone'
>;

/** By the list in which they stand. */
interface Entries {
  readonly rooms: Entry<Omit<RoomSection, 'cameras'>, 'id'>;
  readonly cameras: Entry<CameraSection, 'id'>;
  readonly schedule: Entry<ScheduleSection, 'id'>;
  readonly notify: Entry<Omit<ChannelSection, Hidden>, 'id'> & {
    readonly [Name in Hidden]?: FileText;
  };
}

/** Of a channel: in the file as a variable alone. */
type Hidden = 'slack' | 'teams' | 'webhook' | 'secret';

type Kind = keyof Entries;

/** What to change of an entry: a value sets a key, null takes it out, what is left out stays. */
export type Change<Of extends Kind> = {
  readonly [Key in Exclude<keyof Entries[Of], 'id'>]?: Entries[Of][Key] | null;
};

const KINDS = {
  rooms: { name: 'room', code: 'config_edit_failed', below: ['rooms'] },
  cameras: { name: 'camera', code: 'camera_unknown', below: ['rooms', 'cameras'] },
  schedule: { name: 'source', code: 'source_unknown', below: ['schedule'] },
  notify: { name: 'channel', code: 'unknown_name', below: ['notify'] },
} as const;

/** Adds a gym without rooms, unless there is one of its id. */
export function ensureGym(gym: GymEntry): ConfigEdit {
  return (file) => {
    if (!idsOf(below(rootOf(file.tree), ['gyms'])).includes(gym.id)) file.append(['gyms'], gym);
  };
}

/** Adds a room without cameras, unless the gym has one of its id. Throws `config_edit_failed` for an unknown gym. */
export function ensureRoom(gym: string, room: Entries['rooms']): ConfigEdit {
  return (file) => {
    const known = idsOf(below([findGym(file.tree, gym)], ['rooms']));
    if (!known.includes(room.id)) add('rooms', gym, room)(file);
  };
}

/** Adds an entry after the others of the gym. Throws `config_edit_failed` for an unknown gym or a used id. */
export function add<Of extends 'rooms' | 'schedule' | 'notify'>(
  kind: Of,
  gym: string,
  entry: Entries[Of],
): ConfigEdit {
  return (file) => {
    const found = findGym(file.tree, gym);
    if (idsOf(below([found], [kind])).includes(entry.id)) {
      const expected = `an id that no ${KINDS[kind].name} of the gym has`;
      throw failed(expected, entry.id, 'choose another id');
    }
    file.append([...found.path, kind], entry);
  };
}

/**
 * Adds a camera after the others of its room. Throws `config_edit_failed` for an unknown gym or room or a used id. Ids are
 * those of the whole file, so an owner can learn that one is taken: not by which gym, and no other id.
 */
export function addCamera(gym: string, room: string, camera: Entries['cameras']): ConfigEdit {
  return (file) => {
    const taken = idsOf(below(rootOf(file.tree), ['gyms', 'rooms', 'cameras']));
    if (taken.includes(camera.id)) {
      const free = freeId(gym, camera.id, taken);
      throw failed('an id that is free in this installation', camera.id, `take ${free}`);
    }
    file.append([...find(file.tree, 'rooms', gym, room).path, 'cameras'], camera);
  };
}

/** With the id of the gym in front, so that it tells nothing of the cameras of others. */
function freeId(gym: string, id: string, taken: readonly unknown[]): string {
  const base = (id.startsWith(`${gym}-`) ? id : `${gym}-${id}`).slice(0, 60);
  let free = base;
  for (let number = 2; taken.includes(free); number += 1) free = `${base}-${number}`;
  return free;
}

/** Changes keys of an entry. Throws `config_edit_failed`, `camera_unknown` or `source_unknown` for an unknown one. */
export function update<Of extends Kind>(
  kind: Of,
  gym: string,
  id: string,
  change: Change<Of>,
): ConfigEdit {
  return (file) => {
    setKeys(file, find(file.tree, kind, gym, id), change);
  };
}

/** Settings of a gym itself; `economics` as far as it is named. A value sets a key, null takes it out. */
export interface GymChange {
  readonly name?: string;
  readonly timezone?: string;
  readonly currency?: string | null;
  readonly economics?: Readonly<Record<string, unknown>>;
  readonly families?: Readonly<Record<string, readonly string[]>> | null;
  readonly goals?: readonly object[] | null;
}

/** Throws `config_edit_failed` for an unknown gym. */
export function updateGym(gym: string, { economics, ...change }: GymChange): ConfigEdit {
  return (file) => {
    const found = findGym(file.tree, gym);
    setKeys(file, found, change);
    if (economics === undefined) return;
    const path = [...found.path, 'economics'];
    const known = found.value['economics'] as Found['value'] | null | undefined;
    if (known !== undefined && known !== null) {
      setKeys(file, { value: known, path }, economics);
      return;
    }
    const given = Object.entries(economics).filter(([, amount]) => amount !== null);
    if (given.length > 0) file.set(path, Object.fromEntries(given));
  };
}

function setKeys(file: EditedFile, { path, value }: Found, change: object): void {
  for (const [key, wanted] of Object.entries(change)) {
    if (wanted === null && value[key] !== undefined) file.delete([...path, key]);
    else if (wanted !== null && wanted !== undefined) file.set([...path, key], wanted);
  }
}

/** Changes the address of a camera, worked out from the one that it has. Throws `camera_unknown`. */
export function updateAddress(
  gym: string,
  id: string,
  change: (url: string) => FileText,
): ConfigEdit {
  return (file) => {
    const { value } = find(file.tree, 'cameras', gym, id);
    update('cameras', gym, id, { url: change(String(value['url'] ?? '')) })(file);
  };
}

/** Takes an entry out. Throws as {@link update}, and for a room with cameras. */
export function remove(kind: Kind, gym: string, id: string): ConfigEdit {
  return (file) => {
    const found = find(file.tree, kind, gym, id);
    const left = idsOf(below([found], ['cameras']));
    if (left.length > 0)
      throw failed('a room without cameras', left.join(', '), 'remove these first');
    file.delete(found.path);
  };
}

/** The server that sends mails, in place of the one before. */
export function setMail(mail: {
  smtp: FileText;
  from: string;
  internet_only: boolean;
}): ConfigEdit {
  return (file) => file.set(['mail'], mail);
}

/** Something of the file whose texts can name variables. */
export type Named = readonly [kind: Kind, id: string] | readonly ['mail'];

/** Its texts as the file writes them; empty where it is not there. */
export function textsOf(text: string, gym: string, [kind, id]: Named): string {
  try {
    const tree: unknown = parseDocument(text).toJS();
    const { value } = kind === 'mail' ? { value: Object(tree).mail } : find(tree, kind, gym, id);
    return JSON.stringify(value) ?? '';
  } catch {
    return ''; // the edit that follows says what is wrong
  }
}

/** A section of the file or an entry of its lists, and where it is. */
interface Found {
  readonly value: Readonly<Record<string, unknown>>;
  readonly path: TreePath;
}

const rootOf = (tree: unknown): Found[] => [{ value: Object(tree), path: [] }];

function findGym(tree: unknown, id: string): Found {
  const found = below(rootOf(tree), ['gyms']).find(({ value }) => value['id'] === id);
  if (found !== undefined) return found;
  throw failed('the id of a gym of the file', id, 'it was taken out or renamed there');
}

function find(tree: unknown, kind: Kind, gym: string, id: string): Found {
  const { name, code, below: keys } = KINDS[kind];
  const all = below([findGym(tree, gym)], keys);
  const found = all.find(({ value }) => value['id'] === id);
  if (found !== undefined) return found;
  throw new TurnoutError(code, {
    where: 'configuration',
    expected: `the id of a ${name} of ${gym}`,
    got: id,
    hint: `its ${name}s are ${idsOf(all).join(', ') || 'none yet'}`,
  });
}

/** The entries of the lists under a key, and of those below them. */
function below(parents: readonly Found[], [key, ...deeper]: readonly string[]): readonly Found[] {
  if (key === undefined) return parents;
  const children = parents.flatMap(({ value, path }) =>
    ((value[key] ?? []) as unknown[]).map((child, at) => {
      return { value: Object(child) as Found['value'], path: [...path, key, at] };
    }),
  );
  return below(children, deeper);
}

function idsOf(entries: readonly Found[]): readonly unknown[] {
  return entries.map(({ value }) => value['id']);
}

function failed(expected: string, got: string, hint: string): TurnoutError {
  return new TurnoutError('config_edit_failed', { where: 'configuration', expected, got, hint });
}
