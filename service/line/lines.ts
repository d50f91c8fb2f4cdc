/**
 * The lines of the running program: one for each gym that has joined a head office. Where none has, all this is one look
 * into the data folder.
 */

import type { Config, GymConfig } from '../../config/config.ts';
import { messageOf } from '../../errors.ts';
import type { Clock } from '../../runtime/clock.ts';
import { VERSION } from '../../runtime/installation.ts';
import type { Log } from '../../runtime/log/log.ts';
import { createQueue, every, systemTimers } from '../../runtime/timers.ts';
import type { History } from '../../store/history/history.ts';
import type { Engine } from '../engine.ts';
import type { GymSource } from '../gyms/gym-source.ts';
import type { EngineStatus } from '../status.ts';
import { roomsNow, settingsOf } from './box-report.ts';
import { sendBatch } from './head-office.ts';
import { type Line, type LineStatus, startLine } from './line.ts';
import { type LinkFile, machineDigest, readLinks, withNewRun, writeLink } from './link.ts';
import { createSender, type OwnStatus } from './sender.ts';

/** What the lines send of. */
type LinesEngine = Pick<Engine, 'status' | 'evidence'> & {
  config(): Pick<Config, 'gyms'>;
  readonly gyms: Pick<GymSource, 'view'>;
};

interface LinesOptions {
  readonly history: Pick<History, 'dir' | 'outbox' | 'classes'>;
  readonly clock: Clock;
  readonly log: Log;
}

interface Running {
  readonly line: Line;
  readonly stopping: AbortController;
  readonly hqHost: string;
  pending: { readonly waiting: number; readonly held: number };
}

/** How often what waits is counted, ms. */
const PENDING_MS = 10_000;

const NOTHING_SENT = { skewMs: null, lastReceiptUtcMs: null, unequal: null };

const askFor = (gymId: string) =>
  `Ask at the head office for a token: turnout hq token ${gymId}. Then here:`;
const REASONS = {
  missing: (gymId: string) =>
    `The data folder has no link of gym ${gymId} to its head office, as after a restore. ${askFor(gymId)} turnout join`,
  unreadable: (gymId: string) =>
    `The link of gym ${gymId} is of an earlier version of Turnout, or its file is broken. ${askFor(gymId)} turnout join`,
  moved: (gymId: string) =>
    `The data folder of gym ${gymId} has moved to another computer. ${askFor(gymId)} turnout leave --gym ${gymId}, and turnout join`,
} as const;

export class Lines {
  readonly #options: LinesOptions;
  readonly #running = new Map<string, Running>();
  /** Gyms that joined, and cannot send before they join again. */
  #stranded: readonly LineStatus[] = [];
  #engine: LinesEngine | null = null;
  readonly #inTurn = createQueue();
  readonly #stopListening: readonly (() => void)[];

  constructor(options: LinesOptions) {
    this.#options = options;
    const { outbox, classes } = options.history;
    this.#stopListening = [
      outbox.onLinks(() => void this.apply()),
      classes.onChange((gymId) => this.#running.get(gymId)?.line.wake()),
    ];
  }

  /** Nothing is sent before. */
  start(engine: LinesEngine): Promise<void> {
    this.#engine = engine;
    return this.apply();
  }

  /** Makes the lines those of the configured gyms' links. Never rejects: what fails is logged, and tried again at the next change. */
  apply(): Promise<void> {
    return this.#inTurn(() => this.#apply()).catch((error: unknown) =>
      this.#options.log.error('line_failed', { detail: messageOf(error) }),
    );
  }

  status(): readonly LineStatus[] {
    const running = [...this.#running].map(([gymId, { line, hqHost, pending }]) => {
      const { waiting, held } = pending;
      return { gymId, hqHost, ...line.figures(), pending: waiting, held };
    });
    return [...running, ...this.#stranded];
  }

  async stop(): Promise<void> {
    for (const stop of this.#stopListening) stop();
    await this.#inTurn(async () => undefined);
    await Promise.all([...this.#running.keys()].map((gymId) => this.#end(gymId)));
  }

  async #apply(): Promise<void> {
    const { history, log } = this.#options;
    const engine = this.#engine;
    if (engine === null) return;
    const { links, broken } = await readLinks(history.dir);
    const machine = await machineDigest();
    const stranded = new Map<string, keyof typeof REASONS>();
    for (const { gymId } of await history.outbox.links()) stranded.set(gymId, 'missing');
    for (const gymId of broken) stranded.set(gymId, 'unreadable');
    for (const link of links) {
      const isMoved = machine !== null && link.machine !== null && machine !== link.machine;
      if (isMoved) stranded.set(link.gymId, 'moved');
      else stranded.delete(link.gymId);
    }
    const gyms = new Map(engine.config().gyms.map((gym) => [gym.id, gym]));
    const wanted = links.filter(({ gymId }) => !stranded.has(gymId));
    const going = new Set(wanted.map(({ gymId }) => gymId).filter((gymId) => gyms.has(gymId)));
    for (const gymId of this.#running.keys()) if (!going.has(gymId)) await this.#end(gymId);
    for (const link of wanted) {
      const gym = gyms.get(link.gymId);
      const advice = 'give the gym its id back: the ids of its classes are made from it';
      if (gym === undefined) log.error('line_gym_missing', { gym: link.gymId, advice });
      else await this.#takeUp(link, gym, engine);
    }
    await this.#strand(stranded, links);
  }

  async #takeUp(link: LinkFile, gym: GymConfig, engine: LinesEngine): Promise<void> {
    if (!this.#running.has(gym.id)) await this.#begin(link, gym, engine);
    await this.#options.history.outbox.share(gym.id, settingsOf(gym));
    this.#running.get(gym.id)?.line.wake();
  }

  async #strand(
    reasons: ReadonlyMap<string, keyof typeof REASONS>,
    links: readonly LinkFile[],
  ): Promise<void> {
    const { history, clock, log } = this.#options;
    const before = this.#stranded;
    this.#stranded = await Promise.all(
      [...reasons].map(async ([gymId, reason]): Promise<LineStatus> => {
        const { waiting: pending, held } = await history.outbox.pending(gymId);
        const known = before.find((line) => line.gymId === gymId);
        const sinceUtcMs = known?.sinceUtcMs ?? clock.nowUtcMs();
        const detail = REASONS[reason](gymId);
        if (known?.detail !== detail) log.error('line_refused', { gym: gymId, detail });
        const hqUrl = links.find((link) => link.gymId === gymId)?.hqUrl;
        const hqHost = hqUrl === undefined ? 'unknown' : new URL(hqUrl).hostname;
        const about = { hqHost, gymId, sinceUtcMs, detail, pending, held };
        return { ...NOTHING_SENT, state: 'refused', ...about };
      }),
    );
  }

  async #begin(link: LinkFile, gym: GymConfig, engine: LinesEngine): Promise<void> {
    const { history, clock, log } = this.#options;
    const { runs, isPutBack } = await this.#prepare(link);
    const sender = createSender({
      gymId: gym.id,
      app: VERSION,
      runs,
      isPutBack,
      store: history.outbox,
      send: (batch, signal) => sendBatch(link, batch, signal),
      status: () => ownStatus(engine.status(), gym.id),
      rooms: async () => {
        const view = engine.gyms.view(gym.id);
        return view && roomsNow(view, engine.evidence);
      },
      clock,
      log,
    });
    const chance = { timers: systemTimers, clock, random: Math.random };
    const line = startLine({ gymId: gym.id, sender, ...chance, log });
    const stopping = new AbortController();
    const { signal } = stopping;
    const hqHost = new URL(link.hqUrl).hostname;
    const running: Running = { line, stopping, hqHost, pending: { waiting: 0, held: 0 } };
    this.#running.set(gym.id, running);
    const onError = (error: unknown) =>
      log.warn('line_round_failed', { gym: gym.id, detail: messageOf(error) });
    const count = async () => {
      running.pending = await history.outbox.pending(gym.id);
    };
    void count().catch(onError);
    void every({ periodMs: PENDING_MS, signal, onError }, count);
  }

  /** Names this start, in the link and in the database, and says whether the data are those of the last one. */
  async #prepare(link: LinkFile): Promise<{ runs: readonly string[]; isPutBack: boolean }> {
    const { dir, outbox } = this.#options.history;
    const stored = (await outbox.links()).find(({ gymId }) => gymId === link.gymId);
    const isPutBack = stored?.run !== link.runs.at(-1);
    const runs = withNewRun(link.runs);
    const run = runs.at(-1) ?? '';
    // The file first: a kill between the two sends all once more than needed, and never too little.
    await writeLink(dir, { ...link, runs });
    if (stored === undefined) await outbox.link(link.gymId, { run: '', afterSeq: 0 });
    else if (!isPutBack) await outbox.noteRun(link.gymId, run);
    return { runs, isPutBack };
  }

  async #end(gymId: string): Promise<void> {
    const running = this.#running.get(gymId);
    this.#running.delete(gymId);
    running?.stopping.abort();
    await running?.line.stop();
  }
}

/** The condition of a box as its head office sees it: states and counts of this gym, no id of a camera, no address. */
export function ownStatus(status: EngineStatus, gymId: string): OwnStatus {
  const cameras: Record<string, number> = {};
  for (const { id, state } of status.cameras) {
    if (status.cameraPlaces.get(id)?.gymId !== gymId) continue;
    cameras[state] = (cameras[state] ?? 0) + 1;
  }
  const { storage, schedule, configuration } = status;
  const { faults, detectorFaults = [] } = configuration;
  return {
    cameras,
    storage: storage.state,
    feeds: schedule.feeds
      .filter((feed) => feed.gymId === gymId)
      .map(({ sourceId, fault }) => ({ id: sourceId, ok: fault === null })),
    has_configuration_faults: faults.length + detectorFaults.length > 0,
  };
}
