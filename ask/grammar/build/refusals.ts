/** What no figure answers: members, causes, the future, other things. */

import type { MarkOf, RefusalReason } from '../marks/mark.ts';
import { ORDER_MESSAGE, REFUSALS } from '../marks/meanings.ts';
import { notUnderstood, type Stop } from './draft.ts';
import { PLANNED } from './measures/families.ts';
import type { Work } from './work.ts';

const PEOPLE_NOW = 'How many people are in the gym right now?';
const INSTEAD: Readonly<Record<RefusalReason, readonly string[]>> = {
  members: ['How many no-shows were there last week?', 'How many people came last week?'],
  cause: ['How is this week compared with last week?', 'No-shows by weekday'],
  forecast: ['Bookings by day for next week', 'Attendance by week'],
  not_in_data: [],
  rows: ['Attendance by month', 'Revenue by month'],
  peak: ['Attendance by hour', 'When is it busiest?'],
  judged: [],
  greeting: [],
  order: [],
};

/** "Do people like Anna?" */
const OPINION =
  /^\W*(do|does|did)\s+(our |the |my )?(people|members|customers|clients|everyone|they)\s+(like|love|hate|enjoy|trust)\b/i;

export function refusalOf(work: Work): Stop | null {
  if (work.marked.isOrder) {
    return {
      stop: 'not_known_here',
      message: ORDER_MESSAGE,
      subject: 'order',
    };
  }
  if (OPINION.test(work.marked.text)) {
    return { stop: 'not_known_here', message: REFUSALS.not_in_data, subject: 'not_in_data' };
  }
  const dead = work.all('verdict').find((mark) => isOfTimes(mark, work));
  if (dead !== undefined)
    return notUnderstood(
      `“${dead.typed}” is a word for classes: ask for the quietest times instead.`,
    );
  const refusals = work.all('refuse').filter((mark) => {
    const isPlanned = mark.reason === 'forecast' && isOfPlans(mark, work);
    const isPresent = mark.reason === 'members' && isOfHeads(mark, work);
    if (isPresent) work.note('Turnout counts heads: it does not know who they are.');
    if (isPlanned || isPresent) work.use(mark);
    return !isPlanned && !isPresent;
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
  const isPolite = refusals.every(({ typed }) => /^(th|ty|cheers|ta|h|good|bye)/i.test(typed));
  const isAlone = work.marks.every(
    ({ is }) => is === 'refuse' || is === 'time' || is === 'filter' || is === 'all',
  );
  if (isAlone) return { stop: 'not_understood', message: greeting.message, subject: 'greeting' };
  if (isPolite) work.use(...refusals);
  return null;
}

/** "Dead hours". */
function isOfTimes(mark: MarkOf<'verdict'>, work: Work): boolean {
  const next = work.after(mark);
  return next?.is === 'noun' && /^(hour|day|weekday|week|month|start_time)$/.test(next.dim);
}

/** "Who is in right now": how many are. */
function isOfHeads({ typed }: MarkOf<'refuse'>, work: Work): boolean {
  const isPresent = /^who (is|are)|^who['’]?s\b/i.test(typed) && !/missing|absent/i.test(typed);
  return isPresent && !work.has('time', 'past');
}

/** "How many bookings will there be": those are known. */
function isOfPlans(mark: MarkOf<'refuse'>, work: Work): boolean {
  const named = work.all('measure').filter(({ strength }) => strength === 'strong');
  const { today } = work.marked;
  const isOver = work.all('time').some(({ phrase }) => {
    const days = phrase.span?.days('ahead') ?? null;
    return days !== null && days.to < today;
  });
  return (
    !isOver &&
    !/^(predict|forecast|project|extrapolate|estimate|expect)/i.test(mark.typed) &&
    named.length > 0 &&
    named.every(({ measures }) => measures.every((one) => PLANNED.has(one)))
  );
}
