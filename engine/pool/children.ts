/** The programs that the detectors of a pool have started: ended with the worker that they belong to. */

import type { ChildNote } from './messages.ts';

export class WorkerChildren {
  /** Ids of processes, by thread. */
  readonly #pids = new Map<number, Set<number>>();

  note({ threadId, pid, isAlive }: ChildNote): void {
    const pids = this.#pids.get(threadId) ?? new Set();
    this.#pids.set(threadId, pids);
    if (isAlive) pids.add(pid);
    else pids.delete(pid);
  }

  /** Ends those of a worker that is gone. */
  end(threadId: number): void {
    for (const pid of this.#pids.get(threadId) ?? []) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended by itself.
      }
    }
    this.#pids.delete(threadId);
  }

  endAll(): void {
    for (const threadId of [...this.#pids.keys()]) this.end(threadId);
  }
}
