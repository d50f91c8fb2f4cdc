/** What `turnout init` is told: by flags, and by questions for what they do not say. */

import { messageOf } from '../../errors.ts';
import { redactText } from '../../runtime/log/redaction.ts';
import { addressFaultText } from '../address.ts';
import { usageFault } from '../command.ts';
import type { Prompts } from '../terminal/prompts.ts';
import {
  type CameraPlan,
  capacityFault,
  type GymPlan,
  type InitFlags,
  idFor,
  nameFault,
  newCamera,
  newRoom,
  ownTimezone,
  placeOfSchedule,
  type RoomPlan,
  refuse,
  roomsOfFlags,
  timezoneFault,
} from './plan.ts';

/** Tries out what was typed; what was found, in words. Throws why it does not answer. */
export interface Trials {
  readonly camera: (camera: CameraPlan) => Promise<string>;
  readonly schedule: (place: string, timezone: string) => Promise<string>;
}

/**
 * What the flags say, what a person answers, and defaults for the rest. Throws `usage` where a flag is wrong, or something is
 * missing and there is no one to ask.
 *
 * @param prompts null where no one is asked.
 * @param trials null where nothing is tried.
 */
export async function planOf(
  prompts: Prompts | null,
  flags: InitFlags,
  trials: Trials | null,
): Promise<GymPlan> {
  const name = (flags.gym ?? (await prompts?.text(GYM_QUESTION)) ?? missing(NO_GYM)).trim();
  const zone = ownTimezone();
  const initial =
    zone === null ? { example: 'Europe/London, or a city such as Berlin' } : { initial: zone };
  const timezone =
    flags.timezone ??
    (await prompts?.text({ ...ZONE_QUESTION, ...initial })) ??
    zone ??
    missing(NO_ZONE);
  refuse('--gym', nameFault(name), flags.gym ?? '');
  refuse('--timezone', timezoneFault(timezone), timezone);
  const named = roomsOfFlags(flags);
  const rooms = named.length > 0 || prompts === null ? named : await askRooms(prompts, trials);
  const given = flags.schedule === undefined ? null : placeOfSchedule(flags.schedule);
  const schedule =
    given ?? (prompts === null ? null : await askSchedule(prompts, timezone, trials));
  if (prompts === null) {
    for (const camera of rooms.flatMap(({ cameras }) => cameras)) await trials?.camera(camera);
    if (schedule !== null) await trials?.schedule(schedule, timezone);
  }
  return { id: idFor(name, 'gym'), name, timezone, rooms, schedule };
}

const GYM_QUESTION = {
  message: 'What is the gym called?',
  example: 'Riverside Fitness',
  fault: nameFault,
};
const ZONE_QUESTION = {
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

function missing([expected, hint]: readonly [expected: string, hint: string]): never {
  throw usageFault('init', expected, 'none', hint);
}

async function askRooms(prompts: Prompts, trials: Trials | null): Promise<RoomPlan[]> {
  const rooms: RoomPlan[] = [];
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
    const room = newRoom(name, people, rooms);
    const known = rooms.flatMap(({ cameras }) => cameras);
    rooms.push({ ...room, cameras: await askCameras(prompts, room, known, trials) });
  } while (await prompts.confirm('Is there another room where classes are held?', false));
  return rooms;
}

/** Until nothing is typed. */
async function askCameras(
  prompts: Prompts,
  room: RoomPlan,
  known: readonly CameraPlan[],
  trials: Trials | null,
): Promise<CameraPlan[]> {
  const cameras: CameraPlan[] = [];
  for (;;) {
    const address = await prompts.text({
      message:
        cameras.length === 0
          ? `Address of a camera that looks into ${room.name} (empty: later). Take its sub-stream where it has one; turnout camera find lists the cameras of this network.`
          : `Address of another camera in ${room.name} (empty: none)`,
      isOptional: true,
      example: 'rtsp://viewer:password@192.0.2.10:554/sub',
      fault: addressFaultText,
    });
    if (address === '') return cameras;
    const camera = newCamera(room, [...known, ...cameras], address);
    const isWanted = await tried(prompts, `camera ${camera.id}, up to ten seconds`, trials, (use) =>
      use.camera(camera),
    );
    if (isWanted) cameras.push(camera);
  }
}

async function askSchedule(
  prompts: Prompts,
  timezone: string,
  trials: Trials | null,
): Promise<string | null> {
  for (;;) {
    const typed = await prompts.text({
      message: 'Address or file of the class schedule: .ics, .csv, .xlsx or .json (empty: later)',
      isOptional: true,
      example: 'https://calendar.example/classes.ics',
      fault: scheduleFault,
    });
    if (typed === '') return null;
    const place = placeOfSchedule(typed);
    if (await tried(prompts, 'the schedule', trials, (use) => use.schedule(place, timezone))) {
      return place;
    }
  }
}

/** Whether what was typed is to be written down: since it answers, nothing is tried, or the person says so. */
async function tried(
  prompts: Prompts,
  what: string,
  trials: Trials | null,
  trial: (trials: Trials) => Promise<string>,
): Promise<boolean> {
  if (trials === null) return true;
  const end = prompts.wait(`trying ${what}`);
  try {
    end(`It answers: ${await trial(trials)}.`);
    return true;
  } catch (error) {
    end(`It does not answer. ${redactText(messageOf(error))}.`);
    return prompts.confirm('Write it down all the same? The server goes on trying.', false);
  }
}

/** As the configuration takes it: an address of these kinds, or a path. One letter and a colon is a drive of Windows. */
function scheduleFault(text: string): string | null {
  const isRight =
    /^(?:https?|webcals?):\/\/[^\s/]/.test(text) || !/^[a-z][a-z0-9+.-]+:/i.test(text);
  return isRight ? null : 'an address with https://, http:// or webcal://, or a file';
}
