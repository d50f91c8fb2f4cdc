/** The page of the morning: one sentence, what needs a person, what is on now, later and earlier, and the rooms. */

import { barKey } from '../charts/bars.tsx';
import { BusyTimes } from '../charts/heat-map.tsx';
import { type Frame, isOperator } from '../data.ts';
import type { DayData, DaysAround, TodayData } from '../model/days.ts';
import { Icon } from '../parts/icon.tsx';
import { Rooms } from '../parts/rooms.tsx';
import { Head, Help, pager, Section, Sessions } from '../parts/rows.tsx';
import { counted, date, dateOf, timeOf } from '../words/format.ts';
import {
  dayContext,
  daySentence,
  isCountingUp,
  noticeWords,
  otherDaySentence,
} from '../words/sentences.ts';

export function todayPage(content: TodayData, frame: Frame) {
  const { summary, usual, next, hours, rooms, isStarting } = content;
  const isNew = rooms.length === 0 && summary.classes.length === 0 && content.notices.length === 0;
  // A trainer sees the own classes, and no rooms.
  const isOwn = frame.reader?.role === 'trainer';
  return (
    <>
      <Head
        title={date(summary.date)}
        {...(!isNew && { pager: dayPager(content, summary.date) })}
        sentence={daySentence(summary, next)}
        context={[dayContext(summary, usual)]}
      />
      <div class="columns">
        <div class="column">
          {isStarting && (
            <p class="well">Turnout has just started. First counts in about a minute.</p>
          )}
          {isNew && <FirstSteps isOwner={isOperator(frame)} />}
          {!isNew && !isOwn && <Needs frame={frame} content={content} />}
          <Classes content={content} />
        </div>
        <div class="column">
          {!isOwn && (
            <Section id="now" title="Rooms now" class="now">
              {frame.unreached ? (
                <Unreached {...frame.unreached} />
              ) : (
                <Rooms {...{ rooms, frame }} />
              )}
            </Section>
          )}
          {hours.cells.length > 0 && (
            <Section id="full" title="Busy times" class="last">
              <BusyTimes hours={hours} />
            </Section>
          )}
        </div>
      </div>
    </>
  );
}

/** @param today The page of it is the first one. */
function dayPager({ before, after }: DaysAround, today: string) {
  const linkTo = (day: string | null) =>
    day === null ? null : ([day === today ? '/' : `/day/${day}`, date(day, 'short')] as const);
  return pager(linkTo(before), linkTo(after));
}

/** What is on stands first, what is over is folded: whoever opens the page in the day looks for now. */
function Classes({ content: { summary, next } }: { readonly content: TodayData }) {
  const { classes } = summary;
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
  const now = classes.filter(({ status }) => status === 'in_progress');
  const later = classes.filter(
    ({ status, ends_at }) =>
      status === 'scheduled' ||
      (status === 'cancelled' && Date.parse(ends_at) > Date.parse(summary.generated_at)),
  );
  const earlier = classes.filter((one) => !now.includes(one) && !later.includes(one));
  return (
    <>
      {now.length > 0 && (
        <Section id="on" title="On now">
          <Sessions of={now} hasKey={false} />
        </Section>
      )}
      {later.length > 0 && (
        <Section id="later" title="Later">
          <Sessions of={later} hasKey={false} />
        </Section>
      )}
      {earlier.length > 0 && (
        <details class="earlier" open={now.length + later.length === 0}>
          <summary>
            <h2>
              Earlier <span class="n">{earlier.length}</span>
            </h2>
          </summary>
          <Sessions of={earlier} hasKey={false} />
        </details>
      )}
      {barKey()}
    </>
  );
}

/** What turns an empty gym into one with figures. */
const FIRST_STEPS = [
  ['/setup/camera', 'Add a camera', 'Turnout counts the room it sees.'],
  ['/setup/schedule', 'Bring in your timetable', 'A file or a calendar from your booking system.'],
  ['/setup/prices', 'Add your prices', 'To see what each class earns.'],
] as const;

function FirstSteps({ isOwner }: { readonly isOwner: boolean }) {
  return (
    <Section id="first" title="First steps" class="needs">
      <ol>
        {FIRST_STEPS.map(([page, title, text]) => (
          <li key={page}>
            <p>
              {isOwner ? <a href={page}>{title}</a> : <strong>{title}</strong>}
              <span class="help">{text}</span>
            </p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** An all-clear is given only for what was checked: every room has a camera that is live. */
function Needs({ frame, content }: { readonly frame: Frame; readonly content: TodayData }) {
  const { notices, rooms, summary, isStarting } = content;
  if (notices.length > 0) {
    return (
      <Section id="needs" title={`${counted(notices.length, 'thing')} to fix`} class="needs">
        <ul>
          {notices.map((notice) => {
            const { what, help } = noticeWords(notice);
            const page =
              'session' in notice && `/sessions/${encodeURIComponent(notice.session.id)}`;
            return (
              <li key={what}>
                <Icon name="warning" />
                <p>
                  <strong>{page ? <a href={page}>{what}</a> : what}</strong>{' '}
                  <Help help={help} isOwner={isOperator(frame)} />
                </p>
              </li>
            );
          })}
        </ul>
      </Section>
    );
  }
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

/** Of a box that does not answer. */
function Unreached({ heardAt }: NonNullable<Frame['unreached']>) {
  return (
    <p class="empty">
      This gym is offline, so we can’t see its rooms now.{' '}
      {heardAt === null
        ? 'It has sent nothing yet.'
        : `It last sent something on ${date(dateOf(heardAt), 'short')} at ${timeOf(heardAt)}.`}
    </p>
  );
}

export function dayPage(content: DayData, frame: Frame) {
  const { summary, usual } = content;
  return (
    <>
      <Head
        title={date(summary.date)}
        pager={dayPager(content, frame.today)}
        sentence={otherDaySentence(summary)}
        context={[dayContext(summary, usual)]}
      />
      {summary.classes.length > 0 && (
        <Section id="day" title="Classes">
          <Sessions of={summary.classes} />
        </Section>
      )}
    </>
  );
}
