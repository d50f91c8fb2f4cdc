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

export interface FakeClass {
  readonly id: number;
  name: string;
  trainer: { id: number; first: string; last: string };
  room: string;
  startsUtcMs: number;
  minutes: number;
  capacity: number;
  booked: number;
  waiting: number;
  signedIn: number;
  isCancelled: boolean;
  isSubstitute: boolean;
}

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
}

const isGlofox = (headers: Asked['headers']) =>
  headers['x-glofox-api-token'] === ACCOUNTS.glofox['token'] &&
  headers['x-api-key'] === ACCOUNTS.glofox['key'] &&
  headers['x-glofox-branch-id'] === 'site-7';

export class BookingServer {
  classes: FakeClass[] = [];
  /** Answers that go wrong, the next first; of pages alone, not of the sign-in. */
  readonly wrong: Wrong[] = [];
  /** Paths that were asked for. */
  readonly calls: string[] = [];
  /** Of pages: what was told of how many classes there are, more than there are. */
  surplus = 0;
  /** Keys that an answer has by other names. */
  renames: Readonly<Record<string, string>> = {};
  #tokens = 1;
  port = 0;
  readonly #timezone: string;
  readonly #server = createServer((request, response) => {
    void this.#answer(request).then(({ status, headers, body }) => {
      response.writeHead(status, headers).end(body);
    });
  });

  private constructor(timezone: string) {
    this.#timezone = timezone;
  }

  static async start(timezone: string): Promise<BookingServer> {
    const server = new BookingServer(timezone);
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
    const { headers: sent } = request;
    const get = (name: string) => url.searchParams.get(name) ?? '';
    const found = this.#routes[url.pathname.slice(1)]?.({ headers: sent, get, body }) ?? null;
    const isPage = request.method === 'GET' && !url.pathname.endsWith('/staff');
    const wrong = isPage ? this.wrong.shift() : undefined;
    if (found === null) return { status: 401, headers: {}, body: '{"Error":{"Message":"no"}}' };
    let text = JSON.stringify(found);
    for (const [key, name] of Object.entries(this.renames)) text = text.replaceAll(key, name);
    if (wrong === undefined) return { status: 200, headers: {}, body: text };
    if (wrong === 'half') return { status: 200, headers: {}, body: text.slice(0, -20) };
    if (wrong === 'renamed') return { status: 200, headers: {}, body: '{"lessons":[]}' };
    if (wrong.status === 200) return { status: 200, headers: {}, body: text };
    const headers = wrong.retryAfter === undefined ? {} : { 'retry-after': wrong.retryAfter };
    return { status: wrong.status, headers, body: 'Member Wanda' };
  }

  /** By system and path: what is answered. Null is a refusal. */
  readonly #routes: Readonly<Record<string, (asked: Asked) => unknown>> = {
    'mindbody/usertoken/issue': ({ headers, body }) => {
      const account = ACCOUNTS.mindbody;
      const { Username, Password } = JSON.parse(body) as Record<string, string>;
      const isKnown = headers['api-key'] === account['key'] && headers['siteid'] === 'site-7';
      const isUser = Username === account['user'] && Password === account['password'];
      const User = { FirstName: 'Wanda' };
      return isKnown && isUser ? { AccessToken: this.#token(), TokenType: 'Bearer', User } : null;
    },
    'mindbody/class/classes': ({ headers, get }) => {
      if (headers['authorization'] !== this.#token()) return null;
      const [from, to] = [get('request.startDateTime'), get('request.endDateTime')];
      const found = this.#sorted().filter(({ startsUtcMs }) => {
        const date = dateAt(this.#timezone, startsUtcMs);
        return date >= from && date <= to;
      });
      const [offset, limit] = [Number(get('request.offset')), Number(get('request.limit'))];
      return {
        PaginationResponse: {
          RequestedLimit: limit,
          RequestedOffset: offset,
          PageSize: limit,
          TotalResults: found.length + this.surplus,
        },
        Classes: found.slice(offset, offset + limit).map((one) => this.#mindbody(one)),
      };
    },
    'momence/api/v2/auth/token': ({ headers, body }) => {
      const account = ACCOUNTS.momence;
      const login = Buffer.from(`site-7:${account['secret']}`).toString('base64');
      const isKnown = headers['authorization'] === `Basic ${login}`;
      return isKnown && new URLSearchParams(body).get('password') === account['password']
        ? { access_token: this.#token(), refresh_token: 'x', expires_in: 3600 }
        : null;
    },
    'momence/api/v2/host/sessions': ({ headers, get }) => {
      if (headers['authorization'] !== `Bearer ${this.#token()}`) return null;
      const found = this.#between(Date.parse(get('startAfter')), Date.parse(get('startBefore')));
      const [page, size] = [Number(get('page')), Number(get('pageSize'))];
      const payload = found.slice(page * size, (page + 1) * size).map(momence);
      return { pagination: { page, pageSize: size, totalCount: found.length }, payload };
    },
    'teamup/events': ({ headers, get }) => {
      const isKnown = headers['authorization'] === `Bearer ${ACCOUNTS.teamup['token']}`;
      if (!isKnown || headers['teamup-provider-id'] !== 'site-7') return null;
      const [from, to] = [Date.parse(get('starts_at_gte')), Date.parse(get('starts_at_lte'))];
      const found = this.#between(from, to);
      const [page, size] = [Number(get('page')), Number(get('page_size'))];
      const results = found.slice((page - 1) * size, page * size).map(teamup);
      return { count: found.length, next: 'https://elsewhere.example/?page=2', results };
    },
    'glofox/2.0/events': ({ headers, get }) => {
      if (!isGlofox(headers)) return null;
      const found = this.#between(Number(get('start')) * 1000, Number(get('end')) * 1000);
      const [page, limit] = [Number(get('page')), Number(get('limit'))];
      const data = found.slice((page - 1) * limit, page * limit).map(glofox);
      return { success: true, object: 'list', page, limit, total_count: found.length, data };
    },
    'teamup/attendances': ({ headers, get }) => {
      if (headers['authorization'] !== `Bearer ${ACCOUNTS.teamup['token']}`) return null;
      const from = Date.parse(get('event_starts_at_gte'));
      const found = this.#between(from, Date.parse(get('event_starts_at_lte'))).flatMap((one) =>
        became(one).map((status, at) => ({
          id: one.id * 100 + at,
          event: one.id,
          status,
          customer: { first_name: 'Wanda', email: 'wanda@gym.example' },
        })),
      );
      const [page, size] = [Number(get('page')), Number(get('page_size'))];
      return { count: found.length, results: found.slice((page - 1) * size, page * size) };
    },
    'glofox/2.2/branches/site-7/bookings': ({ headers, get }) => {
      if (!isGlofox(headers)) return null;
      const from = Number(get('time_start_start_date')) * 1000;
      const to = Number(get('time_start_end_date')) * 1000;
      const found = this.#between(from, to).flatMap((one) =>
        became(one).map((status) => ({
          event_id: `e${one.id}`,
          user_name: 'Wanda Member',
          status: status === 'late_cancelled' ? 'CANCELED' : 'BOOKED',
          attended: status === 'attended',
          is_late_cancellation: status === 'late_cancelled',
        })),
      );
      const [page, limit] = [Number(get('page')), Number(get('limit'))];
      const data = found.slice((page - 1) * limit, page * limit);
      return { meta: { totalCount: found.length, page, limit }, data };
    },
    'glofox/2.0/staff': ({ headers }) => {
      const staff = new Map(this.classes.map(({ trainer }) => [trainer.id, trainer]));
      const data = [...staff.values()].map(({ id, first, last }) => {
        return { _id: `t${id}`, first_name: first, last_name: last, email: 'wanda@gym.example' };
      });
      return isGlofox(headers) ? { success: true, total_count: data.length, data } : null;
    },
  };

  #token(): string {
    return `token-${this.#tokens}`;
  }

  #sorted(): FakeClass[] {
    return this.classes.toSorted((a, b) => a.startsUtcMs - b.startsUtcMs || a.id - b.id);
  }

  #between(fromUtcMs: number, toUtcMs: number): FakeClass[] {
    return this.#sorted().filter(
      ({ startsUtcMs }) => startsUtcMs >= fromUtcMs && startsUtcMs <= toUtcMs,
    );
  }

  /** Times on the wall of the site, without an offset. */
  #mindbody(one: FakeClass) {
    const wall = (atUtcMs: number) => formatInstant(this.#timezone, atUtcMs).slice(0, 19);
    const { id, first, last } = one.trainer;
    return {
      ClassScheduleId: 40 + one.id,
      Visits: [{ ClientId: '100', Client: { FirstName: 'Wanda' }, SignedIn: true }],
      Clients: [{ FirstName: 'Wanda', LastName: 'Member', Email: 'wanda@gym.example' }],
      Location: { Id: 1, Name: 'Downtown', Phone: '555' },
      Resource: { Id: 3, Name: one.room },
      MaxCapacity: one.capacity,
      WebCapacity: one.capacity,
      TotalBooked: one.booked,
      TotalSignedIn: one.signedIn,
      TotalBookedWaitlist: one.waiting,
      IsCanceled: one.isCancelled,
      Substitute: one.isSubstitute,
      Active: true,
      Id: one.id,
      StartDateTime: wall(one.startsUtcMs),
      EndDateTime: wall(one.startsUtcMs + one.minutes * 60_000),
      LastModifiedDateTime: '2026-01-01T00:00:00Z',
      ClassDescription: { Id: 9, Name: one.name, Description: 'With Wanda' },
      Staff: { Id: id, Name: `${first} ${last}`, Email: 'wanda@gym.example', HomePhone: '555' },
      BookingStatus: 'PaymentRequired',
    };
  }
}

/** Of each booking of a class where the desk signs people in, with one that was cancelled too late. */
function became({ booked, signedIn }: FakeClass): string[] {
  if (signedIn === 0) return [];
  const came = Array.from({ length: booked }, (_, at) => (at < signedIn ? 'attended' : 'no_show'));
  return [...came, 'late_cancelled'];
}

const endOf = ({ startsUtcMs, minutes }: FakeClass) => startsUtcMs + minutes * 60_000;
const iso = (utcMs: number) => new Date(utcMs).toISOString();

function momence(one: FakeClass) {
  const { id, first, last } = one.trainer;
  const teacher = { id, firstName: first, lastName: last, email: 'wanda@gym.example' };
  return {
    id: one.id,
    name: one.name,
    type: 'fitness',
    description: 'With Wanda',
    startsAt: iso(one.startsUtcMs),
    endsAt: iso(endOf(one)),
    durationInMinutes: one.minutes,
    capacity: one.capacity,
    bookingCount: one.booked,
    waitlistCapacity: 5,
    waitlistBookingCount: one.waiting,
    teacher,
    originalTeacher: one.isSubstitute ? { ...teacher, id: 99, firstName: 'Other' } : null,
    additionalTeachers: [],
    isCancelled: one.isCancelled,
    isDraft: false,
    inPersonLocation: { id: 3, name: one.room },
  };
}

function teamup(one: FakeClass) {
  const { id, first, last } = one.trainer;
  return {
    id: one.id,
    object: 'event',
    name: one.name,
    starts_at: iso(one.startsUtcMs),
    ends_at: iso(endOf(one)),
    status: one.isCancelled ? 'cancelled' : 'active',
    max_occupancy: one.capacity,
    attending_count: one.booked,
    waiting_count: one.waiting,
    venue: { id: 1, name: 'Downtown' },
    venue_room: { id: 3, name: one.room },
    instructors: [{ id, name: `${first} ${last}`, description: 'wanda@gym.example' }],
    offering_type: { id: 9, name: 'Something else' },
    small_session_attendances: [{ customer: { first_name: 'Wanda' } }],
  };
}

function glofox(one: FakeClass) {
  return {
    _id: `e${one.id}`,
    namespace: 'gym',
    type: 'event',
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
    status: 'AVAILABLE',
  };
}

/** Classes of a week at 09:00 and 18:00 in the time of a gym that is at UTC, from a Monday on. */
export function fakeWeek(mondayUtcMs: number, days = 7): FakeClass[] {
  return Array.from({ length: days * 2 }, (_, at) => ({
    id: at + 1,
    name: at % 2 === 0 ? 'Yoga Flow' : 'Spin',
    trainer:
      at % 2 === 0
        ? { id: 1, first: 'Anna', last: 'Berg' }
        : { id: 2, first: 'Ben', last: 'Castle' },
    room: at % 2 === 0 ? 'Loft' : 'Cycle Hall',
    startsUtcMs:
      mondayUtcMs + Math.floor(at / 2) * 86_400_000 + (at % 2 === 0 ? 9 : 18) * 3_600_000,
    minutes: 45,
    capacity: 20,
    booked: 8 + at,
    waiting: at % 3,
    signedIn: 0,
    isCancelled: false,
    isSubstitute: false,
  }));
}
