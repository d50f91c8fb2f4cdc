/** `GET /x/{token}`: what a link shows, to whoever has it: the rows of its query as CSV, or classes as a calendar. */

import { Type } from 'typebox';
import { addDays } from '../../gym/calendar/zone.ts';
import { publishedTable } from '../../gym/figures/class-table.ts';
import { classCalendar } from '../../gym/reports/calendar.ts';
import { todayOf } from '../../gym/reports/period.ts';
import { VIEW_DAYS } from '../../gym/sessions/view.ts';
import { inSlices } from '../../runtime/timers.ts';
import { ALL_TRAINERS, type Caller } from '../../service/callers/caller.ts';
import type { ClassesSource } from '../../service/gyms/gym-source.ts';
import { type Answer, RawBody } from '../http/message.ts';
import type { App } from './app.ts';
import { answerCsv, CSV } from './query.ts';
import { type Route, route } from './route.ts';

const CALENDAR = 'text/calendar';
/** Days of classes to come in a calendar. Chosen here: what a schedule knows. */
const DAYS_TO_COME = 28;

export function linkRoute({ gyms }: App): Route {
  return route({
    name: 'GET /x/{token}',
    operationId: 'follow_link',
    summary: 'What a link shows: figures for a spreadsheet, or classes for a calendar.',
    description:
      'An owner, manager or trainer makes and withdraws links on the page `/links`. A link needs no key and costs no lookup; it sees what the key sees that made it, and ends with it.',
    errors: [
      'not_found',
      'forbidden',
      'rate_limited',
      'unknown_trainer',
      'unknown_name',
      'data_unusable',
    ],
    parameters: {
      path: { token: Type.String({ description: 'The secret part of the link.' }) },
      query: {},
      header: {},
    },
    textTypes: [CSV, CALENDAR],
    response: Type.Any({ description: 'Nothing: the answer is CSV or a calendar.' }),
    answer: (request, guard) =>
      guard.follow(request, request.pathTexts.get('token') ?? '', ({ content }, caller) =>
        content.format === 'csv'
          ? answerCsv(content.query, caller, gyms)
          : answerCalendar(caller, gyms),
      ),
  });
}

/** The classes that the caller sees, with counts as they are written to files. */
async function answerCalendar(caller: Caller, { classesIn }: ClassesSource): Promise<Answer> {
  const { principal, view, trainers, onTrainerSeen } = caller;
  const today = todayOf(view);
  const range = { from: addDays(today, -VIEW_DAYS), to: addDays(today, DAYS_TO_COME) };
  const table = await inSlices(publishedTable(await classesIn(view, range)));
  const own = principal?.key.role === 'trainer' ? (trainers[0]?.id ?? '') : null;
  const shown = table
    .within(range)
    .map(({ session }) => session)
    .filter(({ trainer }) => own === null || trainer?.id === own);
  onTrainerSeen?.(own ?? ALL_TRAINERS);
  const text = new RawBody(`${CALENDAR}; charset=utf-8`, classCalendar(view, shown));
  return { status: 200, value: text };
}
