/** The newest picture of a camera for as long as the page is seen, with what was counted in it. */

import { signal } from '@preact/signals';
import type { OwnerAnswer } from '../../api/routes/owner/table.ts';
import { call } from './call.ts';

type Look = OwnerAnswer<'GET /cameras/{camera_id}/look'>;
type LookAnswer = Exclude<Look, { readonly frame: null }>;

/** Wait after a refusal, ms: the camera may be back then. */
const AGAIN_MS = 3_000;

export class Looking {
  readonly #path: string;
  /** Address of the picture that is shown, and what was seen in it: of one frame. */
  readonly shown = signal<{ readonly address: string; readonly look: LookAnswer } | null>(null);
  /** When the picture that is shown was taken, ms of this page's clock. */
  readonly takenMs = signal(0);
  /** Why there is no newer one; null while they come. */
  readonly refused = signal<string | null>(null);

  /** @param camera its id. */
  constructor(camera: string) {
    this.#path = `/cameras/${encodeURIComponent(camera)}/look`;
  }

  /** Asks for one picture after the other, never of a hidden page. Ends with the signal. */
  async follow(signal: AbortSignal): Promise<void> {
    let after = 0;
    while (!signal.aborted) {
      await seen(signal);
      const path = `${this.#path}?after=${after}`;
      const { value, refused } = await call<Look>(path, { signal });
      this.refused.value = refused ?? (value?.frame === null ? value.detail : null);
      if (refused !== null) await pause(AGAIN_MS, signal);
      if (value === null || value.frame === null) continue;
      after = value.frame;
      await this.#show(value);
    }
  }

  /** Once it is decoded: the picture and its boxes change in one turn. */
  async #show(look: LookAnswer): Promise<void> {
    const address = `/operator/v1${this.#path}/${look.frame}.jpg`;
    const picture = new Image();
    picture.src = address;
    try {
      await picture.decode();
    } catch {
      return; // It is gone already; the next one comes.
    }
    this.takenMs.value = performance.now() - look.age_ms;
    this.shown.value = { address, look };
  }
}

function seen(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden && !signal.aborted) return;
      document.removeEventListener('visibilitychange', look);
      signal.removeEventListener('abort', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', look);
    look();
  });
}

/** Ends early, and quietly, with the signal. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
