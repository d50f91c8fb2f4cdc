/** The flags of `turnout init` as a plan: for scripts, and for the questions that need no asking. */

import { resolve } from 'node:path';
import { addressFault } from '../../engine/config/index.ts';
import { isAddress } from '../address.ts';
import {
  type CameraPlan,
  capacityFault,
  type GymPlan,
  idFor,
  nameFault,
  type RoomPlan,
  timezoneFault,
  usageFault,
} from './plan.ts';

export interface InitFlags {
  readonly gym?: string;
  readonly timezone?: string;
  /** `Main Hall:30` each, the number left out where it is not known. */
  readonly room: readonly string[];
  /** `main-hall=rtsp://…` each, with the id or the name of a room. */
  readonly camera: readonly string[];
  readonly schedule?: string;
  readonly model?: string;
  /** Whether cameras are connected to before they are written down. */
  readonly test: boolean;
  readonly force?: true;
  readonly yes?: true;
}

/** The time zone that this computer is set to. */
export function ownTimezone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** What the flags say, and defaults for the rest. Throws `usage` where the name of the gym is missing or a flag is wrong. */
export function planOfFlags(flags: InitFlags): GymPlan {
  if (flags.gym === undefined) {
    const hint = 'such as: turnout init --gym "Riverside Fitness" --room "Studio:20"';
    throw usageFault('init', '--gym, where nobody can be asked', 'none', hint);
  }
  const timezone = flags.timezone ?? ownTimezone();
  refuse('--gym', nameFault(flags.gym), flags.gym);
  refuse('--timezone', timezoneFault(timezone), timezone);
  const name = flags.gym.trim();
  return {
    id: idFor(name, 'gym'),
    name,
    timezone,
    rooms: roomsOfFlags(flags),
    schedule: flags.schedule === undefined ? null : absolute(flags.schedule),
  };
}

/** The rooms that `--room` names, and those that only `--camera` does. */
export function roomsOfFlags({ room, camera }: Pick<InitFlags, 'room' | 'camera'>): RoomPlan[] {
  const rooms: RoomPlan[] = [];
  for (const text of room) rooms.push(roomOf(text, rooms));
  return camera.reduce<RoomPlan[]>(withCamera, rooms);
}

/** An address as it is, a path from the root: the file may lie in another folder than the command was given in. */
export function absolute(addressOrPath: string): string {
  return isAddress(addressOrPath) ? addressOrPath : resolve(addressOrPath);
}

function roomOf(text: string, before: readonly RoomPlan[]): RoomPlan {
  const [, name = '', people = null] = /^(.*?)(?::([^:]*))?$/s.exec(text) ?? [];
  refuse('--room', nameFault(name), text);
  if (people !== null) refuse('--room', capacityFault(people), text, 'NAME:PEOPLE, with ');
  const taken = before.map(({ id }) => id);
  const capacity = people === null ? null : Number(people);
  return { id: idFor(name, 'room', taken), name: name.trim(), capacity, cameras: [] };
}

function withCamera(rooms: RoomPlan[], text: string): RoomPlan[] {
  const at = text.indexOf('=');
  const where = text.slice(0, at).trim();
  // Never shown: the address may hold a password.
  if (at < 1 || nameFault(where) !== null) throw usageFault('--camera', 'ROOM=ADDRESS', 'no room');
  const url = absolute(text.slice(at + 1).trim());
  const fault = text.slice(at + 1).trim() === '' ? 'no address' : addressFault(url);
  if (fault !== null) throw usageFault('--camera', 'ROOM=ADDRESS', fault);
  const known = rooms.find(({ id, name }) => id === where || name === where);
  const room = known ?? roomOf(where.replaceAll(':', ' '), rooms);
  const camera: CameraPlan = { id: cameraIdFor(room, rooms), url };
  const grown = { ...room, cameras: [...room.cameras, camera] };
  return known === undefined
    ? [...rooms, grown]
    : rooms.map((each) => (each === known ? grown : each));
}

/** The id of the next camera of `room`: that of the room, with a number from the second on. */
export function cameraIdFor(room: Pick<RoomPlan, 'id'>, rooms: readonly RoomPlan[]): string {
  const taken = rooms.flatMap(({ cameras }) => cameras.map(({ id }) => id));
  return idFor(room.id, 'camera', taken);
}

function refuse(flag: string, fault: string | null, got: string, before = ''): void {
  if (fault !== null) throw usageFault(flag, `${before}${fault}`, `"${got}"`);
}
