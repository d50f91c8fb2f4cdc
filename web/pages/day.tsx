/** The classes of another day than today: what came of them, or who has booked. */

import { BarKey } from '../charts/class-bar.tsx';
import type { DayData, Frame } from '../data.ts';
import { DayPager } from '../parts/day-pager.tsx';
import { SessionRow } from '../parts/session-row.tsx';
import { date } from '../words/format.ts';
import { dayContext, otherDaySentence } from '../words/sentences.ts';

export function Day({ frame, content }: { readonly frame: Frame; readonly content: DayData }) {
  const { summary, usual, before, after } = content;
  const context = dayContext(summary, usual);
  return (
    <>
      <div class="paged dated">
        <h1>{date(summary.date)}</h1>
        <DayPager before={before} after={after} today={frame.today} />
      </div>
      <p class="sentence">{otherDaySentence(summary)}</p>
      {context !== null && <p class="context">{context}</p>}
      {summary.classes.length > 0 && (
        <section aria-labelledby="day">
          <h2 id="day">Classes</h2>
          <ol class="sessions">
            {summary.classes.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ol>
          <BarKey />
        </section>
      )}
    </>
  );
}
