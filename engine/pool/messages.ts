/**
 * Exactly what crosses the border between the main thread and the workers. Plain data both ways: the same messages
 * could cross a network. Faults come back as values, since a thrown error loses its code on the way.
 */

import type { Compute, DetectorLog } from '../../detectors/env.ts';
import type { Size } from '../../detectors/picture.ts';
import type { Sample } from '../../gym/attendance/sample.ts';
import type { ThreadFault } from '../../runtime/threads.ts';
import type { EncodedFrame } from '../frames/decoder.ts';
import type { HeatMap, JudgedBox, Zone } from '../zones.ts';

/** A detector with everything a worker needs to build it. Equal choices share one instance a worker. */
export interface DetectorChoice {
  /** Name in the registry, npm package or file path. */
  readonly plugin: string;
  /** Its own name, once it was built: what messages call it from then on. */
  readonly name?: string;
  /** Options as configured; defaults are filled in by the detector's schema. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Folder that relative plugin paths and packages are looked up from. */
  readonly fromDir: string;
  /** Folder of the installed models. */
  readonly modelsDir: string;
  /** What computes its models, as configured; the processor with one thread where it is left out. */
  readonly onnx?: Compute;
  /** Taken by `buildBest` where this one cannot be built; nothing else looks at it. */
  readonly orElse?: DetectorChoice;
}

/** One frame to look at. */
export interface SampleTask {
  readonly detector: DetectorChoice;
  /** Its bytes are transferred: the sender's view is empty afterwards. */
  readonly frame: EncodedFrame;
  readonly zones: readonly Zone[];
  /** Where something is always seen that is nobody, in ratios of the picture; see `engine/empty-rooms.ts`. None without it. */
  readonly falsePlaces?: readonly JudgedBox['box'][];
  /** The detector's memory of this camera; nobody else touches it while the task runs. Null where it keeps none. */
  readonly state: SharedArrayBuffer | null;
  /** `SAMPLE_FLAGS` that the camera already has when the frame is handed over. */
  readonly flags: number;
  /** Where in the counts store the sample goes; null to only return it. */
  readonly target: { readonly slot: number; readonly generation: number } | null;
  /** Also return the picture itself, scaled down to at most this width, px, its ignore zones hidden; null for none. */
  readonly pictureWidth: number | null;
}

/** The same as a detector sees it. What it remembers of the camera is written into `state`. */
export interface SampleWork extends Omit<SampleTask, 'state' | 'target'> {
  readonly state: Uint8Array | null;
}

/** A picture for people to look at, as a file. */
export interface JpegPicture extends Size {
  readonly jpeg: Uint8Array;
}

export interface SampleOutcome {
  readonly sample: Sample;
  /** Every box with its verdict, in ratios of the picture. */
  readonly boxes: readonly JudgedBox[];
  /** Where people are, of a detector that counts without boxes. */
  readonly heat?: HeatMap;
  /** True where people were counted without boxes. */
  readonly isDensity?: true;
  /** Size of the frame as the camera sent it, px. */
  readonly frameSize: Size;
  /** What was asked for with `pictureWidth`; null where it could not be made. */
  readonly picture: JpegPicture | null;
}

/** What a worker is told to do: a sample, or a detector to build. */
export interface WorkerOrder<Work> {
  readonly id: number;
  readonly work: Work;
}

/** What a worker answers. */
export type WorkerAnswer<T> = { readonly value: T } | { readonly fault: ThreadFault };

/** What a worker says beside its answers. */
export type WorkerNews =
  /** It begins with a task. */
  | { readonly kind: 'taken'; readonly id: number }
  | { readonly kind: 'logged'; readonly line: LoggedLine };

/** A line of `env.log`. */
export interface LoggedLine {
  /** Name of the detector. */
  readonly detector: string;
  readonly level: keyof DetectorLog;
  readonly text: string;
  readonly fields: Readonly<Record<string, unknown>> | undefined;
}
