/** The page of the morning: one sentence, what needs a person, what is on now, later and earlier, and the rooms. */

import { BarKey } from '../charts/bars.tsx';
import { HeatKey, HeatMap } from '../charts/heat-map.tsx';
import { type Frame, isOperator } from '../data.ts';
import type { DayData, Notice, TodayData } from '../model/days.ts';
import type { Unreached } from '../owner-data.ts';
import { Icon } from '../parts/icon.tsx';
import { Rooms } from '../parts/rooms.tsx';
import { DayPager, Section, SessionRow } from '../parts/rows.tsx';
import { counted, date, dateOf, dates, timeOf } from '../words/format.ts';
import {
  dayContext,
  daySentence,
  isCountingUp,
  noticeWords,
  otherDaySentence,
} from '../words/sentences.ts';

interface TodayProps {
  readonly frame: Frame;
  readonly content: TodayData;
}

export function Today({ frame, content }: TodayProps) {
  const { summary, usual, next, hours, rooms, isStarting, before, after } = content;
  const context = dayContext(summary, usual);
  const isNew = rooms.length === 0 && summary.classes.length === 0 && content.notices.length === 0;
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
            <p class="well">Turnout has just started. First counts in about a minute.</p>
          )}
          {isNew ? (
            <FirstSteps isOwner={isOperator(frame)} />
          ) : (
            !isOwn && <Needs frame={frame} content={content} />
          )}
          <Classes content={content} />
        </div>
        <div class="column side">
          {!isOwn && (
            <Section id="now" title="Rooms now">
              {frame.unreached === undefined ? (
                <Rooms rooms={rooms} frame={frame} />
              ) : (
                <p class="empty">{unreachedWords(frame.unreached)}</p>
              )}
            </Section>
          )}
          {hours.cells.length > 0 && (
            <Section id="full" title="Busy times" class={isOwn ? 'last' : undefined}>
              <HeatMap
                hours={hours}
                caption={`How full classes are, by start time. ${dates(hours.from, hours.to)}`}
              />
              <HeatKey />
            </Section>
          )}
        </div>
      </div>
    </>
  );
}

/** What is on stands first, what is over is folded: whoever opens the page in the day looks for now. */
function Classes({ content: { summary, next } }: Pick<TodayProps, 'content'>) {
  const { classes } = summary;
  const now = classes.filter(({ status }) => status === 'in_progress');
  const later = classes.filter(
    ({ status, ends_at }) =>
      status === 'scheduled' ||
      (status === 'cancelled' && Date.parse(ends_at) > Date.parse(summary.generated_at)),
  );
  const earlier = classes.filter((one) => !now.includes(one) && !later.includes(one));
  if (classes.length === 0) {
    return (
      <Section id="day" title="Today’s classes">
        <p class="empty">
          {next === null
            ? 'Nothing is planned for today.'
            : `Nothing today. Tomorrow starts at ${timeOf(next.starts_at)}.`}
        </p>
      </Section>
    );
  }
  return (
    <>
      {now.length > 0 && (
        <Section id="on" title="On now">
          <Rows of={now} />
        </Section>
      )}
      {later.length > 0 && (
        <Section id="later" title="Later">
          <Rows of={later} />
        </Section>
      )}
      {earlier.length > 0 && (
        <details class="earlier" open={now.length + later.length === 0}>
          <summary>
            <h2>
              Earlier <span class="n">{earlier.length}</span>
            </h2>
          </summary>
          <Rows of={earlier} />
        </details>
      )}
      <BarKey />
    </>
  );
}

function Rows({ of }: { readonly of: TodayData['summary']['classes'] }) {
  return (
    <ol class="sessions">
      {of.map((session) => (
        <SessionRow key={session.id} session={session} />
      ))}
    </ol>
  );
}

/** What turns an empty gym into one with figures. */
function FirstSteps({ isOwner }: { readonly isOwner: boolean }) {
  const steps = [
    ['/setup/camera', 'Add a camera', 'Turnout counts the room it sees.'],
    [
      '/setup/schedule',
      'Bring in your timetable',
      'A file or a calendar from your booking system.',
    ],
    ['/setup/prices', 'Add your prices', 'To see what each class earns.'],
  ] as const;
  return (
    <Section id="first" title="First steps" class="needs">
      <ol class="steps">
        {steps.map(([page, title, text]) => (
          <li key={page}>
            {isOwner ? <a href={page}>{title}</a> : <strong>{title}</strong>}. {text}
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** An all-clear is given only for what was checked: every room has a camera that is live. */
function Needs({ frame, content }: TodayProps) {
  const { notices, rooms, summary, isStarting } = content;
  if (notices.length > 0) return <Notices frame={frame} notices={notices} />;
  const isSeen = rooms.length > 0 && rooms.every(({ state }) => state === 'live');
  if (isStarting || frame.unreached !== undefined || !isSeen) return null;
  const ended = summary.classes.filter(({ status }) => status === 'completed');
  const isCounted = ended.length > 0 && !ended.some(isCountingUp);
  return (
    <p class="well">
      <Icon name="good" /> All good. Every camera is working
      {isCounted && ' and every class so far is counted'}.
    </p>
  );
}

function Notices({
  frame,
  notices,
}: {
  readonly frame: Frame;
  readonly notices: readonly Notice[];
}) {
  return (
    <Section id="needs" title={<>{counted(notices.length, 'thing')} to fix</>} class="needs">
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
                  {help.text}{' '}
                  {help.page !== undefined && isOperator(frame) && (
                    <a href={help.page[0]}>{help.page[1]}</a>
                  )}
                </span>
              </p>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** Of a box that does not answer. */
function unreachedWords({ heardAt }: Unreached): string {
  const last =
    heardAt === null
      ? 'It has sent nothing yet.'
      : `It last sent something on ${date(dateOf(heardAt), 'short')} at ${timeOf(heardAt)}.`;
  return `This gym is offline, so we can’t see its rooms now. ${last}`;
}

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
        <Section id="day" title="Classes">
          <ol class="sessions">
            {summary.classes.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ol>
          <BarKey />
        </Section>
      )}
    </>
  );
}
