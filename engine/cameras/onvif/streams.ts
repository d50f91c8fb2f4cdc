/**
 * The streams of one camera by four calls of ONVIF: its time, its services, its profiles, and the address of each. Media2
 * is asked where there is one, since only that knows H.265; else the first media service.
 */

import { isTurnoutError } from '../../../errors.ts';
import { sourceFault } from '../source-fault.ts';
import {
  askCamera,
  atHost,
  type Element,
  escaped,
  find,
  findAll,
  type OnvifLogin,
  textOf,
} from './soap.ts';

const DEVICE = 'http://www.onvif.org/ver10/device/wsdl';
const SCHEMA = 'http://www.onvif.org/ver10/schema';
const MEDIA = 'http://www.onvif.org/ver10/media/wsdl';
const MEDIA2 = 'http://www.onvif.org/ver20/media/wsdl';
/** Profiles whose address is asked for: a camera has two to five, a recorder some for each camera. Chosen here. */
const MAX_PROFILES = 64;

export type OnvifStream = ReturnType<typeof described> & {
  /** Without a login. */
  readonly url: string;
};

export interface AskOptions {
  /** The device service. */
  readonly service: URL;
  /** Null asks without one, which few cameras answer. */
  readonly login: OnvifLogin | null;
  /** Longest wait for each answer, ms. */
  readonly timeoutMs: number;
  readonly nowUtcMs: () => number;
}

/** Throws the faults of a source, as `askCamera` does. */
export async function readStreams(options: AskOptions) {
  const { service, login, timeoutMs, nowUtcMs } = options;
  const clockAheadMs = await clockOf(options);
  const ask = (url: URL, body: string) => {
    const as = login && { login, cameraUtcMs: nowUtcMs() + (clockAheadMs ?? 0) };
    return askCamera({ url, body, as, timeoutMs });
  };
  const services = await mediaServices(service, ask);
  const [media2, media] = [services.get(MEDIA2), services.get(MEDIA)];
  const readOlder = () => streamsOf(media ?? null, MEDIA, ask);
  const streams =
    media2 === undefined
      ? await readOlder()
      : await streamsOf(media2, MEDIA2, ask).catch((error: unknown) => {
          if (media === undefined || isTurnoutError(error, 'camera_unauthorized')) throw error;
          return readOlder();
        });
  return { clockAheadMs, streams };
}

type Ask = (url: URL, body: string) => Promise<Element>;

/** How far the camera's clock is ahead of ours, ms; null where it does not tell. Throws where nothing answers at all. */
async function clockOf({ service, timeoutMs, nowUtcMs }: AskOptions): Promise<number | null> {
  const body = `<GetSystemDateAndTime xmlns="${DEVICE}"/>`;
  try {
    const answer = await askCamera({ url: service, body, as: null, timeoutMs });
    const utc = find(answer, 'UTCDateTime');
    const names = ['Year', 'Month', 'Day', 'Hour', 'Minute', 'Second'];
    const parts = names.map((name) => Number(textOf(utc, name) ?? Number.NaN));
    const [year = Number.NaN, month = 1, ...rest] = parts;
    const atUtcMs = Date.UTC(year, month - 1, ...rest);
    return Number.isFinite(atUtcMs) ? atUtcMs - nowUtcMs() : null;
  } catch (error) {
    if (isTurnoutError(error, 'camera_unauthorized')) return null;
    throw error;
  }
}

/** By namespace. Older cameras know GetCapabilities alone. */
async function mediaServices(service: URL, ask: Ask): Promise<ReadonlyMap<string, URL | null>> {
  const at = (row: Element | null) => atHost(service.hostname, textOf(row, 'XAddr'));
  try {
    const all = `<GetServices xmlns="${DEVICE}"><IncludeCapability>false</IncludeCapability></GetServices>`;
    const rows = findAll(await ask(service, all), 'Service');
    return new Map(rows.map((row) => [textOf(row, 'Namespace') ?? '', at(row)]));
  } catch (error) {
    if (isTurnoutError(error, 'camera_unauthorized')) throw error;
    const media = `<GetCapabilities xmlns="${DEVICE}"><Category>Media</Category></GetCapabilities>`;
    return new Map([[MEDIA, at(find(await ask(service, media), 'Media'))]]);
  }
}

async function streamsOf(
  media: URL | null,
  namespace: string,
  ask: Ask,
): Promise<readonly OnvifStream[]> {
  if (media === null) {
    throw sourceFault('camera_not_found', { expected: 'a service with streams', got: 'none' });
  }
  const isMedia2 = namespace === MEDIA2;
  const type = isMedia2 ? '<Type>VideoEncoder</Type>' : '';
  const setup = isMedia2
    ? '<Protocol>RTSP</Protocol>'
    : `<StreamSetup><Stream xmlns="${SCHEMA}">RTP-Unicast</Stream>` +
      `<Transport xmlns="${SCHEMA}"><Protocol>RTSP</Protocol></Transport></StreamSetup>`;
  const answer = await ask(media, `<GetProfiles xmlns="${namespace}">${type}</GetProfiles>`);
  const profiles = findAll(answer, 'Profiles').filter((profile) => encoderOf(profile) !== null);
  const streams: OnvifStream[] = [];
  for (const profile of profiles.slice(0, MAX_PROFILES)) {
    const token = `<ProfileToken>${escaped(profile.attributes['token'] ?? '')}</ProfileToken>`;
    const body = `<GetStreamUri xmlns="${namespace}">${setup}${token}</GetStreamUri>`;
    const uri = textOf(await ask(media, body), 'Uri');
    const url = atHost(media.hostname, uri, /^rtsps?:/i);
    if (url !== null) streams.push({ ...described(profile), url: url.href });
  }
  return streams;
}

/** The video encoder of a profile, of the first media service or of Media2; null where it has none. */
function encoderOf(profile: Element): Element | null {
  return find(profile, 'VideoEncoderConfiguration') ?? find(profile, 'VideoEncoder');
}

function described(profile: Element) {
  const encoder = encoderOf(profile);
  const resolution = find(encoder, 'Resolution');
  const fps = numberOf(textOf(encoder, 'FrameRateLimit'));
  const distance = encoder?.attributes['GovLength'] ?? textOf(encoder, 'GovLength');
  const frames = numberOf(distance);
  return {
    /** As the camera calls it. */
    name: textOf(profile, 'Name') ?? profile.attributes['token'] ?? '',
    /** `h264`, `h265`, `jpeg`; null where the camera does not say. */
    codec: textOf(encoder, 'Encoding')?.toLowerCase().replace(/\W/g, '') ?? null,
    width: numberOf(textOf(resolution, 'Width')),
    height: numberOf(textOf(resolution, 'Height')),
    /** Distance of keyframes as it is set, ms; a smart codec stretches it. */
    keyframeMs: fps === null || frames === null ? null : Math.round((frames / fps) * 1000),
  };
}

function numberOf(text: string | null): number | null {
  const value = Number(text ?? Number.NaN);
  return Number.isFinite(value) && value > 0 ? value : null;
}

/** Width from which people at the back of a room are large enough, px: docs/cameras.md#the-cameras. */
const ENOUGH_PX = 640;

/** The one that costs least and is large enough to count by; the largest where none is. */
export function smallestUseful(streams: readonly OnvifStream[]): OnvifStream | null {
  const pixels = ({ width, height }: OnvifStream) => (width ?? 0) * (height ?? 0);
  const bySize = [...streams].sort((one, other) => pixels(one) - pixels(other));
  return bySize.find(({ width }) => (width ?? 0) >= ENOUGH_PX) ?? bySize.at(-1) ?? null;
}
