/** The flags of `turnout init` as a plan: for scripts, and for the questions that need no asking. */

import { addressFault } from '../../config/address.ts';
import { nearest } from '../../config/words.ts';
import { absolute } from '../address.ts';
import {
  type CameraPlan,
  capacityFault,
  type GymPlan,
  idFor,
  nameFault,
  type RoomPlan,
  timezoneFault,
  wrongFlag,
} from './plan.ts';
import { placeOfSchedule } from './schedule.ts';
import { usageFault } from './usage-fault.ts';

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

/** The time zone that this computer is set to; null for UTC, which servers are set to and no gym is in. */
export function ownTimezone(): string | null {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return /^(?:Etc\/)?(?:UTC|UCT|GMT|Universal|Zulu)$/.test(timeZone) ? null : timeZone;
}

/** What the flags say, and defaults for the rest. Throws `usage` where the name of the gym is missing or a flag is wrong. */
export function planOfFlags(flags: InitFlags): GymPlan {
  if (flags.gym === undefined) {
    const hint = 'such as: turnout init --gym "Riverside Fitness" --room "Studio:20"';
    throw usageFault('init', '--gym, because there is no terminal to ask on', 'none', hint);
  }
  const timezone = flags.timezone ?? ownTimezone();
  if (timezone === null) {
    const hint = 'such as --timezone Europe/London; all dates and class times are of this zone';
    throw usageFault('init', '--timezone, since this computer is set to UTC', 'none', hint);
  }
  refuse('--gym', nameFault(flags.gym), flags.gym);
  refuse('--timezone', timezoneFault(timezone), timezone);
  const name = flags.gym.trim();
  return {
    id: idFor(name, 'gym'),
    name,
    timezone,
    rooms: roomsOfFlags(flags),
    schedule: flags.schedule === undefined ? null : placeOfSchedule(flags.schedule),
  };
}

/** The rooms that `--room` names; without any, those that `--camera` does. */
export function roomsOfFlags({ room, camera }: Pick<InitFlags, 'room' | 'camera'>): RoomPlan[] {
  const rooms: RoomPlan[] = [];
  for (const text of room) rooms.push(roomOf(text, rooms));
  return camera.reduce<RoomPlan[]>((all, text) => withCamera(all, text, room.length > 0), rooms);
}

function roomOf(text: string, before: readonly RoomPlan[]): RoomPlan {
  const [, name = '', people = null] = /^(.*?)(?::([^:]*))?$/s.exec(text) ?? [];
  if (/=\s*\d+$/.test(text)) throw usageFault('--room', 'NAME:PEOPLE', `"${text}"`);
  refuse('--room', nameFault(name), text);
  if (people !== null) refuse('--room', capacityFault(people), text, 'NAME:PEOPLE, with ');
  const taken = before.map(({ id }) => id);
  const capacity = people === null ? null : Number(people);
  return { id: idFor(name, 'room', taken), name: name.trim(), capacity, cameras: [] };
}

function withCamera(rooms: RoomPlan[], text: string, isClosed: boolean): RoomPlan[] {
  const at = text.indexOf('=');
  const where = text.slice(0, at).trim();
  // Never shown: the address may hold a password.
  if (at < 1 || nameFault(where) !== null) throw usageFault('--camera', 'ROOM=ADDRESS', 'no room');
  const typed = text.slice(at + 1).trim();
  const fault = typed === '' ? 'no address' : addressFault(typed);
  if (fault !== null) throw usageFault('--camera', 'ROOM=ADDRESS', fault);
  const url = absolute(typed);
  const known = rooms.find(({ id, name }) => id === where || name === where);
  if (known === undefined && isClosed) throw strangeRoom(where, rooms);
  const room = known ?? roomOf(where.replaceAll(':', ' '), rooms);
  const camera: CameraPlan = { id: cameraIdFor(room, rooms), url };
  const grown = { ...room, cameras: [...room.cameras, camera] };
  return known === undefined
    ? [...rooms, grown]
    : rooms.map((each) => (each === known ? grown : each));
}

/** Where rooms are named, a camera is in one of them: a slip of the pen must not make another. */
function strangeRoom(where: string, rooms: readonly RoomPlan[]): Error {
  const ids = rooms.map(({ id }) => id);
  const near = nearest(where, ids);
  const hint = `${near === null ? '' : `did you mean ${near}? `}Name a further room with --room "${where}"`;
  return usageFault('--camera', `one of the rooms ${ids.join(', ')}`, `"${where}"`, hint);
}

/** The id of the next camera of `room`: that of the room, with a number from the second on. */
export function cameraIdFor(room: Pick<RoomPlan, 'id'>, rooms: readonly RoomPlan[]): string {
  const taken = rooms.flatMap(({ cameras }) => cameras.map(({ id }) => id));
  return idFor(room.id, 'camera', taken);
}

function refuse(flag: string, fault: string | null, got: string, before = ''): void {
  if (fault !== null) throw wrongFlag(flag, `${before}${fault}`, got);
}
