/** The video of a session description: RFC 8866, with the parameters of RFC 6184 and RFC 7798. */

import { areParameterSets, type VideoCodec } from '../video/annex-b.ts';

export interface SdpVideo {
  readonly codec: VideoCodec;
  readonly payloadType: number;
  /** Ticks a second of its timestamps. */
  readonly clockRate: number;
  /** Where to SETUP it, absolute or not; empty where only the whole presentation has an address. */
  readonly control: string;
  /** The address of the whole presentation; null where that is not said, and `*` means the one asked for. */
  readonly sessionControl: string | null;
  /** In Annex B form; empty where not all are told. */
  readonly parameterSets: Uint8Array;
  readonly width: number | null;
  readonly height: number | null;
  readonly fps: number | null;
}

const CODECS: Readonly<Record<string, VideoCodec>> = { H264: 'h264', H265: 'hevc' };
const SET_FIELDS = ['sprop-parameter-sets', 'sprop-vps', 'sprop-sps', 'sprop-pps'];
const START_CODE = [0, 0, 0, 1];
/** The one that both formats allow for. */
const CLOCK_RATE = 90_000;

/** Whether `sdp` names any video, of whatever kind. */
export function hasVideo(sdp: string): boolean {
  return /^m=video /m.test(sdp);
}

/** The first video of `sdp`; null where there is none, or none whose packets can be put together here. */
export function findVideo(sdp: string): SdpVideo | null {
  const [session = '', ...media] = sdp.split(/\r?\n(?=m=)/);
  const video = media.find((section) => section.startsWith('m=video '));
  const [, , profile = '', payloadType = ''] = video?.split(/\r?\n/, 1)[0]?.split(' ') ?? [];
  // A secure profile is encrypted.
  if (video === undefined || !/^\d+$/.test(payloadType) || /savp/i.test(profile)) {
    return null;
  }
  const [name = '', clockRate = ''] = attribute(video, `rtpmap:${payloadType} `)?.split('/') ?? [];
  const codec = CODECS[name.toUpperCase()];
  const parameters = parametersOf(attribute(video, `fmtp:${payloadType} `) ?? '');
  if (codec === undefined || Number(clockRate) !== CLOCK_RATE || isInterleaved(parameters)) {
    return null;
  }
  return {
    codec,
    payloadType: Number(payloadType),
    clockRate: CLOCK_RATE,
    control: attribute(video, 'control:') ?? '',
    sessionControl: attribute(session, 'control:'),
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
  return areParameterSets(codec, sets) ? sets : new Uint8Array();
}

function parametersOf(text: string): ReadonlyMap<string, string> {
  const pairs = text.split(';').map((pair): [string, string] => {
    const equals = pair.indexOf('=');
    return [pair.slice(0, Math.max(equals, 0)).trim().toLowerCase(), pair.slice(equals + 1).trim()];
  });
  return new Map(pairs);
}

/** Not all cameras tell it; those that do in one of two ways. */
function sizeOf(video: string): Pick<SdpVideo, 'width' | 'height'> {
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
