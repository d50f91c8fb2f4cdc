/** A box joins, sends over a real broker into a real database, and gets its receipts, whatever is killed in between. */

import { createUser } from '@nats-io/jwt';
import { connect, headers, jwtAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decode, encode } from '../../../chain/codec.ts';
import type { AnyBatch, Batch } from '../../../chain/messages/batch.ts';
import type { JoinAnswer } from '../../../chain/messages/enrolment.ts';
import { RECEIPT, type Receipt } from '../../../chain/messages/receipt.ts';
import { subjectsOf } from '../../../chain/messages/subjects.ts';
import { type Database, openDatabase } from '../../../hq/database/database.ts';
import { migrate } from '../../../hq/database/migrate.ts';
import { addGym } from '../../../hq/gyms/directory.ts';
import { Ingester } from '../../../hq/ingest/ingester.ts';
import { brokerConfig } from '../../../hq/line/broker-config.ts';
import { createToken, revokeBox } from '../../../hq/line/enrolment.ts';
import { BOXES_CHANNEL, type HqLine, openHqLine } from '../../../hq/line/line.ts';
import { brokerTrust, openLineKeys, PASS_MS, passOf } from '../../../hq/line/line-keys.ts';
import { systemClock } from '../../../runtime/clock.ts';
import { silentLog } from '../../../runtime/log/log.ts';
import { delay } from '../../../runtime/timers.ts';
import { openNatsLine } from '../../../service/line/nats/nats-line.ts';
import { HAS_NATS, type NatsServer, startNats } from '../../support/nats-server.ts';
import { HAS_POSTGRES, type Postgres, startPostgres } from '../../support/postgres.ts';

describe.skipIf(!HAS_POSTGRES || !HAS_NATS)('the line of a head office', () => {
  let postgres: Postgres;
  let nats: NatsServer;
  let database: Database;
  let line: HqLine;
  let answer: JoinAnswer;
  let box: Box;
  const warnings: unknown[] = [];
  const user = createUser();
  const seed = user.getSeed();
  const request = (token: string, publicKey = user.getPublicKey(), gym = 'one') => ({
    v: 1 as const,
    token,
    public_key: publicKey,
    hostname: 'box',
    app: '1.2.3',
    gym: { id: gym, name: gym, timezone: 'Europe/London' },
  });

  beforeAll(async () => {
    postgres = await startPostgres();
    database = openDatabase({ url: postgres.url });
    await migrate(database);
    const nowUtcMs = Date.now();
    await addGym(database, { id: 'one', name: 'One', groups: [] }, { uid: 'g_1', nowUtcMs });
    await addGym(database, { id: 'two', name: 'Two', groups: [] }, { uid: 'g_2', nowUtcMs });
    const trust = await brokerTrust(await openLineKeys(database));
    nats = await startNats((about) => brokerConfig(trust, about));
    const ingester = new Ingester({ database, clock: systemClock, log: silentLog });
    const servers = [nats.url];
    line = await openHqLine({
      database,
      ingester,
      servers,
      publicServers: servers,
      clock: systemClock,
      log: { ...silentLog, warn: (event, fields) => void warnings.push([event, fields]) },
    });
    const { token } = await createToken(database, 'one', Date.now());
    answer = await line.enrol(request(token));
    box = await Box.open(answer, seed);
    await expect(line.enrol(request(token))).rejects.toMatchObject({ code: 'forbidden' });
  });
  afterAll(async () => {
    await box?.close();
    await line?.stop();
    await database?.close();
    await nats?.close();
    await postgres?.close();
  });

  const classes = async () => {
    const [row] = await database.query<{ n: number }>('SELECT count(*) AS n FROM class_now');
    return row?.n;
  };

  it('gives a token to one box of one gym, once', async () => {
    expect(answer).toMatchObject({ gym: 'g_1', gym_name: 'One' });
    await expect(line.enrol(request('tj_nothing'))).rejects.toMatchObject({ code: 'forbidden' });
    const old = await createToken(database, 'two', Date.now() - 25 * 3_600_000);
    await expect(line.enrol(request(old.token))).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('refuses a box of another gym than the token, which stays good for its own', async () => {
    const { token } = await createToken(database, 'two', Date.now());
    await expect(line.enrol(request(token))).rejects.toMatchObject({
      code: 'hq_refused',
      message: 'token: expected a box of gym two, got one of gym one',
    });
    const own = request(token, createUser().getPublicKey(), 'two');
    expect(await line.enrol(own)).toMatchObject({ gym: 'g_2' });
  });

  it('answers a batch with a receipt once it is in the database', async () => {
    const receipt = await box.send(batch(1, 3));
    expect(receipt).toMatchObject({ gym: 'g_1', cursor: 3, parked: 0 });
    expect(await classes()).toBe(3);
  });

  it('lets a box speak for its own gym alone', async () => {
    const faults = box.faults();
    const foreign = { ...batch(4, 1), gym: 'g_2' };
    box.publish(subjectsOf('g_2').batch, foreign);
    await expect.poll(() => faults.join(' ')).toMatch(/permission/i);
    // On its own subject a batch of another gym is put aside.
    box.publish(subjectsOf('g_1').batch, foreign);
    await expect
      .poll(() => database.query('SELECT reason FROM parked_message'), { timeout: 10_000 })
      .toEqual([{ reason: 'foreign' }]);
    expect(await classes()).toBe(3);
  });

  it('is answered in the inbox of its gym alone, by the head office and by the broker', async () => {
    const elsewhere = subjectsOf('g_2').batch;
    box.publish(subjectsOf('g_1').renew, {}, elsewhere);
    expect(await box.send(batch(1, 3), 5_000, elsewhere)).toMatchObject({ cursor: 3 });
    // Behind what an answer to the first two would have put into the stream.
    await box.renew();
    expect(await box.send({ ...batch(1, 3), id: 'b_again' })).toMatchObject({ cursor: 3 });
    expect(await database.query("SELECT FROM parked_message WHERE gym = 'g_2'")).toEqual([]);
    expect(warnings).toEqual([['line_foreign_reply', { gym: 'g_1', requests: 1 }]]);
  });

  it('gives a new pass over the line', async () => {
    const pass = await box.renew();
    expect(pass.expires_utc_ms).toBeGreaterThan(Date.now());
    expect(pass.jwt.split('.')).toHaveLength(3);
  });

  it('goes on after the broker was killed', async () => {
    await nats.kill();
    await nats.restart();
    expect(await box.sendUntilTaken(batch(4, 2))).toMatchObject({ cursor: 5 });
    expect(await classes()).toBe(5);
  });

  it('loses nothing where the store of the broker is deleted', async () => {
    await nats.kill();
    await nats.restart(true);
    expect(await box.sendUntilTaken(batch(6, 2))).toMatchObject({ cursor: 7 });
    expect(await classes()).toBe(7);
  });

  it('gives no receipt while PostgreSQL is away, and takes everything once afterwards', async () => {
    await postgres.kill();
    const waiting = box.sendUntilTaken(batch(8, 4));
    await delay(1_500);
    await postgres.restart();
    expect(await waiting).toMatchObject({ cursor: 11 });
    expect(await classes()).toBe(11);
  });

  it('shuts a revoked box out, and lets another take its place', async () => {
    const onRevoked = async () => {
      await database.query('SELECT pg_notify($1, $2)', [BOXES_CHANNEL, '']);
    };
    await revokeBox({ database, clock: systemClock, onRevoked }, answer.box);
    await expect.poll(() => box.isShutOut(), { timeout: 15_000 }).toBe(true);
    const other = createUser();
    const { token } = await createToken(database, 'one', Date.now());
    const joined = await line.enrol(request(token, other.getPublicKey()));
    const next = await Box.open(joined, other.getSeed());
    const renewed = { ...batch(1, 1), epoch: 'e_2', whole_seq: 1 };
    expect(await next.sendUntilTaken(renewed)).toMatchObject({ epoch: 'e_2', cursor: 1 });
    expect(await classes()).toBe(1);
    await next.close();
  });

  it('renews the pass of a running box at half of its life, and goes on when the old one ends', async () => {
    const own = createUser();
    const { token } = await createToken(database, 'two', Date.now());
    const joined = await line.enrol(request(token, own.getPublicKey(), 'two'));
    const keys = await openLineKeys(database);
    const about = { id: joined.box, publicKey: own.getPublicKey(), gymUid: 'g_2' };
    // Issued now, as the library does; it ends in five seconds.
    const short = await passOf(keys, about, Date.now() - PASS_MS + 5_000);
    const passes: { jwt: string; expires_utc_ms: number }[] = [];
    const running = openNatsLine({
      link: {
        gymId: 'two',
        hqUrl: 'http://127.0.0.1',
        box: joined.box,
        hqGym: 'g_2',
        gymName: 'Two',
        chain: joined.chain,
        servers: joined.servers,
        jwt: short.jwt,
        expiresUtcMs: short.expiresUtcMs,
        seed: new TextDecoder().decode(own.getSeed()),
        run: 'r_1',
        machine: null,
      },
      onLive: async () => null,
      onPass: async (pass) => void passes.push(pass),
      log: silentLog,
    });
    try {
      await expect.poll(() => passes.length, { timeout: 10_000 }).toBe(1);
      expect(Date.now()).toBeLessThan(short.expiresUtcMs);
      expect((passes[0]?.expires_utc_ms ?? 0) - Date.now()).toBeGreaterThan(PASS_MS - 60_000);
      await expect.poll(() => Date.now() > short.expiresUtcMs, { timeout: 10_000 }).toBe(true);
      // As the sender does: the broker leaves out what comes again under the name of an earlier try.
      let tries = 0;
      const sent = () => {
        tries += 1;
        const signOfLife = {
          ...batch(1, 1),
          id: `b_renewed_${tries}`,
          box: joined.box,
          gym: 'g_2',
        };
        return running
          .send(signOfLife as Batch, AbortSignal.timeout(5_000))
          .then((one) => one.batch, String);
      };
      await expect.poll(sent, { timeout: 60_000 }).toMatch(/^b_renewed_/);
      expect(passes).toHaveLength(1);
    } finally {
      await running.close();
    }
  });
});

/** The least that a box does. */
class Box {
  readonly #connection: NatsConnection;
  readonly #gym: string;
  readonly #receipts = new Map<string, (receipt: Receipt) => void>();
  readonly #faults: string[] = [];
  #isShutOut = false;

  private constructor(connection: NatsConnection, gym: string) {
    this.#connection = connection;
    this.#gym = gym;
    connection.subscribe(subjectsOf(gym).receipt, {
      callback: (_, message) => {
        const told = decode(
          RECEIPT,
          message.data,
          message.headers?.get('Content-Encoding') || null,
        );
        if (told.is === 'message') this.#receipts.get(told.message.batch)?.(told.message);
      },
    });
    void this.#watch();
  }

  static async open({ jwt, gym, servers }: JoinAnswer, seed: Uint8Array): Promise<Box> {
    const connection = await connect({
      servers: servers.map((address) => address.replace('nats://', '')),
      authenticator: jwtAuthenticator(jwt, seed),
      inboxPrefix: subjectsOf(gym).inbox,
      reconnectTimeWait: 100,
      maxReconnectAttempts: -1,
    });
    const box = new Box(connection, gym);
    await connection.flush();
    return box;
  }

  publish(subject: string, message: object, reply?: string): void {
    const { bytes, encoding } = encode(message);
    const about = headers();
    if (encoding !== null) about.set('Content-Encoding', encoding);
    this.#connection.publish(subject, bytes, { headers: about, ...(reply && { reply }) });
  }

  async send(batch: AnyBatch, ms = 5_000, reply?: string): Promise<Receipt> {
    const receipt = new Promise<Receipt>((resolve, reject) => {
      this.#receipts.set(batch.id, resolve);
      setTimeout(() => reject(new Error('no receipt')), ms);
    });
    this.publish(subjectsOf(this.#gym).batch, batch, reply);
    return receipt;
  }

  async sendUntilTaken(batch: AnyBatch): Promise<Receipt> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.send({ ...batch, id: `${batch.id}_${tries}` }, 1_500);
      } catch (error) {
        if (tries > 20) throw error;
      }
    }
  }

  async renew(): Promise<{ jwt: string; expires_utc_ms: number }> {
    const reply = await this.#connection.request(subjectsOf(this.#gym).renew, '', {
      timeout: 5_000,
    });
    return JSON.parse(reply.string());
  }

  faults(): readonly string[] {
    return this.#faults;
  }

  isShutOut(): boolean {
    return this.#isShutOut;
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  async #watch(): Promise<void> {
    for await (const status of this.#connection.status()) {
      if (status.type === 'error') this.#faults.push(String(status.error));
      if (status.type === 'error' && /revoked|authorization/i.test(String(status.error)))
        this.#isShutOut = true;
    }
    this.#isShutOut = true;
  }
}

function batch(from: number, changes: number): AnyBatch {
  const now = Date.now();
  return {
    v: 1,
    id: `b_${from}`,
    box: 'box_1',
    gym: 'g_1',
    epoch: 'e_1',
    from_seq: from,
    to_seq: from + changes - 1,
    whole_seq: 1_000,
    sent_utc_ms: now,
    clock: { source: 'system', skew_ms: 0 },
    app: '1.2.3',
    status: null,
    digests: null,
    changes: Array.from({ length: changes }, (_, at) => ({
      seq: from + at,
      kind: 'session',
      key: `cls_${from + at}`,
      rev: 1,
      at_utc_ms: now,
      data: {
        source: 'calendar',
        starts_utc_ms: now,
        ends_utc_ms: now + 3_600_000,
        name: 'Spin',
        trainer: null,
        is_substitute: false,
        room: null,
        is_cancelled: false,
        capacity: null,
        booked: null,
        checked_in: null,
        late_cancels: null,
        waitlisted: null,
        revenue_milli: null,
      },
    })),
  };
}
