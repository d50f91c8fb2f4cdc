/** A thread that keeps frames until they are taken, as the one that reads the cameras does. */

import { Worker } from 'node:worker_threads';
import type { EncodedFrame } from '../../engine/frames/encoded-frame.ts';
import type { OfferedFrame } from '../../engine/frames/offered-frame.ts';

const KEEPER = `
  const { parentPort } = require('node:worker_threads');
  const kept = new Map();
  parentPort.on('message', ({ number, data }) => {
    if (data !== undefined) return void kept.set(number, data);
    const frame = kept.get(number);
    kept.delete(number);
    parentPort.postMessage({ number, data: frame }, [frame.buffer]);
  });
`;

export class FrameKeeper {
  readonly #worker = new Worker(KEEPER, { eval: true });
  readonly #takers = new Map<number, (data: Uint8Array<ArrayBuffer>) => void>();
  #last = 0;

  constructor() {
    this.#worker.on('message', ({ number, data }) => {
      this.#takers.get(number)?.(data);
      this.#takers.delete(number);
    });
  }

  /** Brings the frame to the thread; its bytes come back when the offer is taken. */
  offer(frame: EncodedFrame): OfferedFrame {
    this.#last += 1;
    const number = this.#last;
    this.#worker.postMessage({ number, data: frame.data }, [frame.data.buffer]);
    return {
      isGone: false,
      take: async () => {
        const taken = new Promise<Uint8Array<ArrayBuffer>>((resolve) => {
          this.#takers.set(number, resolve);
        });
        this.#worker.postMessage({ number });
        return { ...frame, data: await taken };
      },
    };
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}
