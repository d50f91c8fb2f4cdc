/** All cameras: makes the running ones equal to the configured ones, without touching those that stay the same. */

import type { CameraSnapshot } from '../state.ts';
import type { CameraSpec } from './camera-spec.ts';
import { Supervisor, type SupervisorOptions } from './supervisor.ts';

export interface FleetOptions<Frame> extends Omit<SupervisorOptions<Frame>, 'deliver'> {
  /** Takes each keyframe of each camera, in its reader's turn: must be quick and must not throw. */
  readonly deliver: (cameraId: string, frame: Frame) => void;
}

export class Fleet<Frame> {
  readonly #options: FleetOptions<Frame>;
  readonly #cameras = new Map<string, Supervisor<Frame>>();

  constructor(options: FleetOptions<Frame>) {
    this.#options = options;
  }

  /**
   * Starts the cameras that are new, updates those that are there (only a change of connection interrupts one) and stops
   * those that are not listed.
   *
   * @param specs ids must differ.
   * @returns resolves, within 2 s, when those that were removed are gone. All others are in place when it returns.
   */
  async apply(specs: readonly CameraSpec[]): Promise<void> {
    const wanted = new Map(specs.map((spec) => [spec.id, spec]));
    if (wanted.size !== specs.length) {
      throw new Error('two cameras have the same id');
    }
    const removed = [...this.#cameras].filter(([id]) => !wanted.has(id));
    for (const [id] of removed) {
      this.#cameras.delete(id);
    }
    for (const spec of specs) {
      this.#place(spec);
    }
    await Promise.all(removed.map(([, camera]) => camera.stop()));
  }

  /** The supervisor of a camera; undefined where none of this id is configured. */
  get(cameraId: string): Supervisor<Frame> | undefined {
    return this.#cameras.get(cameraId);
  }

  /** What is known about each camera now, in the order in which they were added. */
  snapshots(): CameraSnapshot[] {
    return [...this.#cameras.values()].map((camera) => camera.snapshot());
  }

  /** Stops all cameras at once; resolves within 2 s. They stay listed, as stopped. */
  async stop(): Promise<void> {
    await Promise.all([...this.#cameras.values()].map((camera) => camera.stop()));
  }

  #place(spec: CameraSpec): void {
    const known = this.#cameras.get(spec.id);
    if (known !== undefined) {
      known.update(spec);
      return;
    }
    const deliver = (frame: Frame) => this.#options.deliver(spec.id, frame);
    const camera = new Supervisor(spec, { ...this.#options, deliver });
    this.#cameras.set(spec.id, camera);
    camera.start();
  }
}
