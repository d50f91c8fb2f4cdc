/** Exactly what crosses the border between the program and the process of a plugin. Plain data both ways. */

import type { DetectorChoice, SampleTask, WorkerAnswer, WorkerNote } from '../messages.ts';

/** What the process of a plugin is started with: as JSON in its arguments. */
export interface ProcessSetup {
  readonly workers: number;
  readonly taskTimeoutMs: number;
  readonly heapBytes: number;
}

/** A task whose memory of the camera stays in the process: it is named there, and made when it is first needed. */
export interface SentTask extends Omit<SampleTask, 'state' | 'target'> {
  readonly state: { readonly id: number; readonly bytes: number } | null;
}

export type Order =
  | { readonly kind: 'prepare'; readonly id: number; readonly choice: DetectorChoice }
  | { readonly kind: 'sample'; readonly id: number; readonly task: SentTask }
  /** The camera is gone, or its detector was changed. */
  | { readonly kind: 'forget'; readonly stateId: number };

export type Report =
  | { readonly kind: 'ready' }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: WorkerAnswer<unknown> }
  | { readonly kind: 'note'; readonly note: WorkerNote }
  /** Sent every second: a sign of life, with the memory of the process. */
  | { readonly kind: 'alive'; readonly rssBytes: number };
