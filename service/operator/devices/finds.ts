/**
 * Cameras looked for in ranges that an owner has named. Their addresses stay here: an owner gets an id of each, which is
 * good for a quarter of an hour, and adds a camera by it.
 */

import { randomBytes } from 'node:crypto';
import {
  addressesOf,
  type FoundCamera,
  findCameras,
  type LookedAt,
  lookAt,
} from '../../../engine/cameras/finding.ts';
import type { OnvifLogin } from '../../../engine/cameras/onvif/soap.ts';
import { TurnoutError } from '../../../errors.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { Reach } from '../../../runtime/reach.ts';
import { createWindowLimiter } from '../../../store/access/limits.ts';

export interface FoundHandle extends LookedAt {
  readonly id: string;
}

export interface SearchOptions {
  /** Such as `192.168.1.0/24`. */
  readonly ranges: readonly string[];
  /** What cameras are asked for their streams with; null asks without one, which few answer. */
  readonly login: OnvifLogin | null;
  readonly rtspPort: number;
  /** Which addresses may be asked; left out: all of private networks. */
  readonly reach?: Reach;
  /** Ends the search early. */
  readonly signal: AbortSignal;
}

export interface FindsOptions {
  readonly clock: Pick<Clock, 'monotonicMs' | 'nowUtcMs'>;
  /** For tests: other than that of WS-Discovery. */
  readonly discoveryPort?: number;
  /** Longest wait for each answer, ms; {@link WAIT_MS} unless said. */
  readonly waitMs?: number;
}

/** Most addresses of one search: a usual network. Chosen here. */
const MAX_PROBED = 256;
/** Longest wait for each answer, ms: 256 addresses, 32 at once, are asked within 12 s. Chosen here. */
const WAIT_MS = 1_500;
/** Longest wait for each answer of a camera that was found, ms. */
const ANSWER_MS = 4_000;
/** Searches in {@link PERIOD_S}; more are a mistake, or a misuse. Chosen here. */
const MAX_SEARCHES = 6;
const PERIOD_S = 60;
/** How long an id is good for, ms. */
const HELD_MS = 15 * 60_000;
/** Ids held of all searches. Chosen here: two full networks. */
const MAX_HELD = 512;

type Held = Pick<LookedAt, 'camera' | 'address'> & { gymId: string; untilMs: number };

export function createFinds({ clock, discoveryPort, waitMs = WAIT_MS }: FindsOptions) {
  const held = new Map<string, Held>();
  const searches = createWindowLimiter([{ limit: MAX_SEARCHES, windowS: PERIOD_S }], clock);
  let isBusy = false;
  const look = (camera: FoundCamera, login: OnvifLogin | null): Promise<LookedAt> =>
    lookAt(camera, login, { timeoutMs: ANSWER_MS, nowUtcMs: () => clock.nowUtcMs() });
  const hold = (gymId: string, looked: LookedAt): FoundHandle => {
    const nowMs = clock.monotonicMs();
    for (const [id, { untilMs }] of held) {
      if (untilMs < nowMs || held.size >= MAX_HELD) held.delete(id);
    }
    const id = `found_${randomBytes(9).toString('base64url')}`;
    const { camera, address } = looked;
    held.set(id, { gymId, untilMs: nowMs + HELD_MS, camera, address });
    return { ...looked, id };
  };
  return {
    /**
     * Asks each address of the ranges, and what answers to ONVIF for its streams.
     *
     * @returns how many addresses were asked, and what was found.
     * @throws `address_refused`, `usage` for wrong ranges and too many addresses, `rate_limited` while another search is under
     * way and after six in a minute.
     */
    search: async (
      gymId: string,
      { ranges, login, rtspPort, reach, signal }: SearchOptions,
    ): Promise<{ readonly asked: number; readonly found: readonly FoundHandle[] }> => {
      const hosts = addressesOf(ranges, MAX_PROBED);
      for (const host of hosts) reach?.check(host);
      if (isBusy) throw tooFast('one search at a time', 'another one under way');
      if (!searches.take('').isAllowed) {
        throw tooFast(`at most ${MAX_SEARCHES} searches a minute`, 'more');
      }
      isBusy = true;
      try {
        const discovery = discoveryPort === undefined ? {} : { discoveryPort };
        const cameras = await findCameras({ hosts, waitMs, rtspPort, signal, ...discovery });
        const looked = await Promise.all(cameras.map((camera) => look(camera, login)));
        return { asked: hosts.length, found: looked.map((one) => hold(gymId, one)) };
      } finally {
        isBusy = false;
      }
    },
    /**
     * The address of a camera that was found, without a login: with the path that is given, as the camera tells it with the
     * login, or as it was found.
     *
     * @throws `found_unknown` for an id that was not given to this gym, or is too old; `usage` where the camera does not tell
     * its streams and its maker is not known.
     */
    address: async (
      gymId: string,
      { id, path, login }: { id: string; path: string | null; login: OnvifLogin | null },
    ): Promise<string> => {
      const found = held.get(id);
      if (found?.gymId !== gymId || found.untilMs < clock.monotonicMs()) throw unknown();
      const { camera } = found;
      if (path !== null) return withPath(camera, path);
      const looked = camera.onvif !== null && login !== null ? await look(camera, login) : null;
      const address = looked?.address ?? found.address;
      if (address === null) throw silent(looked);
      return address;
    },
  };
}

const FOUND = 'camera that was found';
const RTSP_PORT = 554;

function withPath({ host, rtspPort }: FoundCamera, path: string): string {
  const port = rtspPort === null || rtspPort === RTSP_PORT ? '' : `:${rtspPort}`;
  return `rtsp://${host}${port}/${path.replace(/^\/+/, '')}`;
}

function tooFast(expected: string, got: string): TurnoutError {
  const hint = 'try again in half a minute';
  return new TurnoutError('rate_limited', { where: 'search for cameras', expected, got, hint });
}

function unknown(): TurnoutError {
  const expected = 'the id of a camera that was found in the last 15 minutes';
  const hint = 'look for cameras again';
  return new TurnoutError('found_unknown', { where: FOUND, expected, got: 'another one', hint });
}

/** The camera that was asked may have said why. */
function silent(looked: LookedAt | null): TurnoutError {
  const refused = looked?.fault?.parts ?? null;
  return new TurnoutError('usage', {
    where: FOUND,
    expected:
      refused?.expected ?? 'a camera that tells its streams by ONVIF, or one of a known maker',
    got: refused?.got ?? 'neither',
    hint:
      looked === null
        ? 'type its user and password, so that it can be asked, or the path of its stream'
        : (refused?.hint ?? 'type the path of its stream: the pages of the camera show it'),
  });
}
