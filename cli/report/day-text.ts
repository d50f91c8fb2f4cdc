/** The day of a gym for a person: in the words of its page. */

import type { SummaryBody } from '../../gym/reports/summary.ts';
import { date } from '../../web/words/format.ts';
import { dayContext, otherDaySentence } from '../../web/words/sentences.ts';
import { wrapped } from '../terminal/table.ts';
import type { ReportLayout } from './legend.ts';
import { sessionsTable } from './sessions-table.ts';

export function dayText(body: SummaryBody, layout: ReportLayout): string {
  const context = dayContext(body, null);
  return [
    ...wrapped(`${body.gym_id}, ${date(body.date)}: ${otherDaySentence(body)}`, layout.width),
    ...(context === null ? [] : [context]),
    ...(body.classes.length === 0
      ? ['Bring classes in with: turnout schedule import FILE']
      : ['', ...sessionsTable(body.classes, 'day', layout)]),
  ].join('\n');
}
