/** The page of the morning: one sentence, what needs a person, the rooms now, the classes of the day. */

import { BarKey } from '../charts/class-bar.tsx';
import { HeatKey, HeatMap } from '../charts/heat-map.tsx';
import type { Frame, Notice, TodayData } from '../data.ts';
import { Icon } from '../parts/icon.tsx';
import { Rooms } from '../parts/rooms.tsx';
import { SessionRow } from '../parts/session-row.tsx';
import { date, dates } from '../words/format.ts';
import { dayContext, daySentence, noticeWords } from '../words/sentences.ts';

export function Today({ frame, content }: { readonly frame: Frame; readonly content: TodayData }) {
  const { summary, usual, notices, next, hours, rooms } = content;
  const context = dayContext(summary, usual);
  return (
    <>
      <h1>{date(summary.date)}</h1>
      <p class="sentence">{daySentence(summary, next)}</p>
      {context !== null && <p class="context">{context}</p>}
      <div class="columns">
        <div class="column">
          <NeedsYou notices={notices} />
          <section aria-labelledby="day">
            <h2 id="day">Classes of the day</h2>
            {summary.classes.length === 0 ? (
              <p class="empty">{daySentence(summary, next)}</p>
            ) : (
              <>
                <ol class="sessions">
                  {summary.classes.map((session) => (
                    <SessionRow key={session.id} session={session} />
                  ))}
                </ol>
                <BarKey />
              </>
            )}
          </section>
        </div>
        <div class="column side">
          <section aria-labelledby="now">
            <h2 id="now">Now</h2>
            <Rooms rooms={rooms} frame={frame} />
          </section>
          {hours.cells.length > 0 && (
            <section aria-labelledby="full">
              <h2 id="full">When it is full</h2>
              <HeatMap
                hours={hours}
                caption={`Percent of the places by hour of the start, ${dates(hours.from, hours.to)}`}
              />
              <HeatKey />
            </section>
          )}
        </div>
      </div>
    </>
  );
}

function NeedsYou({ notices }: { readonly notices: readonly Notice[] }) {
  if (notices.length === 0) {
    return (
      <p class="well">
        <Icon name="good" /> Nothing needs you: all rooms are seen, and all classes so far are
        counted.
      </p>
    );
  }
  return (
    <section class="needs" aria-labelledby="needs">
      <h2 id="needs">Needs you ({notices.length})</h2>
      <ul>
        {notices.map((notice) => {
          const { what, help } = noticeWords(notice);
          return (
            <li key={what}>
              <Icon name="warning" />
              <p>
                <strong>
                  {'session' in notice ? (
                    <a href={`/sessions/${encodeURIComponent(notice.session.id)}`}>{what}</a>
                  ) : (
                    what
                  )}
                </strong>{' '}
                <span class="help">{help}</span>
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
