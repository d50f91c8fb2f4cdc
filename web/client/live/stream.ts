/**
 * `GET /v1/live` as a page hears it. The browser connects again by itself and says what it has, so no change of a class is lost;
 * where it gives up, and where nothing is heard for long, a new stream is opened.
 */

import type { RoomsReportBody } from '../../../gym/reads/rooms-read.ts';
import type { SessionBody } from '../../../gym/reports/sessions/session-row.ts';
import type { RoomNow } from '../../parts/rooms.tsx';

export interface Hello {
  readonly build: string;
  readonly server_time: string;
  readonly resumed: boolean;
  readonly rooms: RoomsReportBody['rooms'];
  readonly running: readonly SessionBody[];
}

/** What is done with the events, and with their end. */
export interface Listener {
  hello(hello: Hello): void;
  rooms(told: { readonly changed: readonly RoomNow[] }): void;
  class(row: SessionBody): void;
  tick(told: { readonly server_time: string }): void;
  /** The stream was lost; it is tried again. @param isRefused Whether the server answered, but with no stream. */
  lost(isRefused: boolean): void;
}

const PATH = '/v1/live';
const EVENTS = ['hello', 'rooms', 'class', 'tick'] as const;

/** Silence that a link does not survive: the server says something every 15 s. */
export const SILENT_MS = 40_000;
/** A page that nobody sees needs no stream after this. Source: a browser has six connections for a server. */
const HIDDEN_MS = 30_000;
/** Longest wait between tries: with its spread under 10 s. */
const MAX_WAIT_MS = 7_500;

export class Stream {
  readonly #listener: Listener;
  readonly #address: string;
  #source: EventSource | null = null;
  #heardAtMs = performance.now();
  #failures = 0;
  #timer = 0;

  /** @param gym Its id at a head office; undefined for the only one. */
  constructor(listener: Listener, gym?: string) {
    this.#listener = listener;
    this.#address = gym === undefined ? PATH : `${PATH}?gym_id=${encodeURIComponent(gym)}`;
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
    if (this.#source !== null && this.silentMs() < SILENT_MS) return;
    this.#close();
    const source = new EventSource(this.#address);
    this.#source = source;
    for (const name of EVENTS) {
      source.addEventListener(name, ({ data }: MessageEvent<string>) => {
        this.#heardAtMs = performance.now();
        this.#failures = 0;
        this.#listener[name](JSON.parse(data));
      });
    }
    source.onerror = () => {
      const isRefused = source.readyState === EventSource.CLOSED;
      this.#listener.lost(isRefused);
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
