/**
 * One detector as the cameras use it: being built, at work, or out after faults. Cameras that use it wait while it is
 * out; cameras with another detector do not notice.
 */

import { detectorName, pluginName } from '../../detectors/registry.ts';
import { type ErrorCode, isTurnoutError, messageOf, type TurnoutError } from '../../errors.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log/log.ts';
import type { Timers } from '../../runtime/timers.ts';
import type { Lanes } from '../pool/lanes.ts';
import type { DetectorChoice } from '../pool/messages.ts';
import type { DetectorFacts } from '../pool/sampler.ts';
import { inputText } from '../sizing.ts';
import { buildBest } from './configured-detectors.ts';

export interface DetectorContext {
  readonly pool: Pick<Lanes, 'workers' | 'sample' | 'prepare' | 'laneOf' | 'retain' | 'onStray'>;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly log: Log;
}

/** Its options, a name that nothing has, a provider that is not there. */
const BLAMED: ReadonlySet<string> = new Set([
  'detector_options_invalid',
  'detector_unknown',
  'config_invalid',
]);

interface Failure {
  readonly code: string;
  readonly detail: string;
}

/** How a detector is doing, for `/v1/status`, `/metrics` and `turnout status`. */
export type DetectorStatus = ReturnType<DetectorInUse['status']>;

export class DetectorInUse {
  /** What frames are looked at with: once built, what could be built. */
  choice: DetectorChoice;
  readonly #context: DetectorContext;
  readonly #changed: () => void;
  readonly #quarantine = new Quarantine();
  /** What it told when it was built; null while it could not be. */
  facts: DetectorFacts | null = null;
  readonly #faults = new Map<string, number>();
  #lastFailure: Failure | null = null;
  #cancelTimer: (() => void) | null = null;
  #isClosed = false;

  /** @param changed called whenever `isAvailable` may have changed. */
  constructor(
    choice: DetectorChoice,
    context: DetectorContext,
    changed: () => void = () => undefined,
  ) {
    this.choice = choice;
    this.#context = context;
    this.#changed = changed;
    void this.#build();
  }

  /** Why it could not be built, where the configuration is to blame: see {@link BLAMED}. */
  get configurationFault(): string | null {
    const { code, detail } = this.#lastFailure ?? { code: '', detail: null };
    return this.facts === null && BLAMED.has(code) ? detail : null;
  }

  /** Whether frames may be given to it now. */
  get isAvailable(): boolean {
    return (
      this.facts !== null && this.#quarantine.remainingMs(this.#context.clock.monotonicMs()) === 0
    );
  }

  noteSuccess(): void {
    this.#quarantine.noteSuccess();
  }

  noteFault(fault: TurnoutError): void {
    const { clock, log } = this.#context;
    const wasPutOut = this.#quarantine.noteFault(fault.code, clock.monotonicMs());
    if (this.#isClosed || !fault.code.startsWith('detector_')) return;
    this.remember(fault);
    if (!wasPutOut) return;
    log.error('detector_quarantined', { detector: this.#name, ...this.#lastFailure });
    this.#waitUntilIn();
  }

  /** Takes note of a fault, also of one that cost no sample: it is this detector's all the same. */
  remember(error: unknown): void {
    const code = isTurnoutError(error) ? error.code : 'internal_error';
    this.#faults.set(code, (this.#faults.get(code) ?? 0) + 1);
    this.#lastFailure = { code, detail: messageOf(error) };
  }

  status() {
    const { options } = this.choice;
    const { facts } = this;
    const model = typeof options['model'] === 'string' ? pluginName(options['model']) : null;
    const { kind, reason, rssBytes } = this.#context.pool.laneOf(this.choice);
    return {
      /** As it calls itself; as the configuration names it where it could not be built. */
      name: this.#name,
      /** Whether it was built. */
      isLoaded: facts !== null,
      /** Empty where it could not be built. */
      version: facts?.version ?? '',
      model: facts === null ? model : facts.model,
      /** Input size, px; null while the detector is not loaded. */
      input: facts?.input ?? null,
      /** What computes its models; null where it has none, or is not loaded. */
      provider: facts?.provider ?? null,
      isWeak: facts?.isWeak ?? false,
      isQuarantined: this.#lastFailure !== null && !this.isAvailable,
      failures: [...this.#faults.values()].reduce((sum, times) => sum + times, 0),
      /** How many of them of each code. */
      faults: Object.fromEntries(this.#faults),
      /** Code and sentence of the last failure; null when there was none. */
      lastFailure: this.#lastFailure,
      /** Where it runs and why there; see `engine/pool/lanes`. */
      lane: { kind, reason, rssBytes },
    };
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelTimer?.();
  }

  get #name(): string {
    return detectorName(this.choice);
  }

  async #build(): Promise<void> {
    const { pool, clock, log } = this.#context;
    try {
      const { choice, facts, passedOver } = await buildBest(pool, this.choice);
      for (const fault of passedOver) {
        this.remember(fault);
        log.error('detector_passed_over', { taken: facts.name, ...this.#lastFailure });
      }
      this.choice = choice;
      this.facts = facts;
      const { name: detector, version, model, input: size, provider } = facts;
      const { kind: lane, reason } = pool.laneOf(choice);
      const about = { detector, version, model, input: inputText(size), lane, reason };
      log.info('detector_ready', { ...about, ...(provider !== null && { provider }) });
      if (!this.#isClosed) this.#changed();
    } catch (error) {
      if (this.#isClosed) return;
      this.remember(error);
      this.#quarantine.putOut(clock.monotonicMs());
      log.error('detector_unavailable', { detector: this.#name, ...this.#lastFailure });
      this.#waitUntilIn();
    }
  }

  #waitUntilIn(): void {
    if (this.#isClosed) return;
    const { clock, timers } = this.#context;
    this.#changed();
    const waitMs = this.#quarantine.remainingMs(clock.monotonicMs());
    this.#cancelTimer = timers.after(waitMs, () => {
      if (this.facts === null) void this.#build();
      else this.#changed();
    });
  }
}

/**
 * Keeps a detector that fails again and again from being asked, without touching its neighbours.
 *
 * ```text
 *  trusted ──(5 faults in a row)──▶ out for 30 s ──▶ one trial ──(good)──▶ trusted
 *                                       ▲                │
 *                                       └──(fault)───────┘  twice as long each time, 15 min at most
 * ```
 * Limits chosen here: five faults in a row are no accident at one sample every 5 s, and 30 s is six samples.
 */

const FAULTS_IN_A_ROW = 5;
const FIRST_MS = 30_000;
const MAX_MS = 15 * 60_000;

/** Faults of the detector itself; an undecodable frame is the camera's. */
const DETECTOR_FAULTS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'detector_failed',
  'detector_output_invalid',
  'detector_timeout',
  'detector_out_of_memory',
  'detector_exited',
  'detector_crashed',
]);

export class Quarantine {
  #faultsInARow = 0;
  #rounds = 0;
  #untilMs = Number.NEGATIVE_INFINITY;

  /** Ms from `nowMs` (monotonic) until it may be tried again; 0 when it may be asked now. */
  remainingMs(nowMs: number): number {
    return Math.max(0, this.#untilMs - nowMs);
  }

  noteSuccess(): void {
    this.#faultsInARow = 0;
    this.#rounds = 0;
  }

  /** Takes note of a failed sample. Returns whether the detector has just been put out. */
  noteFault(code: ErrorCode, nowMs: number): boolean {
    if (!DETECTOR_FAULTS.has(code)) return false;
    this.#faultsInARow += 1;
    // After a turn outside, the first fault is enough.
    const allowed = this.#rounds === 0 ? FAULTS_IN_A_ROW : 1;
    if (this.#faultsInARow < allowed || this.remainingMs(nowMs) > 0) return false;
    this.putOut(nowMs);
    return true;
  }

  /** Puts it out at once: for a detector that cannot even be built. */
  putOut(nowMs: number): void {
    this.#untilMs = nowMs + Math.min(MAX_MS, FIRST_MS * 2 ** this.#rounds);
    this.#rounds += 1;
    this.#faultsInARow = 0;
  }
}
