/**
 * The lines of the running program: one for each gym that has joined a head office. Where none has, nothing is loaded, and
 * all this is one look into the data folder.
 */

import type { GymConfig } from '../../config/config.ts';
import { messageOf } from '../../errors.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log/log.ts';
import { every, systemTimers } from '../../runtime/timers.ts';
import { VERSION } from '../../runtime/version.ts';
import type { History } from '../../store/history/history.ts';
import type { GymEvidence } from '../evidence/evidence.ts';
import type { EngineStatus } from '../status.ts';
import { Line, type LineStatus } from './line.ts';
import { newEpoch, newRun } from './link/epoch.ts';
import { type LinkFile, readLinks, writeLink } from './link/link-file.ts';
import { machineDigest } from './link/machine.ts';
import { liveAnswer } from './live.ts';
import type { LineConnection } from './nats/nats-line.ts';
import { ownStatus } from './own-status.ts';
import { quartersIn } from './quarters.ts';
import { settingsOf } from './settings.ts';

/** What the lines send of and answer from: the engine. */
export interface LinesEngine {
  config(): { readonly gyms: readonly GymConfig[] };
  status(): EngineStatus;
  gym(id: string): GymView | null;
  readonly evidence: GymEvidence;
}

export interface LinesOptions {
  readonly history: Pick<History, 'dir' | 'outbox' | 'classes' | 'samples' | 'minutes'>;
  readonly clock: Clock;
  readonly log: Log;
}

interface Running {
  readonly line: Line;
  readonly connection: LineConnection;
  readonly stopping: AbortController;
  readonly hqHost: string;
  gym: GymConfig;
  pending: { readonly waiting: number; readonly held: number };
}

/** How often rooms are summed up, and what waits is counted, ms. */
const QUARTERS_MS = 5 * 60_000;
const PENDING_MS = 10_000;
const DAY_MS = 24 * 3_600_000;
/** What a gym begins with: the window of its reports. */
const FIRST_DAYS = 43;

const UNLINKED = {
  hqHost: 'unknown',
  state: 'offline',
  skewMs: null,
  lastReceiptUtcMs: null,
  parked: 0,
  unequal: null,
} as const;

const joinAgain = (gymId: string) =>
  `The data folder has no link of gym ${gymId} to its head office, as after a restore. Ask there for a token (turnout hq token ${gymId}), then: turnout join`;

export class Lines {
  readonly #options: LinesOptions;
  readonly #running = new Map<string, Running>();
  /** Gyms that joined with these data, whose link is not in the folder: no backup has it. */
  #unlinked: readonly LineStatus[] = [];
  #engine: LinesEngine | null = null;
  #gyms: readonly GymConfig[] = [];
  #last: Promise<void> = Promise.resolve();
  readonly #stopListening: readonly (() => void)[];

  constructor(options: LinesOptions) {
    this.#options = options;
    const { outbox, classes } = options.history;
    this.#stopListening = [
      outbox.onLinks(() => void this.apply(this.#gyms)),
      classes.onChange((gymId) => this.#running.get(gymId)?.line.wake()),
    ];
  }

  /** Nothing is sent before. */
  start(engine: LinesEngine): Promise<void> {
    this.#engine = engine;
    return this.apply(engine.config().gyms);
  }

  /** Makes the lines those of these gyms' links. Never rejects: what fails is logged, and tried again at the next change. */
  apply(gyms: readonly GymConfig[]): Promise<void> {
    this.#gyms = gyms;
    this.#last = this.#last
      .then(() => this.#apply())
      .catch((error: unknown) =>
        this.#options.log.error('line_failed', { detail: messageOf(error) }),
      );
    return this.#last;
  }

  status(): readonly LineStatus[] {
    const running = [...this.#running].map(([gymId, { line, hqHost, pending }]) => ({
      gymId,
      hqHost,
      ...line.figures(),
      pending: pending.waiting,
      held: pending.held,
    }));
    return [...running, ...this.#unlinked];
  }

  async stop(): Promise<void> {
    for (const stop of this.#stopListening) stop();
    await this.#last;
    await Promise.all([...this.#running.keys()].map((gymId) => this.#end(gymId)));
  }

  async #apply(): Promise<void> {
    const { history, log } = this.#options;
    const engine = this.#engine;
    if (engine === null) return;
    const { links, broken } = await readLinks(history.dir);
    for (const file of broken)
      log.error('line_file_broken', { file, advice: 'turnout leave, then turnout join' });
    const wanted = new Map(links.map((link) => [link.gymId, link]));
    for (const gymId of this.#running.keys()) {
      const isWanted = wanted.has(gymId) && this.#gyms.some(({ id }) => id === gymId);
      if (!isWanted) await this.#end(gymId);
    }
    for (const link of links) {
      const gym = this.#gyms.find(({ id }) => id === link.gymId);
      if (gym === undefined) {
        const advice = 'give the gym its id back: the ids of its classes are made from it';
        log.error('line_gym_missing', { gym: link.gymId, advice });
        continue;
      }
      const running = this.#running.get(link.gymId);
      if (running === undefined) await this.#begin(link, gym, engine);
      else running.gym = gym;
      await this.#shareSettings(gym);
    }
    await this.#findUnlinked();
  }

  async #findUnlinked(): Promise<void> {
    const { history, clock, log } = this.#options;
    const before = this.#unlinked;
    const found: LineStatus[] = [];
    for (const { gymId } of await history.outbox.links()) {
      const isMissing = !this.#running.has(gymId) && this.#gyms.some(({ id }) => id === gymId);
      if (!isMissing) continue;
      const { waiting: pending, held } = await history.outbox.pending(gymId);
      const known = before.find((line) => line.gymId === gymId);
      const sinceUtcMs = known?.sinceUtcMs ?? clock.nowUtcMs();
      found.push({ ...UNLINKED, gymId, sinceUtcMs, detail: joinAgain(gymId), pending, held });
      if (known === undefined) log.error('line_offline', { gym: gymId, detail: joinAgain(gymId) });
    }
    this.#unlinked = found;
  }

  async #begin(link: LinkFile, gym: GymConfig, engine: LinesEngine): Promise<void> {
    const { history, clock, log } = this.#options;
    const parts = { view: (id: string) => engine.gym(id), evidence: engine.evidence };
    await this.#prepare(link);
    // Only here: a gym that has joined nothing loads nothing of it.
    const { openNatsLine } = await import('./nats/nats-line.ts');
    const { Sender } = await import('./sender.ts');
    const connection = openNatsLine({
      link,
      log,
      onRefused: () => this.#running.get(gym.id)?.line.check(),
      onLive: (question) => liveAnswer(parts, gym.id, question),
      onPass: async ({ jwt, expires_utc_ms }) => {
        const { links } = await readLinks(history.dir);
        const now = links.find(({ gymId }) => gymId === gym.id) ?? link;
        await writeLink(history.dir, { ...now, jwt, expiresUtcMs: expires_utc_ms });
      },
    });
    const sender = new Sender({
      gymId: gym.id,
      box: link.box,
      hqGym: link.hqGym,
      app: VERSION,
      store: history.outbox,
      transport: connection,
      status: () => ownStatus(engine.status(), gym.id),
      lastStepUtcMs: () => engine.status().clock.lastStep?.atUtcMs ?? null,
      clock,
      log,
    });
    const line = new Line({
      gymId: gym.id,
      sender,
      timers: systemTimers,
      clock,
      random: Math.random,
      log,
    });
    const stopping = new AbortController();
    const pending = { waiting: 0, held: 0 };
    const hqHost = new URL(link.hqUrl).hostname;
    const running: Running = { line, connection, stopping, hqHost, gym, pending };
    this.#running.set(gym.id, running);
    this.#beginRounds(running, stopping.signal);
    line.start();
  }

  /** The link of the database: made where there is none, and of a new epoch where the data are not those of the last run. */
  async #prepare(link: LinkFile): Promise<void> {
    const { history, log } = this.#options;
    const { dir, outbox } = history;
    const machine = await machineDigest();
    const stored = (await outbox.links()).find(({ gymId }) => gymId === link.gymId);
    const isMoved = machine !== null && link.machine !== null && machine !== link.machine;
    const isPutBack = stored !== undefined && stored.run !== link.run;
    if (stored === undefined) await outbox.link(link.gymId, { epoch: newEpoch(), run: link.run });
    if (stored !== undefined && (isMoved || isPutBack)) {
      const detail = isMoved
        ? 'the data folder is on another computer'
        : 'the database was put back from a copy';
      log.warn('line_begins_again', { gym: link.gymId, detail });
      await outbox.renew(link.gymId, newEpoch());
    }
    // The file first: a kill between the two begins one epoch more than needed, and never one too few.
    const run = newRun();
    await writeLink(dir, { ...link, run, machine });
    await outbox.noteRun(link.gymId, run);
  }

  #beginRounds(running: Running, signal: AbortSignal): void {
    const { history, clock, log } = this.#options;
    const onError = (error: unknown) =>
      log.warn('line_round_failed', { gym: running.gym.id, detail: messageOf(error) });
    let days = FIRST_DAYS;
    const sumUp = async () => {
      const nowUtcMs = clock.nowUtcMs();
      const range = { fromUtcMs: nowUtcMs - days * DAY_MS, toUtcMs: nowUtcMs };
      const { gym } = running;
      const states = await quartersIn(history, gym, range);
      await history.outbox.share(gym.id, 'quarters', states);
      days = 1;
    };
    const count = async () => {
      running.pending = await history.outbox.pending(running.gym.id);
    };
    void Promise.all([sumUp(), count()]).catch(onError);
    void every({ periodMs: QUARTERS_MS, signal, onError }, sumUp);
    void every({ periodMs: PENDING_MS, signal, onError }, count);
  }

  async #shareSettings(gym: GymConfig): Promise<void> {
    const { outbox } = this.#options.history;
    await outbox.share(gym.id, 'settings', [{ key: 'gym', data: settingsOf(gym) }]);
    this.#running.get(gym.id)?.line.wake();
  }

  async #end(gymId: string): Promise<void> {
    const running = this.#running.get(gymId);
    this.#running.delete(gymId);
    running?.stopping.abort();
    await running?.line.stop();
    await running?.connection.close();
  }
}
