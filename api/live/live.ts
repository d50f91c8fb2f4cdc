/** All live streams of the program: who listens to which gym, how many may, and when they end. */

import { Type } from 'typebox';
import type { ErrorCode, ProblemBody } from '../../errors.ts';
import { formatInstant } from '../../gym/calendar/zone.ts';
import type { Clock } from '../../runtime/clock.ts';
import { systemTimers, type Timers } from '../../runtime/timers.ts';
import type { Caller } from '../../service/callers/caller.ts';
import type { GymEvidence } from '../../service/evidence/evidence.ts';
import type { GymSource } from '../../service/gyms/gym-source.ts';
import type { EngineStatus } from '../../service/status.ts';
import type { Access } from '../../store/access/access.ts';
import { addressGroup } from '../../store/access/limits.ts';
import { type Answer, LiveBody, problem } from '../http/message.ts';
import { figuresRoute, type Route } from '../routes/route.ts';
import {
  type Audience,
  EVENTS_TYPE,
  EventIds,
  eventText,
  LiveClient,
  type Tally,
} from './client.ts';
import { Feed } from './feed.ts';

export interface LiveParts {
  readonly gyms: Pick<GymSource, 'view' | 'sandbox'>;
  readonly evidence: Pick<GymEvidence, 'lastHour'>;
  readonly engine: { status(): EngineStatus };
  readonly access: Pick<Access, 'onRevoked' | 'principalOf' | 'signIns'>;
  readonly clock: Clock;
  readonly timers?: Timers;
  /** Of the program. */
  readonly version: string;
}

/** How often gyms are looked at, ms: counts of rooms change at most so often. */
const LOOK_MS = 1_000;
/** Looks between two ticks. Stated in {@link DESCRIPTION}. */
const TICK_LOOKS = 15;
/** Looks at a gym that nobody listens to, for those who come again. Chosen here: a quarter of an hour. */
const IDLE_LOOKS = 900;
/** Looks after which a stream that a token opened ends: the token may have. Chosen here: a quarter of an hour. */
const TOKEN_LOOKS = 900;
/** Looks after which the stream of a stranger ends. Stated in {@link DESCRIPTION}. */
const STRANGER_LOOKS = 600;

interface Watched {
  readonly feed: Feed;
  idleLooks: number;
}

export class Live {
  readonly #parts: LiveParts;
  readonly #timers: Timers;
  readonly #ids: EventIds;
  readonly #watched = new Map<string, Watched>();
  readonly #tally: Tally = { behind: 0, skipped: 0 };
  /** Streams that end at a certain look, and why. */
  readonly #ends = new Map<LiveClient, { readonly atLook: number; readonly reason: string }>();
  #looks = 0;
  #streams = 0;
  #cancel: (() => void) | null = null;
  #isClosed = false;

  constructor(parts: LiveParts) {
    this.#parts = parts;
    this.#timers = parts.timers ?? systemTimers;
    this.#ids = new EventIds(Math.floor(parts.clock.nowUtcMs()).toString(36));
    parts.access.onRevoked((keyId) => this.#endOf('keyId', keyId, 'revoked'));
    parts.access.signIns.onEnded((id) => this.#endOf('signInId', id, 'signed_out'));
  }

  /**
   * The answer to someone who may see `caller.view`.
   *
   * @param address Where they are, see `addressGroup`. @param lastId What they have already.
   */
  async answer(
    caller: Caller,
    address: string,
    lastId: string | undefined,
  ): Promise<Answer<ProblemBody>> {
    const audience = audienceOf(caller, address);
    const full = this.#fullFor(audience);
    if (full !== null) return full;
    const { feed } = this.#watch(caller);
    const hello = await feed.hello(audience, lastId);
    const open: LiveBody['open'] = (outlet) => {
      const client: LiveClient = new LiveClient({
        audience,
        outlet,
        timers: this.#timers,
        tally: this.#tally,
        hello: () => feed.hello(audience),
        onOver: (over) => this.#forget(feed, over),
      });
      // Others may have come while the hello was read.
      const isFull = this.#fullFor(audience) !== null;
      this.#streams += 1;
      feed.clients.add(client);
      this.#setEnd(client);
      client.send(hello(), 1);
      if (isFull) client.end(bye('too_many_streams'));
      else if (this.#isClosed) client.end(bye('stopping'));
      else if (this.#isRevoked(audience)) client.end(bye('revoked'));
      else if (this.#isSignedOut(audience)) client.end(bye('signed_out'));
      return () => client.over();
    };
    return { status: 200, value: new LiveBody(`${EVENTS_TYPE}; charset=utf-8`, open) };
  }

  figures(): { readonly streams: number; readonly behind: number; readonly skipped: number } {
    return { streams: this.#streams, ...this.#tally };
  }

  /** Ends the streams of a key, or of a browser, at once. */
  #endOf(whose: 'keyId' | 'signInId', id: string, reason: string): void {
    for (const client of this.#of(whose, id)) client.end(bye(reason));
  }

  #of(whose: 'keyId' | 'signInId', id: string): LiveClient[] {
    return this.#clients().filter(({ audience }) => audience[whose] === id);
  }

  /** Ends all streams; nothing is looked at any more. */
  close(): void {
    this.#isClosed = true;
    this.#cancel?.();
    for (const client of this.#clients()) client.end(bye('stopping'));
  }

  /** Why there is no place for one more; null where there is one. */
  #fullFor(asking: Audience): Answer<ProblemBody> | null {
    const open = this.#clients().map(({ audience }) => audience);
    const full = CAPS.find(({ most, groupOf }) => {
      const group = groupOf(asking);
      return group !== null && open.filter((one) => groupOf(one) === group).length >= most;
    });
    if (full === undefined) return null;
    const { code, most, of } = full;
    return problem(code, `No more than ${most} live streams can be open ${of}.`, {
      headers: [['Retry-After', '30']],
    });
  }

  #setEnd(client: LiveClient): void {
    const { isStranger, isToken } = client.audience;
    if (isStranger) {
      this.#ends.set(client, { atLook: this.#looks + STRANGER_LOOKS, reason: 'time_up' });
    } else if (isToken) {
      this.#ends.set(client, { atLook: this.#looks + TOKEN_LOOKS, reason: 'token_expired' });
    }
  }

  /** Whether its key was revoked since it was let in: the hello takes time. */
  #isRevoked({ keyId }: Audience): boolean {
    return keyId !== null && this.#parts.access.principalOf(keyId) === null;
  }

  /** Whether its sign-in has ended, by somebody or by itself. Whoever listens is there: that is noted with it. */
  #isSignedOut({ signInId }: Audience): boolean {
    return signInId !== null && !this.#parts.access.signIns.isAlive(signInId);
  }

  #clients(): LiveClient[] {
    return [...this.#watched.values()].flatMap(({ feed }) => [...feed.clients]);
  }

  #watch({ view }: Caller): Watched {
    const { gyms, clock, engine, evidence, version } = this.#parts;
    const { id } = view.gym;
    // The sample gym has the id of the demo, which may be configured beside it.
    const isSample = gyms.view(id)?.gym !== view.gym;
    const key = isSample ? 'sample' : `gym ${id}`;
    const known = this.#watched.get(key);
    if (known !== undefined) return known;
    const cameras = () => {
      const status = engine.status();
      return status.cameras.filter(
        (camera) => !isSample && status.cameraPlaces.get(camera.id)?.gymId === id,
      );
    };
    const look = () => (isSample ? gyms.sandbox(clock.nowUtcMs()) : gyms.view(id));
    const lastHour = (of: typeof view) => evidence.lastHour(of);
    const parts = { ids: this.#ids, build: version, look, cameras, lastHour };
    const watched = { feed: new Feed(parts, view), idleLooks: 0 };
    this.#watched.set(key, watched);
    this.#arm();
    return watched;
  }

  #arm(): void {
    if (this.#cancel !== null || this.#isClosed) return;
    this.#cancel = this.#timers.after(LOOK_MS, () => {
      this.#cancel = null;
      this.#look();
      if (this.#watched.size > 0) this.#arm();
    });
  }

  #look(): void {
    this.#looks += 1;
    for (const [key, watched] of this.#watched) {
      const { feed } = watched;
      watched.idleLooks = feed.clients.size === 0 ? watched.idleLooks + 1 : 0;
      if (feed.look() && watched.idleLooks < IDLE_LOOKS) continue;
      for (const client of feed.clients) client.end(bye('gym_removed'));
      this.#watched.delete(key);
    }
    for (const [client, { atLook, reason }] of this.#ends) {
      if (atLook <= this.#looks) client.end(bye(reason));
    }
    if (this.#looks % TICK_LOOKS === 0) this.#tick();
  }

  #tick(): void {
    const nowUtcMs = this.#parts.clock.nowUtcMs();
    const server_time = formatInstant('UTC', nowUtcMs);
    const bytes = Buffer.from(eventText('tick', { server_time }, null));
    for (const client of this.#clients()) {
      if (this.#isSignedOut(client.audience)) client.end(bye('signed_out'));
      else client.send(bytes, 1);
    }
  }

  #forget(feed: Feed, client: LiveClient): void {
    this.#streams -= 1;
    feed.clients.delete(client);
    this.#ends.delete(client);
  }
}

function bye(reason: string): Buffer {
  return Buffer.from(eventText('bye', { reason }, null));
}

function audienceOf({ principal, view }: Caller, address: string): Audience {
  if (principal === null) {
    return {
      role: 'sample',
      trainerId: null,
      seesCameras: false,
      keyId: null,
      isScreen: false,
      signInId: null,
      isToken: false,
      isStranger: true,
      address,
    };
  }
  const { key, via, signIn } = principal;
  return {
    role: key.role,
    trainerId: key.role === 'trainer' ? (key.trainerId ?? '') : null,
    seesCameras: key.role === 'owner' && key.gymId === view.gym.id,
    keyId: key.id,
    isScreen: key.role === 'screen',
    signInId: signIn?.id ?? null,
    isToken: via === 'token',
    isStranger: key.role === 'free',
    address,
  };
}

interface Cap {
  readonly most: number;
  /** Whose streams are counted together; null for streams that the cap is not for. */
  readonly groupOf: (audience: Audience) => string | null;
  /** Ends the sentence "No more than 8 live streams can be open …". */
  readonly of: string;
  readonly code: Extract<ErrorCode, 'too_many_streams' | 'too_many_own_streams'>;
}

/** Caps of one client come first: closing a stream helps there. */
const CAPS: readonly Cap[] = [
  {
    most: 8,
    groupOf: ({ signInId }) => signInId,
    of: 'in one browser',
    code: 'too_many_own_streams',
  },
  {
    // Programs with a key do not take the places of browsers that signed in with it.
    most: 50,
    groupOf: ({ keyId, signInId }) => keyId && `${keyId} ${signInId === null}`,
    of: 'with one key',
    code: 'too_many_own_streams',
  },
  {
    most: 20,
    groupOf: ({ isStranger, address }) => (isStranger ? address : null),
    of: 'from one address without a key of a gym',
    code: 'too_many_own_streams',
  },
  {
    // Browsers that signed in are not counted: all of a gym may share one address.
    most: 50,
    groupOf: ({ isStranger, signInId, address }) =>
      isStranger || signInId !== null ? null : address,
    of: 'from one address with keys',
    code: 'too_many_own_streams',
  },
  {
    most: 100,
    groupOf: ({ isStranger }) => (isStranger ? 'strangers' : null),
    of: 'without a key of a gym',
    code: 'too_many_streams',
  },
  {
    // The last 100 places are for people who run a gym.
    most: 400,
    groupOf: ({ role, signInId }) =>
      signInId !== null && (role === 'owner' || role === 'manager') ? null : 'others',
    of: 'besides those of owners and managers who signed in',
    code: 'too_many_streams',
  },
  {
    most: 500,
    groupOf: () => 'all',
    of: 'at once',
    code: 'too_many_streams',
  },
];

const DESCRIPTION = `Server-sent events. \`hello\` comes first: \`build\`, \`gym_id\`, \`server_time\`, \`role\`, \`resumed\`, \`minutes_from\`, \`rooms\` as \`/v1/rooms\` has them, and \`running\`, the classes that run now, as \`/v1/summary\` has them. It comes again after a gap, and with \`resumed\` false the reports must be read again. \`rooms\` (\`changed\`: \`id\`, \`occupancy\`, \`state\`, \`updated_at\`) comes at most once a second. \`class\` is a class on a date with its \`kind\`: \`started\`, \`ended\`, \`estimated\`, \`corrected\`, \`changed\`. \`cameras\` (\`changed\`: \`id\`, \`state\`, \`reasons\`) comes to the key of an owner. \`tick\` comes every 15 seconds, and \`bye\` with a \`reason\` before an end. With \`Last-Event-ID\`, \`class\` events that were missed come in order, up to 4,096 of them. A client that does not read misses events, and gets a new \`hello\` when it reads again; after at most 60 seconds it is ended. A key of role \`trainer\` sees its own classes and no rooms. Nothing is charged. At most 500 streams can be open: 8 in one browser, 50 with one key, 50 from one address with keys. Without a key, and with a free one, 20 from one address and 100 in all can be open, and each ends after 10 minutes (\`bye\` with \`time_up\`); clients connect again. The last 100 places are for browsers of owners and managers. 429 says that your own streams are too many, 503 that those of everybody are.`;

export function liveRoute(live: Pick<Live, 'answer'>): Route {
  return figuresRoute({
    method: 'GET',
    path: '/v1/live',
    operationId: 'watch_live',
    summary: 'What happens in a gym, while it happens: rooms, classes, cameras.',
    description: DESCRIPTION,
    isWatched: true,
    isEvents: true,
    textTypes: [EVENTS_TYPE],
    errors: ['too_many_streams', 'too_many_own_streams'],
    parameters: {
      header: {
        'last-event-id': Type.Optional(
          Type.String({
            maxLength: 64,
            description:
              'Id of the newest event that the client has. Browsers send it by themselves.',
          }),
        ),
      },
    },
    response: Type.Object({}),
    subject: () => ({ isOwn: true, isWall: true }),
    answer: ({ header }, caller, request) =>
      live.answer(caller, addressGroup(request?.ip ?? ''), header['last-event-id']),
  });
}
