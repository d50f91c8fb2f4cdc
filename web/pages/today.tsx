/** The page of the morning: one sentence, what needs a person, what is on now, later and earlier, and the rooms. */

import { barKey } from '../charts/bars.tsx';
import { busyTimes } from '../charts/heat-map.tsx';
import { type Frame, isOperator } from '../data.ts';
import type { DayData, NeighbourDays, TodayData } from '../model/days.ts';
import { Icon } from '../parts/icon.tsx';
import { Rooms } from '../parts/rooms.tsx';
import { Head, Help, pager, section, sessionList, withCount } from '../parts/rows.tsx';
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
  // A trainer sees the own classes, and no rooms.
  const isOwn = frame.reader?.role === 'trainer';
  const isEmpty = rooms.length === 0 && summary.classes.length === 0;
  const isNew = isEmpty && !isOwn && content.notices.length === 0;
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
          {isNew && firstSteps(isOperator(frame))}
          {!isNew && !isOwn && needsOf(content, frame)}
          {classesOf(content)}
        </div>
        <div class="column">
          {!isOwn && section('now', 'Rooms now', roomsNow(content, frame), 'now')}
          {section('full', 'Busy times', busyTimes(hours), 'last')}
        </div>
      </div>
    </>
  );
}

/** @param today The page of it is the first one. */
function dayPager({ before, after }: NeighbourDays, today: string) {
  const linkTo = (day: string | null) =>
    day === null ? null : ([day === today ? '/' : `/day/${day}`, date(day, 'short')] as const);
  return pager(linkTo(before), linkTo(after));
}

/** What is on stands first, what is over is folded: whoever opens the page in the day looks for now. */
function classesOf({ summary, night, next }: TodayData) {
  const { classes } = summary;
  if (classes.length + night.length === 0) {
    const words =
      next === null
        ? 'Nothing is planned for today.'
        : `Nothing today. Tomorrow starts at ${timeOf(next.starts_at)}.`;
    return section('day', 'Today’s classes', <p class="empty">{words}</p>);
  }
  const now = [...night, ...classes.filter(({ status }) => status === 'in_progress')];
  const later = classes.filter(
    ({ status, ends_at }) =>
      status === 'scheduled' ||
      (status === 'cancelled' && Date.parse(ends_at) > Date.parse(summary.generated_at)),
  );
  const earlier = classes.filter((one) => !now.includes(one) && !later.includes(one));
  const look = { hasKey: false };
  return (
    <>
      {section('on', 'On now', now.length > 0 && sessionList(now, look))}
      {section('later', 'Later', later.length > 0 && sessionList(later, look))}
      {earlier.length > 0 && (
        <details class="earlier" open={now.length + later.length === 0}>
          <summary>
            <h2>{withCount('Earlier', earlier.length)}</h2>
          </summary>
          {sessionList(earlier, look)}
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

function firstSteps(isOwner: boolean) {
  const steps = FIRST_STEPS.map(([page, title, text]) => (
    <li key={page}>
      <p>
        {isOwner ? <a href={page}>{title}</a> : <strong>{title}</strong>}
        <span class="help">{text}</span>
      </p>
    </li>
  ));
  return section('first', 'First steps', <ol>{steps}</ol>, 'needs');
}

/** An all-clear is given only for what was checked: every room has a camera that is live. */
function needsOf({ notices, rooms, summary, isStarting }: TodayData, frame: Frame) {
  if (notices.length > 0) {
    const things = notices.map((notice) => {
      const { what, help } = noticeWords(notice);
      const page = 'session' in notice && `/sessions/${encodeURIComponent(notice.session.id)}`;
      return (
        <li key={what}>
          <Icon name="warning" />
          <p>
            <strong>{page ? <a href={page}>{what}</a> : what}</strong>{' '}
            <Help help={help} isOwner={isOperator(frame)} />
          </p>
        </li>
      );
    });
    const title = `${counted(notices.length, 'thing')} to fix`;
    return section('needs', title, <ul>{things}</ul>, 'needs');
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

/** Nothing is known of the rooms of a box that does not answer. */
function roomsNow({ rooms }: TodayData, frame: Frame) {
  if (frame.unreached === undefined) return <Rooms {...{ rooms, frame }} />;
  const { heardAt } = frame.unreached;
  const last =
    heardAt === null
      ? 'It has sent nothing yet.'
      : `It last sent something on ${date(dateOf(heardAt), 'short')} at ${timeOf(heardAt)}.`;
  return <p class="empty">This gym is offline, so we can’t see its rooms now. {last}</p>;
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
      {section('day', 'Classes', summary.classes.length > 0 && sessionList(summary.classes))}
    </>
  );
}
