/** Notices that nothing has come for too long, without a timer for each thing that comes. */

/** Looks this often within the limit: a stall is noticed at most a quarter of the limit late. Chosen here. */
const CHECKS = 4;

export class StallWatch {
  readonly #checkMs: number;
  readonly #onStall: () => void;
  #timer: NodeJS.Timeout;
  #notes = 0;
  #seen = 0;
  #idleChecks = 0;

  /** Starts at once. `onStall` is called once, when `stallMs` have passed without a note. */
  constructor(stallMs: number, onStall: () => void) {
    this.#checkMs = stallMs / CHECKS;
    this.#onStall = onStall;
    this.#timer = this.#later();
  }

  get isStalled(): boolean {
    return this.#idleChecks >= CHECKS;
  }

  /** Something came. */
  note(): void {
    this.#notes += 1;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #later(): NodeJS.Timeout {
    return setTimeout(() => this.#check(), this.#checkMs);
  }

  #check(): void {
    this.#idleChecks = this.#notes === this.#seen ? this.#idleChecks + 1 : 0;
    this.#seen = this.#notes;
    if (this.isStalled) {
      this.#onStall();
    } else {
      this.#timer = this.#later();
    }
  }
}
