/** A camera as the counting sees it: which detector looks at them, where its samples go. */

import type { Size } from '../../detectors/picture.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { DetectorChoice, SampleOutcome, SampleTask } from '../pool/messages.ts';
import {
  CostWindow,
  inputText,
  leavesInputOpen,
  planRungs,
  rungsFor,
  sizedChoice,
  wantedRung,
} from '../sizing.ts';
import type { CountedSpec } from './configured-detectors.ts';
import type { DetectorInUse } from './detector-in-use.ts';

/** Its slot in the counts store, and the generation that makes it the owner. */
interface Place {
  readonly slot: number;
  readonly generation: number;
}

/** Width of a picture that someone looks at, px at most. Chosen here: a person at the back wall is 20 px wide in it. */
const LOOK_WIDTH = 960;

export class CountedCamera {
  readonly place: Place;
  settings: CountedSpec;
  detector: DetectorInUse;
  /** What takes over once it is built: the same detector at another size, or what the configuration wants in its place. */
  next: { readonly detector: DetectorInUse; readonly isSized: boolean } | null = null;
  /** Size of its last picture, px; null before the first. */
  frameSize: Size | null = null;
  /** Whether its last sample was counted without boxes. */
  isDensity = false;
  /** Whether the size of the detector in use was chosen for this camera. */
  #isSized = false;
  /** The detector's memory of this camera; made when the detector is known to need one. */
  #state: SharedArrayBuffer | null = null;
  /** `SAMPLE_FLAGS` of the camera as of its last sample. */
  #flags = 0;

  constructor(place: Place, settings: CountedSpec, detector: DetectorInUse) {
    this.place = place;
    this.settings = settings;
    this.detector = detector;
  }

  /** Whether `motion` sees a drawn room, which it was made for: everybody is whole in it, however many they are. */
  get #isDrawn(): boolean {
    const { plugin } = this.detector.choice;
    return plugin === 'motion' && this.settings.config.url.startsWith('scene:');
  }

  /** Whether its detector is known to miss and double people. */
  get isWeak(): boolean {
    return !this.#isDrawn && (this.detector.facts?.isWeak ?? false);
  }

  /** Pixels that its detector looks at; null while it is not built, or the size is still to be chosen. */
  get inputPixels(): number | null {
    if (this.#isDrawn) return Number.POSITIVE_INFINITY;
    const { facts, choice } = this.detector;
    if (facts === null || (facts.takesInput && leavesInputOpen(choice))) return null;
    return facts.input.width * facts.input.height;
  }

  /** What its boxes are made of, the size of its pictures left out. */
  get view(): string {
    const { plugin, options } = this.detector.choice;
    return JSON.stringify([this.settings.config.url, plugin, options['model']]);
  }

  /** Whether its detector looks at any size and the configuration leaves open at which. */
  get isSizable(): boolean {
    const isOpen = this.#isSized || leavesInputOpen(this.detector.choice);
    return isOpen && this.detector.facts?.takesInput === true;
  }

  /** Takes new settings. What the detector remembers is of no use for another view or another detector. */
  change(settings: CountedSpec, detector: DetectorInUse): void {
    const isSame = detector === this.detector;
    if (!isSame || settings.config.url !== this.settings.config.url) this.#state = null;
    this.settings = settings;
    if (isSame) return;
    this.detector = detector;
    this.#isSized = false;
    this.next = null;
  }

  /** Goes on with the detector that was waited for. */
  takeNext(): void {
    if (this.next === null) return;
    this.detector = this.next.detector;
    this.#isSized = this.next.isSized;
    this.#state = null;
    this.next = null;
  }

  /** Notes the size of a picture. Returns whether it is new: the first, or the camera has changed its stream. */
  noteFrameSize(size: Size): boolean {
    const before = this.frameSize;
    this.frameSize = size;
    return before?.width !== size.width || before.height !== size.height;
  }

  /**
   * The task for a frame, without the frame.
   *
   * @param falsePlaces what is always seen in its picture and is no one.
   * @param isLooked whether someone wants to see the picture.
   */
  task(
    falsePlaces: NonNullable<SampleTask['falsePlaces']>,
    isLooked: boolean,
  ): Omit<SampleTask, 'frame'> {
    const stateBytes = this.detector.facts?.stateBytes ?? 0;
    if (stateBytes > 0) this.#state ??= new SharedArrayBuffer(stateBytes);
    return {
      detector: this.detector.choice,
      zones: this.settings.config.zones,
      falsePlaces,
      state: this.#state,
      flags: this.#flags,
      target: this.place,
      pictureWidth: isLooked ? LOOK_WIDTH : null,
    };
  }

  /** Takes note of how its last sample was counted, and of what the supervisor thinks of its pictures, for those to come. */
  note({ isDensity }: Pick<SampleOutcome, 'isDensity'>, flags: number): void {
    this.isDensity = isDensity === true;
    this.#flags = flags;
  }
}

/** Told about each sample, on the main thread; gives back the `SAMPLE_FLAGS` of the samples to come. */
export type SampleListener = (cameraId: string, outcome: SampleOutcome) => number;

/**
 * At which size each camera's pictures are looked at, where its detector leaves that open: by the capacity of the room, the
 * form of the picture, and what the workers can carry. Detectors know none of these.
 */

/** How often what looks cost is compared with what the workers can carry, ms. Chosen here: a load changes by classes. */
const PLAN_PERIOD_MS = 60_000;

export class InputSizes {
  readonly #workers: number;
  readonly #clock: Clock;
  /** What looks cost, by detector and model. */
  readonly #costs = new Map<string, CostWindow>();
  #plannedAtMs = Number.NEGATIVE_INFINITY;

  constructor(workers: number, clock: Clock) {
    this.#workers = workers;
    this.#clock = clock;
  }

  /** Takes note of a look. Returns whether it is time to plan: a picture has a new form, or a minute has passed. */
  note(camera: CountedCamera, { sample, frameSize }: SampleOutcome): boolean {
    const { facts, choice } = camera.detector;
    if (facts === null) return false;
    const key = modelKey(choice);
    const costs = this.#costs.get(key) ?? new CostWindow();
    this.#costs.set(key, costs);
    costs.add({
      decodeMs: sample.decodeUs / 1000,
      detectMs: sample.detectUs / 1000,
      pixels: facts.input.width * facts.input.height,
    });
    const isNew = camera.noteFrameSize(frameSize);
    const nowMs = this.#clock.monotonicMs();
    if (!isNew && nowMs - this.#plannedAtMs < PLAN_PERIOD_MS) return false;
    this.#plannedAtMs = nowMs;
    return true;
  }

  /** What each camera is to be looked at with, of those whose size is not the one they have. */
  plan(cameras: readonly CountedCamera[]): ReadonlyMap<CountedCamera, DetectorChoice> {
    const seen = cameras.flatMap((camera) => this.#sizing(camera) ?? []);
    const rungs = planRungs(seen, this.#workers);
    return new Map(
      seen.flatMap(({ camera, inputs }, at): [CountedCamera, DetectorChoice][] => {
        const input = inputs[rungs[at] ?? 0];
        const { choice } = camera.detector;
        if (input === undefined || input === choice.options['input']) return [];
        return [[camera, sizedChoice(choice, input)]];
      }),
    );
  }

  /** A camera with the sizes it may have; null where nothing is known of its pictures or its cost yet. */
  #sizing(camera: CountedCamera) {
    const { frameSize, detector, settings } = camera;
    const { facts, choice } = detector;
    const costs = this.#costs.get(modelKey(choice));
    if (frameSize === null || facts === null || costs === undefined) return null;
    const sizes = camera.isSizable ? rungsFor(frameSize, facts.mostAutoPixels) : [facts.input];
    const inputs = camera.isSizable ? sizes.map(inputText) : [];
    const current = inputs.indexOf(String(choice.options['input']));
    return {
      camera,
      inputs,
      lookMs: sizes.map(({ width, height }) => costs.lookMs(width * height) ?? 0),
      wanted: wantedRung(settings.roomCapacity),
      current: current < 0 ? null : current,
      periodMs: settings.config.sampling.classPeriodMs,
    };
  }
}

/** The same for all sizes of a model. */
function modelKey({ plugin, options: { input: _, ...options } }: DetectorChoice): string {
  return JSON.stringify([plugin, options]);
}
