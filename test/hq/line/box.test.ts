/** Boxes with real data over a real broker into a real database: joined, and left. What hurts them is in `npm run torture:chain`. */

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join as path } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JOIN_PATH } from '../../../chain/messages/enrolment.ts';
import type { TurnoutError } from '../../../errors.ts';
import { type Database, openDatabase } from '../../../hq/database/database.ts';
import { migrate } from '../../../hq/database/migrate.ts';
import { addGym } from '../../../hq/gyms/directory.ts';
import { Ingester } from '../../../hq/ingest/ingester.ts';
import { brokerConfig } from '../../../hq/line/broker-config.ts';
import { createToken } from '../../../hq/line/enrolment.ts';
import { type HqLine, openHqLine } from '../../../hq/line/line.ts';
import { brokerTrust, openLineKeys } from '../../../hq/line/line-keys.ts';
import { systemClock } from '../../../runtime/clock.ts';
import { silentLog } from '../../../runtime/log/log.ts';
import { Lines } from '../../../service/line/lines.ts';
import { join, leave } from '../../../service/line/link/join.ts';
import { readLinks } from '../../../service/line/link/link-file.ts';
import { type History, openHistory } from '../../../store/history/history.ts';
import { entry, HOUR_MS, parsed } from '../../store/history/classes/entries.fixture.ts';
import { engineStatus } from '../../support/engine-status.ts';
import { HAS_NATS, type NatsServer, startNats } from '../../support/nats-server.ts';
import { HAS_POSTGRES, type Postgres, startPostgres } from '../../support/postgres.ts';
import { gymConfig } from './gym-config.fixture.ts';

/** Classes to come: those of the past stay, whatever a schedule leaves out. */
const FROM = (Math.ceil(Date.now() / HOUR_MS) + 24) * HOUR_MS;
const COMPLETE = { fromUtcMs: 0, toUtcMs: FROM + 365 * 24 * HOUR_MS };

const scheduleOf = (booked: Readonly<Record<string, number>>) =>
  parsed(
    Object.entries(booked).map(([name, people], at) =>
      entry(name, { name, booked: people, startsUtcMs: FROM + at * HOUR_MS }),
    ),
    COMPLETE,
  );

describe.skipIf(!HAS_POSTGRES || !HAS_NATS)('a box', () => {
  let postgres: Postgres;
  let nats: NatsServer;
  let database: Database;
  let line: HqLine;
  let office: Server;
  let url = '';
  const dirs: string[] = [];

  beforeAll(async () => {
    postgres = await startPostgres();
    database = openDatabase({ url: postgres.url });
    await migrate(database);
    const trust = await brokerTrust(await openLineKeys(database));
    nats = await startNats((about) => brokerConfig(trust, about));
    const ingester = new Ingester({ database, clock: systemClock, log: silentLog });
    const servers = [nats.url];
    const parts = { database, ingester, servers, publicServers: servers };
    line = await openHqLine({ ...parts, clock: systemClock, log: silentLog });
    office = createServer(async (request, response) => {
      let text = '';
      for await (const part of request) text += part;
      const answer = await line.enrol(JSON.parse(text)).then(
        (body) => [201, body] as const,
        (error: TurnoutError) => [403, { code: error.code, detail: error.message }] as const,
      );
      response.statusCode = request.url === JOIN_PATH ? answer[0] : 404;
      response.end(JSON.stringify(answer[1]));
    });
    await new Promise<void>((done) => office.listen(0, '127.0.0.1', done));
    const address = office.address();
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  });
  afterAll(async () => {
    office?.close();
    await line?.stop();
    await database?.close();
    await nats?.close();
    await postgres?.close();
    for (const dir of dirs) rmSync(dir, { recursive: true, force: true });
  });

  const newGym = async (id: string) => {
    const nowUtcMs = Date.now();
    await addGym(database, { id, name: id, groups: [] }, { uid: `g_${id}`, nowUtcMs });
    const { token } = await createToken(database, id, nowUtcMs);
    const dir = mkdtempSync(path(tmpdir(), 'turnout-box-'));
    dirs.push(dir);
    return { dir, token, id };
  };

  const opened = async ({ dir, id }: { readonly dir: string; readonly id: string }) => {
    const history = await openHistory({ dir, clock: systemClock, log: silentLog });
    const gym = gymConfig(id);
    const lines = new Lines({ history, clock: systemClock, log: silentLog });
    await lines.start({
      config: () => ({ gyms: [gym] }),
      status: engineStatus,
      gym: () => null,
      evidence: {
        session: async () => null,
        lastHour: async () => ({ fromUtcMs: 0, counts: new Map() }),
      },
    });
    const close = async () => {
      await lines.stop();
      await history.close();
    };
    return { history, lines, gym, close };
  };

  /** Waits until nothing waits and the digests of both sides are equal. */
  const settled = async (history: History, lines: Lines) => {
    await expect
      .poll(
        async () => {
          const [status] = lines.status();
          const { waiting } = await history.outbox.pending(status?.gymId ?? '');
          return { state: status?.state, unequal: status?.unequal, waiting };
        },
        { timeout: 40_000, interval: 100 },
      )
      .toEqual({ state: 'online', unequal: 0, waiting: 0 });
  };

  const classesOf = async (uid: string) => {
    const rows = await database.query<{ name: string; booked: number }>(
      'SELECT c.name, c.booked FROM class_now c JOIN gym g ON g.key = c.gym WHERE g.uid = $1 AND c.name IS NOT NULL ORDER BY c.name',
      [uid],
    );
    return Object.fromEntries(rows.map(({ name, booked }) => [name, booked]));
  };

  it('joins with a token that works once, and its classes are at the head office', async () => {
    const { dir, token, id } = await newGym('first');
    const { history, lines, gym, close } = await opened({ dir, id });
    await history.classes.import(id, 'feed', scheduleOf({ Yoga: 12, Spin: 3 }));
    expect(await join(history, gym, { url, token })).toMatchObject({ hqGym: `g_${id}` });
    const file = path(dir, `turnout.line.${id}.json`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await settled(history, lines);
    expect(await classesOf(`g_${id}`)).toEqual({ Spin: 3, Yoga: 12 });
    await history.classes.import(id, 'feed', scheduleOf({ Yoga: 13 }));
    await expect.poll(() => classesOf(`g_${id}`), { timeout: 10_000 }).toEqual({ Yoga: 13 });
    await expect(join(history, gym, { url, token })).rejects.toMatchObject({ code: 'usage' });
    await close();

    const second = await newGym('second');
    const other = await opened(second);
    // Used up, and of another gym.
    const third = await newGym('third');
    for (const [wrong, why] of [
      [token, 'made within a day and never used'],
      [third.token, 'expected a box of gym third, got one of gym second'],
    ] as const) {
      const refused = join(other.history, other.gym, { url, token: wrong });
      await expect(refused).rejects.toMatchObject({
        code: 'hq_refused',
        message: expect.stringMatching(`${why}.*; run there: turnout hq token second$`),
      });
    }
    expect(await readLinks(other.history.dir)).toEqual({ links: [], broken: [] });
    await other.close();
  });

  it('says what to do where another box has taken its place', async () => {
    const first = await newGym('replaced');
    const { history, lines, gym, close } = await opened(first);
    await join(history, gym, { url, token: first.token });
    await settled(history, lines);
    const dir = mkdtempSync(path(tmpdir(), 'turnout-box-'));
    dirs.push(dir);
    const other = await opened({ ...first, dir });
    const { token } = await createToken(database, 'replaced', Date.now());
    await join(other.history, other.gym, { url, token });
    await expect
      .poll(() => lines.status()[0]?.detail, { timeout: 30_000 })
      .toMatch(
        /refuses this box\. Another box has the place of gym replaced.*turnout hq token replaced.*turnout leave --gym replaced, and turnout join\.$/,
      );
    await other.close();
    await close();
  });

  it('leaves, and what is at the head office stays there', async () => {
    const { dir, token, id } = await newGym('leaver');
    const { history, lines, gym, close } = await opened({ dir, id });
    await history.classes.import(id, 'feed', scheduleOf({ Yoga: 1 }));
    await join(history, gym, { url, token });
    await settled(history, lines);
    await leave(history, gym);
    await expect.poll(() => lines.status()).toEqual([]);
    await history.classes.import(id, 'feed', scheduleOf({ Yoga: 2 }));
    expect(await classesOf(`g_${id}`)).toEqual({ Yoga: 1 });
    await expect(leave(history, gym)).rejects.toMatchObject({ code: 'usage' });
    await close();
  });
});
