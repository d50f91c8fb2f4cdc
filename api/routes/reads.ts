/**
 * Reads of single things, for pages: what the four analytics routes and `/ask` have only together. A key of role `trainer` sees
 * what its own trainer taught, no money and no verdict.
 */

import { distance } from 'fastest-levenshtein';
import type { ProblemBody } from '../../errors.ts';
import { seriesOf } from '../../gym/figures/class-table.ts';
import { CLASS_REPORT, type ClassReportBody, classReport } from '../../gym/reports/class-report.ts';
import { windowRange } from '../../gym/reports/period.ts';
import { ROOMS_REPORT, roomsReport } from '../../gym/reports/rooms.ts';
import { SESSION_REPORT, sessionReport } from '../../gym/reports/session-report.ts';
import { ofTrainer, withoutMoney } from '../../gym/sessions/partial-view.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import { ownTrainerOf } from '../../service/callers/caller.ts';
import type { GymEvidence } from '../../service/evidence/evidence.ts';
import { NOT_YOUR_TRAINER } from '../auth/visitor.ts';
import { type Answer, problem } from '../http/message.ts';
import { figuresRoute, pathText, type Route, reported } from './route.ts';

/** For whatever a trainer's key may not see, whether or not it exists. */
const NOT_YOURS = problem('forbidden', NOT_YOUR_TRAINER);

function sessionRoute({ session }: Pick<GymEvidence, 'session'>): Route {
  return figuresRoute({
    name: 'GET /v1/sessions/{session_id}',
    operationId: 'get_session',
    summary: 'One class on one date: its figures, and what its attendance was made of.',
    description:
      'The curve has one entry a minute: the people that the cameras of the room counted, staff included, or null with the reason. `attended` is the estimate over the core window, without staff. A key of role `trainer` sees the classes of its own trainer.',
    errors: ['unknown_session'],
    parameters: {
      path: {
        session_id: pathText(
          'Id of the class on its date, as in `classes[].id` of the other answers.',
        ),
      },
    },
    response: SESSION_REPORT,
    resource: {
      uri: 'turnout://sessions/{session_id}',
      name: 'session',
      title: 'A class on one date',
      description:
        'One class on one date: its figures, how the room filled minute by minute, every estimate and correction. Ids are `classes[].id` of get_summary and get_trainer.',
    },
    subject: () => ({ isOwn: true }),
    answer: async ({ path }, caller) => {
      const evidence = await session(caller.view, path.session_id);
      const own = ownTrainerOf(caller);
      if (own !== null && evidence?.session.trainer?.id !== own) return NOT_YOURS;
      if (evidence !== null) return { status: 200, value: sessionReport(caller.view, evidence) };
      const id = JSON.stringify(path.session_id);
      return problem('unknown_session', `No class on a date has the id ${id} in this gym.`);
    },
  });
}

const CLASS_ROUTE = figuresRoute({
  name: 'GET /v1/classes/{class_id}',
  operationId: 'get_class',
  summary: 'One class of the week: its fill, verdict and money, its weeks, and every occurrence.',
  description:
    'A class is a name, a weekday, a start time and a room, over the 42 days that end today. A key of role `trainer` sees what its own trainer taught of it; all money and the verdict are null.',
  errors: ['unknown_class'],
  parameters: {
    path: { class_id: pathText('Id of the class, as in `ranking[].class_id`.') },
  },
  response: CLASS_REPORT,
  resource: {
    uri: 'turnout://classes/{class_id}',
    name: 'class',
    title: 'A class of the week',
    description:
      'One class (name, weekday, start and room) over the six weeks that end today: its fill and verdict, its weeks, and every time it took place. Ids are those of rank_classes.',
  },
  subject: () => ({ isOwn: true }),
  answer: ({ path: { class_id: classId } }, caller) => {
    const own = ownTrainerOf(caller);
    const view = own === null ? caller.view : withoutMoney(ofTrainer(caller.view, own));
    if (!seriesOf(view).some((series) => series.classId === classId)) {
      return own === null ? unknown(view, classId) : NOT_YOURS;
    }
    return reported(view, `class ${classId}`, () => {
      const report = classReport(view, windowRange(view), classId);
      return own === null ? report : { ...report, series: report.series.map(withoutVerdict) };
    });
  },
});

/** A verdict weighs money and the classes of others: without them it would be another one than the owner sees. */
const withoutVerdict = (row: ClassReportBody['series'][number]) => ({
  ...row,
  verdict: null,
  verdict_reasons: [],
});

/** As many as an unknown trainer gets. */
const MAX_NEAREST = 5;

/** Tells which could have been meant. */
function unknown(view: GymView, text: string): Answer<ProblemBody> {
  const nearest = seriesOf(view)
    .map(({ classId: id, name }) => ({ id, name, edits: distance(text, id) }))
    .sort((one, other) => one.edits - other.edits || (one.id < other.id ? -1 : 1))
    .slice(0, MAX_NEAREST)
    .map(({ id, name }) => ({ id, name }));
  const ids = nearest.map(({ id }) => id).join(', ');
  const hint = ids === '' ? 'This gym has no classes.' : `Nearest: ${ids}.`;
  const detail = `No class has the id ${JSON.stringify(text)}. ${hint}`;
  return problem('unknown_class', detail, { data: { nearest } });
}

function roomsRoute({ lastHour }: Pick<GymEvidence, 'lastHour'>): Route {
  return figuresRoute({
    name: 'GET /v1/rooms',
    operationId: 'get_rooms',
    summary: 'The rooms of a gym: people now, places, state, and the last sixty minutes.',
    description:
      'Counts are without staff. A minute without a count is null, never 0. Rooms are never added up: people move between them.',
    response: ROOMS_REPORT,
    resource: {
      uri: 'turnout://rooms',
      name: 'rooms',
      title: 'Rooms',
      description:
        'Who is in each room now, its places and state, and its last sixty minutes one by one.',
    },
    subject: () => ({}),
    answer: async (_, { view }) => ({
      status: 200,
      value: roomsReport(view, await lastHour(view)),
    }),
  });
}

export function readRoutes(evidence: GymEvidence): readonly Route[] {
  return [sessionRoute(evidence), CLASS_ROUTE, roomsRoute(evidence)];
}
