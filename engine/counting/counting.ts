/**
 * From keyframes to counts: joins queue, detectors, pool and counts store for all cameras.
 *
 * ```text
 *  deliver(id, frame) ─▶ queue (who waits longest) ─▶ pool (looks, writes the slot) ─▶ onSample
 *                          ▲ pause / resume
 *                          └── detector in use (being built, at work, out)
 * ```
 */

import { pluginName } from '../../detectors/registry.ts';
import { isTurnoutError } from '../../errors.ts';
import type { CountsBuffer } from '../counts/layout.ts';
import { type CountsSlots, openSlots, type SlotOwner } from '../counts/writer.ts';
import type { PlaceBox } from '../empty-rooms.ts';
import type { EncodedFrame, PostedFrame } from '../frames/decoder.ts';
import { Looks } from '../looks.ts';
import type { DetectorChoice, SampleOutcome } from '../pool/messages.ts';
import { SampleQueue, staleAfterMs } from '../sampling/queue.ts';
import { inputText } from '../sizing.ts';
import { type CountedSpec, keyOf, withOwnNames } from './configured-detectors.ts';
import { CountedCamera, InputSizes, type SampleListener } from './counted-camera.ts';
import { type DetectorContext, DetectorInUse, type DetectorStatus } from './detector-in-use.ts';

export interface CountingOptions extends DetectorContext {
  readonly counts: CountsBuffer;
  /** Time between keyframes of a camera, ms, as far as it is known. */
  readonly gopMs: (cameraId: string) => number | null;
  /** Whether a class is held, or about to be, where the camera looks: it is sampled often then, else rarely. */
  readonly isClassTime: (cameraId: string) => boolean;
  /** Where a camera's picture always shows someone who is no one. */
  readonly falsePlaces: (cameraId: string) => readonly PlaceBox[];
  readonly onSample: SampleListener;
  /** Told when a sample was lost, with its coded error. */
  readonly onFault: (cameraId: string, error: unknown) => void;
  /** Told before a camera's slot is given back: anyone who reads the store takes what is still in it. */
  readonly onRelease: () => void;
}

export class Counting {
  readonly #options: CountingOptions;
  readonly #slots: CountsSlots;
  readonly #queue: SampleQueue<EncodedFrame>;
  readonly #cameras = new Map<string, CountedCamera>();
  readonly #detectors = new Map<string, DetectorInUse>();
  readonly #sizes: InputSizes;
  /** Pictures of counted cameras for whoever looks. */
  readonly looks: Looks;
  /** Cameras of which a frame between two samples is looked at. */
  readonly #lookedBetween = new Set<string>();

  constructor(options: CountingOptions) {
    this.#options = options;
    this.#slots = openSlots(options.counts);
    this.looks = new Looks(options);
    this.#sizes = new InputSizes(options.pool.workers, options.clock);
    this.#queue = new SampleQueue({
      clock: options.clock,
      capacity: options.pool.workers,
      groupOf: (cameraId) => this.#laneOf(cameraId),
      run: (frame, cameraId) => this.#look(frame, cameraId),
      onFailed: options.onFault,
    });
    options.pool.onStray((plugin, fault) => {
      for (const detector of this.#detectors.values()) {
        if (detector.choice.plugin === plugin) detector.remember(fault);
      }
    });
  }

  /** Makes the counted cameras equal to those given. Resolves when nothing of the removed ones is left. */
  async apply(specs: readonly CountedSpec[]): Promise<void> {
    const wanted = new Set(specs.map(({ config }) => config.id));
    const removed = [...this.#cameras.keys()].filter((id) => !wanted.has(id));
    for (const spec of specs) this.#place(spec);
    await Promise.all(removed.map((id) => this.#remove(id)));
    this.#dropUnusedDetectors();
  }

  /** Takes a keyframe of a camera that is due; one that is not counted any more is dropped. */
  deliver(cameraId: string, frame: PostedFrame): void {
    if (this.looks.takes(cameraId, frame)) return;
    const camera = this.#cameras.get(cameraId);
    if (camera === undefined) return;
    if (frame.isForSample) this.#queue.offer(cameraId, frame, frame.passedOver);
    else if (this.looks.isDue(cameraId)) void this.#lookBetween(camera, frame);
  }

  /** How often a camera wants a frame now, ms. */
  wantedPeriodMs(cameraId: string): number {
    const sampling = this.get(cameraId)?.settings.config.sampling;
    if (sampling === undefined) return Number.POSITIVE_INFINITY;
    return this.#options.isClassTime(cameraId) ? sampling.classPeriodMs : sampling.idlePeriodMs;
  }

  /** What is known of a camera; undefined for one that is not counted. */
  get(cameraId: string): CountedCamera | undefined {
    return this.#cameras.get(cameraId);
  }

  owners(): SlotOwner[] {
    return [...this.#cameras].map(([cameraId, { place }]) => ({ cameraId, ...place }));
  }

  stats() {
    return this.#queue.stats();
  }

  detectors(): DetectorStatus[] {
    return withOwnNames([...this.#detectors.values()].map((detector) => detector.status()));
  }

  /** What is wrong in the configuration of detectors, as far as it shows when they are built. */
  configurationFaults(): string[] {
    const faults = [...this.#detectors.values()].map((detector) => detector.configurationFault);
    return [...new Set(faults.filter((fault) => fault !== null))];
  }

  /** Ends counting; resolves when nothing is in flight. */
  async stop(): Promise<void> {
    for (const detector of this.#detectors.values()) detector.close();
    await this.#queue.stop();
  }

  #place(settings: CountedSpec): void {
    const { id } = settings.config;
    const known = this.#cameras.get(id);
    // One that stays keeps the size that was chosen for it.
    const isSame = known !== undefined && keyOf(known.settings.choice) === keyOf(settings.choice);
    const detector = isSame ? known.detector : this.#detectorFor(settings.choice);
    if (known === undefined) {
      this.#add(settings, detector);
    } else {
      // The one at work goes on until the new one is built: it may never be.
      const now = known.detector.facts === null ? detector : known.detector;
      known.change(settings, now);
      if (!isSame) known.next = detector === now ? null : { detector, isSized: false };
      this.#takeNext();
    }
    this.#gate(id);
  }

  #add(settings: CountedSpec, detector: DetectorInUse): void {
    const { id } = settings.config;
    const slot = this.#slots.free();
    if (slot === null) {
      this.#options.log.error('too_many_cameras', { camera: id });
      return;
    }
    const place = { slot, generation: this.#slots.claim(slot) };
    this.#cameras.set(id, new CountedCamera(place, settings, detector));
    this.#queue.add({
      id,
      periodMs: () => this.wantedPeriodMs(id),
      maxAgeMs: () => staleAfterMs(this.#options.gopMs(id)),
    });
  }

  async #remove(id: string): Promise<void> {
    const camera = this.#cameras.get(id);
    await this.#queue.remove(id);
    if (camera === undefined) return;
    this.#options.onRelease();
    this.#cameras.delete(id);
    this.looks.forget(id);
    this.#slots.release(camera.place.slot);
  }

  #detectorFor(choice: DetectorChoice): DetectorInUse {
    const key = keyOf(choice);
    const known = this.#detectors.get(key);
    if (known !== undefined) return known;
    const detector = new DetectorInUse(choice, this.#options, () => {
      this.#takeNext();
      for (const id of this.#cameras.keys()) this.#gate(id);
    });
    this.#detectors.set(key, detector);
    return detector;
  }

  #dropUnusedDetectors(): void {
    const used = new Set(
      [...this.#cameras.values()].flatMap(({ detector, next }) => [detector, next?.detector]),
    );
    for (const [key, detector] of this.#detectors) {
      if (used.has(detector)) continue;
      detector.close();
      this.#detectors.delete(key);
    }
    this.#options.pool.retain([...this.#detectors.values()].map(({ choice }) => choice));
  }

  /** Whose workers look at a camera's frames. */
  #laneOf(cameraId: string): string {
    const camera = this.#cameras.get(cameraId);
    return camera === undefined ? '' : this.#options.pool.laneOf(camera.detector.choice).id;
  }

  /** Lets a camera's frames through only while its detector can take them. */
  #gate(id: string): void {
    if (this.#lookedBetween.has(id)) return;
    if (this.#cameras.get(id)?.detector.isAvailable === true) this.#queue.resume(id);
    else this.#queue.pause(id);
  }

  /** Has the detectors built that look at the sizes now wanted; until then the cameras go on with those they have. */
  #chooseSizes(): void {
    const cameras = [...this.#cameras.values()];
    const plan = this.#sizes.plan(cameras);
    for (const camera of cameras) {
      // What the configuration wants in its place goes before another size of what it has.
      if (camera.next?.isSized === false) continue;
      const choice = plan.get(camera);
      camera.next =
        choice === undefined ? null : { detector: this.#detectorFor(choice), isSized: true };
    }
    this.#takeNext();
  }

  /** Goes over to the detectors that were waited for, once they are built. */
  #takeNext(): void {
    const ready = [...this.#cameras].filter(([, { next }]) => next?.detector.isAvailable === true);
    for (const [id, camera] of ready) {
      const isSized = camera.next?.isSized === true;
      camera.takeNext();
      const { name: detector, input } = camera.detector.facts ?? { name: null, input: null };
      const size = input && inputText(input);
      if (isSized) this.#options.log.info('input_chosen', { camera: id, detector, input: size });
      this.#gate(id);
    }
    if (ready.length > 0) this.#dropUnusedDetectors();
  }

  async #look(frame: EncodedFrame, cameraId: string): Promise<void> {
    const camera = this.#cameras.get(cameraId);
    if (camera === undefined) return;
    const outcome = await this.#outcomeOf(camera, frame, true);
    camera.note(outcome, this.#options.onSample(cameraId, outcome));
    // A detector of another size would be asked of a pool that closes.
    if (!this.#queue.isStopped && this.#sizes.note(camera, outcome)) this.#chooseSizes();
  }

  /** Looks at a frame that no sample wants, for someone who looks at the camera: only where a worker is free for it. */
  async #lookBetween(camera: CountedCamera, frame: EncodedFrame): Promise<void> {
    const { id } = camera.settings.config;
    if (!this.#queue.isFree(id)) return;
    // Its memory of the camera belongs to one look at a time.
    this.#queue.pause(id);
    this.#lookedBetween.add(id);
    // A fault cost no sample. The detector knows of it.
    await this.#outcomeOf(camera, frame, false).catch(() => undefined);
    this.#lookedBetween.delete(id);
    this.#gate(id);
  }

  /** @param isSample whether the result is a sample of the camera, or only for someone who looks. */
  async #outcomeOf(
    camera: CountedCamera,
    frame: EncodedFrame,
    isSample: boolean,
  ): Promise<SampleOutcome> {
    const { settings, detector } = camera;
    const { id, zones } = settings.config;
    const isLooked = this.looks.isDue(id);
    if (isLooked) this.looks.begin(id);
    const falsePlaces = this.#options.falsePlaces(id);
    const task = camera.task(falsePlaces, isLooked);
    const target = isSample ? task.target : null;
    try {
      const outcome = await this.#options.pool.sample({ ...task, target, frame });
      detector.noteSuccess();
      const by = pluginName(detector.choice.plugin);
      this.looks.take(id, outcome, { zones, falsePlaces, detector: by });
      return outcome;
    } catch (error) {
      if (isTurnoutError(error)) detector.noteFault(error);
      throw error;
    }
  }
}
