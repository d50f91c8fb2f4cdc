/** `turnout://classes/{class_id}`: one class of the week over six weeks, week by week and each time it took place. */

import { WEEKDAYS } from '../../../gym/figures/dimensions.ts';
import type { ClassSeries } from '../../../gym/figures/facts.ts';
import { classReport } from '../../../gym/reports/classes/class-report.ts';
import { reviewOf } from '../../../gym/reports/classes/reviews.ts';
import { windowRange } from '../../../gym/reports/period.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import type { Log } from '../../../runtime/log/log.ts';
import type { Caller } from '../../../service/callers/caller.ts';
import { charged, isProblem } from '../charged.ts';
import type { McpTurn } from '../server/turn.ts';
import type { Listed, ResourceFamily } from './resource.ts';

/** Chosen here: more classes of the week than any but the largest gyms have. */
const MAX_LISTED = 200;
/** Most values of a completion. Source: the protocol, `completion/complete`. */
const MAX_COMPLETED = 100;

export function classResources(log: Log): ResourceFamily {
  return {
    template: 'turnout://classes/{class_id}',
    variable: 'class_id',
    name: 'class',
    title: 'A class of the week',
    description:
      'One class (name, weekday, start and room) over the six weeks that end today: its fill and verdict, its weeks, and every time it took place. Ids are those of rank_classes.',
    list: async (turn) => (await classesOf(turn)).slice(0, MAX_LISTED),
    complete: async (text, turn) =>
      (await classesOf(turn))
        .map(({ value }) => value)
        .filter((value) => value.startsWith(text))
        .slice(0, MAX_COMPLETED),
    read: async (classId, turn) => {
      const caller = await callerOf(turn);
      const isKnown = caller === null || listed(caller.view).some(({ value }) => value === classId);
      if (!isKnown) return null;
      return charged(turn, log, {}, ({ view }) => ({
        status: 200,
        value: classReport(view, windowRange(view), classId),
      }));
    },
  };
}

/** Null for someone who sees no whole gym. */
async function callerOf(turn: McpTurn): Promise<Caller | null> {
  const caller = (await turn.visitor()).see({});
  return isProblem(caller) ? null : caller;
}

async function classesOf(turn: McpTurn): Promise<readonly Listed[]> {
  const caller = await callerOf(turn);
  return caller === null ? [] : listed(caller.view);
}

const lists = new WeakMap<GymView['sessions'], readonly Listed[]>();

/** Classes of the window by weekday, start, name and id: an order in which figures play no part. */
function listed(view: GymView): readonly Listed[] {
  const known = lists.get(view.sessions);
  if (known !== undefined) return known;
  const made = reviewOf(view, windowRange(view))
    .map(({ series }) => ({
      key: `${series.weekday} ${series.startTime} ${series.name} ${series.classId}`,
      value: series.classId,
      title: titleOf(series),
    }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ value, title }) => ({ value, title }));
  lists.set(view.sessions, made);
  return made;
}

/** `Spin, Tue 18:30, Studio`. */
function titleOf({ name, weekday, startTime, room }: ClassSeries): string {
  const day = WEEKDAYS[weekday - 1] ?? '';
  const slot = `${day.slice(0, 1).toUpperCase()}${day.slice(1, 3)} ${startTime}`;
  return [name, slot, ...(room === null ? [] : [room])].join(', ');
}
