/** The real server over a gym that stands still, on a port of its own. */

import type { Browser } from 'playwright-core';
import type { GymView } from '../../../gym/sessions/view.ts';
import { systemClock } from '../../../runtime/clock.ts';
import { engineStatus } from '../../support/engine-status.ts';
import { gymSource } from '../../support/gym-source.ts';
import { type KnownKey, memoryAccess } from '../../support/memory-access.ts';
import { openServer } from '../../support/open-server.ts';
import { type Opened, withPage } from './browser.ts';
import type { CheckedGym } from './gyms.ts';

export type ServedGym = Awaited<ReturnType<typeof serve>>;

interface ServeOptions {
  readonly port?: number;
  /** Whether the pages need a sign-in. */
  readonly isClosed?: boolean;
  /** That people sign in with. */
  readonly keys?: readonly KnownKey[];
}

/** Runs `use` on a page of a window of its own, with a server of this gym, which ends with it. */
export async function onGym<Result>(
  browser: Browser,
  gym: CheckedGym,
  use: (opened: Opened & { readonly server: ServedGym }) => Promise<Result>,
): Promise<Result> {
  const server = await serve(gym);
  try {
    return await withPage(browser, {}, (opened) => use({ ...opened, server }));
  } finally {
    await server.close();
  }
}

export async function serve(
  { view, status, evidence }: Partial<CheckedGym> & Pick<CheckedGym, 'view'>,
  { port = 0, isClosed = false, keys = [] }: ServeOptions = {},
) {
  let current = view;
  // The gym's own time, which goes on: ages on a page are of it.
  const clock = { ...systemClock, nowUtcMs: () => view.nowUtcMs + systemClock.monotonicMs() };
  const access = await memoryAccess(keys);
  const server = await openServer({
    port,
    engine: { status: status ?? engineStatus },
    ...(evidence !== undefined && { evidence }),
    gyms: { ...gymSource(), view: (id) => (id === current.gym.id ? current : null) },
    openGym: () => (isClosed ? null : current.gym.id),
    isDemo: () => true,
    access,
    clock,
  });
  return {
    ...server,
    access,
    /** The gym as it is from now on. */
    set: (next: GymView) => {
      current = next;
    },
  };
}
