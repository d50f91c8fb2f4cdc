/** What changes on a page while it is open. On the server it has its first value. */

import { signal } from '@preact/signals';

/**
 * `still`: nothing was heard yet. `live`: the stream is heard. `late`: it was lost a moment ago. `old`: long enough that numbers
 * are grey. `signed_out`: the server does not let this browser in any more.
 */
export type Freshness = 'still' | 'live' | 'late' | 'old' | 'signed_out';

export const freshness = signal<Freshness>('still');

/** Seconds since the server was heard. */
export const silentS = signal(0);

/** Seconds from which a room's count is not shown any more: it is unknown. Chosen here. */
export const FORGET_ROOMS_S = 300;
