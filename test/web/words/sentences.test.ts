/** The first sentence of the day, and words that keep unknown, zero and none apart. */

import { expect, it, onTestFinished, vi } from 'vitest';
import { VERDICT_REASONS } from '../../../gym/figures/comparisons.ts';
import { sessionBody } from '../../../gym/reports/session-row.ts';
import { summaryReport } from '../../../gym/reports/summary.ts';
import { publishedSession } from '../../../gym/sessions/partial-view.ts';
import type { ClassSession } from '../../../gym/sessions/session.ts';
import { verdictWords } from '../../../web/parts/verdict.tsx';
import {
  attendanceWords,
  bookingWords,
  daySentence,
  noShows,
  noticeWords,
  trustWords,
} from '../../../web/words/sentences.ts';
import { classSession, counted, uncounted } from '../../support/classes.ts';
import { gymView } from '../../support/gym-view.ts';
import { HOUR_MS } from '../../support/times.ts';

/** 20:00. */
const { nowUtcMs } = gymView();

const sentenceOf = (sessions: readonly ClassSession[]) =>
  daySentence(summaryReport(gymView({ sessions })), null);

const bodyOf = (session: ClassSession) => sessionBody(session, gymView({ sessions: [session] }));

const over = (said: Partial<ClassSession> = {}) =>
  classSession({ startsUtcMs: nowUtcMs - 5 * HOUR_MS, ...said });
it('the limits of a verdict, which are the gym’s own, are not in its words', () => {
  const reasons = Object.keys(VERDICT_REASONS);
  expect(verdictWords(reasons)).not.toMatch(/full|half|\d|fill/);
  expect(verdictWords(['fill_below_weak', 'no_show_alert'])).toBe('many no-shows');
});

const running = classSession({ startsUtcMs: nowUtcMs - HOUR_MS / 2 });
const later = classSession({ startsUtcMs: nowUtcMs + HOUR_MS });

it('the day in one sentence says who came, to what, and what is left', () => {
  const said = sentenceOf([over({ attendance: counted(15) }), running, later]);
  expect(said).toBe('15 people came to 1 class: 75% full. 1 on now, 1 to go.');
});

it('the day in one sentence does not say that a class went without a count while it may still get one', () => {
  expect(sentenceOf([over(), running])).toBe('1 class finished, not counted so far. 1 on now.');
  expect(sentenceOf([over(), over(), running])).toMatch(/^2 classes finished, none counted/);
});

it('the day in one sentence has a sentence for a day without classes and one that has not begun', () => {
  expect(sentenceOf([])).toBe('No classes today or tomorrow.');
  expect(sentenceOf([later])).toBe('1 class today.');
});

it('a class in words never says zero for what is unknown', () => {
  expect(attendanceWords(bodyOf(over({ attendance: counted(0) })))).toBe('0 of 20');
  const unknown = bodyOf(over({ attendance: uncounted('no_camera') }));
  expect(attendanceWords(unknown)).toBe('not counted');
  expect(trustWords(unknown)).toBe('no camera sees this room');
  onTestFinished(() => void vi.useRealTimers());
  const isIn = (hours: number) => vi.useFakeTimers({ now: nowUtcMs - (4 - hours) * HOUR_MS });
  isIn(0.1);
  expect(attendanceWords(bodyOf(over()))).toBe('counting…');
  expect(attendanceWords(bodyOf(over()), 'not counted')).toBe('not counted');
  isIn(1.1);
  expect(attendanceWords(bodyOf(over()))).toBe('not counted');
  const hidden = publishedSession(over({ attendance: counted(1), capacity: 2 }));
  expect(attendanceWords(bodyOf(hidden))).toBe('hidden');
});

it('a class in words says what was booked, and that a net figure is a lower bound', () => {
  const body = bodyOf(over({ attendance: counted(9), booked: 12 }));
  expect(bookingWords(body)).toBe('12 booked\u00a0· 3+ no-shows');
  expect(noShows(3, 'roster')).toBe('3 no-shows');
  const byHand = counted(12, { source: 'manual' });
  const seen = bodyOf(over({ attendance: byHand, booked: 12, checkedIn: 9 }));
  expect(bookingWords(seen)).toBe('12 booked\u00a0· 3 not checked in');
  expect(attendanceWords(bodyOf({ ...later, booked: 4 }))).toBe('4 booked of 20');
  const cancelled = bodyOf(over({ booked: 4, isCancelled: true }));
  expect(attendanceWords(cancelled)).toBe('cancelled, 4 booked');
});

it('a room that cannot be counted is not said to be without a picture: its camera may be covered', () => {
  const { what, help } = noticeWords({ kind: 'room', room: 'Loft', since: null });
  expect(what).toBe('Loft: not counted');
  expect(help.text).toBe('Check that its camera has power and a clear view.');
});

it('a class that was not counted is said to be so for a reason that can be mended, where there is one', () => {
  const attendance = uncounted('low_coverage', 'camera_outage', 'short_class');
  const session = bodyOf(over({ attendance }));
  const { what, help } = noticeWords({ kind: 'uncounted', session });
  expect(what).toMatch(/was not counted: there were no pictures for part of the class$/);
  expect(help.text).toBe('Check that the camera and computer stay on.');
});
