/** A gym with channels, receivers of this computer, and a class that has just been counted. */

import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { tableOf } from '../../gym/figures/class-table.ts';
import type { ClassSession } from '../../gym/sessions/session.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import { createNotify } from '../../notify/notify.ts';
import { silentLog } from '../../runtime/log/log.ts';
import type { EngineStatus } from '../../service/status.ts';
import { openTestHistory } from '../store/history/folder.fixture.ts';
import { classSession, counted } from '../support/classes.ts';
import { engineStatus } from '../support/engine-status.ts';
import { gymView } from '../support/gym-view.ts';
import { listeningInTest } from '../support/test-server.ts';
import { loadedConfig } from './config.fixture.ts';

export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
export const OTHER_SECRET = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A status and headers; null never answers. */
type Answering = (count: number) => [status: number, headers?: Record<string, string>] | null;

/** A receiver over HTTP. */
export async function receiver(answer: Answering = () => [200]) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    const [status, headers = {}] = answer(received.length) ?? [];
    if (status !== undefined) response.writeHead(status, headers).end();
  });
  return { url: `http://127.0.0.1:${await listeningInTest(server)}/hook`, received };
}

/** A gym with one channel to a receiver, and what that got. */
export async function notifyingBy(channel: (url: string) => string, answer?: Answering) {
  const { url, received } = await receiver(answer);
  return { received, ...(await notifying([channel(url)])) };
}

/** @param channels Lines of `notify:`, in YAML. */
export async function notifying(channels: readonly string[], options: { mail?: string } = {}) {
  const { history, clock } = await openTestHistory();
  const config = loadedConfig(channels, options.mail);
  const begunUtcMs = clock.nowUtcMs();
  const world: { view: Partial<GymView>; status: EngineStatus } = {
    view: {},
    status: { ...engineStatus(), cameras: [] },
  };
  /** What MQTT gets, where the file has its section. */
  const classes: unknown[] = [];
  const make = () =>
    createNotify({
      store: history.deliveries,
      config: () => config,
      // As the program makes it: where nothing changes it stays as old as it is.
      view: () => gymView({ ...world.view, nowUtcMs: begunUtcMs }),
      classesIn: async (view) => tableOf(view),
      status: () => world.status,
      clock,
      log: silentLog,
      onClass: (_, payload) => classes.push(JSON.parse(payload)),
    });
  let notify = make();
  onTestFinished(() => notify.stop());
  // What is there at the first look is from before the channel.
  await notify.look();
  const list = () => history.deliveries.list(null, 1_000);
  /** Looks and sends until nothing is under way. */
  const round = async () => {
    await notify.look();
    await notify.send();
    await notify.settled();
  };
  /** Lets time pass, and then a round. */
  const pass = (ms: number) => {
    clock.skip(ms);
    return round();
  };
  /** Lets time pass, and then a round that sees the gym so. */
  const see = (view: Partial<GymView>, ms = 0) => {
    world.view = view;
    return pass(ms);
  };
  return {
    world,
    see,
    pass,
    /** A class ends, and is counted a minute later. */
    ends: (change: Partial<ClassSession> = { booked: 15 }) =>
      see({ sessions: [session(clock.nowUtcMs(), change)] }, 60_000),
    classes,
    clock,
    history,
    list,
    round,
    notify: () => notify,
    /** As after a start of the program. */
    restart: async () => {
      await notify.stop();
      notify = make();
    },
  };
}

export function session(nowUtcMs: number, change: Partial<ClassSession> = {}): ClassSession {
  return classSession({
    id: 'cls_1',
    name: 'Yoga',
    trainer: null,
    startsUtcMs: nowUtcMs - 3_600_000,
    endsUtcMs: nowUtcMs + 1_000,
    booked: 18,
    attendance: counted(15),
    ...change,
  });
}
