/**
 * Looks at each gym again and again, and queues what its channels are to hear: digests when their hour has come, alerts, and
 * classes once they are counted. What was told is stored with what is queued, so no start tells it twice.
 */

import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ChannelConfig, GymConfig } from '../config/config.ts';
import { addDays, dateAt, instantOf, timeAt } from '../gym/calendar/zone.ts';
import { mondayOf } from '../gym/reports/period.ts';
import { type SessionBody, sessionBody } from '../gym/reports/session-row.ts';
import { asPublished } from '../gym/sessions/partial-view.ts';
import { type ClassSession, isHeld } from '../gym/sessions/session.ts';
import type { GymView } from '../gym/sessions/view.ts';
import { lastYearIn } from '../service/figures/answer-figures.ts';
import type { ClassesSource } from '../service/gyms/gym-source.ts';
import type { EngineStatus } from '../service/status.ts';
import type { DeliveryStore, NewDelivery } from '../store/history/deliveries.ts';
import type { LastYear } from '../web/data.ts';
import { dateOf, moment, percent, timeOf } from '../web/words/format.ts';
import { noShows } from '../web/words/sentences.ts';
import { cameTo, dailySummary, emptyLine, isEmpty, sessionPath, weeklyDigest } from './digest.ts';
import {
  AlertWatch,
  alertKey,
  lostCameras,
  type News,
  newsMessage,
  type OpenAlert,
  troublesOf,
} from './message.ts';
import { classPayload } from './mqtt-topics.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** When digests go out, on the wall of the gym. */
const DIGEST_AT = '07:00';
/** How late a digest may be, when the computer was off: later it is no news. Chosen here. */
const LATE_MS = { weekly: 3 * DAY_MS, daily: 12 * HOUR_MS } as const;
/** How old a class may be to be told of, and to be told again. Chosen here: a weekend without power, a week of corrections. */
const FINISHED_MS = 2 * DAY_MS;
const CHANGED_MS = 7 * DAY_MS;
/** How long digests wait after a start for the classes that ended while nothing ran. Chosen here: counting them takes seconds. */
const CATCH_UP_MS = 300_000;
/** How long a class may go without figures before it is told as it is. */
const UNCOUNTED_MS = HOUR_MS;
/** From one message of news to the next on a channel of people. Chosen here. */
const GROUP_MS = 600_000;
/** Bookings that were missed in a class before they are unusual, next to the gym's own limit. Chosen here. */
const FEWEST_NO_SHOWS = 3;
/** What MQTT is in the memory, next to channels: no id of a channel has a slash. */
const MQTT = { id: '/mqtt' };

export interface NotifierOptions {
  readonly gymId: string;
  readonly store: DeliveryStore;
  /** Null once it is no longer configured. */
  readonly gym: () => GymConfig | null;
  readonly view: () => GymView | null;
  readonly classesIn: ClassesSource['classesIn'];
  readonly status: () => EngineStatus;
  readonly hasMqtt: () => boolean;
  readonly onClass?: (gymId: string, payload: string) => void;
}

/** What the producers remember of a gym, by what it is of; written through. */
type Memory = Map<string, unknown>;

/** Of one look: what is new, before it is stored as a whole. */
class Finds {
  readonly add: NewDelivery[] = [];
  readonly remember = new Map<string, unknown>();
  readonly forget: string[] = [];
  /** Payloads for MQTT: told once, and not stored. */
  readonly classes: string[] = [];
}

export class GymNotifier {
  readonly #options: NotifierOptions;
  readonly #watch = new AlertWatch();
  #memory: Memory | null = null;
  /** When gyms were first looked at since the start. */
  #beganUtcMs: number | null = null;
  #sessions: readonly ClassSession[] | null = null;
  #sessionsUtcMs = 0;

  constructor(options: NotifierOptions) {
    this.#options = options;
  }

  async look(): Promise<void> {
    const { gymId, store, gym: current, view: currentView } = this.#options;
    const memory = await this.#remembered();
    const [gym, whole] = [current(), currentView()];
    if (gym === null || whole === null) return;
    const view = asPublished(whole);
    this.#beganUtcMs ??= view.nowUtcMs;
    const finds = new Finds();
    const hasMqtt = this.#options.hasMqtt();
    for (const { id } of hasMqtt ? [...gym.notify, MQTT] : gym.notify) {
      if (!memory.has(`channel/${id}`)) finds.remember.set(`channel/${id}`, view.nowUtcMs);
    }
    const since = ({ id }: Pick<ChannelConfig, 'id'>) =>
      Number(memory.get(`channel/${id}`) ?? view.nowUtcMs);
    const channels = gym.notify.filter(({ id }) => !memory.has(`off/${id}`));
    this.#alerts(gym, view, channels, finds);
    this.#classes(view, channels, since, finds, hasMqtt);
    for (const channel of channels) {
      await this.#digests(gym, view, channel, since(channel), finds);
      this.#group(gym, view, channel, finds);
    }
    if (finds.add.length + finds.remember.size + finds.forget.length === 0) return;
    await store.write(gymId, finds, view.nowUtcMs);
    // Only what is stored is known: a disk that fails loses no alert.
    for (const about of finds.forget) memory.delete(about);
    for (const [about, value] of finds.remember) memory.set(about, value);
    for (const payload of finds.classes) this.#options.onClass?.(gymId, payload);
  }

  async isOff(channel: string): Promise<boolean> {
    return (await this.#remembered()).has(`off/${channel}`);
  }

  async #remembered(): Promise<Memory> {
    this.#memory ??= await this.#options.store.notified(this.#options.gymId);
    return this.#memory;
  }

  /** Switches a channel off, or on again. */
  async setOff(channel: string, isOff: boolean, nowUtcMs: number): Promise<void> {
    const { store, gymId } = this.#options;
    const about = `off/${channel}`;
    if (isOff) await store.write(gymId, { remember: new Map([[about, true]]) }, nowUtcMs);
    else await store.write(gymId, { forget: [about] }, nowUtcMs);
    const memory = await this.#remembered();
    if (isOff) memory.set(about, true);
    else memory.delete(about);
  }

  #alerts(gym: GymConfig, view: GymView, channels: readonly ChannelConfig[], finds: Finds): void {
    const status = this.#options.status();
    // Whether it is over can't be known of a room without a count, or of a camera that is switched off or gone.
    const rooms = view.rooms.filter(({ occupancy }) => occupancy === null).map(({ id }) => id);
    const cameras = status.cameras.filter(({ state }) => state !== 'stopped').map(({ id }) => id);
    const isKnown = ({ type, id }: OpenAlert) =>
      type === 'camera.lost'
        ? cameras.includes(id)
        : type !== 'room.over_capacity' || !rooms.includes(id);
    const remembered = [...(this.#memory ?? [])] as [string, OpenAlert][];
    const open = new Map(
      remembered.filter(([about, alert]) => about.startsWith('open/') && isKnown(alert)),
    );
    const before = this.#memory?.get('lost') as [string, number][] | undefined;
    const away = lostCameras(gym, view, status, new Map(before));
    const lost = away.map(({ id, sinceUtcMs }) => [id, sinceUtcMs]);
    if (!isDeepStrictEqual(lost, before)) finds.remember.set('lost', lost);
    const troubles = [...away, ...troublesOf(gym, view, status)];
    const { opened, solved } = this.#watch.look(troubles, open, view.nowUtcMs);
    const hearing = channels.filter(({ send }) => send.includes('alerts'));
    for (const { text, ...alert } of opened) {
      const { type, id, path, sinceUtcMs } = alert;
      // Sent again when it is over.
      const event = { ...alert.data, since: new Date(sinceUtcMs).toISOString() };
      finds.remember.set(alertKey(alert), { ...alert, data: event });
      for (const channel of hearing) {
        const about = `${type}/${id}/${sinceUtcMs}`;
        tell(finds, channel, { about, type, event, news: { text, path, isSolved: false } }, view);
      }
    }
    for (const alert of solved) {
      finds.forget.push(alertKey(alert));
      const { type, id, path, sinceUtcMs, data, solved: text } = alert;
      const kind = type === 'camera.lost' ? 'camera.recovered' : type;
      const event = { ...data, ...(kind === type && { solved: true }) };
      for (const channel of hearing) {
        const about = `${type}/${id}/${sinceUtcMs}`;
        const waiting = `news/${channel.id}/${about}`;
        // Who has not heard of it yet need not.
        if (this.#memory?.has(waiting)) finds.forget.push(waiting);
        else {
          const news = { text, path, isSolved: true };
          tell(finds, channel, { about: `${about}/solved`, type: kind, event, news }, view);
        }
      }
    }
  }

  #classes(
    view: GymView,
    channels: readonly ChannelConfig[],
    since: (channel: Pick<ChannelConfig, 'id'>) => number,
    finds: Finds,
    hasMqtt: boolean,
  ): void {
    const { sessions, nowUtcMs } = view;
    // The same list has the same figures, but for classes that were not counted in time.
    if (sessions === this.#sessions && nowUtcMs - this.#sessionsUtcMs < GROUP_MS) return;
    [this.#sessions, this.#sessionsUtcMs] = [sessions, nowUtcMs];
    for (const session of sessions) {
      const body = countedLately(session, view);
      if (body === null) continue;
      const about = `class/${body.id}`;
      const before = this.#memory?.get(about) as Sent | undefined;
      const news = newsOf(body, view, before, nowUtcMs - session.endsUtcMs);
      if (news === null) continue;
      finds.remember.set(about, news.memory);
      for (const channel of channels.filter((one) => since(one) <= session.endsUtcMs)) {
        const heard = news.events.filter(([kind]) => channel.send.includes(kind));
        for (const [, event] of heard) tell(finds, channel, event, view);
      }
      if (hasMqtt && since(MQTT) <= session.endsUtcMs) finds.classes.push(news.payload);
    }
  }

  async #digests(
    gym: GymConfig,
    view: GymView,
    channel: ChannelConfig,
    sinceUtcMs: number,
    finds: Finds,
  ): Promise<void> {
    const today = dateAt(gym.timezone, view.nowUtcMs);
    const due = { weekly: mondayOf(today), daily: today } as const;
    for (const kind of ['weekly', 'daily'] as const) {
      const day = due[kind];
      const about = `${kind}/${channel.id}`;
      const atUtcMs = instantOf(gym.timezone, `${day}T${DIGEST_AT}`);
      const lateMs = view.nowUtcMs - atUtcMs;
      const isWanted = channel.send.includes(kind) && this.#memory?.get(about) !== day;
      if (!isWanted || lateMs < 0 || lateMs > LATE_MS[kind] || sinceUtcMs > atUtcMs) continue;
      const week = { from: addDays(day, -7), to: addDays(day, -1) };
      if (this.#isSettling(view, instantOf(gym.timezone, `${week.from}T00:00`))) continue;
      finds.remember.set(about, day);
      const lastYear = kind === 'weekly' ? await lastYearIn(view, this.#options, week) : null;
      const made = digestOf(kind, { gym, view, day, lastYear }, channel.webhook !== null);
      if (made !== null) {
        finds.add.push({ channel: channel.id, about: `${kind}/${day}`, ...made });
      }
    }
  }

  /** Whether classes are still to be counted that ended while the program did not run. */
  #isSettling({ nowUtcMs, sessions }: GymView, fromUtcMs: number): boolean {
    const sinceMs = Math.abs(nowUtcMs - (this.#beganUtcMs ?? nowUtcMs));
    const isUncounted = (session: ClassSession): boolean =>
      session.endsUtcMs >= fromUtcMs && isHeld(session, nowUtcMs) && session.attendance === null;
    return sinceMs < CATCH_UP_MS && sessions.some(isUncounted);
  }

  /** Makes one message of the news that wait for a channel of people, unless one has just gone or it is a quiet hour. */
  #group(gym: GymConfig, view: GymView, { id, quiet }: ChannelConfig, finds: Finds): void {
    const prefix = `news/${id}/`;
    const waiting = [...(this.#memory ?? []), ...finds.remember].filter(
      ([about]) => about.startsWith(prefix) && !finds.forget.includes(about),
    );
    const last = Number(this.#memory?.get(`last/${id}`) ?? Number.NEGATIVE_INFINITY);
    const { nowUtcMs } = view;
    // A clock that was set back holds up nothing.
    const isEarly = nowUtcMs >= last && nowUtcMs - last < GROUP_MS;
    if (waiting.length === 0 || isEarly || isQuiet(quiet, timeAt(gym.timezone, nowUtcMs))) return;
    const body = newsMessage(
      gym.name,
      waiting.map(([, news]) => news as News),
    );
    finds.add.push({ channel: id, about: `news/${nowUtcMs}`, kind: 'news', body });
    finds.remember.set(`last/${id}`, nowUtcMs);
    for (const [about] of waiting) {
      finds.remember.delete(about);
      finds.forget.push(about);
    }
  }
}

/** A class of the last days whose figures are there, or will not come; null for any other. */
function countedLately(session: ClassSession, view: GymView): SessionBody | null {
  const ageMs = view.nowUtcMs - session.endsUtcMs;
  if (ageMs < 0 || ageMs > CHANGED_MS || session.isCancelled) return null;
  const body = sessionBody(session, view);
  if (body.quality_reasons.includes('in_progress')) return null;
  return body.attended !== null || ageMs > UNCOUNTED_MS ? body : null;
}

/** A class that is told, or told again; null where nothing is new. */
function newsOf(body: SessionBody, view: GymView, before: Sent | undefined, ageMs: number) {
  const figures = figuresOf(body);
  if (before?.figures === figures || (before === undefined && ageMs > FINISHED_MS)) return null;
  const times = (before?.times ?? -1) + 1;
  const words = cameTo(body);
  const whole = classEvent(body, times, view);
  // People get these words and nothing else: where only the range has changed they would read the same again.
  const event = before?.words === words ? { ...whole, news: null } : whole;
  // Once for each class. Its figures may come only after the class itself was told.
  const isUnusual = before?.isUnusual === true;
  const alerts = isUnusual ? [] : unusual(body, view, event.about);
  const memory: Sent = { times, figures, words, isUnusual: isUnusual || alerts.length > 0 };
  const events = [['classes', event] as const, ...alerts.map((one) => ['alerts', one] as const)];
  return { memory, events, payload: classPayload(event.type, body) };
}

interface Sent {
  /** How often its figures have changed. */
  readonly times: number;
  readonly figures: string;
  /** What people were told; a version before this did not remember it. */
  readonly words?: string;
  /** Whether an alert was told of it. */
  readonly isUnusual?: boolean;
}

interface Event {
  readonly about: string;
  readonly type: string;
  /** `data` of a webhook. */
  readonly event: object;
  /** Null where people hear of it by another event. */
  readonly news: News | null;
}

/** A program gets each event, people what waits for them together. */
function tell(finds: Finds, channel: ChannelConfig, event: Event, view: GymView): void {
  const { about, type, news } = event;
  if (channel.webhook === null) {
    if (news !== null) finds.remember.set(`news/${channel.id}/${about}`, news);
  } else if (WEBHOOK_TYPES.has(type)) {
    const body = webhookBody(type, view, event.event);
    finds.add.push({ channel: channel.id, about, kind: type, body });
  }
}

/** What webhooks are sent; everything else is for people. */
const WEBHOOK_TYPES: ReadonlySet<string> = new Set([
  'class.finished',
  'class.changed',
  'class.no_shows',
  'camera.lost',
  'camera.recovered',
  'room.over_capacity',
  'feed.failing',
  'report.weekly',
]);

function webhookBody(type: string, { gym, nowUtcMs }: GymView, data: object): object {
  return { type, timestamp: new Date(nowUtcMs).toISOString(), data: { gym_id: gym.id, ...data } };
}

/** With the day, where a class is told on a later one: the program may have been off. */
function whenOf({ starts_at }: SessionBody, { gym, nowUtcMs }: GymView): string {
  const isToday = dateOf(starts_at) === dateAt(gym.timezone, nowUtcMs);
  return isToday ? `at ${timeOf(starts_at)}` : `on ${moment(starts_at)}`;
}

function classEvent(body: SessionBody, times: number, view: GymView): Event {
  const [type, verb] = times === 0 ? ['class.finished', ''] : ['class.changed', ' now'];
  const text = `${body.name} ${whenOf(body, view)}:${verb} ${cameTo(body)}`;
  const news = { text, path: sessionPath(body), isSolved: false };
  const about = times === 0 ? `${type}/${body.id}` : `${type}/${body.id}/${times}`;
  return { about, type, event: body, news };
}

/**
 * Many booked and did not come, or no one came at all.
 *
 * @param about the event that already tells people so of the class: one line is enough for both
 */
function unusual(body: SessionBody, view: GymView, about: string): Event[] {
  const { id, name, booked, no_shows, no_shows_basis: basis } = body;
  const when = whenOf(body, view);
  const empty = { ...emptyLine(body, when), isSolved: false };
  const events: Event[] = isEmpty(body)
    ? [{ about, type: 'class.empty', event: body, news: empty }]
    : [];
  const rate = booked === null || booked === 0 ? 0 : (no_shows ?? 0) / booked;
  if (isEmpty(body) && basis !== 'roster') return events;
  if ((no_shows ?? 0) < FEWEST_NO_SHOWS || rate <= view.gym.verdicts.noShowAlert) return events;
  // All who booked may be there where the range of the count reaches that far.
  if (basis === 'net' && (body.attended_high ?? 0) >= (booked ?? 0)) return events;
  const text = `${name} ${when} had ${noShows(no_shows, basis)}: ${percent(rate)} of ${booked} bookings.`;
  const news = isEmpty(body) ? null : { text, path: sessionPath(body), isSolved: false };
  const event = { ...body, no_show_rate: Math.round(rate * 1e4) / 1e4 };
  return [...events, { about: `class.no_shows/${id}`, type: 'class.no_shows', event, news }];
}

/** What a change of which is told. */
function figuresOf(body: SessionBody): string {
  const { attended, attended_low: low, attended_high: high, booked, no_shows } = body;
  const { capacity, trainer, source } = body;
  const figures = [attended, low, high, booked, no_shows, capacity, trainer?.id, source];
  return createHash('sha256').update(JSON.stringify(figures)).digest('hex').slice(0, 16);
}

interface DigestOf {
  readonly gym: GymConfig;
  readonly view: GymView;
  readonly day: string;
  readonly lastYear: LastYear | null;
}

function digestOf(
  kind: 'weekly' | 'daily',
  { gym, view, day, lastYear }: DigestOf,
  isProgram: boolean,
): Pick<NewDelivery, 'kind' | 'body'> | null {
  if (kind === 'daily') {
    const body = isProgram ? null : dailySummary(gym.name, view, addDays(day, -1));
    return body && { kind: 'report.daily', body };
  }
  const digest = weeklyDigest(gym.name, view, addDays(day, -7), lastYear);
  if (digest === null) return null;
  const body = isProgram ? webhookBody('report.weekly', view, digest.data) : digest.message;
  return { kind: 'report.weekly', body };
}

/** `22:00-07:00` goes over midnight. */
function isQuiet(quiet: string, time: string): boolean {
  const [from = '', to = ''] = quiet.split('-');
  return from <= to ? from <= time && time < to : time >= from || time < to;
}
