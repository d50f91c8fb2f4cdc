/**
 * The head office's end of the line: takes batches from the stream, gives them to the ingester, and answers each box once its
 * changes are committed. What is acknowledged to the broker was committed before; what was not comes again.
 */

import {
  AckPolicy,
  DiscardPolicy,
  type JsMsg,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { headers, jwtAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import type { Static, TSchema } from 'typebox';
import { decode, encode } from '../../chain/codec.ts';
import { LIVE_ROOMS, LIVE_SESSION, type LiveQuestion } from '../../chain/messages/live.ts';
import { subjectsOf, UP_STREAM, UP_SUBJECTS } from '../../chain/messages/subjects.ts';
import { messageOf } from '../../errors.ts';
import type { Log } from '../../runtime/log/log.ts';
import { delay } from '../../runtime/timers.ts';
import { connectNats } from '../../service/line/nats/connect.ts';
import type { LiveCounts, StreamStatus } from '../../service/office-status.ts';
import { type AskBox, questionOf } from '../gyms/live.ts';
import type { Ingester } from '../ingest/ingester.ts';
import type { Pass } from './line-keys.ts';

export interface ReceiverParts {
  readonly servers: readonly string[];
  /** Of the head office in its account. */
  readonly pass: { readonly jwt: string; readonly seed: Uint8Array };
  readonly ingester: Pick<Ingester, 'take'>;
  /** A new pass for the box of a gym; null where it has none. */
  readonly renew: (gymUid: string) => Promise<Pass | null>;
  readonly log: Log;
}

/** Messages of one transaction: 200 changes each at most. Source: bench:chain. */
const MESSAGES_AT_ONCE = 50;
const FETCH_MS = 1_000;
/** How long the broker waits for an acknowledgement before it gives a message again, ns. */
const ACK_WAIT_NS = 60_000_000_000;
const MAX_ACK_PENDING = 20_000;
/**
 * The stream, while no one takes from it. A box has one batch under way, and sends again what finds no place here. Without
 * acknowledgements: the broker would send one to any subject that a box names, with rights that the box does not have.
 */
const STREAM = {
  subjects: [UP_SUBJECTS],
  no_ack: true,
  discard: DiscardPolicy.New,
  discard_new_per_subject: true,
  max_msgs_per_subject: 100,
  max_bytes: 256 * 1024 ** 2,
  /** Seven days, ns. */
  max_age: 7 * 86_400_000_000_000,
};
const CONSUMER = 'ingest';
const AGAIN_MS = 1_000;
/** How long a fetch that is under way may take to end, ms. */
const STOP_MS = 2 * FETCH_MS;
const ENCODING = 'Content-Encoding';

/** Begins in the background, and goes on until it is stopped. */
export function startReceiver(parts: ReceiverParts): {
  readonly ask: AskBox;
  /** See `HqLine`. */
  stream(): Promise<StreamStatus | null>;
  live(): LiveCounts;
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  const current: Current = { connection: null };
  const live = { answered: 0, failed: 0 };
  const running = run(parts, current, stopping.signal);
  return {
    ask: asker(current, live),
    stream: () => streamOf(current),
    live: () => ({ ...live }),
    stop: async () => {
      stopping.abort();
      // What waits for a broker that is away would wait for ever.
      await Promise.race([running, delay(STOP_MS)]);
      await current.connection?.close();
      await running;
    },
  };
}

/** The connection of now; null while there is none. */
interface Current {
  connection: NatsConnection | null;
}

async function run(parts: ReceiverParts, current: Current, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    let connection: NatsConnection | null = null;
    try {
      connection = await connectNats(parts.servers, settingsOf(parts));
      const ended = new AbortController();
      void connection.closed().then(() => ended.abort());
      current.connection = connection;
      answerRenewals(connection, parts);
      await receive(connection, parts, AbortSignal.any([signal, ended.signal]));
    } catch (error) {
      parts.log.warn('line_failed', { detail: messageOf(error) });
    }
    current.connection = null;
    await connection?.close().catch(() => undefined);
    await delay(AGAIN_MS, signal);
  }
}

function settingsOf({ pass }: ReceiverParts): Parameters<typeof connectNats>[1] {
  return {
    authenticator: jwtAuthenticator(pass.jwt, pass.seed),
    name: 'turnout-hq',
    maxReconnectAttempts: -1,
    reconnectTimeWait: AGAIN_MS,
    ignoreAuthErrorAbort: true,
  };
}

async function receive(
  connection: NatsConnection,
  parts: ReceiverParts,
  signal: AbortSignal,
): Promise<void> {
  await ensureStream(connection);
  const consumer = await jetstream(connection).consumers.get(UP_STREAM, CONSUMER);
  while (!signal.aborted) {
    const fetched = await consumer.fetch({ max_messages: MESSAGES_AT_ONCE, expires: FETCH_MS });
    const messages: JsMsg[] = [];
    for await (const message of fetched) messages.push(message);
    if (messages.length > 0) await take(connection, parts, messages);
  }
}

async function take(
  connection: NatsConnection,
  { ingester, log }: ReceiverParts,
  messages: readonly JsMsg[],
): Promise<void> {
  try {
    const receipts = await ingester.take(
      messages.map(({ subject, data, headers: about }) => ({
        gym: subject.split('.')[2] ?? '',
        bytes: data,
        encoding: about?.get(ENCODING) || null,
      })),
    );
    for (const [at, message] of messages.entries()) {
      const receipt = receipts[at];
      if (receipt) connection.publish(subjectsOf(receipt.gym).receipt, ...packed(receipt));
      message.ack();
    }
    await connection.flush();
  } catch (error) {
    log.warn('ingest_away', { messages: messages.length, detail: messageOf(error) });
    for (const message of messages) message.nak(AGAIN_MS);
  }
}

function packed(message: object): [Uint8Array, { headers: ReturnType<typeof headers> }] {
  const { bytes, encoding } = encode(message);
  const about = headers();
  if (encoding !== null) about.set(ENCODING, encoding);
  return [bytes, { headers: about }];
}

/** The stream and its consumer, made where they are not there: the broker may have lost its store. */
async function ensureStream(connection: NatsConnection): Promise<void> {
  const manager = await jetstreamManager(connection);
  const known = await manager.streams.info(UP_STREAM).catch(() => null);
  if (known === null) {
    await manager.streams.add({
      ...STREAM,
      name: UP_STREAM,
      storage: StorageType.File,
      retention: RetentionPolicy.Workqueue,
    });
  } else await manager.streams.update(UP_STREAM, STREAM);
  await manager.consumers.add(UP_STREAM, {
    durable_name: CONSUMER,
    ack_policy: AckPolicy.Explicit,
    ack_wait: ACK_WAIT_NS,
    max_ack_pending: MAX_ACK_PENDING,
  });
}

/** A work queue: what was applied is not in it any more. */
async function streamOf({ connection }: Current): Promise<StreamStatus | null> {
  if (connection === null || connection.isClosed()) return null;
  const manager = await jetstreamManager(connection);
  const { state } = await manager.streams.info(UP_STREAM);
  const { messages: batches, first_ts: oldest } = state;
  return { batches, oldestUtcMs: batches === 0 ? null : Date.parse(oldest) };
}

/** How long a box may take to answer, ms. Chosen here: a page waits for it. */
const ASK_MS = 700;

function asker(current: Current, counts: { answered: number; failed: number }): AskBox {
  const ask = async <Schema extends TSchema>(
    gymUid: string,
    question: LiveQuestion,
    schema: Schema,
  ): Promise<Static<Schema> | null> => {
    const { connection } = current;
    if (connection === null || connection.isClosed()) return null;
    try {
      const [bytes, about] = packed(question);
      const { live } = subjectsOf(gymUid);
      const reply = await connection.request(live, bytes, { ...about, timeout: ASK_MS });
      const told = decode(schema, reply.data, reply.headers?.get(ENCODING) || null);
      counts[told.is === 'message' ? 'answered' : 'failed'] += 1;
      return told.is === 'message' ? told.message : null;
    } catch {
      // The box is away, or slow: what it alone knows is unknown.
      counts.failed += 1;
      return null;
    }
  };
  return {
    rooms: (gymUid) => ask(gymUid, questionOf('rooms', null), LIVE_ROOMS),
    session: async (gymUid, id) =>
      (await ask(gymUid, questionOf('session', id), LIVE_SESSION))?.body ?? null,
  };
}

/** One node answers each request, and only to the inbox of the gym: a box may name any subject for its answer. */
function answerRenewals(connection: NatsConnection, { renew, log }: ReceiverParts): void {
  const onForeign = foreignReplies(log);
  connection.subscribe(subjectsOf('*').renew, {
    queue: 'hq',
    callback: (error, message) => {
      if (error !== null) return;
      const gym = message.subject.split('.')[2] ?? '';
      const isOwn = message.reply?.startsWith(`${subjectsOf(gym).inbox}.`) === true;
      if (!isOwn) return onForeign(gym);
      renew(gym)
        .then((pass) => {
          if (pass === null) return;
          const { jwt, expiresUtcMs } = pass;
          message.respond(...packed({ v: 1, jwt, expires_utc_ms: expiresUtcMs }));
        })
        .catch((fault: unknown) => log.warn('pass_failed', { detail: messageOf(fault) }));
    },
  });
}

/** How often a gym is named in the log for them, ms. */
const FOREIGN_MS = 10 * 60_000;

/** Counts requests that want their answer elsewhere. */
function foreignReplies(log: Log): (gym: string) => void {
  const seen = new Map<string, { requests: number; loggedMs: number }>();
  return (gym) => {
    const { requests, loggedMs } = seen.get(gym) ?? { requests: 0, loggedMs: -FOREIGN_MS };
    const nowMs = performance.now();
    const isDue = nowMs - loggedMs >= FOREIGN_MS;
    seen.set(gym, { requests: isDue ? 0 : requests + 1, loggedMs: isDue ? nowMs : loggedMs });
    if (isDue) log.warn('line_foreign_reply', { gym, requests: requests + 1 });
  };
}
