/** What `turnout init` writes down: a gym with its rooms and cameras, by flags, and by questions for what they do not say. */

import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Entry } from '../../config/commands.ts';
import { FileText } from '../../config/edited-file.ts';
import { firstFree, readEnvironment } from '../../config/environment.ts';
import { isTimezone, zoneOfCity } from '../../config/forms.ts';
import { messageOf, TurnoutError } from '../../errors.ts';
import { slugOf } from '../../gym/sessions/names.ts';
import { redactText } from '../../runtime/log/redaction.ts';
import { parseScheduleOffThread } from '../../service/parsing/thread.ts';
import { counted } from '../../web/words/format.ts';
import {
  absolute,
  addressFaultText,
  filledIn,
  isAddress,
  probe,
  storedAt,
  streamText,
} from '../address.ts';
import { flag, type Prompts, repeated, usageFault, type Values } from '../command.ts';
import { readSchedule } from '../schedule/import.ts';

interface CameraPlan extends ReturnType<typeof storedAt> {
  readonly id: string;
  /** As it was typed, a path made absolute: to connect to it. */
  readonly typed: string;
}

interface RoomPlan {
  readonly id: string;
  readonly name: string;
  /** People; null where it is not known. */
  readonly capacity: number | null;
  readonly cameras: CameraPlan[];
}

/** Without a schedule that comes later. */
export type GymPlan = Awaited<ReturnType<typeof planOf>>;

export const INIT_FLAGS = [
  flag('--gym <name>', 'what the gym is called'),
  flag(
    '--timezone <zone>',
    'its time zone, such as Europe/London; default: that of this computer unless it is UTC',
  ),
  flag('--currency <code>', 'of its prices and pay, such as EUR'),
  repeated('--room <name:people>', 'a room and how many it holds'),
  flag(
    '--schedule <address-or-file>',
    'where the classes are read from: .ics, .csv, .xlsx or .json',
  ),
  flag('--no-test', 'write cameras and schedule down without trying them first'),
  flag('--yes', 'ask nothing: flags, and defaults for the rest'),
  flag('--force', 'replace an existing configuration; the old one stays next to it'),
] as const;

export type InitFlags = Values<typeof INIT_FLAGS>;

/**
 * What the flags say, what a person answers, and defaults for the rest. Throws `usage` where a flag is wrong, or something is
 * missing and there is no one to ask, and why the schedule of the flags does not answer.
 *
 * @param prompts null where no one is asked.
 */
export async function planOf(prompts: Prompts | null, flags: InitFlags) {
  const name = flags.gym ?? (await prompts?.text(GYM)) ?? missing(...NO_GYM);
  const zone = ownTimezone();
  const shown =
    zone === null ? { example: 'Europe/London, or a city such as Berlin' } : { initial: zone };
  const timezone =
    flags.timezone ?? (await prompts?.text({ ...ZONE, ...shown })) ?? zone ?? missing(...NO_ZONE);
  refuse('--gym', nameFault(name), name);
  refuse('--timezone', timezoneFault(timezone), timezone);
  const rooms = roomsOfFlags(flags);
  if (rooms.length === 0 && prompts !== null) await askRooms(prompts, rooms, flags.test);
  let schedule: string | null = null;
  if (flags.schedule !== undefined) {
    schedule = placeOfSchedule(flags.schedule);
    if (flags.test) await trySchedule(schedule, timezone);
  } else if (prompts !== null) {
    schedule = await askSchedule(prompts, timezone, flags.test);
  }
  const money = flags.currency !== undefined && { currency: flags.currency.toUpperCase() };
  return { id: idFor(name, 'gym'), name: name.trim(), timezone, ...money, rooms, schedule };
}

const GYM = {
  message: 'What is the gym called?',
  example: 'Riverside Fitness',
  fault: nameFault,
};
const ZONE = {
  message: 'In which time zone is it? All dates and class times are of this zone.',
  fault: timezoneFault,
};
const NO_GYM = [
  '--gym, because there is no terminal to ask on',
  'such as: turnout init --gym "Riverside Fitness" --room "Studio:20"',
] as const;
const NO_ZONE = [
  '--timezone, since this computer is set to UTC',
  'such as --timezone Europe/London; all dates and class times are of this zone',
] as const;

function missing(expected: string, hint: string): never {
  throw usageFault('init', expected, 'none', hint);
}

/** The time zone that this computer is set to; null for UTC, which servers are set to and no gym is in. */
function ownTimezone(): string | null {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return /^(?:Etc\/)?(?:UTC|UCT|GMT|Universal|Zulu)$/.test(timeZone) ? null : timeZone;
}

async function askRooms(prompts: Prompts, rooms: RoomPlan[], isTried: boolean): Promise<void> {
  do {
    const name = await prompts.text({
      message: rooms.length === 0 ? 'A room where classes are held:' : 'What is it called?',
      example: 'Studio',
      fault: nameFault,
    });
    const people = await prompts.text({
      message: `How many people does ${name} hold? (empty where you do not know)`,
      isOptional: true,
      example: '20',
      fault: capacityFault,
    });
    const room = addRoom(rooms, name, people);
    for (;;) {
      const address = await prompts.text({
        message:
          room.cameras.length === 0
            ? `Address of a camera that looks into ${name} (empty: later). Take its sub-stream where it has one; turnout camera find lists the cameras of this network.`
            : `Address of another camera in ${name} (empty: none)`,
        isOptional: true,
        example: 'rtsp://viewer:password@192.0.2.10:554/sub',
        fault: addressFaultText,
      });
      if (address === '') break;
      const camera = newCamera(rooms, room, address);
      const what = `camera ${camera.id}, up to ten seconds`;
      if (!isTried || (await isWanted(prompts, what, tryCamera(camera)))) room.cameras.push(camera);
    }
  } while (await prompts.confirm('Is there another room where classes are held?'));
}

async function askSchedule(prompts: Prompts, timezone: string, isTried: boolean) {
  for (;;) {
    const typed = await prompts.text({
      message: 'Address or file of the class schedule: .ics, .csv, .xlsx or .json (empty: later)',
      isOptional: true,
      example: 'https://calendar.example/classes.ics',
      fault: scheduleFault,
    });
    if (typed === '') return null;
    const place = placeOfSchedule(typed);
    if (!isTried) return place;
    if (await isWanted(prompts, 'the schedule', trySchedule(place, timezone))) return place;
  }
}

/** Whether what was typed is written down: since it answers, or the person says so. */
async function isWanted(prompts: Prompts, what: string, trial: Promise<string>): Promise<boolean> {
  const end = prompts.wait(`trying ${what}`);
  try {
    end(`It answers: ${await trial}.`);
    return true;
  } catch (error) {
    end(`It does not answer. ${redactText(messageOf(error))}.`);
    return prompts.confirm('Write it down all the same? The server goes on trying.');
  }
}

/** What a camera sends, in words. Throws why it does not answer. */
async function tryCamera({ id, typed }: CameraPlan): Promise<string> {
  const url = filledIn(typed, readEnvironment().variables);
  return streamText(await probe(id, url, 'tcp'));
}

/** How much of a calendar counts as "holds classes", ms: what lies a season ahead or behind. Chosen here. */
const SEASON_MS = 13 * 7 * 86_400_000;

/** Reads a schedule as a server would. Rejects with `usage`, `feed_…` and `schedule_…`; no sentence holds an address. */
async function trySchedule(place: string, timezone: string): Promise<string> {
  const nowUtcMs = Date.now();
  const from = isAddress(place) ? filledIn(place, readEnvironment().variables) : place;
  const parsed = await parseScheduleOffThread(await readSchedule(from, process.stdin), {
    format: 'auto',
    timezone,
    columns: {},
    window: { fromUtcMs: nowUtcMs - SEASON_MS, toUtcMs: nowUtcMs + SEASON_MS },
    takesAllSingles: true,
    nowUtcMs,
  });
  const count = parsed.entries.length;
  if (count > 0) return counted(count, 'class', 'classes');
  const [{ expected, got } = { expected: 'at least one class', got: 'none' }] = parsed.faults;
  throw new TurnoutError('schedule_unreadable', {
    where: isAddress(place) ? 'schedule' : place,
    expected,
    got,
    hint: 'try it with: turnout schedule import --preview, which names the columns',
  });
}

/** The rooms that `--room` names. */
function roomsOfFlags({ room }: InitFlags): RoomPlan[] {
  const rooms: RoomPlan[] = [];
  for (const text of room) {
    const [, name = '', people] = /^(.*?)(?::([^:]*))?$/s.exec(text) ?? [];
    if (/=\s*\d+$/.test(text)) throw usageFault('--room', 'NAME:PEOPLE', `"${text}"`);
    refuse('--room', nameFault(name), text);
    if (people !== undefined) refuse('--room', capacityFault(people), text, 'NAME:PEOPLE, with ');
    addRoom(rooms, name, people);
  }
  return rooms;
}

/** @param people that it holds; empty where it is not known. */
function addRoom(rooms: RoomPlan[], name: string, people = ''): RoomPlan {
  const taken = rooms.map(({ id }) => id);
  const room = {
    id: idFor(name, 'room', taken),
    name: name.trim(),
    capacity: people === '' ? null : Number(people),
    cameras: [],
  };
  rooms.push(room);
  return room;
}

/** The next camera of `room`: its id is that of the room, with a number from the second on. */
function newCamera(rooms: readonly RoomPlan[], room: RoomPlan, address: string): CameraPlan {
  const taken = rooms.flatMap(({ cameras }) => cameras.map(({ id }) => id));
  const id = idFor(room.id, 'camera', taken);
  const typed = absolute(address);
  return { id, typed, ...storedAt(id, typed, readEnvironment().variables) };
}

/** An address as it is; a path from the root, with `~` as the home folder. */
function placeOfSchedule(typed: string): string {
  return absolute(/^~(?=[\\/]|$)/.test(typed) ? join(homedir(), typed.slice(1)) : typed);
}

/** As the configuration takes it: an address of these kinds, or a path. One letter and a colon is a drive of Windows. */
function scheduleFault(text: string): string | null {
  const isRight =
    /^(?:https?|webcals?):\/\/[^\s/]/.test(text) || !/^[a-z][a-z0-9+.-]+:/i.test(text);
  return isRight ? null : 'an address with https://, http:// or webcal://, or a file';
}

/** Longest name that the configuration takes, characters. */
const MAX_NAME = 100;
const MAX_PEOPLE = 10_000;

/** `main-hall` for `Main Hall`, and one not in `taken`, which may need a number. */
export function idFor(name: string, kind: string, taken: readonly string[] = []): string {
  return firstFree(slugOf(name, kind), '-', (id) => taken.includes(id));
}

/** What is wrong with a name for people; null when nothing is. */
function nameFault(name: string): string | null {
  const { length } = [...name.trim()];
  return length >= 1 && length <= MAX_NAME ? null : `a name of 1 to ${MAX_NAME} characters`;
}

/** What is wrong with a number of people that a room holds; null when nothing is. */
function capacityFault(text: string): string | null {
  const people = /^\d{1,6}$/.test(text.trim()) ? Number(text) : 0;
  return people >= 1 && people <= MAX_PEOPLE ? null : `a whole number from 1 to ${MAX_PEOPLE}`;
}

/** What is wrong with a name of a time zone; null when nothing is. */
function timezoneFault(zone: string): string | null {
  if (isTimezone(zone)) return null;
  const meant = zoneOfCity(zone);
  return meant === null
    ? 'a place, such as Europe/London; take the largest city of the country'
    : `a place, such as Europe/London; did you mean ${meant}?`;
}

/** Throws `usage` for what one of the faults above says of `got`; a hint is what follows its semicolon. */
function refuse(flag: string, fault: string | null, got: string, before = ''): void {
  if (fault === null) return;
  const [expected = '', hint = ''] = fault.split('; ');
  throw usageFault(flag, `${before}${expected}`, `"${got}"`, hint);
}

/** As the file has it. */
export function entryOf({ rooms, schedule, ...gym }: GymPlan): Entry {
  return {
    ...gym,
    rooms: rooms.map(({ capacity, cameras, ...room }) => ({
      ...room,
      ...(capacity !== null && { capacity }),
      cameras: cameras.map(({ id, url }) => ({ id, url: new FileText(url) })),
    })),
    ...(schedule !== null && { schedule: [{ id: 'classes', url: new FileText(schedule) }] }),
  };
}
