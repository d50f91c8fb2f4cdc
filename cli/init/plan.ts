/** What `turnout init` writes down: a gym with its rooms and cameras, as its owner calls them, and as flags say it. */

import { homedir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { addressFault } from '../../config/address.ts';
import { nearest } from '../../config/fault.ts';
import { isTimezone, zoneOfCity } from '../../config/forms.ts';
import { slugOf } from '../../gym/sessions/names.ts';
import { absolute, type StoredAddress, storedAt } from '../address.ts';
import { flag, repeated, usageFault, type Values } from '../command.ts';

/** The address as it stands in the file: with variables, or a path made absolute. */
export interface CameraPlan extends StoredAddress {
  readonly id: string;
  /** As it was typed, to connect to it. */
  readonly typed: string;
}

export interface RoomPlan {
  readonly id: string;
  readonly name: string;
  /** People; null where it is not known. */
  readonly capacity: number | null;
  readonly cameras: readonly CameraPlan[];
}

export interface GymPlan {
  readonly id: string;
  readonly name: string;
  readonly timezone: string;
  readonly rooms: readonly RoomPlan[];
  /** Where the classes are read from; null where that comes later. */
  readonly schedule: string | null;
}

export const INIT_FLAGS = [
  flag('--gym <name>', 'what the gym is called'),
  flag(
    '--timezone <zone>',
    'its time zone, such as Europe/London; default: that of this computer unless it is UTC',
  ),
  repeated('--room <name:people>', 'a room and how many it holds'),
  repeated('--camera <room=address>', 'a camera and the room it sees'),
  flag(
    '--schedule <address-or-file>',
    'where the classes are read from: .ics, .csv, .xlsx or .json',
  ),
  flag('--model <name>', 'fetch and install this model: yolox-nano is recommended'),
  flag('--no-test', 'write cameras and schedule down without trying them first'),
  flag('--yes', 'ask nothing: flags, and defaults for the rest'),
  flag('--force', 'replace an existing configuration; the old one stays next to it'),
] as const;

export type InitFlags = Values<typeof INIT_FLAGS>;

/** The time zone that this computer is set to; null for UTC, which servers are set to and no gym is in. */
export function ownTimezone(): string | null {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return /^(?:Etc\/)?(?:UTC|UCT|GMT|Universal|Zulu)$/.test(timeZone) ? null : timeZone;
}

/** The rooms that `--room` names; without any, those that `--camera` does. */
export function roomsOfFlags({ room, camera }: Pick<InitFlags, 'room' | 'camera'>): RoomPlan[] {
  const rooms: RoomPlan[] = [];
  for (const text of room) rooms.push(roomOf(text, rooms));
  for (const text of camera) placeCamera(rooms, text, room.length > 0);
  return rooms;
}

function roomOf(text: string, before: readonly RoomPlan[]): RoomPlan {
  const [, name = '', people = null] = /^(.*?)(?::([^:]*))?$/s.exec(text) ?? [];
  if (/=\s*\d+$/.test(text)) throw usageFault('--room', 'NAME:PEOPLE', `"${text}"`);
  refuse('--room', nameFault(name), text);
  if (people !== null) refuse('--room', capacityFault(people), text, 'NAME:PEOPLE, with ');
  return newRoom(name, people, before);
}

/** @param people that it holds; null or empty where it is not known. */
export function newRoom(
  name: string,
  people: string | null,
  before: readonly RoomPlan[],
): RoomPlan & { readonly cameras: readonly [] } {
  const taken = before.map(({ id }) => id);
  const capacity = people ? Number(people) : null;
  return { id: idFor(name, 'room', taken), name: name.trim(), capacity, cameras: [] };
}

/** The next camera of `room`: its id is that of the room, with a number from the second on. */
export function newCamera(
  room: Pick<RoomPlan, 'id'>,
  cameras: readonly Pick<CameraPlan, 'id'>[],
  address: string,
): CameraPlan {
  const taken = cameras.map(({ id }) => id);
  const id = idFor(room.id, 'camera', taken);
  const typed = absolute(address);
  return { id, typed, ...storedAt(id, typed) };
}

function placeCamera(rooms: RoomPlan[], text: string, isClosed: boolean): void {
  const at = text.indexOf('=');
  const where = text.slice(0, at).trim();
  // Never shown: the address may hold a password.
  if (at < 1 || nameFault(where) !== null) throw usageFault('--camera', 'ROOM=ADDRESS', 'no room');
  const typed = text.slice(at + 1).trim();
  const fault = typed === '' ? 'no address' : addressFault(typed);
  if (fault !== null) throw usageFault('--camera', 'ROOM=ADDRESS', fault);
  const known = rooms.findIndex(({ id, name }) => id === where || name === where);
  if (known < 0 && isClosed) throw strangeRoom(where, rooms);
  const room = rooms[known] ?? roomOf(where.replaceAll(':', ' '), rooms);
  const others = rooms.flatMap(({ cameras }) => cameras);
  const cameras = [...room.cameras, newCamera(room, others, typed)];
  rooms[known < 0 ? rooms.length : known] = { ...room, cameras };
}

/** Where rooms are named, a camera is in one of them: a slip of the pen must not make another. */
function strangeRoom(where: string, rooms: readonly RoomPlan[]): Error {
  const ids = rooms.map(({ id }) => id);
  const near = nearest(where, ids);
  const hint = `${near === null ? '' : `did you mean ${near}? `}Name a further room with --room "${where}"`;
  return usageFault('--camera', `one of the rooms ${ids.join(', ')}`, `"${where}"`, hint);
}

/** An address as it is; a path from the root, with `~` as the home folder. */
export function placeOfSchedule(typed: string): string {
  return absolute(/^~(?=[\\/]|$)/.test(typed) ? join(homedir(), typed.slice(1)) : typed);
}

/** Longest name that the configuration takes, characters. */
const MAX_NAME = 100;
const MAX_PEOPLE = 10_000;

/** `main-hall` for `Main Hall`, and one not in `taken`, which may need a number. */
export function idFor(name: string, kind: string, taken: readonly string[] = []): string {
  const base = slugOf(name, kind);
  let id = base;
  for (let number = 2; taken.includes(id); number += 1) id = `${base}-${number}`;
  return id;
}

/** What is wrong with a name for people; null when nothing is. */
export function nameFault(name: string): string | null {
  const { length } = [...name.trim()];
  return length >= 1 && length <= MAX_NAME ? null : `a name of 1 to ${MAX_NAME} characters`;
}

/** What is wrong with a number of people that a room holds; null when nothing is. */
export function capacityFault(text: string): string | null {
  const people = /^\d{1,6}$/.test(text.trim()) ? Number(text) : 0;
  return people >= 1 && people <= MAX_PEOPLE ? null : `a whole number from 1 to ${MAX_PEOPLE}`;
}

/** What is wrong with a name of a time zone; null when nothing is. */
export function timezoneFault(zone: string): string | null {
  if (isTimezone(zone)) return null;
  const meant = zoneOfCity(zone);
  return meant === null
    ? 'a place, such as Europe/London; take the largest city of the country'
    : `a place, such as Europe/London; did you mean ${meant}?`;
}

/** Throws `usage` for what one of the faults above says of `got`; a hint is what follows its semicolon. */
export function refuse(flag: string, fault: string | null, got: string, before = ''): void {
  if (fault === null) return;
  const [expected = '', hint = ''] = fault.split('; ');
  throw usageFault(flag, `${before}${expected}`, `"${got}"`, hint);
}

export function planText({ id, name, timezone, rooms, schedule }: GymPlan): string {
  return `gyms:
  - id: ${id}
    name: ${written(name)}
    timezone: ${written(timezone)} # all dates and class times are of this zone
    # currency: EUR # of prices and pay, which "economics" wants: see docs/configuration.md
    rooms:${rooms.length === 0 ? ' []' : rooms.map(roomText).join('')}
${scheduleText(schedule)}

detectors:
  # The best that is here: an installed model, else "person", which comes with the program. See: turnout model list
  default: auto
`;
}

function roomText({ id, name, capacity, cameras }: RoomPlan): string {
  return `
      - id: ${id}
        name: ${written(name)}
        ${capacity === null ? '# capacity: 20' : `capacity: ${capacity}`} # people it holds; used where a class states no limit
        ${
          cameras.length === 0
            ? `# A camera: turnout camera add ${id} ADDRESS --room ${id}\n        cameras: []`
            : `cameras:${cameras.map(cameraText).join('')}`
        }`;
}

function cameraText({ id, url }: CameraPlan): string {
  return `
          - id: ${id}
            url: ${written(url)}
            # zones: # mirrors to ignore, the trainer not to count: see docs/configuration.md`;
}

function scheduleText(schedule: string | null): string {
  return schedule === null
    ? `    # Classes that are read again and again; a file is also brought in by: turnout schedule import FILE
    # schedule:
    #   - id: classes
    #     url: https://calendar.example/classes.ics`
    : `    schedule:
      - id: classes
        url: ${written(schedule)}`;
}

/** A text as YAML reads it back, on one line. */
function written(text: string): string {
  return stringify(text, { lineWidth: 0, singleQuote: false, blockQuote: false }).trimEnd();
}
