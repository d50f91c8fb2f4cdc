/** `GET /v1/classes/{class_id}`: one class of the week over six weeks. */

import { distance } from 'fastest-levenshtein';
import { Type } from 'typebox';
import type { ProblemBody } from '../../../errors.ts';
import { seriesOf } from '../../../gym/figures/class-table.ts';
import { CLASS_REPORT, classReport } from '../../../gym/reports/classes/class-report.ts';
import { windowRange } from '../../../gym/reports/period.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import { type Answer, problem } from '../../http/message.ts';
import { CREDENTIALS, defineRoute, type Route, reportOf } from '../route.ts';
import { notYours, ownTrainerId, ownView } from './own.ts';

export function classRoute(): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/classes/{class_id}',
    operationId: 'get_class',
    summary: 'One class of the week: its fill, verdict and money, its weeks, and every occurrence.',
    description:
      'A class is a name, a weekday, a start time and a room, over the 42 days that end today. A key of role `trainer` sees what its own trainer taught of it, and all money is null.',
    access: 'figures',
    errors: ['unknown_class'],
    parameters: {
      path: {
        class_id: Type.String({
          maxLength: 128,
          description: 'Id of the class, as in `ranking[].class_id`.',
        }),
      },
      query: {},
      header: CREDENTIALS,
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
      const view = ownView(caller);
      if (!seriesOf(view).some((series) => series.classId === classId)) {
        return ownTrainerId(caller) === null ? unknown(view, classId) : notYours();
      }
      const value = reportOf(view, `class ${classId}`, () =>
        classReport(view, windowRange(view), classId),
      );
      return { status: 200, value };
    },
  });
}

/** As many as an unknown trainer gets. */
const MAX_NEAREST = 5;

/** Tells which could have been meant. */
function unknown(view: GymView, text: string): Answer<ProblemBody> {
  const nearest = seriesOf(view)
    .map(({ classId, name }) => ({ id: classId, name, edits: distance(text, classId) }))
    .sort((one, other) => one.edits - other.edits || (one.id < other.id ? -1 : 1))
    .slice(0, MAX_NEAREST)
    .map(({ id, name }) => ({ id, name }));
  const ids = nearest.map(({ id }) => id).join(', ');
  const hint = ids === '' ? 'This gym has no classes.' : `Nearest: ${ids}.`;
  return problem('unknown_class', `No class has the id ${JSON.stringify(text)}. ${hint}`, {
    data: { nearest },
  });
}
