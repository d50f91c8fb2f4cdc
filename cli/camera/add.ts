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
import { absolute, askedAddress, checkAddress } from '../address.ts';
import type { CliContext } from '../context.ts';
import { addressFaultText } from '../init/ask-camera.ts';
import type { Prompts } from '../init/prompts.ts';
import {
  askPasswordPlace,
  type PasswordPlace,
  passwordOf,
  type StoredAddress,
  storedAt,
} from '../stored-password.ts';
import { type PlaceOptions, placeOf } from './place.ts';
import { filledIn, probe, streamText } from './probe.ts';

export interface AddOptions extends PlaceOptions {
  readonly url: string;
  readonly transport: 'tcp' | 'udp';
  /** Whether to connect to it first. */
  readonly test: boolean;
  /** Where its password is stored; left out: asked, or the file where no one can be. */
  readonly passwordIn?: PasswordPlace;
}

/** @param prompts whom to ask; null where no one can be. */
export async function addOne(
  context: CliContext,
  options: AddOptions,
  prompts: () => Prompts | null,
): Promise<void> {
  const environment = readEnvironment();
  const path = findConfig(environment) ?? resolve(CONFIG_NAME);
  const place = placeOf(await readOutline(path, environment.variables), options);
  const given = await addressOf(context, options, prompts);
  checkAddress(given);
  // A path is written as an absolute one: the file may lie in another folder than the one the command was given in.
  const typed = absolute(given);
  const { id, transport } = options;
  const stream = options.test
    ? await probe(id, filledIn(typed, environment.variables), transport)
    : null;
  const { url, secret } = await storedAddress(options, typed, prompts);
  const gym = place.gym.id;
  const room = place.room.id;
  const edits = [
    ...(place.isNewGym ? [ensureGym(place.gym)] : []),
    ...(place.isNewRoom ? [ensureRoom(gym, place.room)] : []),
    addCamera(gym, room, { id, url, ...whereUdp(transport) }),
  ];
  const { isCreated } = await withSecrets(
    { dataFolder: environment.dataFolder, configPath: path },
    { set: secret === undefined ? {} : { [secret.name]: secret.value } },
    () => editConfig(path, edits, environment.variables, { language: 'file' }),
  );
  context.print(
    { id, gym, room, config: path, created: isCreated, stream: streamJson(stream) },
    [
      `Camera ${id} is in ${path}: gym ${gym}${place.isNewGym ? ' (new)' : ''}, room ${room}${place.isNewRoom ? ' (new)' : ''}.`,
      ...(place.isNewGym ? [`The time zone of the new gym is ${place.gym.timezone}.`] : []),
      ...(stream === null ? [] : [`It answers: ${streamText(stream)}.`]),
      ...passwordLines(url, secret, environment),
      'A running server reloads it automatically; otherwise start one with: turnout serve',
    ].join('\n'),
  );
}

/** A person is asked for an address of `-`; for a program it is read from standard input. */
function addressOf(
  { stderr }: CliContext,
  { id, url }: AddOptions,
  prompts: () => Prompts | null,
): Promise<string> {
  const message = `Address of camera ${id}`;
  const asked = url === '-' ? prompts()?.text({ message, fault: addressFaultText }) : undefined;
  return asked ?? askedAddress(url, stderr);
}

async function storedAddress(
  { id, passwordIn }: AddOptions,
  url: string,
  prompts: () => Prompts | null,
): Promise<StoredAddress> {
  if (passwordIn !== undefined) return storedAt(passwordIn, id, url);
  const asked = passwordOf(url) === null ? null : prompts();
  return asked === null ? { url } : askPasswordPlace(asked, id, url);
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
    return ['Its password is in turnout.yaml; --password-in secrets keeps it out of there.'];
  }
  const names = [...url.matchAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g)].map(([, name = '']) => name);
  return names
    .filter((name) => !variables[name])
    .map((name) => `Set its password where the server starts: export ${name}=…`);
}

function whereUdp(transport: 'tcp' | 'udp'): { transport?: 'udp' } {
  return transport === 'udp' ? { transport } : {};
}

function streamJson(stream: StreamInfo | null) {
  if (stream === null) return null;
  const { codec, width, height, fps } = stream;
  return { codec, width, height, fps };
}
