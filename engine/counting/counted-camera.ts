/** A camera as the counting sees it: where its frames wait, which detector looks at them, where its samples go. */

import type { CameraConfig } from '../config/index.ts';
import type { Mailbox, OfferedFrame } from '../frames/index.ts';
import type { SampleOutcome, SampleTask } from '../pool/index.ts';
import type { DetectorInUse } from './detector-in-use.ts';

export interface CountedCameraOptions {
  readonly config: CameraConfig;
  readonly detector: DetectorInUse;
  readonly mailbox: Mailbox<OfferedFrame>;
  /** Its slot in the counts store, and the generation that makes it the owner. */
  readonly slot: number;
  readonly generation: number;
}

export class CountedCamera {
  readonly mailbox: Mailbox<OfferedFrame>;
  readonly slot: number;
  readonly generation: number;
  #config: CameraConfig;
  #detector: DetectorInUse;
  /** The detector's memory of this camera; made when the detector is known to need one. */
  #state: SharedArrayBuffer | null = null;
  /** `SAMPLE_FLAGS` of the camera as of its last sample. */
  #flags = 0;

  constructor(options: CountedCameraOptions) {
    this.mailbox = options.mailbox;
    this.slot = options.slot;
    this.generation = options.generation;
    this.#config = options.config;
    this.#detector = options.detector;
  }

  get config(): CameraConfig {
    return this.#config;
  }

  get detector(): DetectorInUse {
    return this.#detector;
  }

  /** Takes new settings. What the detector remembers is of no use for another view or another detector. */
  change(config: CameraConfig, detector: DetectorInUse): void {
    if (config.url !== this.#config.url || detector !== this.#detector) this.#state = null;
    this.#config = config;
    this.#detector = detector;
  }

  /** The task for a frame, without the frame. */
  task(): Omit<SampleTask, 'frame'> {
    const stateBytes = this.#detector.facts?.stateBytes ?? 0;
    if (stateBytes > 0) this.#state ??= new SharedArrayBuffer(stateBytes);
    return {
      detector: this.#detector.choice,
      zones: this.#config.zones,
      state: this.#state,
      flags: this.#flags,
      target: { slot: this.slot, generation: this.generation },
      pictureWidth: null,
    };
  }

  /** Keeps what the supervisor thinks of the camera's pictures, for the samples to come. */
  noteFlags(flags: number): void {
    this.#flags = flags;
  }
}

/** Told about each sample, on the main thread; gives back the `SAMPLE_FLAGS` of the samples to come. */
export type SampleListener = (cameraId: string, outcome: SampleOutcome) => number;
