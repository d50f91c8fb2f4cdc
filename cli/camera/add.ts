/** `turnout camera add`: a camera into the configuration file, after a look at whether it answers. */

import { resolve } from 'node:path';
import { addCamera, ensureGym, ensureRoom } from '../../config/edit/change.ts';
import { editConfig } from '../../config/edit/edit.ts';
import { CONFIG_NAME, findConfig, readEnvironment } from '../../config/environment.ts';
import type { StreamInfo } from '../../engine/cameras/source.ts';
import { TurnoutError } from '../../errors.ts';
import { askedAddress, isAddress } from '../address.ts';
import type { CliContext } from '../context.ts';
import { filledIn, probe, streamText } from './probe.ts';

export interface AddOptions {
  readonly id: string;
  readonly url: string;
  readonly room: string;
  readonly gym?: string;
  readonly timezone?: string;
  readonly transport: 'tcp' | 'udp';
  /** Whether to connect to it first. */
  readonly test: boolean;
}

export async function addOne(context: CliContext, options: AddOptions): Promise<void> {
  const environment = readEnvironment();
  const path = findConfig(environment) ?? resolve(CONFIG_NAME);
  // A path is kept absolute: the file may lie in another folder than the one the command was given in.
  const given = await askedAddress(options.url, context.stderr);
  const url = isAddress(given) ? given : resolve(given);
  const stream = options.test
    ? await probe(options.id, filledIn(url, environment.variables), options.transport)
    : null;
  const { id, room, transport } = options;
  let gym = '';
  let newZone: string | null = null;
  const { isCreated } = await editConfig(
    path,
    [
      (tree) => {
        gym = gymOf(tree, options);
        const timezone = options.timezone ?? ownTimezone();
        const isNew = !gymsOf(tree).some(({ id: known }) => known === gym);
        newZone = isNew && options.timezone === undefined ? timezone : null;
        return ensureGym({ id: gym, timezone })(tree);
      },
      (tree) => ensureRoom({ gym, room: { id: room } })(tree),
      (tree) => addCamera({ gym, room, camera: { id, url, ...whereUdp(transport) } })(tree),
    ],
    environment.variables,
  );
  context.print(
    { id, gym, room, config: path, created: isCreated, stream: streamJson(stream) },
    [
      `Camera ${id} is in ${path}: gym ${gym}, room ${room}.`,
      ...(newZone === null
        ? []
        : [`The gym is new, in the time zone ${newZone}: correct it there.`]),
      ...(stream === null ? [] : [`It answers: ${streamText(stream)}.`]),
      'A running server takes it up by itself; otherwise start one with: turnout serve',
    ].join('\n'),
  );
}

/** The gym that is meant: the one named, else the only one in the file, else a new one called `gym`. */
function gymOf(tree: unknown, { gym }: AddOptions): string {
  if (gym !== undefined) return gym;
  const gyms = gymsOf(tree);
  const [only, ...others] = gyms;
  if (others.length === 0) return only?.id ?? 'gym';
  throw new TurnoutError('usage', {
    where: 'camera add',
    expected: '--gym, since there are several gyms',
    got: 'none',
    hint: `the gyms are ${gyms.map(({ id }) => id).join(', ')}`,
  });
}

function gymsOf(tree: unknown): readonly { id: string }[] {
  return (tree as { gyms?: readonly { id: string }[] } | null)?.gyms ?? [];
}

function whereUdp(transport: 'tcp' | 'udp'): { transport?: 'udp' } {
  return transport === 'udp' ? { transport } : {};
}

function ownTimezone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function streamJson(stream: StreamInfo | null) {
  if (stream === null) return null;
  const { codec, width, height, fps } = stream;
  return { codec, width, height, fps };
}
