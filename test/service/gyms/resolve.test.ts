import { expect, test } from 'vitest';
import type { ClassSession } from '../../../gym/sessions/session.ts';
import { isClassTime } from '../../../service/gyms/resolve.ts';
import { neighboursOf, roomClassesOf } from '../../../service/gyms/room-facts.ts';
import { classSession } from '../../support/classes.ts';
import { MINUTE_MS } from '../../support/times.ts';

const AROUND = { leadMs: 10 * MINUTE_MS, tailMs: 10 * MINUTE_MS };
const at = (time: string) => Date.parse(`2026-11-20T${time}:00Z`);
const klass = (from: string, to: string, others: Partial<ClassSession> = {}) =>
  classSession({ id: `${from}-${to}`, startsUtcMs: at(from), endsUtcMs: at(to), ...others });
const LONG = [klass('09:00', '12:00'), klass('09:30', '10:00')];

const DAY = [klass('09:00', '10:00'), klass('10:05', '11:00'), klass('18:00', '19:00')];

test.each([
  ['before a class', DAY, '08:49', false],
  ['at its lead', DAY, '08:50', true],
  ['in it', DAY, '09:30', true],
  ['between two', DAY, '10:02', true],
  ['in its tail', DAY, '11:09', true],
  ['after it', DAY, '11:10', false],
  ['before the last', DAY, '17:49', false],
  ['in the last', DAY, '18:59', true],
  ['after the last', DAY, '19:10', false],
  ['in the longest of those that overlap', LONG, '11:30', true],
  ['in a cancelled one', [klass('09:00', '10:00', { isCancelled: true })], '09:30', false],
  ['without any schedule', [], '03:00', true],
])('class time %s', (_, classes, time, expected) => {
  expect(isClassTime(classes, AROUND, 'hall', at(time))).toBe(expected);
});

test('class time is of its room only', () => {
  expect(isClassTime(DAY, AROUND, 'yoga', at('09:30'))).toBe(false);
});

function neighbours(session: ClassSession, ...others: ClassSession[]) {
  const all = [session, ...others].toSorted((a, b) => a.startsUtcMs - b.startsUtcMs);
  const inHall = roomClassesOf(all).get('hall') ?? [];
  const { previousEndsUtcMs, nextStartsUtcMs } = neighboursOf(session, inHall);
  const time = (utcMs: number | null) =>
    utcMs === null ? null : new Date(utcMs).toISOString().slice(11, 16);
  return [time(previousEndsUtcMs), time(nextStartsUtcMs)];
}

const session = klass('18:00', '19:00');
const around = [klass('16:50', '17:50'), klass('19:10', '20:00')];

test.each<[string, ClassSession[], (string | null)[]]>([
  ['before and after in its room', around, ['17:50', '19:10']],
  ['cancelled', [klass('17:00', '18:00', { isCancelled: true })], [null, null]],
  ['elsewhere', [klass('19:00', '20:00', { roomId: 'yoga' })], [null, null]],
  ['hours away', [klass('10:00', '11:00'), klass('21:00', '22:00')], [null, null]],
  ['overlapping it', [klass('17:30', '18:30'), klass('18:40', '19:40')], ['18:00', '19:00']],
  ['a long one that began hours ago', [klass('06:00', '17:55')], ['17:55', null]],
])('the neighbours of a class: %s', (_, others, expected) => {
  expect(neighbours(session, ...others)).toEqual(expected);
});

test('two classes at one time are neighbours of each other', () => {
  const twin = klass('18:00', '19:00', { id: 'twin' });
  expect(neighbours(session, twin)).toEqual([null, '19:00']);
  expect(neighbours(twin, session)).toEqual(['18:00', null]);
});

test.each([
  ['at the same time', ['18:00', '19:00'], true],
  ['for its second half and longer', ['18:25', '19:25'], true],
  ['for half an hour', ['18:30', '19:30'], false],
  ['all day, as an open gym is', ['06:00', '22:00'], false],
] as const)(
  'a class that has another beside it %s: nobody can say whose the people are: %s',
  (_, [from, to], isShared) => {
    expect(neighboursOf(session, [session, klass(from, to, { id: 'other' })])).toMatchObject({
      isShared,
    });
  },
);
