/**
 * `turnout camera find`: the cameras of this network, when a person asks for them. Without a range one question goes to
 * the whole network; with ranges each of their addresses is asked. Nothing else of the program ever looks for cameras.
 */

import {
  addressesOf,
  CLOCK_OFF_MS,
  FAR_MS,
  findCameras,
  type LookedAt,
  lookAt,
} from '../../engine/cameras/finding.ts';
import { keyframeHint } from '../../engine/cameras/makers.ts';
import type { OnvifLogin } from '../../engine/cameras/onvif/soap.ts';
import type { OnvifStream } from '../../engine/cameras/onvif/streams.ts';
import { sentence } from '../../errors.ts';
import { systemClock } from '../../runtime/clock.ts';
import { wire } from '../../runtime/wire.ts';
import { counted } from '../../web/words/format.ts';
import { givenAddress } from '../address.ts';
import {
  command,
  durationBetween,
  flag,
  lines,
  type Prompts,
  typed,
  usageFault,
  whole,
} from '../command.ts';

/** Longest wait for one answer of a camera that was found, ms. Chosen here. */
const ANSWER_MS = 5_000;

const PORT = whole(1, 65_535);

const SEARCH = [
  flag('--login', 'ask the cameras for their streams, with a user and password that is typed'),
  typed(
    '--wait <duration>',
    'how long answers are waited for',
    durationBetween(100, 60_000),
    3_000,
    '3s',
  ),
  typed('--rtsp-port <port>', 'port of RTSP at the addresses of a range', PORT, 554),
  // Cameras answer on the port of WS-Discovery; a test has another one.
  typed('--discovery-port <port>', '', PORT),
] as const;
SEARCH[3].hideHelp();

export const FIND = command({
  words: 'find [ranges...]',
  about: 'Look for cameras in this network, or in a range of addresses (ONVIF)',
  given: ['addresses to ask one by one, such as 192.0.2.0/28; 1024 at most'],
  flags: SEARCH,
  examples: ['turnout camera find --login', 'turnout camera find 192.0.2.0/28'],
  answer: async (world, { login: hasLogin, wait, rtspPort, discoveryPort }, ranges) => {
    const hosts = ranges.length === 0 ? null : addressesOf(ranges);
    const login = hasLogin ? await promptLogin(world.person('A new camera')) : null;
    const port = discoveryPort === undefined ? {} : { discoveryPort };
    const found = await findCameras({ hosts, waitMs: wait, rtspPort, ...port });
    const looking = { timeoutMs: ANSWER_MS, nowUtcMs: () => systemClock.nowUtcMs() };
    const looked = await Promise.all(found.map((camera) => lookAt(camera, login, looking)));
    const where = hosts === null ? 'this network' : counted(hosts.length, 'address', 'addresses');
    const none = lines(
      `No camera answered in ${where}.`,
      'Some makers have ONVIF switched off: look for it under Network in the pages of the camera.',
      hosts === null && [
        'The question does not leave a container or reach another network: name the addresses there, such as',
        '  turnout camera find 192.0.2.0/28',
      ],
    );
    const some = lines(
      looked.map((one, at) => `${at + 1}. ${titleOf(one)}${detailsOf(one)}`),
      '',
      'Add one with its login: turnout camera add hall - --room studio, then type',
      '  rtsp://USER:PASSWORD@ and the rest of its address.',
      login === null && 'With --login the cameras are asked for their streams.',
    );
    const cameras = looked.map(foundJson);
    return [{ asked: hosts?.length ?? null, cameras }, cameras.length === 0 ? none : some];
  },
});

/** The user and password that cameras are asked with. From standard input as one line: `user:password`. */
async function promptLogin(prompts: Prompts | null): Promise<OnvifLogin> {
  if (prompts !== null) {
    const user = await prompts.text({ message: 'User of the cameras' });
    return { user, password: await prompts.password(`Password of ${user}`) };
  }
  const line = await givenAddress('-', process.stdin);
  const [, user = '', password] = /^([^:]+):(.*)$/.exec(line) ?? [];
  if (password !== undefined) return { user, password };
  throw usageFault('--login', 'a line user:password on standard input', 'something else');
}

function foundJson({ camera, streams, best, address, clockAheadMs, fault }: LookedAt) {
  return {
    ...wire(camera, 'host', 'name'),
    maker: camera.maker?.name ?? null,
    onvif: camera.onvif !== null,
    address,
    streams: streams.map((stream) => ({
      name: stream.name,
      address: stream.url,
      ...wire(stream, 'codec', 'width', 'height', 'keyframeMs'),
      is_best: stream === best,
    })),
    clock_ahead_s: clockAheadMs && Math.round(clockAheadMs / 1000),
    fault: fault && { code: fault.code, detail: sentence(fault.parts) },
  };
}

/** `192.168.1.64, Hikvision (DS-2CD2043G2)`. */
function titleOf({ camera: { host, maker, name } }: LookedAt): string {
  if (maker === null) return name === null ? host : `${host}, ${name}`;
  return `${host}, ${maker.name}${name === null ? '' : ` (${name})`}`;
}

/** Each on an indented line of its own. */
function detailsOf({ camera, streams, best, address, clockAheadMs, fault }: LookedAt): string {
  const { maker } = camera;
  const note = maker?.note;
  const usual =
    address === null ? note && `${note}.` : `${address}  where cameras of ${maker?.name} have it`;
  const details = [
    best === null ? usual : `${best.url}  ${sizeOf(best)}`,
    streams.length > 1 && `It has ${counted(streams.length, 'stream')}; this is enough.`,
    (best?.keyframeMs ?? 0) > FAR_MS && `Its keyframes are far apart: ${keyframeHint(maker)}.`,
    fault && `It gives no streams by ONVIF: ${sentence(fault.parts)}.`,
    Math.abs(clockAheadMs ?? 0) > CLOCK_OFF_MS &&
      `Its clock is ${clockText(clockAheadMs ?? 0)}: set it, since cameras refuse logins by it.`,
  ];
  return details.map((detail) => (detail ? `\n   ${detail}` : '')).join('');
}

function sizeOf({ codec, width, height, keyframeMs }: OnvifStream): string {
  const size = width === null || height === null ? null : `${width} × ${height}`;
  const distance = keyframeMs === null ? null : `a keyframe every ${keyframeMs / 1000} s`;
  return [codec?.toUpperCase() ?? null, size, distance].filter((part) => part !== null).join(', ');
}

function clockText(aheadMs: number): string {
  const minutes = Math.round(Math.abs(aheadMs) / 60_000);
  return `${counted(minutes, 'minute')} ${aheadMs > 0 ? 'ahead' : 'behind'}`;
}
