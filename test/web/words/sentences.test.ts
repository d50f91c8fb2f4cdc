/** The first sentence of the day, and words that keep unknown, zero and none apart. */

import { describe, expect, it } from 'vitest';
import { sessionBody } from '../../../gym/reports/sessions/session-row.ts';
import { summaryReport } from '../../../gym/reports/summary.ts';
import type { ClassSession } from '../../../gym/sessions/session.ts';
import {
  absent,
  attendanceWords,
  bookingWords,
  dayContext,
  daySentence,
  trustWords,
} from '../../../web/words/sentences.ts';
import { classSession, counted } from '../../support/classes.ts';
import { gymView } from '../../support/gym-view.ts';

const HOUR_MS = 3_600_000;
/** 20:00. */
const { nowUtcMs } = gymView();

function sentenceOf(sessions: readonly ClassSession[]): string {
  return daySentence(summaryReport(gymView({ sessions })), null);
}

function bodyOf(session: ClassSession) {
  const view = gymView({ sessions: [session] });
  return sessionBody(session, view);
}

const over = (said: Partial<ClassSession> = {}) =>
  classSession({ startsUtcMs: nowUtcMs - 5 * HOUR_MS, ...said });
const running = classSession({ startsUtcMs: nowUtcMs - HOUR_MS / 2 });
const later = classSession({ startsUtcMs: nowUtcMs + HOUR_MS });

describe('the day in one sentence', () => {
  it('says who came, to what, and what is left', () => {
    expect(sentenceOf([over({ attendance: counted(15) }), running, later])).toBe(
      '15 came to 1 class, 75\u00a0% of the places. One is running, one is still to come.',
    );
  });

  it('keeps apart what was counted and what took place', () => {
    const two = [
      over({ id: 'a', attendance: counted(0) }),
      over({ id: 'b', startsUtcMs: nowUtcMs - 3 * HOUR_MS }),
    ];
    expect(sentenceOf(two)).toBe(
      '0 came to the 1 of 2 classes that could be counted, 0\u00a0% of the places.',
    );
    expect(sentenceOf([over()])).toBe('One class has ended, and it was not counted.');
  });

  it('has a sentence for a day without classes and one that has not begun', () => {
    expect(sentenceOf([])).toBe('No classes today, and none are known for tomorrow.');
    expect(sentenceOf([later])).toBe('1 class today. None has ended yet.');
  });

  it('compares with the same weekday only where it is given one', () => {
    const summary = summaryReport(
      gymView({ sessions: [over({ attendance: counted(9), booked: 12 })] }),
    );
    expect(dayContext(summary, { days: 4, low: 7, high: 11 })).toBe(
      'On the 4 Saturdays before it was 7 to 11. At least 3 absent.',
    );
  });
});

describe('a class in words', () => {
  it('never says zero for what is unknown', () => {
    expect(attendanceWords(bodyOf(over({ attendance: counted(0) })))).toBe('0 of 20');
    const unknown = counted(0, {
      attended: null,
      low: null,
      high: null,
      quality: 'none',
      reasons: ['no_camera'],
    });
    expect(attendanceWords(bodyOf(over({ attendance: unknown })))).toBe('not counted');
    expect(trustWords(bodyOf(over({ attendance: unknown })))).toBe('no camera sees the room');
    expect(attendanceWords(bodyOf(over()))).toBe('counting up…');
  });

  it('says what was booked, and that a net figure is a lower bound', () => {
    const body = bodyOf(over({ attendance: counted(9), booked: 12 }));
    expect(bookingWords(body)).toBe('12 booked · at least 3 absent');
    expect(absent(3, 'roster')).toBe('3 absent');
    expect(attendanceWords(bodyOf({ ...later, booked: 4 }))).toBe('4 booked of 20');
    expect(attendanceWords(bodyOf({ ...over({ booked: 4 }), isCancelled: true }))).toBe(
      'cancelled, 4 had booked',
    );
  });
});
