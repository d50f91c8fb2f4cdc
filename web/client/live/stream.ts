/**
 * `GET /v1/live` as a page hears it. The browser connects again by itself and says what it has, so no change of a class is lost;
 * where it gives up, and where nothing is heard for long, a new stream is opened.
 */

/** What the page needs of an event; `hello` has both, `tick` the time. */
interface LiveEvent {
  readonly build?: string;
  readonly server_time?: string;
}

interface StreamParts {
  readonly address: string;
  /** Silence from which the connection counts as lost. */
  readonly silentMs: number;
  readonly heard: (event: LiveEvent) => void;
  /** The stream was lost; it is tried again. @param isRefused Whether the server answered, but with no stream. */
  readonly lost: (isRefused: boolean) => void;
}

const EVENTS = ['hello', 'rooms', 'class', 'tick'] as const;

/** A page that nobody sees needs no stream after this. Source: a browser has six connections for a server. */
const HIDDEN_MS = 30_000;
/** Longest wait between tries: with its spread under 10 s. */
const MAX_WAIT_MS = 7_500;

export class Stream {
  readonly #parts: StreamParts;
  #source: EventSource | null = null;
  #heardAtMs = performance.now();
  #failures = 0;
  #timer = 0;

  constructor(parts: StreamParts) {
    this.#parts = parts;
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) this.#after(HIDDEN_MS, () => this.#close());
      else this.open();
    });
    // A page that is kept for the way back must hold no connection.
    window.addEventListener('pagehide', () => this.#close());
    window.addEventListener('pageshow', ({ persisted }) => persisted && this.open());
  }

  /** Since anything was heard. */
  silentMs(): number {
    return performance.now() - this.#heardAtMs;
  }

  /** Opens the stream where there is none, or where the one that there is has gone silent. */
  open(): void {
    clearTimeout(this.#timer);
    const { address, silentMs, heard, lost } = this.#parts;
    if (this.#source !== null && this.silentMs() < silentMs) return;
    this.#close();
    const source = new EventSource(address);
    this.#source = source;
    for (const name of EVENTS) {
      source.addEventListener(name, ({ data }: MessageEvent<string>) => {
        this.#heardAtMs = performance.now();
        this.#failures = 0;
        heard(JSON.parse(data) as LiveEvent);
      });
    }
    source.onerror = () => {
      const isRefused = source.readyState === EventSource.CLOSED;
      lost(isRefused);
      if (isRefused) this.#again();
    };
  }

  #again(): void {
    this.#close();
    const waitMs = Math.min(MAX_WAIT_MS, 1_000 * 2 ** this.#failures);
    this.#failures += 1;
    this.#after(waitMs * (0.75 + Math.random() / 2), () => this.open());
  }

  #after(waitMs: number, act: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(act, waitMs);
  }

  #close(): void {
    this.#source?.close();
    this.#source = null;
  }
}
