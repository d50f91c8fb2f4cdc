/**
 * The detector contract: a small picture in, people out, and nothing else.
 *
 * A detector knows no camera, no clock, no store and no thread. It is told everything it may use: the frame, its own
 * options and, where it asked for one, a block of memory that the engine keeps for each camera.
 * Coordinates everywhere: pixels of the input, origin top left, x to the right, y down; a box is [x1, y1, x2, y2].
 *
 * Fields that the contract does not know are refused by name.
 */

import type { DetectorEnv } from './env.ts';
import type { OptionsOf, OptionsSchema } from './option-types.ts';

/** Version of this contract. A plugin states the version it was written for. */
export const CONTRACT_VERSION = 2;

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
  /** Value of the filling, 0..255, before mean and std are applied. */
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
  /** Pixels as {@link InputSpec.values} asks: `Uint8Array` or `Float32Array`. */
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

/** How someone holds themselves. */
export type Posture = 'lying' | 'sitting' | 'standing';

/** [x, y, score] of one point of a body, in input pixels and 0..1; a score of 0 is a point that was not seen. */
export type Keypoint = readonly [x: number, y: number, score: number];

/** One thing that was seen. */
export interface Detection {
  /** [x1, y1, x2, y2] in input pixels, never in ratios; may reach outside the input. */
  readonly box: readonly [number, number, number, number];
  /** How sure the detector is, 0..1. */
  readonly score: number;
  /** Index into the definition's `labels`. */
  readonly label: number;
  /**
   * One for each of the definition's `keypoints`. Drawn into annotated pictures. Where both ankles are seen, a zone asks
   * for the point between them in place of the lower edge of the box.
   */
  readonly keypoints?: readonly Keypoint[];
  /**
   * Written at the box. A zone asks for the middle of someone who lies, whatever its anchor says, and may hold some
   * postures only: so staff who stand are told from people who lie, and samples store how many lie.
   */
  readonly posture?: Posture;
  /**
   * The same whole number, 0..2147483647, for the same person in frames of one camera that follow each other, kept in
   * `frame.state`. Written at the box. `turnout analyze` tells how many different people there were, and smooths its counts
   by them. Never stored, so it identifies no one.
   */
  readonly track?: number;
}

/** Where people are, without boxes: a grid over `frame.content`. */
export interface Density {
  /** Cells in a row, 1..512. */
  readonly width: number;
  /** Rows, 1..512. */
  readonly height: number;
  /** People in each cell, row by row, each 0 or more; their sum is the number of people. */
  readonly values: Float32Array | readonly number[];
}

/** What a detector says about a frame. */
export interface DetectOutput {
  /** In any order, at most `maxDetections`; may be empty, and left out next to a `count` or a `density`. */
  readonly detections?: readonly Detection[];
  /**
   * People in the whole picture, 0..100000, maybe a fraction, by a model that does not need boxes. Counted in place of
   * `detections`, which are then only drawn. Of no use alone where a camera has zones: those need the `density`.
   */
  readonly count?: number;
  /**
   * People by place: zones count the cells whose middle lies in them. Without `count`, the sum is the count. Ranges and
   * grades of classes that are counted so have their own reason, `density_count`.
   */
  readonly density?: Density;
  /** True while the detector has not seen enough to be trusted: the sample then has no count. */
  readonly isWarmingUp?: boolean;
}

/** What comes along with a look. */
export interface Look {
  /**
   * Aborts when nine tenths of `sampling.task_timeout` are over, while there is still time to end a request or a query. A
   * look that rejects after that costs its sample; one that goes on past the limit costs the process.
   */
  readonly signal: AbortSignal;
}

/** A detector at work in one worker, one frame at a time. */
export interface Detector {
  /** What frames must look like; may depend on the model file. Never changes. */
  readonly input: InputSpec;
  /** Finds people. Must not keep the frame or any part of it. A throw costs this one sample. */
  detect(frame: Frame, look: Look): DetectOutput | Promise<DetectOutput>;
  /**
   * Gives back what `create` took. Called once, with no look under way, where a worker makes room for another detector, at
   * the end of commands and in the conformance suite. **Not called** where the engine ends the process: when the program
   * stops, when no camera uses the detector any more, after a time-out, a crash or too much memory. Children of
   * `env.spawn` and sessions of `env.onnx` are the engine's to end; what else must not outlive the process has to notice.
   */
  close(): void | Promise<void>;
}

/** A detector as a plugin declares it: everything that can be known before the first frame. */
export interface DetectorDefinition<Options extends OptionsSchema = OptionsSchema> {
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
  /** JSON Schema of the options, every one with a default or optional. Unknown options are refused. */
  readonly options: Options;
  /** What it can see. `person` is the label that is counted. */
  readonly labels: readonly string[];
  /** Names of the points of a body, in the order of {@link Detection.keypoints}: those of COCO, such as `left_ankle`. */
  readonly keypoints?: readonly string[];
  /** Most detections in one frame, 1..10000. */
  readonly maxDetections: number;
  /** Bytes of memory for each camera, 0 for none, at most 16 MiB. */
  readonly stateBytes: number;
  /** True where counts on real cameras deserve no more than a cautious grade (reason `weak_detector`). */
  readonly isWeak: boolean;
  /** Builds the detector in a worker. May throw a coded error; then nothing must be left open. */
  create(options: OptionsOf<Options>, env: DetectorEnv): Promise<Detector>;
}

/**
 * Declares a detector. Gives the definition back unchanged, frozen and with its option types known; it is checked
 * when it is loaded.
 *
 * @example
 * export const detector = defineDetector({
 *   name: 'no-one', version: '1.0.0', contract: CONTRACT_VERSION, summary: 'Sees no one.', licence: 'MIT',
 *   options: { type: 'object', properties: {} }, labels: ['person'], maxDetections: 1, stateBytes: 0, isWeak: true,
 *   create: async () => ({ input, detect: () => ({ detections: [] }), close: () => undefined }),
 * });
 */
export function defineDetector<const Options extends OptionsSchema>(
  definition: DetectorDefinition<Options>,
): DetectorDefinition<Options> {
  return Object.freeze({ ...definition });
}
