/** What stands round a page: whose figures they are, of when, and what is wrong outside of them. */

import { formatInstant } from '../../../gym/calendar/zone.ts';
import { todayOf } from '../../../gym/reports/period.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import type { EngineStatus } from '../../../service/status.ts';
import type { Frame, Notice, Reader } from '../../../web/data.ts';
import type { OfficePlace, Unreached } from '../../../web/office-data.ts';

/** Who looks at a page, and at what. */
export interface Looking {
  /** Null for no one who is signed in. */
  readonly reader: Reader | null;
  /** Whether the gym is the demo that runs without a configuration. */
  readonly isDemo: boolean;
  /** At a head office. */
  readonly office?: OfficePlace;
  /** At a head office, where the box of the gym does not answer. */
  readonly unreached?: Unreached;
}

/** Paper: for whoever holds it. */
const NO_ONE: Looking = { reader: null, isDemo: false };

export function frameOf(view: GymView, address: string, looking: Looking = NO_ONE): Frame {
  const { id, name = id, timezone } = view.gym;
  const { office, unreached } = looking;
  return {
    gym: office?.gym?.name ?? name,
    timezone,
    generatedAt: formatInstant(timezone, view.nowUtcMs),
    today: todayOf(view),
    isDemo: looking.isDemo,
    address,
    reader: looking.reader,
    ...(office !== undefined && { office }),
    ...(unreached !== undefined && { unreached }),
  };
}

/** Feeds of the gym that cannot be read, and a configuration that was not taken. No address and no path is in them. */
export function noticesOf({ schedule, configuration }: EngineStatus, gymId: string): Notice[] {
  const feeds = schedule.feeds.flatMap(({ gymId: of, sourceId, fault }): Notice[] =>
    of === gymId && fault !== null ? [{ kind: 'feed', feed: sourceId, since: null }] : [],
  );
  const faults = configuration.faults.length;
  return faults === 0 ? feeds : [...feeds, { kind: 'configuration', faults }];
}
