/** What is or was on. */

import { sessionBody } from '../../../gym/reports/answers/session.ts';
import { narrowView } from '../../../gym/reports/narrow.ts';
import { scheduleReport } from '../../../gym/reports/schedule.ts';
import type { SessionBody } from '../../../gym/reports/schemas/session.ts';
import type { QueryOf } from '../../query.ts';
import {
  type NamedNumbers,
  type ReportAnswer,
  type Scene,
  scored,
  sessionFilter,
} from '../report-answer.ts';
import { filterText } from '../words/filter-text.ts';
import { sessionItem, sessionName } from '../words/session-item.ts';
import { classes, dateText, plain, rangeText, sentence } from '../words/wording.ts';

/** Classes that the sentence names. Chosen here: a list says more of many. */
const MAX_NAMED = 3;

export function timetableAnswer(query: QueryOf<'schedule'>, scene: Scene): ReportAnswer {
  const { view, range, today } = scene;
  const next = query.next === true;
  const report = scheduleReport(narrowView(view, sessionFilter(query)), range, { next });
  const sessions = report.classes.map((facts) => sessionBody(facts, report.timezone));
  const what = filterText(query, view);
  const when = rangeText({ from: report.from, to: report.to }, today);
  const total = next ? sessions.length : report.totalClasses;
  const isCut = range.to > report.knownTo || (next && sessions.length === 0);
  return {
    summary: next ? nextText(sessions[0], what, when) : listText(sessions, total, what, when),
    numbers: { total_classes: total, ...(next ? nextNumbers(sessions[0]) : {}) },
    items: scored(sessions.map(sessionItem)),
    notes: isCut
      ? [
          `The timetable is known up to ${dateText(report.knownTo)}: later classes are not in this answer.`,
        ]
      : [],
  };
}

function nextNumbers(session: SessionBody | undefined): NamedNumbers {
  if (session === undefined) return {};
  const { id, booked, capacity } = session;
  return { [`${id}.booked`]: booked, [`${id}.capacity`]: capacity };
}

function nextText(session: SessionBody | undefined, what: string, when: string): string {
  if (session === undefined) return `No class${what} is still to come ${when}.`;
  const by = session.trainer === null ? '' : ` with ${session.trainer.name}`;
  const { booked, capacity } = session;
  const places = capacity === null ? '' : ` of ${plain(capacity, 0)} places`;
  const bookings =
    booked === null ? 'bookings are unknown' : `${plain(booked, 0)}${places} are booked`;
  return `Next is ${sessionName(session)}${by}; ${bookings}.`;
}

function listText(
  sessions: readonly SessionBody[],
  total: number,
  what: string,
  when: string,
): string {
  if (total === 0) return `No class${what} is in the timetable ${when}.`;
  const named = sessions.slice(0, MAX_NAMED).map(sessionName);
  const rest = total > named.length ? `, and ${plain(total - named.length, 0)} more` : '';
  return `${sentence(classes(total))}${what} ${when}: ${named.join('; ')}${rest}.`;
}
