/**
 * The line over NATS: one connection of the box to its head office. Loaded only where a gym has joined one.
 *
 * A batch is published for JetStream to keep; that it was kept is no receipt, since a broker may lose it. The receipt comes on
 * a subject of its own, once the head office has committed. While the connection is down nothing is buffered: the outbox is
 * the buffer.
 */

import { headers, jwtAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import { decode, encode } from '../../../chain/codec.ts';
import { RENEW_ANSWER, type RenewAnswer } from '../../../chain/messages/enrolment.ts';
import { LIVE_QUESTION, type LiveQuestion } from '../../../chain/messages/live.ts';
import { RECEIPT, type Receipt } from '../../../chain/messages/receipt.ts';
import { subjectsOf } from '../../../chain/messages/subjects.ts';
import { messageOf } from '../../../errors.ts';
import type { Log } from '../../../runtime/log/log.ts';
import { delay, systemTimers } from '../../../runtime/timers.ts';
import type { LinkFile } from '../link/link-file.ts';
import type { LineTransport } from '../transport.ts';
import { connectNats } from './connect.ts';
import { isRenewalDue, renewAfterMs } from './pass.ts';
import { reconnectMs } from './reconnect.ts';

export interface LineConnection extends LineTransport {
  close(): Promise<void>;
}

export interface NatsLineOptions {
  readonly link: LinkFile;
  /** Answers a question of the head office; null where there is no answer. */
  readonly onLive: (question: LiveQuestion) => Promise<object | null>;
  /** Stores a new pass. */
  readonly onPass: (pass: Pick<RenewAnswer, 'jwt' | 'expires_utc_ms'>) => Promise<void>;
  /** Called after each attempt at which the broker refused the pass. */
  readonly onRefused?: () => void;
  readonly log: Log;
  /** How long a receipt may take, ms. */
  readonly receiptMs?: number;
  /** How often the other end is asked whether it is there, ms. */
  readonly pingMs?: number;
}

/** Source: the head office commits in milliseconds, and a batch waits for its turn at most behind those of a chain. */
const RECEIPT_MS = 30_000;
const PING_MS = 20_000;
const ENCODING = 'Content-Encoding';

/** Resolves at once: the connection is made, and made again, in the background. */
export function openNatsLine(options: NatsLineOptions): LineConnection {
  const line = new NatsLine(options);
  void line.run();
  return line;
}

class NatsLine implements LineConnection {
  readonly #options: NatsLineOptions;
  readonly #stopping = new AbortController();
  /** By the id of their batch. */
  readonly #awaited = new Map<string, (receipt: Receipt) => void>();
  #connection: NatsConnection | null = null;
  #isUp = false;
  /** Aborts when no receipt can come any more. */
  #lost = new AbortController();
  /** Why it is down, without addresses. */
  #fault: string | null = null;
  #jwt: string;

  constructor(options: NatsLineOptions) {
    this.#options = options;
    this.#jwt = options.link.jwt;
  }

  async run(): Promise<void> {
    const { signal } = this.#stopping;
    const { link, log, onRefused } = this.#options;
    for (let failures = 0; !signal.aborted; failures += 1) {
      try {
        const connection = await connectNats(link.servers, this.#settings(), (reason) => {
          this.#fault = reason;
        });
        if (signal.aborted) return await connection.close();
        failures = 0;
        await this.#serve(connection);
      } catch (error) {
        const isRefused = /authorization violation/i.test(messageOf(error));
        this.#fault = isRefused ? refusalOf(link.gymId) : messageOf(error);
        log.warn('line_unreachable', { gym: link.gymId, detail: this.#fault });
        if (isRefused) onRefused?.();
      }
      this.#isUp = false;
      this.#connection = null;
      this.#lost.abort();
      this.#lost = new AbortController();
      await delay(reconnectMs(failures, Math.random()), signal);
    }
  }

  async send(batch: Parameters<LineTransport['send']>[0], signal: AbortSignal): Promise<Receipt> {
    const connection = this.#connection;
    if (connection === null || !this.#isUp) {
      const reason = this.#fault === null ? '' : `: ${this.#fault}`;
      throw new Error(`The line to the head office is down${reason}.`);
    }
    const { bytes, encoding } = encode(batch);
    const about = headers();
    // Of this try alone: a broker that leaves doubles out must not swallow one that is sent again for its receipt.
    about.set('Nats-Msg-Id', batch.id);
    if (encoding !== null) about.set(ENCODING, encoding);
    const waiting = this.#receiptOf(batch.id, signal);
    try {
      connection.publish(subjectsOf(batch.gym).batch, bytes, { headers: about });
      return await waiting.receipt;
    } finally {
      waiting.forget();
    }
  }

  /** Rejects when it does not come in time, or no one waits any more. */
  #receiptOf(id: string, signal: AbortSignal): { receipt: Promise<Receipt>; forget: () => void } {
    const signals = [signal, this.#stopping.signal, this.#lost.signal];
    let forget = (): void => undefined;
    const receipt = new Promise<Receipt>((resolve, reject) => {
      const fail = () => reject(new Error('The head office gave no receipt in time.'));
      // Not `AbortSignal.any` of a timeout: Node 20 collects it while someone listens, and then it never fires.
      const cancel = systemTimers.after(this.#options.receiptMs ?? RECEIPT_MS, fail);
      for (const one of signals) one.addEventListener('abort', fail);
      if (signals.some(({ aborted }) => aborted)) fail();
      this.#awaited.set(id, resolve);
      forget = () => {
        cancel();
        for (const one of signals) one.removeEventListener('abort', fail);
        this.#awaited.delete(id);
      };
    });
    return { receipt, forget };
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#connection?.close();
  }

  #settings(): Parameters<typeof connectNats>[1] {
    const { link } = this.#options;
    const seed = new TextEncoder().encode(link.seed);
    return {
      authenticator: jwtAuthenticator(
        () => this.#jwt,
        () => seed,
      ),
      name: link.box,
      inboxPrefix: subjectsOf(link.hqGym).inbox,
      // Addresses of the cluster behind a proxy cannot be reached from here.
      ignoreClusterUpdates: true,
      timeout: 10_000,
      // Proxies cut connections that are idle for a minute.
      pingInterval: this.#options.pingMs ?? PING_MS,
      maxPingOut: 2,
      // By `run`: the client's own first attempt comes at once, from all boxes of a chain at the same moment.
      reconnect: false,
    };
  }

  /** Resolves when the connection is closed for good. */
  async #serve(connection: NatsConnection): Promise<void> {
    const { link } = this.#options;
    const subjects = subjectsOf(link.hqGym);
    connection.subscribe(subjects.receipt, {
      callback: (error, message) => {
        if (error !== null) return;
        const told = decode(RECEIPT, message.data, message.headers?.get(ENCODING) || null);
        if (told.is === 'message') this.#awaited.get(told.message.batch)?.(told.message);
      },
    });
    connection.subscribe(subjects.live, {
      callback: (error, message) => {
        if (error !== null) return;
        const told = decode(LIVE_QUESTION, message.data, message.headers?.get(ENCODING) || null);
        if (told.is === 'message') void this.#answer(told.message, message);
      },
    });
    await connection.flush();
    this.#connection = connection;
    this.#up();
    void this.#renew(connection);
    await connection.closed();
  }

  #up(): void {
    this.#isUp = true;
    this.#fault = null;
  }

  async #answer(
    question: LiveQuestion,
    message: { respond(data?: Uint8Array, options?: object): boolean },
  ): Promise<void> {
    const { onLive, log, link } = this.#options;
    try {
      const answer = await onLive(question);
      if (answer === null) return;
      const { bytes, encoding } = encode(answer);
      const about = headers();
      if (encoding !== null) about.set(ENCODING, encoding);
      message.respond(bytes, { headers: about });
    } catch (error) {
      log.warn('line_question_failed', { gym: link.gymId, detail: messageOf(error) });
    }
  }

  /** Asks for a new pass at half of the life of this one, and again while the connection lasts and there is no answer. */
  async #renew(connection: NatsConnection): Promise<void> {
    const { link, log, onPass } = this.#options;
    const { signal } = this.#stopping;
    while (await delay(renewAfterMs(this.#jwt, Date.now()), signal)) {
      if (connection.isClosed()) return;
      if (!isRenewalDue(this.#jwt, Date.now())) continue;
      try {
        const reply = await connection.request(subjectsOf(link.hqGym).renew, '', {
          timeout: 10_000,
        });
        const told = decode(RENEW_ANSWER, reply.data, reply.headers?.get(ENCODING) || null);
        if (told.is !== 'message') throw new Error('The answer is no pass.');
        await onPass(told.message);
        this.#jwt = told.message.jwt;
      } catch (error) {
        log.warn('line_pass_not_renewed', { gym: link.gymId, detail: messageOf(error) });
      }
    }
  }
}

/** The broker refuses a pass without a reason: these are all that there are, and what to do is the same. */
function refusalOf(gymId: string): string {
  return `it refuses this box. Another box has the place of gym ${gymId}, or this one was shut out, or away for 30 days. Ask there for a token (turnout hq token ${gymId}). Then here: turnout leave --gym ${gymId}, and turnout join`;
}
