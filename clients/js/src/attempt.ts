/** One request on its way: ended by its time limit or by the caller's signal, whichever comes first. */

export class Attempt {
  readonly timeoutMs: number;
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #close = (): void => this.#controller.abort();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLate = false;

  constructor(timeoutMs: number, caller: AbortSignal | undefined) {
    this.timeoutMs = timeoutMs;
    this.#caller = caller;
    caller?.addEventListener('abort', this.#close);
    this.restart();
  }

  /** For `fetch`. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether the time limit has ended it. */
  get isLate(): boolean {
    return this.#isLate;
  }

  /** The time limit counts from now: a piece is waited for. */
  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isLate = true;
      this.#close();
    }, this.timeoutMs);
  }

  /** Nothing is waited for: whoever reads is busy with what came. */
  rest(): void {
    clearTimeout(this.#timer);
  }

  /** The whole answer is there: nothing may end it any more. */
  end(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#close);
  }

  /** Closes the connection where the answer is still on its way. */
  close(): void {
    this.end();
    this.#close();
  }
}
