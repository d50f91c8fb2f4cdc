/**
 * `GET /v1/live` as a page hears it. The browser connects again by itself and says what it has, so no change of a class is lost;
 * where it gives up, and where nothing is heard for long, a new stream is opened.
 */

/** What the page needs of an event; `hello` has both, `tick` the time. */
interface LiveEvent {
  readonly build?: string;
  readonly server_time?: string;
}

const EVENTS = ['hello', 'rooms', 'class', 'tick'] as const;

/** Silence that a link does not survive: the server says something every 15 s. */
export const SILENT_MS = 40_000;
/** A page that nobody sees needs no stream after this. Source: a browser has six connections for a server. */
const HIDDEN_MS = 30_000;
/** Longest wait between tries: with its spread under 10 s. */
const MAX_WAIT_MS = 7_500;

/** @param lost The stream was lost; it is tried again. `isRefused` where the server answered, but with no stream. */
export function streamOf(
  address: string,
  heard: (event: LiveEvent) => void,
  lost: (isRefused: boolean) => void,
) {
  let source: EventSource | null = null;
  let heardAtMs = performance.now();
  let failures = 0;
  let timer = 0;
  /** Since anything was heard. */
  const silentMs = () => performance.now() - heardAtMs;
  const close = () => {
    source?.close();
    source = null;
  };
  const after = (waitMs: number, act: () => void) => {
    clearTimeout(timer);
    timer = window.setTimeout(act, waitMs);
  };
  /** Opens the stream where there is none, or where the one that there is has gone silent. */
  const open = () => {
    clearTimeout(timer);
    if (source !== null && silentMs() < SILENT_MS) return;
    close();
    const opened = new EventSource(address);
    source = opened;
    for (const name of EVENTS) {
      opened.addEventListener(name, ({ data }: MessageEvent<string>) => {
        heardAtMs = performance.now();
        failures = 0;
        heard(JSON.parse(data) as LiveEvent);
      });
    }
    opened.onerror = () => {
      const isRefused = opened.readyState === EventSource.CLOSED;
      lost(isRefused);
      if (!isRefused) return;
      close();
      const waitMs = Math.min(MAX_WAIT_MS, 1_000 * 2 ** failures);
      failures += 1;
      after(waitMs * (0.75 + Math.random() / 2), open);
    };
  };
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) after(HIDDEN_MS, close);
    else open();
  });
  // A page that is kept for the way back must hold no connection.
  window.addEventListener('pagehide', close);
  window.addEventListener('pageshow', ({ persisted }) => persisted && open());
  open();
  return { open, silentMs };
}
