/** `turnout camera add`: a camera into the configuration file, after a look at whether it answers. */

import { resolve } from 'node:path';
import { addCamera, ensureGym, ensureRoom } from '../../config/commands.ts';
import { editConfig, type NamedEntry, type Outline, readOutline } from '../../config/edit.ts';
import {
  CONFIG_NAME,
  type Environment,
  findConfig,
  readEnvironment,
  secretsPath,
} from '../../config/environment.ts';
import { nearest } from '../../config/fault.ts';
import { withSecrets } from '../../config/secrets.ts';
import type { StreamInfo } from '../../engine/cameras/source.ts';
import {
  ADDRESS,
  absolute,
  addressFaultText,
  askedAddress,
  checkAddress,
  filledIn,
  PASSWORD,
  PASSWORD_PLACES,
  type PasswordPlace,
  passwordOf,
  probe,
  type StoredAddress,
  storedAt,
  streamText,
  TRANSPORT,
} from '../address.ts';
import { type CommandRow, flag, type Printed, usageFault } from '../command.ts';
import { idFor, ownTimezone, timezoneFault, wrongFlag } from '../init/plan.ts';
import type { Person } from '../terminal/prompts.ts';

interface AddFlags extends PlaceFlags {
  readonly transport: 'tcp' | 'udp';
  /** Whether to connect to it first. */
  readonly test: boolean;
  readonly passwordIn: PasswordPlace;
  readonly json?: true;
}

export function addRow(person: Person): CommandRow<AddFlags, [string, string]> {
  return {
    words: 'add <id> <url>',
    about: 'Connect to a camera and add it to the configuration; a running server reloads it',
    given: [
      'short name for the camera: lower-case letters, digits, hyphens',
      `${ADDRESS}, or a video file`,
    ],
    flags: [
      flag('--room <id-or-name>', 'room it looks into').makeOptionMandatory(),
      flag('--new-room', 'make the room where there is none of this name'),
      flag('--gym <id-or-name>', 'gym of the room; may be left out where there is only one'),
      flag('--new-gym', 'make the gym, and the room in it, where there is none of this name'),
      flag('--timezone <zone>', 'time zone of a new gym, such as Europe/London'),
      flag(
        '--password-in <place>',
        'where its password is stored: secrets.env in the data folder, a variable of the environment, or turnout.yaml',
      )
        .choices(PASSWORD_PLACES)
        .default('secrets'),
      TRANSPORT,
      flag('--no-test', 'add it without connecting to it first'),
    ],
    examples: [
      `turnout camera add hall 'rtsp://viewer:${PASSWORD}@192.0.2.10/sub' --room studio`,
      'turnout camera add hall - --room studio',
    ],
    answer: async (world, flags, id, url) => {
      const environment = readEnvironment();
      const path = findConfig(environment) ?? resolve(CONFIG_NAME);
      const place = placeOf(await readOutline(path, environment.variables), id, flags);
      const prompts = url === '-' ? person(flags) : null;
      const message = `Address of camera ${id}`;
      const given = await (prompts?.text({ message, fault: addressFaultText }) ??
        askedAddress(url, world.stderr));
      checkAddress(given);
      return addCameraAt(path, environment, { id, address: absolute(given), place }, flags);
    },
  };
}

async function addCameraAt(
  path: string,
  environment: Environment,
  { id, address, place }: { readonly id: string; readonly address: string; readonly place: Place },
  { transport, test, passwordIn }: AddFlags,
): Promise<Printed> {
  const { dataFolder, variables } = environment;
  const stream = test ? await probe(id, filledIn(address, variables), transport) : null;
  const { url, secret } = storedAt(passwordIn, id, address);
  const gym = place.gym.id;
  const room = place.room.id;
  const edits = [
    ...(place.isNewGym ? [ensureGym(place.gym)] : []),
    ...(place.isNewRoom ? [ensureRoom(gym, place.room)] : []),
    addCamera(gym, room, { id, url, ...(transport === 'udp' && { transport }) }),
  ];
  const { isCreated } = await withSecrets(
    { dataFolder, configPath: path },
    { set: secret === undefined ? {} : { [secret.name]: secret.value } },
    () => editConfig(path, edits, variables, { language: 'file' }),
  );
  return [
    { id, gym, room, config: path, created: isCreated, stream: streamJson(stream) },
    [
      `Camera ${id} is in ${path}: gym ${gym}${place.isNewGym ? ' (new)' : ''}, room ${room}${place.isNewRoom ? ' (new)' : ''}.`,
      ...(place.isNewGym ? [`The time zone of the new gym is ${place.gym.timezone}.`] : []),
      ...(stream === null ? [] : [`It answers: ${streamText(stream)}.`]),
      ...passwordLines(url, secret, environment),
      'A running server reloads it automatically; otherwise start one with: turnout serve',
    ].join('\n'),
  ];
}

/** Where the password is, and what is left to do about it. */
function passwordLines(
  url: string,
  secret: StoredAddress['secret'],
  { dataFolder, variables }: Environment,
): string[] {
  if (secret !== undefined) {
    return [`Its password is in ${secretsPath(dataFolder)}, as ${secret.name}.`];
  }
  if (passwordOf(url) !== null) {
    return ['Its password is in turnout.yaml.'];
  }
  const names = [...url.matchAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g)].map(([, name = '']) => name);
  return names
    .filter((name) => !variables[name])
    .map((name) => `Set its password where the server starts: export ${name}=…`);
}

function streamJson(stream: StreamInfo | null) {
  if (stream === null) return null;
  const { codec, width, height, fps } = stream;
  return { codec, width, height, fps };
}

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
