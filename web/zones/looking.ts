/** The newest picture of a camera for as long as the page is seen, with what was counted in it. */

import type { OwnerAnswer } from '../../api/routes/owner/table.ts';
import { call } from './call.ts';

type Look = OwnerAnswer<'GET /cameras/{camera_id}/look'>;

/** Wait after a refusal, ms: the camera may be back then. */
const AGAIN_MS = 3_000;

/** What is seen of a camera now. */
export interface Sight {
  /** Address of the picture that is shown, and what was seen in it, of one frame; null while there is none. */
  readonly shown: {
    readonly address: string;
    readonly look: Exclude<Look, { readonly frame: null }>;
  } | null;
  /** When it was taken, ms of this page's clock. */
  readonly takenMs: number;
  /** Why there is no newer one; null while they come. */
  readonly refused: string | null;
}

export const NOTHING_SEEN: Sight = { shown: null, takenMs: 0, refused: null };

/** Asks for one picture after the other, never of a hidden page, and tells each. */
export async function follow(camera: string, tell: (change: Partial<Sight>) => void) {
  const path = `/cameras/${encodeURIComponent(camera)}/look`;
  for (let after = 0; ; ) {
    await seen();
    const { value, refused } = await call<Look>(`${path}?after=${after}`);
    tell({ refused: refused ?? (value?.frame === null ? value.detail : null) });
    if (refused !== null) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    if (value === null || value.frame === null) continue;
    after = value.frame;
    const address = `/operator/v1${path}/${after}.jpg`;
    const picture = new Image();
    picture.src = address;
    // Once it is decoded the picture and its boxes change in one turn; one that is gone already is passed over.
    await picture.decode().then(
      () => tell({ takenMs: performance.now() - value.age_ms, shown: { address, look: value } }),
      () => undefined,
    );
  }
}

function seen(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden) return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    look();
  });
}
