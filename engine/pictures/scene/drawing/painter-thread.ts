/**
 * Painting for scene cameras on one worker thread. The thread starts with the first picture, is shared by all leases, and
 * ends with the last of them.
 */

import { Worker } from 'node:worker_threads';
import { TurnoutError } from '../../../../errors.ts';
import { workerModule } from '../../../../runtime/worker-module.ts';
import type { SceneSpec } from '../spec.ts';

/** What is sent to the worker. */
export interface PaintOrder {
  readonly id: number;
  readonly spec: SceneSpec;
  readonly tMs: number;
}

/** What comes back; the JPEG is transferred. */
export type PaintAnswer =
  | { readonly id: number; readonly jpeg: Uint8Array<ArrayBuffer> }
  | { readonly id: number; readonly fault: string };

/** A share of the painter thread. */
export interface PainterLease {
  /** The scene at `tMs` as a JPEG, the caller's own. Rejects with `camera_stalled` when the painter fails or stops. */
  paint(spec: SceneSpec, tMs: number): Promise<Uint8Array<ArrayBuffer>>;
  /** Ends the lease; resolves once the thread has ended, if it was the last. May be called again. */
  end(): Promise<void>;
}

interface Waiting {
  readonly resolve: (jpeg: Uint8Array<ArrayBuffer>) => void;
  readonly reject: (error: TurnoutError) => void;
}

class PainterThread {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #leases = 0;
  #lastId = 0;

  lease(): PainterLease {
    this.#leases += 1;
    let isTaken = true;
    return {
      paint: (spec, tMs) => this.#order(spec, tMs),
      end: async () => {
        if (!isTaken) return;
        isTaken = false;
        this.#leases -= 1;
        if (this.#leases === 0) await this.#stop();
      },
    };
  }

  #order(spec: SceneSpec, tMs: number): Promise<Uint8Array<ArrayBuffer>> {
    this.#worker ??= this.#start();
    this.#lastId += 1;
    const order: PaintOrder = { id: this.#lastId, spec, tMs };
    this.#worker.postMessage(order);
    return new Promise((resolve, reject) => this.#waiting.set(order.id, { resolve, reject }));
  }

  #start(): Worker {
    const { url, execArgv } = workerModule('engine/pictures/scene/worker');
    const worker = new Worker(url, { execArgv, name: 'scene painter' });
    worker.on('message', (answer: PaintAnswer) => {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if ('jpeg' in answer) waiting?.resolve(answer.jpeg);
      else waiting?.reject(stalled(answer.fault));
    });
    worker.on('error', (error) => this.#lost(worker, error.message));
    worker.on('exit', () => this.#lost(worker, 'its thread has ended'));
    return worker;
  }

  /** The next order starts a new thread. */
  #lost(worker: Worker, reason: string): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    for (const waiting of this.#waiting.values()) waiting.reject(stalled(reason));
    this.#waiting.clear();
  }

  async #stop(): Promise<void> {
    const worker = this.#worker;
    if (worker === null) return;
    this.#lost(worker, 'it was closed');
    await worker.terminate();
  }
}

function stalled(reason: string): TurnoutError {
  return new TurnoutError('camera_stalled', {
    where: 'scene painter',
    expected: 'a painted picture',
    got: reason,
  });
}

const thread = new PainterThread();

/** Leases the thread. Cheap: the thread starts with the first picture that is ordered. */
export function leasePainter(): PainterLease {
  return thread.lease();
}
