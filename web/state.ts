/** What changes on a page while it is open. On the server it has its first value. */

import { signal } from '@preact/signals';

/** `live`: read lately. `late`: the server does not answer. `old`: long enough that numbers turn grey. */
export type Freshness = 'live' | 'late' | 'old';

export const freshness = signal<Freshness>('live');

/** Seconds since the figures on the page came from the server. */
export const elapsedS = signal(0);

/** Seconds from which a room's count is not shown any more: it is unknown. Chosen here. */
export const FORGET_ROOMS_S = 300;
