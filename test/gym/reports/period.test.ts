import { expect, it } from 'vitest';
import {
  comparedNote,
  isComparable,
  knownDays,
  missingNote,
  noChangeNote,
  overSameDays,
} from '../../../gym/reports/period.ts';
import { ofTrainer } from '../../../gym/sessions/partial-view.ts';
import { gymView } from '../../support/gym-view.ts';
import { BEN, classAt } from '../../support/timetable.ts';

/** Which days the data cover, what is said of those that are missing, and which days are compared. */

/** Saturday 21 November 2026, in London. */
const TODAY = '2026-11-21';
const on = (...dates: string[]) => gymView({ sessions: dates.map((d) => classAt(`${d}T18:30`)) });
const days = (from: string, to: string) => ({ from, to });
/** What is known on a day. */
const horizon = (today = TODAY) => ({ known: days('2026-10-13', '2026-11-25'), today });

it('the days that are known reach to today over days on which no class is to be expected', () => {
  expect(knownDays(on('2026-11-13', '2026-11-19', '2026-11-20'))?.to).toBe(TODAY);
});

it('the days that are known end where a class was to be expected and none is known', () => {
  const fridays = on('2026-11-10', '2026-11-11', '2026-11-13');
  expect(knownDays(fridays)?.to).toBe('2026-11-16');
  expect(knownDays(on('2026-06-01', '2026-06-04'))?.to).toBe('2026-06-07');
});

it('the days that are known are those of the gym for who sees a part of it', () => {
  const sessions = [classAt('2026-10-13T18:30'), classAt(`${TODAY}T10:00`, { trainer: BEN })];
  expect(knownDays(ofTrainer(gymView({ sessions }), BEN.id))?.from).toBe('2026-10-13');
});

const known = horizon();
const BEGIN = 'The data begin on 13 October';
const KNOWN = 'Classes are known up to 25 November';

it.each([
  ['2026-10-01', '2026-10-31', `${BEGIN}, so 1–12 October are missing.`],
  ['2026-10-12', '2026-10-20', `${BEGIN}, so 12 October is missing.`],
  ['2025-12-30', '2026-10-20', `${BEGIN}, so 30 December 2025 to 12 October are missing.`],
  ['2026-11-23', '2026-11-29', `${KNOWN}, so 26–29 November are missing.`],
  ['2026-09-01', '2026-09-30', `${BEGIN}, after the days that were asked about.`],
  ['2026-12-01', '2026-12-31', `${KNOWN}, before the days that were asked about.`],
  ['2026-10-13', '2026-11-25', null],
])('a note on %s to %s is %s', (from, to, note) => {
  expect(missingNote(days(from, to), known)).toBe(note);
});

it.each([
  ['2026-10-06', '2026-10-12', 'the data begin on 13 October, after the earlier range.'],
  ['2026-10-12', '2026-10-18', 'the data begin on 13 October, within the earlier range.'],
  ['2026-10-13', '2026-10-19', null],
])('a note on a change over %s to %s is %s', (from, to, why) => {
  const range = days('2026-10-20', '2026-10-26');
  const note = why && `No change is given: ${why}`;
  expect(noChangeNote(range, days(from, to), known)).toBe(note);
  expect(isComparable(range, days(from, to), known)).toBe(note === null);
});

const week = days('2026-11-16', '2026-11-22');
const before = days('2026-11-09', '2026-11-15');
const running = horizon('2026-11-17');

it('a range that still runs is compared with as many days of the other as have begun', () => {
  const compare = overSameDays(week, before, running);
  expect(compare).toEqual(days('2026-11-09', '2026-11-10'));
  expect(comparedNote(week, compare, running)).toBe(
    'The range is not over: 16–17 November are compared with 9–10 November.',
  );
});

it.each([
  ['over', horizon('2026-11-22'), before, null],
  ['not begun', horizon('2026-11-15'), before, null],
  ['compared with more', running, days('2026-11-01', '2026-11-15'), '2 days are compared with 15.'],
])('a range that still runs and one that is %s with what was asked', (_, at, compare, note) => {
  expect(overSameDays(week, compare, at)).toEqual(compare);
  expect(comparedNote(week, compare, at)).toBe(note);
});
