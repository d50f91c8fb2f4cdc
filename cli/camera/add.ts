/** `turnout camera add`: a camera into the configuration file, after a look at whether it answers. */

import { resolve } from 'node:path';
import { addCamera, ensureGym, ensureRoom } from '../../config/commands.ts';
import { editConfig, readOutline } from '../../config/edit.ts';
import {
  CONFIG_NAME,
  type Environment,
  findConfig,
  readEnvironment,
  secretsPath,
} from '../../config/environment.ts';
import { withSecrets } from '../../config/secrets.ts';
import type { StreamInfo } from '../../engine/cameras/source.ts';
import {
  absolute,
  addressFaultText,
  askedAddress,
  checkAddress,
  PASSWORD_PLACES,
  type PasswordPlace,
  passwordOf,
  type StoredAddress,
  storedAt,
} from '../address.ts';
import { type CommandRow, flag, type Printed } from '../command.ts';
import type { Person } from '../terminal/prompts.ts';
import { type Place, type PlaceFlags, placeOf } from './place.ts';
import { ADDRESS, filledIn, PASSWORD, probe, streamText, TRANSPORT } from './probe.ts';

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
