/**
 * Notices a camera that connects and breaks, connects and breaks: each attempt succeeds, so back-off alone would go on
 * at its pace for ever, and some cameras reboot under it.
 */

/**
 * So many connections broken early, within so long, are a crash loop. Chosen here: a recorder that restarts breaks a
 * handful at most, and with waits of up to 15 s ten are reached in about two minutes.
 */
const LIMIT = 10;
const WINDOW_MS = 10 * 60_000;

export class CrashGuard {
  #crashesMs: number[] = [];
  #isTripped = false;

  /** True from the crash that was one too many until a connection proves steady. */
  get isTripped(): boolean {
    return this.#isTripped;
  }

  /** A connection was opened and broke before it had proved steady. */
  noteCrash(atMs: number): void {
    this.#crashesMs = [...this.#crashesMs.filter((ms) => ms > atMs - WINDOW_MS), atMs];
    this.#isTripped ||= this.#crashesMs.length >= LIMIT;
  }

  /** A connection has lasted: what was before is forgiven. */
  noteSteady(): void {
    this.#crashesMs = [];
    this.#isTripped = false;
  }
}
