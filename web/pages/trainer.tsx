/** One trainer: the last seven days, next to the seven before and to the slots they teach. */

import { BarKey } from '../charts/class-bar.tsx';
import type { TrainerData } from '../data.ts';
import { Beside } from '../parts/beside.tsx';
import { Facts } from '../parts/facts.tsx';
import { Notes } from '../parts/notes.tsx';
import { SessionRow } from '../parts/session-row.tsx';
import { average, classes, dates, percent, points, UNKNOWN } from '../words/format.ts';
import { cameTo, fullWords, noShows } from '../words/sentences.ts';
import { SlotCell } from './trainers.tsx';

export function TrainerPage({ content }: { readonly content: TrainerData }) {
  const { report, row } = content;
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
          ? `${classes(report.classes_taught)} in the last 7 days, not counted.`
          : `${cameTo(report.attended, report.attendance_basis)} ${classes(report.graded_classes)} in 7 days${fullWords(report.fill_rate)}.`}
      </p>
      <p class="context">{dates(report.from, report.to)}</p>
      <Beside {...content} />
      <Notes notes={report.notes} />
      <Facts
        facts={[
          {
            name: 'Draw, six weeks',
            value: row === null ? UNKNOWN : <SlotCell one={row} />,
            note: 'against the usual crowd of the same slots',
          },
          {
            name: 'People per class',
            value: average(report.average_attendance),
            note: `from ${classes(report.graded_classes)}`,
          },
          {
            name: 'Full',
            value: percent(report.fill_rate),
            note:
              previous.change === null
                ? undefined
                : `${points(previous.change)} on the 7 days before`,
          },
          {
            name: 'No-shows',
            value:
              noShows(report.no_shows, report.no_shows_basis)?.replace(/ no-shows?$/, '') ??
              UNKNOWN,
            note: `from ${classes(report.no_show_classes)}`,
          },
        ]}
      />
      <section aria-labelledby="taught">
        <h2 id="taught">Classes</h2>
        {report.classes.length === 0 ? (
          <p class="empty">No classes in the last 7 days.</p>
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
