/**
 * The detector contract: a small picture in, boxes around people out, and nothing else.
 *
 * A detector knows no camera, no clock, no store and no thread. It is told everything it may use: the frame, its own
 * options and, where it asked for one, a block of memory that the engine keeps for each camera.
 * Coordinates everywhere: pixels, origin top left, x to the right, y down; a box is [x1, y1, x2, y2].
 */

import type { Static, TObject } from 'typebox';

/** Version of this contract. A plugin states the version it was written for. */
export const CONTRACT_VERSION = 1;

/** The picture a detector wants to be handed. The engine decodes, scales and converts; the detector only looks. */
export interface InputSpec {
  /** Width of the input, px, 16..4096. */
  readonly width: number;
  /** Height of the input, px, 16..4096. */
  readonly height: number;
  /** Channel order; `grey` has one channel (BT.601 luma). */
  readonly colour: 'rgb' | 'bgr' | 'grey';
  /**
   * `uint8-hwc`: bytes 0..255, row by row, channels together.
   * `float32-chw`: planes, one a channel, each value `(byte - mean) / std`.
   */
  readonly values: 'uint8-hwc' | 'float32-chw';
  /** Mean a channel in the order of `colour`, in byte units; only for `float32-chw`, default 0. */
  readonly mean?: readonly number[];
  /** Divisor a channel in the order of `colour`, in byte units, > 0; only for `float32-chw`, default 1. */
  readonly std?: readonly number[];
  /** `letterbox` keeps the aspect ratio and fills the rest; `stretch` fills the input with the picture. */
  readonly fit: 'letterbox' | 'stretch';
  /** Where a letterboxed picture lies: at the top left (YOLOX) or in the middle. Ignored by `stretch`. */
  readonly align: 'top-left' | 'centre';
  /** Byte value of the filling, 0..255, before mean and std are applied. */
  readonly pad: number;
}

/** A rectangle in input pixels. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** One picture, ready for the detector. Valid during `detect` only: its memory is used again for the next frame. */
export interface Frame {
  /** Pixels as the {@link InputSpec} asks: `Uint8Array` for `uint8-hwc`, `Float32Array` for `float32-chw`. */
  readonly pixels: Uint8Array | Float32Array;
  /** The part of the input that shows the picture; the rest is filling. */
  readonly content: Rect;
  /** The picture's own time, ms; only differences between frames of one camera mean anything. */
  readonly atMs: number;
  /**
   * This camera's state: `stateBytes` long, all zero for a camera's first frame, `null` where the detector keeps none.
   * The only thing that lasts from frame to frame, since the next one may be seen by another worker.
   */
  readonly state: Uint8Array | null;
}

/** One thing that was seen. */
export interface Detection {
  /** [x1, y1, x2, y2] in input pixels; may reach outside the input. */
  readonly box: readonly [number, number, number, number];
  /** How sure the detector is, 0..1. */
  readonly score: number;
  /** Index into the definition's `labels`. */
  readonly label: number;
}

/** What a detector says about a frame. */
export interface DetectOutput {
  /** In any order, at most `maxDetections`. */
  readonly detections: readonly Detection[];
  /** True while the detector has not seen enough to be trusted: the sample then has no count. */
  readonly isWarmingUp?: boolean;
}

/** A detector at work in one worker. One frame at a time. */
export interface Detector {
  /** What frames must look like; may depend on the model file. Never changes. */
  readonly input: InputSpec;
  /** Finds people. Must not keep the frame or any part of it. A throw costs this one sample. */
  detect(frame: Frame): DetectOutput | Promise<DetectOutput>;
  /** Gives back what `create` took. Called once, after the last `detect`. */
  close(): void | Promise<void>;
}

/** What the engine gives a detector when it is created. */
export interface DetectorEnv {
  /** Path of a model file, from a name in the list of models (installed ones) or a path. Throws `model_missing`. */
  resolveModel(nameOrPath: string): string;
  /**
   * Makes a call into a native library, and gives what it gives. The worker is not ended meanwhile, however long the call
   * takes: a binding that comes back to a thread without JavaScript may abort the whole process (onnxruntime-node does).
   * Only the call belongs in it: what spins in JavaScript there cannot be ended either.
   */
  native<T>(call: () => T | Promise<T>): Promise<T>;
}

/** For a detector on a thread that no one ends: in commands, tests and benches. Models are paths where nothing is told. */
export function detachedEnv(
  resolveModel: DetectorEnv['resolveModel'] = (path) => path,
): DetectorEnv {
  return { resolveModel, native: async (call) => call() };
}

/** A detector as a plugin declares it: everything that can be known before the first frame. */
export interface DetectorDefinition<Options extends TObject = TObject> {
  /** Lower-case letters, digits and hyphens, 1..40. */
  readonly name: string;
  /** Version of the detector, `major.minor.patch`. */
  readonly version: string;
  /** Version of this contract, {@link CONTRACT_VERSION}. */
  readonly contract: number;
  /** One sentence for `turnout detectors`. */
  readonly summary: string;
  /** SPDX name of the licence of the code. */
  readonly licence: string;
  /** Schema of the options, every one with a default or optional. Unknown options are refused. */
  readonly options: Options;
  /** What it can see. `person` is the label that is counted. */
  readonly labels: readonly string[];
  /** Most detections in one frame, 1..10000. */
  readonly maxDetections: number;
  /** Bytes of memory for each camera, 0 for none, at most 16 MiB. */
  readonly stateBytes: number;
  /** True where counts on real cameras deserve no more than a cautious grade (reason `weak_detector`). */
  readonly isWeak: boolean;
  /** Builds the detector in a worker. May throw a coded error; then nothing must be left open. */
  create(options: Static<Options>, env: DetectorEnv): Promise<Detector>;
}

/**
 * Declares a detector. Gives the definition back unchanged, frozen and with its option types known; it is checked
 * when it is loaded.
 *
 * @example
 * export const detector = defineDetector({
 *   name: 'no one', version: '1.0.0', contract: CONTRACT_VERSION, summary: 'Sees no one.', licence: 'MIT',
 *   options: Type.Object({}), labels: ['person'], maxDetections: 1, stateBytes: 0, isWeak: true,
 *   create: async () => ({ input, detect: () => ({ detections: [] }), close: () => undefined }),
 * });
 */
export function defineDetector<Options extends TObject>(
  definition: DetectorDefinition<Options>,
): DetectorDefinition<Options> {
  return Object.freeze({ ...definition });
}
