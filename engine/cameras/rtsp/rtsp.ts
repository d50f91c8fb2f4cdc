/**
 * An RTSP camera as a frame source. What nearly every camera sends, H.264 or H.265 over TCP, is read without libav, at
 * 0.4 to 0.6 of the cost; everything else (UDP, TLS, JPEG, and servers that answer in unforeseen ways) by libav.
 */

import { lookup } from 'node:dns/promises';
import { isTurnoutError } from '../../../errors.ts';
import { isDescriptorFree } from '../../../runtime/descriptors.ts';
import type { Reach } from '../../../runtime/reach.ts';
import { delay } from '../../../runtime/timers.ts';
import type { EncodedFrame } from '../../frames/decoder.ts';
import { pictureStart, type VideoCodec } from '../annex-b.ts';
import { NETWORK, networkFault, statusFault } from '../http/client.ts';
import { readRtspByLibav, redirectFault } from '../libav/stream.ts';
import { otherPathHint } from '../makers.ts';
import { type Reading, readUntil, type StreamInfo } from '../source.ts';
import { cameraUrl, sourceFault } from '../source-fault.ts';
import { callsIn, type RtspAnswer, RtspClient } from './client.ts';
import {
  type Keyframe,
  KeyframeCollector,
  parseRtp,
  RtpTicks,
  saysGoodbye,
} from './keyframe-collector.ts';

/** Reads an `rtsp:` or `rtsps:` URL, credentials percent-encoded within: without libav as far as that goes. */
export async function readRtsp(request: Reading): Promise<void> {
  const { signal, reach, transport, opened } = request;
  const url = await findHost(request.url, reach, signal);
  const reading = { ...request, url };
  let whyLibav = transport === 'tcp' ? 'it is read over TLS' : 'it is read over UDP';
  if (transport === 'tcp' && /^rtsp:/i.test(url)) {
    try {
      await readDirect(reading);
      return;
    } catch (error) {
      if (!(error instanceof Unserved)) throw error;
      whyLibav = error.message;
    }
  }
  if (signal.aborted) return;
  // libav would follow a redirect to wherever it leads.
  if (reach !== undefined && /^it answered 3/.test(whyLibav)) throw redirectFault();
  await readRtspByLibav({ ...reading, opened: (info) => opened({ ...info, whyLibav }) });
}

/** What follows the first @ or # of a password is read as the host. */
const UNKNOWN_WITH_PASSWORD =
  'check the host name and the network; in a password @ is written as %40, : as %3A, / as %2F, # as %23 and ? as %3F';

/**
 * libav's own look-up of a name cannot be interrupted and tells no cause. Throws `camera_unreachable`,
 * `descriptors_exhausted` and `address_refused`; an abort ends the wait.
 *
 * @returns the URL; within `reach` with the address that was found in place of the name.
 */
async function findHost(
  url: string,
  reach: Reach | undefined,
  signal: AbortSignal,
): Promise<string> {
  const { hostname, username } = cameraUrl(url, 'rtsp');
  const name = hostname.replace(/^\[|\]$/g, '');
  const looking = reach === undefined ? lookup(name).then(() => url) : reach.pinned(url);
  const found = looking.catch(async (error: unknown) => {
    if (isTurnoutError(error)) throw error;
    if (!(await isDescriptorFree())) throw sourceFault('descriptors_exhausted');
    const hint = username === '' ? {} : { hint: UNKNOWN_WITH_PASSWORD };
    throw sourceFault('camera_unreachable', { got: 'a host name that is not known', ...hint });
  });
  const aborted = new Promise<string>((resolve) => {
    signal.addEventListener('abort', () => resolve(url), { once: true });
    if (signal.aborted) resolve(url);
  });
  return Promise.race([found, aborted]);
}

/**
 * H.264 and H.265 over RTSP and TCP, without libav: what nearly every camera sends, at 0.4 to 0.6 of the cost (measured by
 * `bench/engine/cameras-per-core.bench.ts`; libav asks the system three times for each packet, and a thread for each picture).
 * Throws `Unserved` where the camera has to be read in another way.
 */
async function readDirect(reading: Reading): Promise<void> {
  const { signal, tally, clock } = reading;
  /** The connection is over, or about to be closed. */
  const over = new AbortController();
  const ticks = new RtpTicks();
  let playing: { readonly session: Session; readonly collector: KeyframeCollector } | null = null;
  let isOpen = false;
  /** What came between opening and reading. */
  let early: EncodedFrame | null = null;

  const show = ({ data, timestamp }: Keyframe, { codec }: SdpVideo): void => {
    const mediaMs = (ticks.since(timestamp) * 1000) / CLOCK_RATE;
    tally.keyframe(mediaMs);
    const frame = { codec, data, atUtcMs: clock.nowUtcMs(), mediaMs };
    if (isOpen) void reading.deliver(frame);
    else early = frame;
  };
  /** Runs for every packet of every camera. */
  const take = (channel: number, bytes: Uint8Array): void => {
    if (playing === null || over.signal.aborted) return;
    const { session, collector } = playing;
    if (channel === session.channel + 1) {
      if (saysGoodbye(bytes)) client.destroy();
      return;
    }
    const packet = channel === session.channel ? parseRtp(bytes) : null;
    if (packet?.payloadType !== session.video.payloadType) return;
    tally.packet(bytes.length);
    ticks.begin(packet.timestamp);
    const keyframe = collector.take(packet);
    if (keyframe !== null) show(keyframe, session.video);
  };
  const client = new RtspClient(new URL(reading.url), take);
  const read = async () => {
    const session = await setUp(client);
    const { codec, parameterSets, width, height, fps } = session.video;
    playing = { session, collector: new KeyframeCollector(codec, parameterSets) };
    await session.play();
    if (signal.aborted) return;
    reading.opened({ codec, width, height, fps, durationMs: null });
    reading.limit(reading.readTimeoutMs);
    isOpen = true;
    if (early !== null) void reading.deliver(early);
    void client.over.then(() => over.abort());
    // Not waited for: who does not answer this time is told the next time, too.
    while (await delay(session.stayEveryMs, over.signal)) void session.stayConnected();
  };
  await readUntil(signal, read, () => {
    over.abort();
    return client.close();
  });
}

/**
 * What is said to a camera until it plays: OPTIONS, DESCRIBE, SETUP and PLAY, and a word now and then to stay connected
 * (RFC 2326). In the order and with the headers of FFmpeg, which cameras are made to understand.
 */

/** What a session lasts without a word, s, where the server does not say: RFC 2326, 12.37. */
const DEFAULT_SESSION_S = 60;
/** Range of a session's length that is believed, s. Chosen here: between a request a second and one in half a minute. */
const [MIN_SESSION_S, MAX_SESSION_S] = [2, 60];

/** A camera that answers, but not in a way that is served here. Caught where another reader is tried. */
export class Unserved extends Error {}

/** Statuses that another reader would be given, too. */
const FINAL = new Set([401, 403, 410]);
/** Ends of a connection that another reader might not meet. */
const DROPPED = new Set(['ECONNRESET', 'EPIPE']);

type Session = Awaited<ReturnType<typeof setUp>>;

/**
 * Sets up the first video of the camera over `client`. Its first packet may come together with the answer to `play`.
 *
 * Throws {@link Unserved}, and `camera_refused`, `camera_unreachable`, `camera_timeout`, `camera_unauthorized`,
 * `camera_not_found`, `camera_no_video_track`, `camera_not_video` and `descriptors_exhausted` where that is certain.
 */
export async function setUp(client: RtspClient) {
  const options = await client.ask('OPTIONS', client.uri);
  // Not refused for being asked: to ask for more with the same login counts as a second attempt, and locks accounts.
  if (options?.status === 401) throw statusFault(401);
  const described = await ask(client, 'DESCRIBE', client.uri, { Accept: 'application/sdp' });
  if (!/^m=video /m.test(described.body)) throw sourceFault('camera_no_video_track');
  const video = findVideo(described.body);
  if (video === null) throw new Unserved('it offers neither H.264 nor H.265');
  const bases = [video.sessionControl, first(described, 'content-base')];
  const uri = bases.find((base) => base !== null && isAddress(base)) ?? client.uri;
  const transport = { Transport: 'RTP/AVP/TCP;unicast;interleaved=0-1' };
  const answer = await ask(client, 'SETUP', joined(uri, video.control), transport);
  const channel = /interleaved=(\d+)/i.exec(first(answer, 'transport') ?? '')?.[1];
  const [id = '', ...parameters] = (first(answer, 'session') ?? '').split(';');
  client.session = { id: id.trim(), uri };
  if (channel === undefined) throw new Unserved('it does not send within its connection');
  const methods = options?.headers.get('public')?.join(',') ?? '';
  let stay = /\bGET_PARAMETER\b/i.test(methods) ? 'GET_PARAMETER' : 'OPTIONS';
  return {
    video,
    /** Of its RTP packets. Its RTCP packets come on the next. */
    channel: Number(channel),
    play: () => ask(client, 'PLAY', uri, { Range: 'npt=0.000-' }),
    /** How often to call `stayConnected`, ms. */
    stayEveryMs: (sessionSeconds(parameters) / 2) * 1000,
    /** Resolves when it was answered, whatever the answer was, or the connection ended. */
    stayConnected: async () => {
      const stayed = await client.ask(stay, uri);
      if (stayed === null || stayed.status < 400 || stay === 'OPTIONS') return;
      stay = 'OPTIONS';
      await client.ask(stay, uri);
    },
  };
}

function sessionSeconds(parameters: readonly string[]): number {
  const given = Number(/timeout\s*=\s*(\d+)/i.exec(parameters.join(';'))?.[1] ?? 0);
  return given === 0 ? DEFAULT_SESSION_S : Math.min(MAX_SESSION_S, Math.max(MIN_SESSION_S, given));
}

/** The answer to a request without which nothing goes on. */
async function ask(client: RtspClient, ...request: Parameters<RtspClient['ask']>) {
  const answer = await client.ask(...request);
  if (answer === null) throw noAnswer(client);
  const { status } = answer;
  if (status >= 200 && status < 300) return answer;
  if (status === 404) {
    // By what the camera calls itself, now or when it asked for the login.
    const { pathname, search } = new URL(client.uri);
    const calls = [...client.calls, ...callsIn(answer.headers)];
    throw sourceFault('camera_not_found', { hint: otherPathHint(`${pathname}${search}`, calls) });
  }
  if (FINAL.has(status)) throw statusFault(status);
  // libav would take the login along.
  if (status >= 300 && status < 400 && !client.mayMoveTo(first(answer, 'location') ?? '')) {
    throw sourceFault('camera_refused', {
      got: 'a redirection to another host, which is not given the password',
      hint: 'if that host is right, enter its address as the camera’s',
    });
  }
  throw new Unserved(`it answered ${status} to ${request[0]}`);
}

function noAnswer({ wire, systemCode }: RtspClient): Error {
  if (wire.isOverfed) {
    const expected = 'a description of the stream within a megabyte';
    return sourceFault('camera_not_video', { expected, got: 'a larger one' });
  }
  const code = systemCode ?? '';
  const isDropped = DROPPED.has(code) || !Object.hasOwn(NETWORK, code);
  return isDropped ? new Unserved('it ended the connection') : networkFault(code);
}

function first({ headers }: RtspAnswer, name: string): string | null {
  return headers.get(name)?.[0] ?? null;
}

/** Put together as cameras expect it, which is not how URLs are resolved: the control goes behind whatever the base is. */
function joined(base: string, control: string): string {
  if (control === '' || control === '*') return base;
  if (isAddress(control)) return control;
  return base.endsWith('/') ? `${base}${control}` : `${base}/${control}`;
}

function isAddress(text: string): boolean {
  return /^rtsps?:\/\//i.test(text);
}

/** The video of a session description: RFC 8866, with the parameters of RFC 6184 and RFC 7798. */

type SdpVideo = NonNullable<ReturnType<typeof findVideo>>;

const CODECS: Readonly<Record<string, VideoCodec>> = { H264: 'h264', H265: 'hevc' };
const SET_FIELDS = ['sprop-parameter-sets', 'sprop-vps', 'sprop-sps', 'sprop-pps'];
const START_CODE = [0, 0, 0, 1];
/** Ticks a second: the rate that both formats allow for. */
const CLOCK_RATE = 90_000;

/** The first video of `sdp`; null where there is none, or none whose packets can be put together here. */
export function findVideo(sdp: string) {
  const [session = '', ...media] = sdp.split(/\r?\n(?=m=)/);
  const video = media.find((section) => section.startsWith('m=video '));
  const [, , profile = '', payloadType = ''] = video?.split(/\r?\n/, 1)[0]?.split(' ') ?? [];
  // A secure profile is encrypted.
  if (video === undefined || !/^\d+$/.test(payloadType) || /savp/i.test(profile)) return null;
  const [name = '', clockRate = ''] = attribute(video, `rtpmap:${payloadType} `)?.split('/') ?? [];
  const codec = CODECS[name.toUpperCase()];
  const parameters = parametersOf(attribute(video, `fmtp:${payloadType} `) ?? '');
  if (codec === undefined || Number(clockRate) !== CLOCK_RATE || isInterleaved(parameters)) {
    return null;
  }
  return {
    codec,
    payloadType: Number(payloadType),
    /** Where to SETUP it, absolute or not; empty where only the whole presentation has an address. */
    control: attribute(video, 'control:') ?? '',
    /** The address of the whole presentation; null where that is not said, and `*` means the one asked for. */
    sessionControl: attribute(session, 'control:'),
    /** In Annex B form; empty where not all are told. */
    parameterSets: setsOf(codec, parameters),
    ...sizeOf(video),
    fps: positive(attribute(video, 'framerate:')),
  };
}

/** Units that are not sent in the order in which they are decoded: H.264 in mode 2, H.265 with order numbers. */
function isInterleaved(parameters: ReadonlyMap<string, string>): boolean {
  const mode = parameters.get('packetization-mode') ?? '0';
  return !['0', '1'].includes(mode) || Number(parameters.get('sprop-max-don-diff') ?? 0) > 0;
}

function setsOf(codec: VideoCodec, parameters: ReadonlyMap<string, string>): Uint8Array {
  const units = SET_FIELDS.flatMap((field) => parameters.get(field)?.split(',') ?? []);
  const bytes = units
    .filter((unit) => unit !== '')
    .flatMap((unit) => [...START_CODE, ...Buffer.from(unit, 'base64')]);
  const sets = Uint8Array.from(bytes);
  return pictureStart(codec, sets).hasParameterSets ? sets : new Uint8Array();
}

function parametersOf(text: string): ReadonlyMap<string, string> {
  const pairs = text.split(';').map((pair): [string, string] => {
    const equals = pair.indexOf('=');
    return [pair.slice(0, Math.max(equals, 0)).trim().toLowerCase(), pair.slice(equals + 1).trim()];
  });
  return new Map(pairs);
}

/** Not all cameras tell it; those that do in one of two ways. */
function sizeOf(video: string): Pick<StreamInfo, 'width' | 'height'> {
  const text = attribute(video, 'x-dimensions:') ?? attribute(video, 'framesize:') ?? '';
  const [width = null, height = null] = text.replace(/^\d+ /, '').split(/[,-]/).map(positive);
  return width === null || height === null ? { width: null, height: null } : { width, height };
}

/** What follows `start`, in lower case, in the first line `a=` with it. */
function attribute(section: string, start: string): string | null {
  const line = section
    .split(/\r?\n/)
    .find((text) => text.slice(0, start.length + 2).toLowerCase() === `a=${start}`);
  return line?.slice(start.length + 2).trim() ?? null;
}

function positive(text: string | null): number | null {
  const value = Number.parseFloat(text ?? '');
  return value > 0 ? value : null;
}
