/**
 * `turnout camera find`: the cameras of this network, when a person asks for them. Without a range one question goes to
 * the whole network; with ranges each of their addresses is asked. Nothing else of the program ever looks for cameras.
 */

import { addressesOf } from '../../engine/cameras/finding/addresses.ts';
import { findCameras } from '../../engine/cameras/finding/find.ts';
import { type LookedAt, lookAt } from '../../engine/cameras/finding/look.ts';
import type { OnvifLogin } from '../../engine/cameras/onvif/login.ts';
import { systemClock } from '../../runtime/clock.ts';
import { givenAddress } from '../address.ts';
import type { CliContext } from '../context.ts';
import type { Prompts } from '../init/prompts.ts';
import { usageFault } from '../init/usage-fault.ts';
import { counted } from '../terminal/counted.ts';
import { foundJson, foundLines } from './found-text.ts';

export interface FindFlags {
  /** Whether a login is asked for, or read from standard input. */
  readonly login?: true;
  /** How long answers are waited for, ms. */
  readonly wait: number;
  readonly rtspPort: number;
  /** Left out: the one of WS-Discovery. */
  readonly discoveryPort?: number;
}

/** Longest wait for one answer of a camera that was found, ms. Chosen here. */
const ANSWER_MS = 5_000;

export async function findAll(
  context: CliContext,
  ranges: readonly string[],
  flags: FindFlags,
  prompts: () => Prompts | null,
): Promise<void> {
  const hosts = ranges.length === 0 ? null : addressesOf(ranges);
  const login = flags.login ? await askedLogin(prompts()) : null;
  const looked = await lookAround(hosts, login, flags);
  const asked = hosts === null ? 'this network' : counted(hosts.length, 'address', 'addresses');
  context.print(
    { asked: hosts?.length ?? null, cameras: foundJson(looked) },
    looked.length === 0 ? noneLines(asked, hosts === null) : someLines(looked, login !== null),
  );
}

/** All that answers, each looked at. */
export async function lookAround(
  hosts: readonly string[] | null,
  login: OnvifLogin | null,
  { wait, rtspPort, discoveryPort }: Omit<FindFlags, 'login'>,
): Promise<readonly LookedAt[]> {
  const port = discoveryPort === undefined ? {} : { discoveryPort };
  const found = await findCameras({ hosts, waitMs: wait, rtspPort, ...port });
  const nowUtcMs = () => systemClock.nowUtcMs();
  return Promise.all(
    found.map((camera) => lookAt(camera, login, { timeoutMs: ANSWER_MS, nowUtcMs })),
  );
}

/** The user and password that cameras are asked with. From standard input as one line: `user:password`. */
async function askedLogin(prompts: Prompts | null): Promise<OnvifLogin> {
  if (prompts !== null) {
    const user = await prompts.text({ message: 'User of the cameras' });
    return { user, password: await prompts.password(`Password of ${user}`) };
  }
  const line = await givenAddress('-', process.stdin);
  const [, user = '', password] = /^([^:]+):(.*)$/.exec(line) ?? [];
  if (password !== undefined) return { user, password };
  throw usageFault('--login', 'a line user:password on standard input', 'something else');
}

function someLines(looked: readonly LookedAt[], hasLogin: boolean): string {
  return [
    ...foundLines(looked),
    '',
    'Add one with its login: turnout camera add hall - --room studio, then type',
    '  rtsp://USER:PASSWORD@ and the rest of its address.',
    ...(hasLogin ? [] : ['With --login the cameras are asked for their streams.']),
  ].join('\n');
}

function noneLines(asked: string, isWhole: boolean): string {
  return [
    `No camera answered in ${asked}.`,
    'Some makers have ONVIF switched off: look for it under Network in the pages of the camera.',
    ...(isWhole
      ? [
          'The question does not leave a container or reach another network: name the addresses there, such as',
          '  turnout camera find 192.0.2.0/28',
        ]
      : []),
  ].join('\n');
}
