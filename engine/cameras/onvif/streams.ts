/**
 * The streams of one camera by four calls of ONVIF: its time, its services, its profiles, and the address of each. Media2
 * is asked where there is one, since only that knows H.265; else the first media service.
 */

import { isTurnoutError } from '../../../errors.ts';
import { sourceFault } from '../source-fault.ts';
import {
  askCamera,
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

export interface OnvifStream {
  /** As the camera calls it. */
  readonly name: string;
  /** Without a login. */
  readonly url: string;
  /** `h264`, `h265`, `jpeg`; null where the camera does not say. */
  readonly codec: string | null;
  readonly width: number | null;
  readonly height: number | null;
  /** Distance of keyframes as it is set, ms; a smart codec stretches it. */
  readonly keyframeMs: number | null;
}

export interface OnvifFindings {
  /** How far the camera's clock is ahead of ours, ms; null where it does not tell its time. */
  readonly clockAheadMs: number | null;
  readonly streams: readonly OnvifStream[];
}

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
export async function readStreams(options: AskOptions): Promise<OnvifFindings> {
  const clockAheadMs = await clockOf(options);
  const camera = new Camera(options, clockAheadMs ?? 0);
  return { clockAheadMs, streams: await camera.streams() };
}

/** Null where it does not tell. Throws where nothing answers at all. */
async function clockOf({ service, timeoutMs, nowUtcMs }: AskOptions): Promise<number | null> {
  const body = `<GetSystemDateAndTime xmlns="${DEVICE}"/>`;
  try {
    const answer = await askCamera({ url: service, body, as: null, timeoutMs });
    const utc = find(answer, 'UTCDateTime');
    const part = (name: string) => Number(textOf(utc, name) ?? Number.NaN);
    const atUtcMs = Date.UTC(
      part('Year'),
      part('Month') - 1,
      part('Day'),
      part('Hour'),
      part('Minute'),
      part('Second'),
    );
    return Number.isFinite(atUtcMs) ? atUtcMs - nowUtcMs() : null;
  } catch (error) {
    if (isTurnoutError(error, 'camera_unauthorized')) return null;
    throw error;
  }
}

class Camera {
  readonly #options: AskOptions;
  readonly #clockAheadMs: number;

  constructor(options: AskOptions, clockAheadMs: number) {
    this.#options = options;
    this.#clockAheadMs = clockAheadMs;
  }

  async streams(): Promise<readonly OnvifStream[]> {
    const services = await this.#mediaServices();
    const [media2, media] = [services.get(MEDIA2), services.get(MEDIA)];
    if (media2 === undefined) return this.#streamsOf(media ?? null, MEDIA);
    try {
      return await this.#streamsOf(media2, MEDIA2);
    } catch (error) {
      if (media === undefined || isTurnoutError(error, 'camera_unauthorized')) throw error;
      return this.#streamsOf(media, MEDIA);
    }
  }

  /** By namespace. Older cameras know GetCapabilities alone. */
  async #mediaServices(): Promise<ReadonlyMap<string, URL>> {
    const { service } = this.#options;
    try {
      const all = `<GetServices xmlns="${DEVICE}"><IncludeCapability>false</IncludeCapability></GetServices>`;
      const answer = await this.#ask(service, all);
      const rows = findAll(answer, 'Service').map(
        (row) => [textOf(row, 'Namespace') ?? '', this.#home(textOf(row, 'XAddr'))] as const,
      );
      return new Map(rows.filter((row): row is [string, URL] => row[1] !== null));
    } catch (error) {
      if (isTurnoutError(error, 'camera_unauthorized')) throw error;
      const media = `<GetCapabilities xmlns="${DEVICE}"><Category>Media</Category></GetCapabilities>`;
      const answer = await this.#ask(service, media);
      const url = this.#home(textOf(find(answer, 'Media'), 'XAddr'));
      return new Map(url === null ? [] : [[MEDIA, url]]);
    }
  }

  async #streamsOf(media: URL | null, namespace: string): Promise<readonly OnvifStream[]> {
    if (media === null) {
      throw sourceFault('camera_not_found', { expected: 'a service with streams', got: 'none' });
    }
    const type = namespace === MEDIA2 ? '<Type>VideoEncoder</Type>' : '';
    const answer = await this.#ask(
      media,
      `<GetProfiles xmlns="${namespace}">${type}</GetProfiles>`,
    );
    const profiles = findAll(answer, 'Profiles').filter((profile) => encoderOf(profile) !== null);
    const streams: OnvifStream[] = [];
    for (const profile of profiles.slice(0, MAX_PROFILES)) {
      const url = await this.#addressOf(media, namespace, profile);
      if (url !== null) streams.push({ ...described(profile), url });
    }
    return streams;
  }

  async #addressOf(media: URL, namespace: string, profile: Element): Promise<string | null> {
    const token = `<ProfileToken>${escaped(profile.attributes.get('token') ?? '')}</ProfileToken>`;
    const setup =
      namespace === MEDIA2
        ? '<Protocol>RTSP</Protocol>'
        : `<StreamSetup><Stream xmlns="${SCHEMA}">RTP-Unicast</Stream>` +
          `<Transport xmlns="${SCHEMA}"><Protocol>RTSP</Protocol></Transport></StreamSetup>`;
    const body = `<GetStreamUri xmlns="${namespace}">${setup}${token}</GetStreamUri>`;
    const url = this.#home(textOf(await this.#ask(media, body), 'Uri'), /^rtsps?:/i);
    return url?.href ?? null;
  }

  #ask(url: URL, body: string): Promise<Element> {
    const { login, timeoutMs, nowUtcMs } = this.#options;
    const cameraUtcMs = nowUtcMs() + this.#clockAheadMs;
    return askCamera({ url, body, as: login && { login, cameraUtcMs }, timeoutMs });
  }

  /** An address that the camera tells, on the host that was asked: behind another network it tells the one of its own. */
  #home(text: string | null, scheme: RegExp = /^https?:/i): URL | null {
    if (text === null || !scheme.test(text) || !URL.canParse(text)) return null;
    const url = new URL(text);
    url.hostname = this.#options.service.hostname;
    url.username = '';
    url.password = '';
    return url;
  }
}

/** The video encoder of a profile, of the first media service or of Media2; null where it has none. */
function encoderOf(profile: Element): Element | null {
  return find(profile, 'VideoEncoderConfiguration') ?? find(profile, 'VideoEncoder');
}

function described(profile: Element): Omit<OnvifStream, 'url'> {
  const encoder = encoderOf(profile);
  const resolution = find(encoder, 'Resolution');
  const fps = numberOf(textOf(encoder, 'FrameRateLimit'));
  const distance = encoder?.attributes.get('GovLength') ?? textOf(encoder, 'GovLength');
  const frames = numberOf(distance);
  return {
    name: textOf(profile, 'Name') ?? profile.attributes.get('token') ?? '',
    codec: textOf(encoder, 'Encoding')?.toLowerCase().replace(/\W/g, '') ?? null,
    width: numberOf(textOf(resolution, 'Width')),
    height: numberOf(textOf(resolution, 'Height')),
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
