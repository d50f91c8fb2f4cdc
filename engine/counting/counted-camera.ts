/** A camera as the counting sees it: which detector looks at them, where its samples go. */

import type { CameraConfig } from '../../config/config.ts';
import type { Size } from '../../detectors/picture/fit.ts';
import type { SampleOutcome, SampleTask } from '../pool/messages.ts';
import { leavesInputOpen } from '../sizing/choice.ts';
import type { DetectorInUse } from './detector-in-use.ts';

export interface CountedCameraOptions {
  readonly config: CameraConfig;
  /** People that its room holds; null is unknown. */
  readonly roomCapacity: number | null;
  /** What is configured, as text: two that are equal are the same. */
  readonly choiceKey: string;
  readonly detector: DetectorInUse;
  /** Its slot in the counts store, and the generation that makes it the owner. */
  readonly slot: number;
  readonly generation: number;
}

/** Width of a picture that someone looks at, px at most. Chosen here: a person at the back wall is 20 px wide in it. */
const LOOK_WIDTH = 960;

export class CountedCamera {
  readonly slot: number;
  readonly generation: number;
  /** The same detector at another size, which takes over once it is built. */
  next: DetectorInUse | null = null;
  /** What the configuration wants in its place, which takes over once it is built. */
  successor: DetectorInUse | null = null;
  #config: CameraConfig;
  #roomCapacity: number | null;
  #choiceKey: string;
  #detector: DetectorInUse;
  /** Whether the size of the detector in use was chosen for this camera. */
  #isSized = false;
  #frameSize: Size | null = null;
  #isDensity = false;
  /** The detector's memory of this camera; made when the detector is known to need one. */
  #state: SharedArrayBuffer | null = null;
  /** `SAMPLE_FLAGS` of the camera as of its last sample. */
  #flags = 0;

  constructor(options: CountedCameraOptions) {
    this.slot = options.slot;
    this.generation = options.generation;
    this.#config = options.config;
    this.#roomCapacity = options.roomCapacity;
    this.#choiceKey = options.choiceKey;
    this.#detector = options.detector;
  }

  get config(): CameraConfig {
    return this.#config;
  }

  get detector(): DetectorInUse {
    return this.#detector;
  }

  /** The detector in use, and those that may take over. */
  get held(): readonly (DetectorInUse | null)[] {
    return [this.#detector, this.next, this.successor];
  }

  /** Whether its last sample was counted without boxes. */
  get isDensity(): boolean {
    return this.#isDensity;
  }

  get roomCapacity(): number | null {
    return this.#roomCapacity;
  }

  get choiceKey(): string {
    return this.#choiceKey;
  }

  /** Size of its last picture, px; null before the first. */
  get frameSize(): Size | null {
    return this.#frameSize;
  }

  /** Pixels that its detector looks at; null while it is not built, or the size is still to be chosen. */
  get inputPixels(): number | null {
    const { facts, choice } = this.#detector;
    if (facts === null || (facts.takesInput && leavesInputOpen(choice))) return null;
    return facts.input.width * facts.input.height;
  }

  /** Whether its detector looks at any size and the configuration leaves open at which. */
  get isSizable(): boolean {
    const isOpen = this.#isSized || leavesInputOpen(this.#detector.choice);
    return isOpen && this.#detector.facts?.takesInput === true;
  }

  /** Takes new settings. What the detector remembers is of no use for another view or another detector. */
  change(
    config: CameraConfig,
    {
      roomCapacity,
      choiceKey,
      detector,
    }: Pick<CountedCameraOptions, 'roomCapacity' | 'choiceKey' | 'detector'>,
  ): void {
    if (config.url !== this.#config.url || detector !== this.#detector) this.#state = null;
    if (detector !== this.#detector) {
      this.#isSized = false;
      this.next = null;
      this.successor = null;
    }
    this.#config = config;
    this.#roomCapacity = roomCapacity;
    this.#choiceKey = choiceKey;
    this.#detector = detector;
  }

  /** Goes on with the detector at the size that was chosen for it. */
  takeNext(): void {
    if (this.next === null) return;
    this.#detector = this.next;
    this.#isSized = true;
    this.#state = null;
    this.next = null;
  }

  /** Goes on with the detector that was configured. */
  takeSuccessor(): void {
    if (this.successor === null) return;
    this.#detector = this.successor;
    this.#isSized = false;
    this.#state = null;
    this.next = null;
    this.successor = null;
  }

  /** Notes the size of a picture. Returns whether it is new: the first, or the camera has changed its stream. */
  noteFrameSize(size: Size): boolean {
    const before = this.#frameSize;
    this.#frameSize = size;
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
    const stateBytes = this.#detector.facts?.stateBytes ?? 0;
    if (stateBytes > 0) this.#state ??= new SharedArrayBuffer(stateBytes);
    return {
      detector: this.#detector.choice,
      zones: this.#config.zones,
      falsePlaces,
      state: this.#state,
      flags: this.#flags,
      target: { slot: this.slot, generation: this.generation },
      pictureWidth: isLooked ? LOOK_WIDTH : null,
      pictureAs: 'jpeg',
    };
  }

  /** Takes note of how its last sample was counted, and of what the supervisor thinks of its pictures, for those to come. */
  note({ isDensity }: Pick<SampleOutcome, 'isDensity'>, flags: number): void {
    this.#isDensity = isDensity === true;
    this.#flags = flags;
  }
}

/** Told about each sample, on the main thread; gives back the `SAMPLE_FLAGS` of the samples to come. */
export type SampleListener = (cameraId: string, outcome: SampleOutcome) => number;
