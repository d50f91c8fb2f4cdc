/** Which class is meant. */

import { describe, expect, test } from 'vitest';
import { classNames, findClass } from '../../../gym/reports/find-class.ts';
import { performanceReport } from '../../../gym/reports/performance.ts';
import { gymView } from '../../support/gym-view.ts';
import { classAt } from '../../support/timetable.ts';

const NAMES = ['Spin', 'Spin & Core', 'Hot-Yoga (60)', 'Vinyasa Yoga', 'Reformer Pilates', 'Été'];
const view = gymView({
  sessions: [
    classAt('2026-11-01T10:00', { name: 'VINYASA YOGA' }),
    ...NAMES.map((name, n) => classAt(`2026-11-1${n}T10:00`, { name })),
    classAt('2026-11-22T10:00', { name: 'Only tomorrow', attendance: null }),
  ],
});
const find = (text: string) => findClass(view, text);

describe('a class', () => {
  test.each([
    ['spin', 'Spin'],
    ['SPIN AND CORE', 'Spin & Core'],
    ['spin & core', 'Spin & Core'],
    ['core', 'Spin & Core'],
    ['hot yoga', 'Hot-Yoga (60)'],
    ['hot yoga 60', 'Hot-Yoga (60)'],
    ['pilates', 'Reformer Pilates'],
    ['pila', 'Reformer Pilates'],
    ['ete', 'Été'],
    ['  vinyasa   yoga ', 'Vinyasa Yoga'],
    ['only tomorrow', 'Only tomorrow'],
    ['inyasa', null],
  ])('is found by "%s"', (text, name) => {
    const match = find(text);
    expect(match.kind === 'one' ? match.name : null).toBe(name);
  });

  test('is found by the id of the reports', () => {
    const row = performanceReport(view, 100).ranking.find(({ name }) => name === 'Spin');
    const classId = row?.classId ?? '';
    expect(find(classId)).toEqual({ kind: 'one', name: 'Spin', classId });
  });

  test('is not chosen by chance where several have the word', () => {
    expect(find('yoga')).toEqual({ kind: 'several', names: ['Hot-Yoga (60)', 'Vinyasa Yoga'] });
  });

  test('that is not known comes with the nearest', () => {
    expect(find('pilatis')).toMatchObject({
      kind: 'none',
      nearest: { length: 5, 0: 'Reformer Pilates' },
    });
    expect(find(' ?! ')).toEqual({ kind: 'none', nearest: [] });
    expect(findClass(gymView(), 'spin')).toEqual({ kind: 'none', nearest: [] });
  });
});

test('names are by the alphabet, each once, as the newest class writes them', () => {
  expect(classNames(view)).toEqual([
    'Été',
    'Hot-Yoga (60)',
    'Only tomorrow',
    'Reformer Pilates',
    'Spin',
    'Spin & Core',
    'Vinyasa Yoga',
  ]);
});
