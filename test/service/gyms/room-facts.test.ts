import { expect, test } from 'vitest';
import { neighboursOf, roomClassesOf } from '../../../service/gyms/room-facts.ts';
import { classSession } from '../../support/classes.ts';

const at = (time: string) => Date.parse(`2026-11-20T${time}:00Z`);
const klass = (from: string, to: string, said: Parameters<typeof classSession>[0] = {}) =>
  classSession({ id: `${from}-${to}`, startsUtcMs: at(from), endsUtcMs: at(to), ...said });

function neighbours(session: ReturnType<typeof klass>, ...others: ReturnType<typeof klass>[]) {
  const all = [session, ...others].toSorted((a, b) => a.startsUtcMs - b.startsUtcMs);
  const { previousEndsUtcMs, nextStartsUtcMs } = neighboursOf(
    session,
    roomClassesOf(all).get('hall') ?? [],
  );
  const time = (utcMs: number | null) =>
    utcMs === null ? null : new Date(utcMs).toISOString().slice(11, 16);
  return [time(previousEndsUtcMs), time(nextStartsUtcMs)];
}

const session = klass('18:00', '19:00');

test.each<[string, ReturnType<typeof klass>[], (string | null)[]]>([
  [
    'before and after in its room',
    [klass('16:50', '17:50'), klass('19:10', '20:00')],
    ['17:50', '19:10'],
  ],
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
