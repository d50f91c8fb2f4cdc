/** What is different between two looks at a gym, and the newest of that for clients that come again. */

import { dateAt } from '../../gym/calendar/zone.ts';
import { type SessionBody, sessionBody } from '../../gym/reports/session-row.ts';
import { type ClassSession, statusAt } from '../../gym/sessions/session.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import { wallClass } from '../../web/model/days.ts';
import { type EventIds, eventText } from './client.ts';

type ChangeKind = 'started' | 'ended' | 'estimated' | 'corrected' | 'changed';

export type ClassChange = NonNullable<ReturnType<typeof changeOf>>;

/** Changes that are told one by one. Chosen here: an import of a timetable changes more, and reports are read again then. */
const MAX_CHANGES = 200;

/**
 * The classes that are different, in the order of their starts. Null where reports must be read again instead: on a new
 * date, with other settings, where classes are gone, and where too many changed. O(classes).
 */
export function classChanges(before: GymView, after: GymView): readonly ClassChange[] | null {
  if (before === after) return [];
  const { timezone } = after.gym;
  const isSameDay = dateAt(timezone, before.nowUtcMs) === dateAt(timezone, after.nowUtcMs);
  if (before.gym !== after.gym || !isSameDay) return null;
  const known =
    before.sessions === after.sessions
      ? null
      : new Map(before.sessions.map((one) => [one.id, one]));
  const changes: ClassChange[] = [];
  for (const session of after.sessions) {
    const was = known === null ? session : known.get(session.id);
    known?.delete(session.id);
    const change = changeOf(was, session, before, after);
    if (change === null) continue;
    changes.push(change);
    if (changes.length > MAX_CHANGES) return null;
  }
  return known !== null && known.size > 0 ? null : changes;
}

function changeOf(
  was: ClassSession | undefined,
  is: ClassSession,
  before: GymView,
  after: GymView,
) {
  const status = statusAt(is, after.nowUtcMs);
  const isTurned = was !== undefined && statusAt(was, before.nowUtcMs) !== status;
  if (was === is && !isTurned) return null;
  const row = sessionBody(is, after);
  const old = was === undefined ? null : sessionBody(was, before);
  // How many are in the room is told with the rooms.
  if (
    old !== null &&
    JSON.stringify({ ...old, occupancy_now: row.occupancy_now }) === JSON.stringify(row)
  ) {
    return null;
  }
  const turned = { in_progress: 'started', completed: 'ended' } as const;
  const kind: ChangeKind =
    isTurned && status in turned ? turned[status as keyof typeof turned] : kindOf(old, row);
  return { kind, session: is, row };
}

const COUNTED = ['attended', 'attended_low', 'attended_high', 'quality', 'source'] as const;

function kindOf(old: SessionBody | null, row: SessionBody): ChangeKind {
  if (old === null || COUNTED.every((name) => old[name] === row[name])) return 'changed';
  return row.source === 'manual' || old.source === 'manual' ? 'corrected' : 'estimated';
}

/** Stated in `live.ts`. */
const HISTORY = 4_096;

type ChangeEvent = ReturnType<typeof eventOf>;

/** @param wallRow The class as the wall shows it, to a screen. */
function eventOf(ids: EventIds, { kind, session, row }: ClassChange, wallRow: SessionBody) {
  const sequence = ids.next();
  const id = ids.text(sequence);
  const text = eventText('class', { kind, ...row }, id);
  const wallText = eventText('class', { kind, ...wallClass(wallRow) }, id);
  return { sequence, trainerId: session.trainer?.id ?? null, text, wallText };
}

/** The newest changes of classes, for clients that come again: all of them in order, or none. */
export function recentChanges(ids: EventIds) {
  let events: ChangeEvent[] = [];
  /** Clients that have this one and later ones miss nothing that is not here. */
  let floor = ids.next();
  return {
    add: (change: ClassChange, wallRow: SessionBody): ChangeEvent => {
      const event = eventOf(ids, change, wallRow);
      events.push(event);
      // Half at a time: to shift one of thousands for each event costs more.
      if (events.length >= 2 * HISTORY) {
        events = events.slice(-HISTORY);
        floor = (events[0]?.sequence ?? ids.last()) - 1;
      }
      return event;
    },
    /** Nobody can go on from before. */
    clear: () => {
      events = [];
      floor = ids.next();
    },
    /** What came after `sequence`; null where not all of it is here. */
    since: (sequence: number) =>
      sequence < floor ? null : events.filter((event) => event.sequence > sequence),
  };
}
