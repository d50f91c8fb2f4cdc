/** What no figure answers: members, causes, the future, other things. */

import type { RefusalReason } from '../marks/mark.ts';
import type { Stop } from './draft.ts';
import { PLANNED } from './measures/measures.ts';
import type { Work } from './work.ts';

const PEOPLE_NOW = 'How many people are in the gym right now?';
const INSTEAD: Readonly<Record<RefusalReason, readonly string[]>> = {
  members: ['How many no-shows were there last week?', 'How many people came last week?'],
  cause: ['How is this week compared with last week?', 'No-shows by weekday'],
  forecast: ['Bookings by day for next week', 'Attendance by week'],
  not_in_data: [],
  greeting: [],
  order: [],
};

export function refusalOf(work: Work): Stop | null {
  if (work.marked.isOrder) {
    return {
      stop: 'not_known_here',
      message: 'Questions change nothing. Classes are changed in the schedule.',
      subject: 'order',
    };
  }
  const refusals = work.all('refuse').filter((mark) => {
    const isPlanned = mark.reason === 'forecast' && isOfPlans(work);
    if (isPlanned) work.use(mark);
    return !isPlanned;
  });
  const asked = refusals.filter(({ reason }) => reason !== 'greeting');
  const [first] = asked;
  if (first !== undefined) {
    return {
      stop: 'not_known_here',
      message: first.message,
      subject: first.reason,
      suggestions: [...(work.has('now') ? [PEOPLE_NOW] : []), ...INSTEAD[first.reason]],
    };
  }
  const [greeting] = refusals;
  if (greeting === undefined) return null;
  const isAlone = work.marks.every(
    ({ is }) => is === 'refuse' || is === 'time' || is === 'filter' || is === 'all',
  );
  if (isAlone) return { stop: 'not_understood', message: greeting.message, subject: 'greeting' };
  work.use(...refusals);
  return null;
}

/** "How many bookings will there be": those are known. */
function isOfPlans(work: Work): boolean {
  const named = work.all('measure').filter(({ strength }) => strength === 'strong');
  return (
    named.length > 0 && named.every(({ measures }) => measures.every((one) => PLANNED.has(one)))
  );
}
