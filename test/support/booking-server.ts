/**
 * The APIs of four booking systems on one server, in the shapes that their makers and users publish: classes by range and
 * page, tokens that can be made to run out, and answers that go wrong. It writes members and addresses of mail into what
 * it says, none of which may arrive anywhere.
 */

import { createServer, type IncomingMessage } from 'node:http';
import { type BookingSystem, bookingAddress } from '../../config/booking.ts';
import { dateAt, formatInstant } from '../../gym/calendar/zone.ts';
import { type FakeClock, settle } from './fake-clock.ts';
import { listening, stopped } from './loopback.ts';

export type FakeClass = ReturnType<typeof fakeWeek>[number];

/** As {@link FakeClock.advance}, where what a timer sets going asks a server: the next timer is waited for. */
export async function passOver(clock: FakeClock, ms: number): Promise<void> {
  const endMs = clock.monotonicMs() + ms;
  const asleep = async () => {
    while (clock.pendingTimers === 0) await settle();
  };
  await asleep();
  do {
    await clock.advance(Math.min(60_000, endMs - clock.monotonicMs()));
    await asleep();
  } while (clock.monotonicMs() < endMs);
}

/** In place of the next answer: a status, half of the answer, or one whose fields have other names. */
export type Wrong = { readonly status: number; readonly retryAfter?: string } | 'half' | 'renamed';

/** What no answer of Turnout, no log and no file may hold. */
export const PRIVATE = /Wanda|wanda@|Member|s3cret|p%C3%A4ss|päss/;

/** Of the gym that each of them has. */
const TIMEZONE = 'Europe/London';

const MEMBER = { first_name: 'Wanda', last_name: 'Member', email: 'wanda@gym.example' };

const ACCOUNTS: Readonly<Record<BookingSystem, Readonly<Record<string, string>>>> = {
  mindbody: { key: 's3cret-key', user: 'desk', password: 's3cret&päss' },
  momence: { secret: 's3cret', user: 'desk@gym.example', password: 's3cret' },
  teamup: { token: 's3cret' },
  glofox: { key: 's3cret', token: 's3cret-token' },
};

interface Asked {
  readonly headers: IncomingMessage['headers'];
  readonly get: (name: string) => string;
  readonly body: string;
  /** The token of a sign-in. */
  readonly token: string;
}

/** The headers with which a system gives lists. */
const SIGNED: Readonly<Record<BookingSystem, (token: string) => Record<string, string>>> = {
  mindbody: (token) => ({ authorization: token }),
  momence: (token) => ({ authorization: `Bearer ${token}` }),
  teamup: () => ({ authorization: 'Bearer s3cret', 'teamup-provider-id': 'site-7' }),
  glofox: () => ({
    'x-glofox-api-token': 's3cret-token',
    'x-api-key': 's3cret',
    'x-glofox-branch-id': 'site-7',
  }),
};

/** By system and path: a token, or null for an account that is not known. */
const SIGN_INS: Readonly<Record<string, (asked: Asked) => object | null>> = {
  'mindbody/usertoken/issue': ({ headers, body, token }) => {
    const { key, user, password } = ACCOUNTS.mindbody;
    const { Username, Password } = JSON.parse(body) as Record<string, string>;
    const isKnown = headers['api-key'] === key && headers['siteid'] === 'site-7';
    const isRight = isKnown && Username === user && Password === password;
    return isRight ? { AccessToken: token, TokenType: 'Bearer', User: MEMBER } : null;
  },
  'momence/api/v2/auth/token': ({ headers, body, token }) => {
    const { secret, password } = ACCOUNTS.momence;
    const login = Buffer.from(`site-7:${secret}`).toString('base64');
    const isKnown = headers['authorization'] === `Basic ${login}`;
    const isRight = isKnown && new URLSearchParams(body).get('password') === password;
    return isRight ? { access_token: token, refresh_token: 'x', expires_in: 3600 } : null;
  },
};

const seconds = (text: string) => Number(text) * 1000;

export class BookingServer {
  classes: FakeClass[] = [];
  /** Answers that go wrong, the next first; of pages alone, not of the sign-in. */
  readonly wrong: Wrong[] = [];
  /** Paths that were asked for. */
  readonly calls: string[] = [];
  /** Of pages: what was told of how many classes there are, more than there are. */
  surplus = 0;
  #tokens = 1;
  port = 0;
  readonly #server = createServer((request, response) => {
    void this.#answer(request).then(({ status, headers = {}, body }) => {
      response.writeHead(status, headers).end(body);
    });
  });

  static async start(): Promise<BookingServer> {
    const server = new BookingServer();
    server.port = await listening(server.#server);
    return server;
  }

  stop(): void {
    void stopped(this.#server);
  }

  /** The tokens that were given so far open nothing any more. */
  expireTokens(): void {
    this.#tokens += 1;
  }

  address(system: BookingSystem, account: Readonly<Record<string, string>> = {}): string {
    const api = `http://127.0.0.1:${this.port}/${system}`;
    return bookingAddress(system, 'site-7', { ...ACCOUNTS[system], api, ...account });
  }

  async #answer(request: IncomingMessage) {
    const url = new URL(request.url ?? '/', 'http://fake');
    this.calls.push(url.pathname);
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const get = (name: string) => url.searchParams.get(name) ?? '';
    const asked = { headers: request.headers, get, body, token: `token-${this.#tokens}` };
    const found = this.#found(url.pathname.slice(1), asked);
    const isPage = request.method === 'GET' && !url.pathname.endsWith('/staff');
    const wrong = isPage ? this.wrong.shift() : undefined;
    if (found === null) return { status: 401, body: '{"Error":{"Message":"no"}}' };
    const text = JSON.stringify(found);
    if (wrong === 'half') return { status: 200, body: text.slice(0, -20) };
    if (wrong === 'renamed') return { status: 200, body: '{"lessons":[]}' };
    const { status = 200, retryAfter } = wrong ?? {};
    if (status === 200) return { status, body: text };
    const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
    return { status, headers, body: 'Member Wanda' };
  }

  #found(path: string, asked: Asked): object | null {
    const signIn = SIGN_INS[path];
    if (signIn !== undefined) return signIn(asked);
    const [system = ''] = path.split('/');
    const wanted = SIGNED[system as BookingSystem](asked.token);
    const isSigned = Object.entries(wanted).every(([name, text]) => asked.headers[name] === text);
    return isSigned ? (this.#lists[path]?.(asked.get) ?? null) : null;
  }

  readonly #lists: Readonly<Record<string, (get: Asked['get']) => object>> = {
    'mindbody/class/classes': (get) => {
      const [from, to] = [get('request.startDateTime'), get('request.endDateTime')];
      const found = this.#between(0, Number.POSITIVE_INFINITY).filter(({ startsUtcMs }) => {
        const date = dateAt(TIMEZONE, startsUtcMs);
        return date >= from && date <= to;
      });
      const [offset, limit] = [Number(get('request.offset')), Number(get('request.limit'))];
      return {
        PaginationResponse: { PageSize: limit, TotalResults: found.length + this.surplus },
        Classes: found.slice(offset, offset + limit).map(mindbody),
      };
    },
    'momence/api/v2/host/sessions': (get) => {
      const found = this.#between(Date.parse(get('startAfter')), Date.parse(get('startBefore')));
      const [page, pageSize] = [Number(get('page')), Number(get('pageSize'))];
      const payload = found.slice(page * pageSize, (page + 1) * pageSize).map(momence);
      return { pagination: { page, pageSize, totalCount: found.length }, payload };
    },
    'teamup/events': (get) => {
      const [from, to] = [get('starts_at_gte'), get('starts_at_lte')].map(Date.parse);
      const found = this.#between(from, to).map(teamup);
      const results = page(found, get('page'), get('page_size'));
      return { count: found.length, next: 'https://elsewhere.example/?page=2', results };
    },
    'teamup/attendances': (get) => {
      const [from, to] = [get('event_starts_at_gte'), get('event_starts_at_lte')].map(Date.parse);
      const found = this.#between(from, to).flatMap(({ id: event, ...one }) =>
        became(one).map((status, at) => {
          return { id: event * 100 + at, event, status, customer: MEMBER };
        }),
      );
      return { count: found.length, results: page(found, get('page'), get('page_size')) };
    },
    'glofox/2.0/events': (get) => {
      const found = this.#between(seconds(get('start')), seconds(get('end'))).map(glofox);
      const data = page(found, get('page'), get('limit'));
      return { success: true, object: 'list', total_count: found.length, data };
    },
    'glofox/2.2/branches/site-7/bookings': (get) => {
      const [from, to] = [get('time_start_start_date'), get('time_start_end_date')].map(seconds);
      const found = this.#between(from, to).flatMap(({ id, ...one }) =>
        became(one).map((end) => {
          const is_late_cancellation = end === 'late_cancelled';
          const status = is_late_cancellation ? 'CANCELED' : 'BOOKED';
          const about = { event_id: `e${id}`, user_name: 'Wanda Member', status };
          return { ...about, attended: end === 'attended', is_late_cancellation };
        }),
      );
      const data = page(found, get('page'), get('limit'));
      return { meta: { totalCount: found.length }, data };
    },
    'glofox/2.0/staff': () => {
      const staff = new Map(this.classes.map(({ trainer }) => [trainer.id, trainer]));
      const data = [...staff.values()].map(({ id, first, last }) => {
        return { ...MEMBER, _id: `t${id}`, first_name: first, last_name: last };
      });
      return { success: true, total_count: data.length, data };
    },
  };

  #between(fromUtcMs = 0, toUtcMs = 0): FakeClass[] {
    return this.classes
      .filter(({ startsUtcMs }) => startsUtcMs >= fromUtcMs && startsUtcMs <= toUtcMs)
      .toSorted((a, b) => a.startsUtcMs - b.startsUtcMs || a.id - b.id);
  }
}

/** The first one is 1. */
function page<Row>(rows: readonly Row[], number: string, size: string): Row[] {
  const from = (Number(number) - 1) * Number(size);
  return rows.slice(from, from + Number(size));
}

/** Of each booking of a class where the desk signs people in, with one that was cancelled too late. */
function became({ booked, signedIn }: Pick<FakeClass, 'booked' | 'signedIn'>): string[] {
  if (signedIn === 0) return [];
  const came = Array.from({ length: booked }, (_, at) => (at < signedIn ? 'attended' : 'no_show'));
  return [...came, 'late_cancelled'];
}

const endOf = ({ startsUtcMs, minutes }: FakeClass) => startsUtcMs + minutes * 60_000;
const iso = (utcMs: number) => new Date(utcMs).toISOString();

/** Times on the wall of the site, without an offset. */
function mindbody(one: FakeClass) {
  const wall = (atUtcMs: number) => formatInstant(TIMEZONE, atUtcMs).slice(0, 19);
  const { id, first, last } = one.trainer;
  return {
    ClassScheduleId: 40 + one.id,
    Visits: [{ ClientId: '100', Client: MEMBER, SignedIn: true }],
    Clients: [MEMBER],
    Location: { Id: 1, Name: 'Downtown', Phone: '555' },
    Resource: { Id: 3, Name: one.room },
    MaxCapacity: one.capacity,
    TotalBooked: one.booked,
    TotalSignedIn: one.signedIn,
    TotalBookedWaitlist: one.waiting,
    IsCanceled: one.isCancelled,
    Substitute: one.isSubstitute,
    Id: one.id,
    StartDateTime: wall(one.startsUtcMs),
    EndDateTime: wall(endOf(one)),
    ClassDescription: { Id: 9, Name: one.name, Description: 'With Wanda' },
    Staff: { Id: id, Name: `${first} ${last}`, Email: MEMBER.email },
  };
}

function momence(one: FakeClass) {
  const { id, first, last } = one.trainer;
  const teacher = { id, firstName: first, lastName: last, email: MEMBER.email };
  return {
    id: one.id,
    name: one.name,
    description: 'With Wanda',
    startsAt: iso(one.startsUtcMs),
    endsAt: iso(endOf(one)),
    capacity: one.capacity,
    bookingCount: one.booked,
    waitlistBookingCount: one.waiting,
    teacher,
    originalTeacher: one.isSubstitute ? { ...teacher, id: 99, firstName: 'Other' } : null,
    isCancelled: one.isCancelled,
    inPersonLocation: { id: 3, name: one.room },
  };
}

function teamup(one: FakeClass) {
  const { id, first, last } = one.trainer;
  return {
    id: one.id,
    name: one.name,
    starts_at: iso(one.startsUtcMs),
    ends_at: iso(endOf(one)),
    status: one.isCancelled ? 'cancelled' : 'active',
    max_occupancy: one.capacity,
    attending_count: one.booked,
    waiting_count: one.waiting,
    venue: { id: 1, name: 'Downtown' },
    venue_room: { id: 3, name: one.room },
    instructors: [{ id, name: `${first} ${last}`, description: MEMBER.email }],
    offering_type: { id: 9, name: 'Something else' },
    small_session_attendances: [{ customer: MEMBER }],
  };
}

function glofox(one: FakeClass) {
  return {
    _id: `e${one.id}`,
    active: !one.isCancelled,
    name: one.name,
    description: 'With Wanda',
    time_start: one.startsUtcMs / 1000,
    duration: one.minutes,
    size: one.capacity,
    booked: one.booked,
    waiting: one.waiting,
    facility: one.room,
    trainers: [`t${one.trainer.id}`],
  };
}

/** Classes at 09:00 and 18:00, of a week where no more are asked for, in the time of a gym that is at UTC, from a Monday on. */
export function fakeWeek(mondayUtcMs: number, length = 14) {
  return Array.from({ length }, (_, at) => {
    const [hour, name, room, trainer] =
      at % 2 === 0
        ? ([9, 'Yoga Flow', 'Loft', { id: 1, first: 'Anna', last: 'Berg' }] as const)
        : ([18, 'Spin', 'Cycle Hall', { id: 2, first: 'Ben', last: 'Castle' }] as const);
    return {
      id: at + 1,
      name,
      trainer,
      room,
      startsUtcMs: mondayUtcMs + Math.floor(at / 2) * 86_400_000 + hour * 3_600_000,
      minutes: 45,
      capacity: 20,
      booked: 8 + at,
      waiting: at % 3,
      signedIn: 0,
      isCancelled: false,
      isSubstitute: false,
    };
  });
}
