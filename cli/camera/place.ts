/** Where `turnout camera add` puts a camera: a gym and a room that are there, or new ones where the command line says so. */

import type { NamedEntry, Outline } from '../../config/edit.ts';
import { nearest } from '../../config/fault.ts';
import { usageFault } from '../fault.ts';
import { idFor, ownTimezone, timezoneFault, wrongFlag } from '../init/plan.ts';

export interface PlaceFlags {
  /** Id or name. */
  readonly room: string;
  readonly gym?: string;
  /** Whether the room may be new. */
  readonly newRoom?: true;
  /** Whether the gym may be new, and with it its room. */
  readonly newGym?: true;
  readonly timezone?: string;
}

export interface NewEntry {
  readonly id: string;
  /** Given where it is more than the id. */
  readonly name?: string;
}

export interface Place {
  readonly gym: NewEntry & { readonly timezone: string };
  readonly room: NewEntry;
  readonly isNewGym: boolean;
  readonly isNewRoom: boolean;
}

/** As the configuration takes ids. */
const ID = /^[a-z0-9-]{1,64}$/;

/**
 * The place in the file that `outline` is of; null for no file.
 *
 * @throws `usage` for a name that does not exist and may not be new, with the nearest that does.
 */
export function placeOf(outline: Outline | null, cameraId: string, options: PlaceFlags): Place {
  const { gyms, cameraIds } = outline ?? { gyms: [], cameraIds: [] };
  checkId(cameraId, cameraIds);
  const gym = gymOf(gyms, options);
  const known = gym === null ? null : entryOf(gym.rooms, options.room);
  if (known === null && gym !== null && !options.newRoom) throw unknownRoom(gym, options.room);
  const room = known === null ? entryFor(options.room, 'room', gym?.rooms ?? []) : { id: known.id };
  if (gym !== null) {
    if (options.timezone !== undefined && !options.newGym) {
      const got = `gym ${gym.id}, which has one`;
      throw usageFault('--timezone', 'it only together with --new-gym', got);
    }
    return { gym: { id: gym.id, timezone: '' }, room, isNewGym: false, isNewRoom: known === null };
  }
  const timezone = zoneOf(options);
  const fresh = entryFor(options.gym ?? '', 'gym', gyms);
  return { gym: { ...fresh, timezone }, room, isNewGym: true, isNewRoom: true };
}

type Gym = Outline['gyms'][number];

/** The gym that is there; null for a new one. */
function gymOf(gyms: readonly Gym[], { gym, newGym }: PlaceFlags): Gym | null {
  const [only] = gyms;
  if (gym === undefined) {
    if (newGym) throw usageFault('--new-gym', 'a name for it', 'none', 'such as --gym riverside');
    if (only === undefined) {
      const hint = 'make one with: turnout init; or name a new one: --gym riverside --new-gym';
      throw usageFault('camera add', 'a gym to add the camera to', 'none', hint);
    }
    if (gyms.length === 1) return only;
    const expected = '--gym, since there are several gyms';
    throw usageFault('camera add', expected, 'none', `the gyms are ${idsOf(gyms)}`);
  }
  const known = entryOf(gyms, gym);
  if (known !== null || newGym) return known;
  const expected = only === undefined ? 'a gym that is there' : `one of the gyms ${idsOf(gyms)}`;
  throw usageFault('--gym', expected, `"${gym}"`, hintOf(gym, gyms, 'a new gym: --new-gym'));
}

function unknownRoom({ id, rooms }: Gym, typed: string): Error {
  const expected =
    rooms.length === 0 ? `a room of gym ${id}` : `one of the rooms of gym ${id}: ${idsOf(rooms)}`;
  const hint = hintOf(typed, rooms, 'a new room: --new-room');
  return usageFault('--room', expected, `"${typed}"`, hint);
}

function hintOf(typed: string, known: readonly NamedEntry[], orNew: string): string {
  const near = nearest(typed, known.flatMap(namesOf));
  return near === null ? orNew : `did you mean "${near}"? For ${orNew}`;
}

/** By its id, or by its name as it is written. */
function entryOf<Entry extends NamedEntry>(entries: readonly Entry[], typed: string): Entry | null {
  return (
    entries.find(({ id }) => id === typed) ??
    entries.find(({ name }) => name?.toLowerCase() === typed.trim().toLowerCase()) ??
    null
  );
}

function entryFor(typed: string, kind: string, others: readonly NamedEntry[]): NewEntry {
  if (ID.test(typed)) return { id: typed };
  const taken = others.map(({ id }) => id);
  return { id: idFor(typed, kind, taken), name: typed.trim() };
}

function zoneOf({ timezone }: PlaceFlags): string {
  const zone = timezone ?? ownTimezone();
  if (zone === null) {
    const expected = '--timezone for the new gym, since this computer is set to UTC';
    throw usageFault('camera add', expected, 'none', 'such as --timezone Europe/London');
  }
  const fault = timezoneFault(zone);
  if (fault !== null) throw wrongFlag('--timezone', fault, zone);
  return zone;
}

function checkId(id: string, taken: readonly string[]): void {
  const other = idFor(id, 'camera', taken);
  if (!ID.test(id)) {
    const expected = 'lower-case letters, digits and hyphens';
    throw usageFault('id of the camera', expected, `"${id}"`, `such as ${other}`);
  }
  if (!taken.includes(id)) return;
  const hint = `such as ${other}; a camera that is there is changed in turnout.yaml`;
  throw usageFault('id of the camera', 'one that no camera has', id, hint);
}

function namesOf({ id, name }: NamedEntry): string[] {
  return name === null ? [id] : [id, name];
}

function idsOf(entries: readonly NamedEntry[]): string {
  return entries.map(({ id }) => id).join(', ');
}
