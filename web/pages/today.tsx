/** The page of the morning: one sentence, what needs a person, the rooms now, the classes of the day. */

import { BarKey } from '../charts/class-bar.tsx';
import { HeatKey, HeatMap } from '../charts/heat-map.tsx';
import type { Frame, Notice, TodayData } from '../data.ts';
import { DayPager } from '../parts/day-pager.tsx';
import { Help } from '../parts/help.tsx';
import { Icon } from '../parts/icon.tsx';
import { Rooms } from '../parts/rooms.tsx';
import { SessionRow } from '../parts/session-row.tsx';
import { EN } from '../words/en.ts';
import { date, dates } from '../words/format.ts';
import { unreachedWords } from '../words/office.ts';
import { dayContext, daySentence, noticeWords } from '../words/sentences.ts';

export function Today({ frame, content }: { readonly frame: Frame; readonly content: TodayData }) {
  const { summary, usual, notices, next, hours, rooms, isStarting, before, after } = content;
  const context = dayContext(summary, usual);
  // Neither a camera nor a class: there is nothing yet that could need anyone.
  const isNew = rooms.length === 0 && summary.classes.length === 0 && notices.length === 0;
  // A trainer sees the own classes, and no rooms.
  const isOwn = frame.reader?.role === 'trainer';
  return (
    <>
      <div class="paged dated">
        <h1>{date(summary.date)}</h1>
        {!isNew && <DayPager before={before} after={after} today={summary.date} />}
      </div>
      <p class="sentence">{daySentence(summary, next)}</p>
      {context !== null && <p class="context">{context}</p>}
      <div class="columns">
        <div class="column">
          {isStarting && (
            <p class="well">
              Turnout has just started: the first counts of the rooms come within a minute.
            </p>
          )}
          {isNew ? (
            <FirstSteps />
          ) : (
            !isOwn &&
            !(isStarting && notices.length === 0) &&
            !(frame.unreached !== undefined && notices.length === 0) && (
              <NeedsYou notices={notices} />
            )
          )}
          <section aria-labelledby="day">
            <h2 id="day">Classes of the day</h2>
            {summary.classes.length === 0 ? (
              <p class="empty">
                {next === null ? 'The timetable has no class today.' : 'No class today.'}
              </p>
            ) : (
              <>
                <ol class="sessions">
                  {summary.classes.map((session) => (
                    <SessionRow key={session.id} session={session} isFollowed />
                  ))}
                </ol>
                <BarKey />
              </>
            )}
          </section>
        </div>
        <div class="column side">
          {!isOwn && (
            <section aria-labelledby="now">
              <h2 id="now">Now</h2>
              {frame.unreached === undefined ? (
                <Rooms rooms={rooms} frame={frame} />
              ) : (
                <p class="empty">{unreachedWords(frame.unreached)}</p>
              )}
            </section>
          )}
          {hours.cells.length > 0 && (
            <section aria-labelledby="full" class={isOwn ? 'last' : undefined}>
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

/** What turns an empty gym into one with figures. */
function FirstSteps() {
  return (
    <section class="needs" aria-labelledby="first">
      <h2 id="first">First steps</h2>
      <ol class="steps">
        <li>
          <strong>Connect a camera.</strong> <code>{EN.steps.camera}</code>
        </li>
        <li>
          <strong>Bring in the timetable.</strong> <code>{EN.steps.timetable}</code>
        </li>
        <li>
          <strong>Wait for the first class.</strong> Its figures are here a minute after its end.
        </li>
      </ol>
    </section>
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
                <span class="help">
                  <Help text={help} />
                </span>
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
