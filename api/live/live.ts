/** All live streams of the program: who listens to which gym, how many may, and when they end. */

import { Type } from 'typebox';
import type { ProblemBody } from '../../errors.ts';
import { formatInstant } from '../../gym/calendar/zone.ts';
import { optional } from '../../gym/reports/field.ts';
import type { Timers } from '../../runtime/timers.ts';
import type { Caller } from '../../service/callers/caller.ts';
import { addressGroup } from '../../store/access/limits.ts';
import { type Answer, EVENTS_TYPE, LiveBody, problem, retryAfter } from '../http/message.ts';
import type { App } from '../routes/app.ts';
import { figuresRoute, type Route } from '../routes/route.ts';
import {
  type Audience,
  audienceOf,
  type EventIds,
  eventIds,
  eventText,
  type LiveClient,
  liveClient,
} from './client.ts';
import { type Feed, feedOf } from './feed.ts';

type LiveParts = Pick<App, 'gyms' | 'evidence' | 'engine' | 'access' | 'clock' | 'version'> & {
  readonly timers: Timers;
};

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

export class Live {
  readonly #parts: LiveParts;
  readonly #ids: EventIds;
  readonly #watched = new Map<string, Feed>();
  readonly #tally = { behind: 0, skipped: 0 };
  #looks = 0;
  #cancel: (() => void) | null = null;
  #isClosed = false;

  constructor(parts: LiveParts) {
    this.#parts = parts;
    this.#ids = eventIds(Math.floor(parts.clock.nowUtcMs()).toString(36));
    parts.access.onRevoked((id) => this.#endAll('revoked', ({ keyId }) => keyId === id));
    parts.access.signIns.onEnded((id) =>
      this.#endAll('signed_out', ({ signInId }) => signInId === id),
    );
  }

  /**
   * The answer to someone who may see `caller.view`.
   *
   * @param address Where they are, see `addressGroup`. @param lastId What they have already.
   */
  async answer(caller: Caller, address: string, lastId?: string): Promise<Answer<ProblemBody>> {
    const audience = audienceOf(caller, address);
    const full = this.#fullFor(audience);
    if (full !== null) return full;
    const feed = this.#watch(caller);
    const hello = await feed.hello(audience, lastId);
    const open: LiveBody['open'] = (outlet) => {
      // Others may have come while the hello was read.
      const isFull = this.#fullFor(audience) !== null;
      const client: LiveClient = liveClient({
        audience,
        outlet,
        timers: this.#parts.timers,
        tally: this.#tally,
        hello: () => feed.hello(audience),
        onOver: () => feed.clients.delete(client),
        atLook: this.#looks,
      });
      feed.clients.add(client);
      client.send(hello(), 1);
      const reason = isFull ? 'too_many_streams' : this.#overFor(audience);
      if (reason !== null) client.end(bye(reason));
      return () => client.over();
    };
    return { status: 200, value: new LiveBody(`${EVENTS_TYPE}; charset=utf-8`, open) };
  }

  figures() {
    return { streams: this.#clients().length, ...this.#tally };
  }

  /** Ends all streams; nothing is looked at any more. */
  close(): void {
    this.#isClosed = true;
    this.#cancel?.();
    this.#endAll('stopping', () => true);
  }

  #endAll(reason: string, isMeant: (audience: Audience) => boolean): void {
    for (const client of this.#clients()) {
      if (isMeant(client.audience)) client.end(bye(reason));
    }
  }

  /** Why there is no place for one more; null where there is one. */
  #fullFor(asking: Audience): Answer<ProblemBody> | null {
    const open = this.#clients().map(({ audience }) => audience);
    const full = CAPS.find(([most, , , groupOf]) => {
      const group = groupOf(asking);
      return group !== null && open.filter((one) => groupOf(one) === group).length >= most;
    });
    if (full === undefined) return null;
    const [most, of, code] = full;
    const words = `No more than ${most} live streams can be open ${of}.`;
    return problem(code, words, { headers: retryAfter(30) });
  }

  /** Why a stream is over that was let in: the hello takes time, and a sign-in ends by itself too. Whoever listens is there: that is noted with it. */
  #overFor({ keyId, signInId }: Audience): string | null {
    const { access } = this.#parts;
    if (this.#isClosed) return 'stopping';
    if (keyId !== null && access.principalOf(keyId) === null) return 'revoked';
    return signInId !== null && !access.signIns.isAlive(signInId) ? 'signed_out' : null;
  }

  #clients(): LiveClient[] {
    return [...this.#watched.values()].flatMap(({ clients }) => [...clients]);
  }

  #watch({ view }: Caller): Feed {
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
    // In the sandbox it is always 20:00.
    const time = () => {
      const utcMs = clock.nowUtcMs();
      return formatInstant('UTC', isSample ? gyms.sandbox(utcMs).nowUtcMs : utcMs);
    };
    const { lastHour } = evidence;
    const feed = feedOf({ ids: this.#ids, build: version, time, look, cameras, lastHour }, view);
    this.#watched.set(key, feed);
    this.#arm();
    return feed;
  }

  #arm(): void {
    if (this.#cancel !== null || this.#isClosed) return;
    this.#cancel = this.#parts.timers.after(LOOK_MS, () => {
      this.#cancel = null;
      this.#look();
      if (this.#watched.size > 0) this.#arm();
    });
  }

  #look(): void {
    this.#looks += 1;
    for (const [key, feed] of this.#watched) {
      feed.idleLooks = feed.clients.size === 0 ? feed.idleLooks + 1 : 0;
      if (feed.look() && feed.idleLooks < IDLE_LOOKS) continue;
      for (const client of feed.clients) client.end(bye('gym_removed'));
      this.#watched.delete(key);
    }
    for (const client of this.#clients()) {
      const [most, reason] = lifeOf(client.audience);
      if (this.#looks - client.atLook >= most) client.end(bye(reason));
    }
    if (this.#looks % TICK_LOOKS === 0) this.#tick();
  }

  #tick(): void {
    for (const feed of this.#watched.values()) {
      const bytes = Buffer.from(eventText('tick', { server_time: feed.time() }, null));
      for (const client of feed.clients) {
        const reason = this.#overFor(client.audience);
        if (reason === null) client.send(bytes, 1);
        else client.end(bye(reason));
      }
    }
  }
}

/** Looks after which a stream ends, and why. */
function lifeOf({ isStranger, isToken }: Audience): readonly [looks: number, reason: string] {
  if (isStranger) return [STRANGER_LOOKS, 'time_up'];
  return [isToken ? TOKEN_LOOKS : Number.POSITIVE_INFINITY, 'token_expired'];
}

function bye(reason: string): Buffer {
  return Buffer.from(eventText('bye', { reason }, null));
}

const OWN = 'too_many_own_streams';
const ALL = 'too_many_streams';

/** Whose streams are counted together, null for streams that the cap is not for; `of` ends "No more than 8 live streams can be open …". */
type Cap = readonly [
  most: number,
  of: string,
  code: typeof OWN | typeof ALL,
  groupOf: (audience: Audience) => string | null,
];

const isOfGym = ({ role, signInId }: Audience) =>
  signInId !== null && (role === 'owner' || role === 'manager');

/** Caps of one client come first: closing a stream helps there. */
const CAPS: readonly Cap[] = [
  [8, 'in one browser', OWN, ({ signInId }) => signInId],
  // Programs with a key do not take the places of browsers that signed in with it.
  [50, 'with one key', OWN, ({ keyId, signInId }) => keyId && `${keyId} ${signInId === null}`],
  [
    20,
    'from one address without a key of a gym',
    OWN,
    (one) => (one.isStranger ? one.address : null),
  ],
  // Neither browsers that signed in, since all of a gym may share one address, nor an owner's programs, which others shut out.
  [
    50,
    'from one address with keys',
    OWN,
    ({ isStranger, signInId, role, address }) =>
      isStranger || signInId !== null || role === 'owner' ? null : address,
  ],
  [100, 'without a key of a gym', ALL, ({ isStranger }) => (isStranger ? 'strangers' : null)],
  // The last 100 places are for people who run a gym.
  [
    400,
    'besides those of owners and managers who signed in',
    ALL,
    (one) => (isOfGym(one) ? null : 'others'),
  ],
  [500, 'at once', ALL, () => 'all'],
];

const DESCRIPTION = `Server-sent events. \`hello\` comes first: \`build\`, \`gym_id\`, \`server_time\`, \`role\`, \`resumed\`, \`minutes_from\`, \`rooms\` as \`/v1/rooms\` has them, and \`running\`, the classes that run now, as \`/v1/summary\` has them. It comes again after a gap, and with \`resumed\` false the reports must be read again. \`rooms\` (\`changed\`: \`id\`, \`occupancy\`, \`state\`, \`updated_at\`) comes at most once a second. \`class\` is a class on a date with its \`kind\`: \`started\`, \`ended\`, \`estimated\`, \`corrected\`, \`changed\`. \`cameras\` (\`changed\`: \`id\`, \`state\`, \`reasons\`) comes to the key of an owner. \`tick\` comes every 15 seconds, and \`bye\` with a \`reason\` before an end. With \`Last-Event-ID\`, \`class\` events that were missed come in order, up to 4,096 of them. A client that does not read misses events, and gets a new \`hello\` when it reads again; after at most 60 seconds it is ended. A key of role \`trainer\` sees its own classes and no rooms. Nothing is charged. At most 500 streams can be open: 8 in one browser, 50 with one key, 50 from one address with keys of other roles than owner. Without a key, and with a free one, 20 from one address and 100 in all can be open, and each ends after 10 minutes (\`bye\` with \`time_up\`); clients connect again. The last 100 places are for browsers of owners and managers. 429 says that your own streams are too many, 503 that those of everybody are.`;

export function liveRoute(live: Pick<Live, 'answer'>): Route {
  return figuresRoute({
    name: 'GET /v1/live',
    operationId: 'watch_live',
    summary: 'What happens in a gym, while it happens: rooms, classes, cameras.',
    description: DESCRIPTION,
    isWatched: true,
    isEvents: true,
    textTypes: [EVENTS_TYPE],
    errors: ['too_many_streams', 'too_many_own_streams'],
    parameters: {
      header: optional({
        'last-event-id': Type.String({
          maxLength: 64,
          description:
            'Id of the newest event that the client has. Browsers send it by themselves.',
        }),
      }),
    },
    response: Type.Object({}),
    subject: () => ({ isOwn: true, isWall: true }),
    answer: ({ header }, caller, request) =>
      live.answer(caller, addressGroup(request.ip), header['last-event-id']),
  });
}
