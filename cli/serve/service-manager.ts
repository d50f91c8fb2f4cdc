/**
 * What systemd learns of a service of `Type=notify`: that it is ready, that it lives, that it stops. It comes as datagrams
 * on a Unix socket, which Node cannot send, so `systemd-notify` sends them: it is part of systemd. Without `NOTIFY_SOCKET`
 * nothing is sent.
 */

import { execFile } from 'node:child_process';
import { type Log, silentLog } from '../../runtime/log/log.ts';
import { every } from '../../runtime/timers.ts';

/** How many answers fit into systemd's limit: two may be lost. Chosen here. */
const ANSWERS_IN_LIMIT = 3;
/** systemd-notify waits for systemd as long as 5 s by itself. */
const SEND_MS = 10_000;

export class ServiceManager {
  readonly #variables: NodeJS.ProcessEnv;
  /** 0 where systemd does not watch this process. */
  readonly #everyMs: number;
  readonly #stopping = new AbortController();
  #log: Log = silentLog;
  #isFaultLogged = false;

  /** What systemd put into `variables` is taken out, so that no child process speaks for this one. */
  constructor(variables: NodeJS.ProcessEnv) {
    const { WATCHDOG_USEC: limitUs, WATCHDOG_PID: watched } = variables;
    this.#variables = { ...variables };
    for (const name of ['NOTIFY_SOCKET', 'WATCHDOG_USEC', 'WATCHDOG_PID']) delete variables[name];
    const isWatched = watched === undefined || Number(watched) === process.pid;
    this.#everyMs = isWatched ? Number(limitUs ?? 0) / 1_000 / ANSWERS_IN_LIMIT : 0;
  }

  /** The service is ready. From now on systemd hears, three times in its limit, that `/health` is answered. */
  ready({ url, log }: { readonly url: string; readonly log: Log }): void {
    this.#log = log;
    this.#send('READY=1', `STATUS=Answers at ${url}`);
    if (this.#variables['NOTIFY_SOCKET'] === undefined || !(this.#everyMs > 0)) return;
    const onError = (error: unknown) => log.warn('health_unanswered', { error });
    const { signal } = this.#stopping;
    void every({ periodMs: this.#everyMs, signal, onError }, () => this.#tellAlive(url));
  }

  /** The service stops, and is no longer watched. */
  stopping(): void {
    this.#stopping.abort();
    this.#send('STOPPING=1');
  }

  async #tellAlive(url: string): Promise<void> {
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(this.#everyMs) });
    await answer.arrayBuffer();
    // Degraded is an answer: a lost camera or a full disk is not mended by a restart.
    if (answer.ok) this.#send('WATCHDOG=1');
  }

  #send(...words: string[]): void {
    if (this.#variables['NOTIFY_SOCKET'] === undefined) return;
    const { WATCHDOG_USEC: _, WATCHDOG_PID: __, ...env } = this.#variables;
    const options = { env, timeout: SEND_MS };
    execFile('systemd-notify', words, options, (error) => {
      if (error === null || this.#isFaultLogged) return;
      this.#isFaultLogged = true;
      this.#log.warn('systemd_not_told', { reason: error.message });
    });
  }
}
