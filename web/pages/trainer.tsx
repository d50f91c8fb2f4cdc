/** One trainer: the last seven days, next to the seven before and to the slots they teach. */

import { BarKey } from '../charts/class-bar.tsx';
import type { TrainerData } from '../data.ts';
import { Facts } from '../parts/facts.tsx';
import { Notes } from '../parts/notes.tsx';
import { SessionRow } from '../parts/session-row.tsx';
import { average, classes, dates, number, percent, points, UNKNOWN } from '../words/format.ts';
import { absent, cameWord } from '../words/sentences.ts';
import { SlotCell } from './trainers.tsx';

export function TrainerPage({ content: { report, row } }: { readonly content: TrainerData }) {
  const { previous } = report;
  return (
    <>
      <p class="crumb">
        <a href="/trainers">Trainers</a>
      </p>
      <h1>
        <bdi>{report.trainer.name}</bdi>
      </h1>
      <p class="sentence">
        {report.attended === null
          ? `${classes(report.classes_taught)} taught in the last seven days; none was counted.`
          : `${number(report.attended)} ${cameWord(report.attendance_basis)} to ${classes(report.graded_classes)} in the last seven days${report.fill_rate === null ? '' : `, ${percent(report.fill_rate)} of the places`}.`}
      </p>
      <p class="context">{dates(report.from, report.to)}</p>
      <Notes notes={report.notes} />
      <Facts
        facts={[
          {
            name: 'Slot index, six weeks',
            value: row === null ? 'not known yet' : <SlotCell one={row} />,
            note: '1 is as the same slots usually are',
          },
          {
            name: 'People a class',
            value: average(report.average_attendance),
            note: `of ${classes(report.graded_classes)}`,
          },
          {
            name: 'Fill',
            value: percent(report.fill_rate),
            note:
              previous.change === null
                ? 'no change against the seven days before is known'
                : `${points(previous.change)} against ${percent(previous.fill_rate)} in the seven days before`,
          },
          {
            name: 'No-shows',
            value:
              absent(report.no_shows, report.no_shows_basis)?.replace(' absent', '') ?? UNKNOWN,
            note: `of ${classes(report.no_show_classes)}`,
          },
        ]}
      />
      <section aria-labelledby="taught">
        <h2 id="taught">Classes</h2>
        {report.classes.length === 0 ? (
          <p class="empty">No class in the last seven days.</p>
        ) : (
          <>
            <ol class="sessions">
              {[...report.classes].reverse().map((session) => (
                <SessionRow key={session.id} session={session} isDated />
              ))}
            </ol>
            <BarKey />
          </>
        )}
      </section>
    </>
  );
}
