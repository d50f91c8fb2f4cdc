/** What the engine gives a detector when it is created. Part of the contract: `detector.ts` is the rest. */

import type { ChildProcess, SpawnOptions } from 'node:child_process';

export interface DetectorEnv {
  /** Path of a model file, from a name in the list of models (installed ones) or a path. Throws `model_missing`. */
  resolveModel(nameOrPath: string): string;
  /**
   * Makes a call into a native library, and gives what it gives. Nothing more: a worker is ended between two looks.
   */
  native<T>(call: () => T | Promise<T>): Promise<T>;
  /** Writes a line to the log of the program, under the name of the detector; at most 60 a minute are written. */
  readonly log: DetectorLog;
  /** How `onnx` opens models, for a detector that brings a runtime of its own. */
  readonly compute: Compute;
  /**
   * Opens a model in ONNX, by name or path as `resolveModel` takes them, on the provider of {@link compute}.
   * Released by the engine, after `close` at the latest. Throws `model_missing` and `model_corrupt`.
   */
  onnx(nameOrPath: string, options?: OnnxOptions): Promise<OnnxModel>;
  /**
   * Starts a program that the detector talks to. As `child_process.spawn`, with the choices that are left: never through a
   * shell, never in a group of its own. It is ended with the detector and with its process, however those end, so that
   * none outlives them. Its stderr goes to the log unless it is taken here.
   */
  spawn(command: string, args?: readonly string[], options?: SpawnChoice): ChildProcess;
}

/** Fields are JSON values. Never an address, a credential or a person's name. */
export interface DetectorLog {
  info(text: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(text: string, fields?: Readonly<Record<string, unknown>>): void;
  error(text: string, fields?: Readonly<Record<string, unknown>>): void;
}

export type SpawnChoice = Pick<SpawnOptions, 'cwd' | 'env' | 'stdio'>;

/** How a model is to be opened. */
export interface OnnxOptions {
  /** Threads that one run may use on the processor, 1..64; default {@link Compute.threads}. */
  readonly threads?: number;
}

/** Execution providers of onnxruntime that the configuration can name. */
export const PROVIDERS = [
  'cpu',
  'openvino',
  'cuda',
  'tensorrt',
  'coreml',
  'dml',
  'webgpu',
] as const;
export type OnnxProvider = (typeof PROVIDERS)[number];

/** What computes models: `detectors.onnx` of the configuration. */
export interface Compute {
  readonly provider: OnnxProvider;
  /** Threads that one run may use on the processor, 1..64; 1 unless configured: workers side by side use the cores. */
  readonly threads: number;
}

/** A tensor as a model declares it. A size that the file leaves open has its name instead of a number. */
export interface OnnxTensorSpec {
  readonly name: string;
  /** `float32` and so on; `unknown` for what is no tensor. */
  readonly type: string;
  readonly shape: readonly (number | string)[];
}

/** What holds the values of each type. */
interface OnnxArrays {
  float32: Float32Array;
  float64: Float64Array;
  float16: Uint16Array;
  uint8: Uint8Array;
  int8: Int8Array;
  uint16: Uint16Array;
  int16: Int16Array;
  int32: Int32Array;
  uint32: Uint32Array;
  int64: BigInt64Array;
  uint64: BigUint64Array;
  bool: Uint8Array;
}

export type OnnxType = keyof OnnxArrays;

/** Values row after row. */
export interface OnnxTensor {
  readonly type: OnnxType;
  readonly data: OnnxArrays[OnnxType];
  readonly shape: readonly number[];
}

/** An open model. Runs wait for each other. */
export interface OnnxModel {
  readonly inputs: readonly OnnxTensorSpec[];
  readonly outputs: readonly OnnxTensorSpec[];
  /** What computes: that of {@link Compute}. */
  readonly provider: string;
  /** Inputs by name to outputs by name, in memory of their own. Throws `model_corrupt` where the runtime refuses. */
  run(inputs: Readonly<Record<string, OnnxTensor>>): Promise<Readonly<Record<string, OnnxTensor>>>;
  /** Gives it back before the detector is closed. */
  release(): Promise<void>;
}
