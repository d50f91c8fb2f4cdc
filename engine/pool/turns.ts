/**
 * Who may use the workers: as many turns as there are workers, given in the order in which they were asked for.
 *
 * A task's time limit begins with its turn. Without turns it would begin while the task waits, and a detector that
 * hangs would make all those behind it look as if they hung too.
 */

export class Turns {
  #free: number;
  readonly #waiting: { readonly wanted: number; readonly go: () => void }[] = [];

  /** @param total turns there are, 1... */
  constructor(total: number) {
    this.#free = total;
  }

  /** Runs `work` once `wanted` turns are free, 1..total, and gives them back when it has settled. */
  async with<T>(wanted: number, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((resolve) => {
      this.#waiting.push({ wanted, go: resolve });
      this.#admit();
    });
    try {
      return await work();
    } finally {
      this.#free += wanted;
      this.#admit();
    }
  }

  #admit(): void {
    for (let [next] = this.#waiting; next !== undefined; [next] = this.#waiting) {
      if (next.wanted > this.#free) return;
      this.#free -= next.wanted;
      this.#waiting.shift();
      next.go();
    }
  }
}
