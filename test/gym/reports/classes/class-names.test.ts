import { expect, test } from 'vitest';
import { classNames } from '../../../../gym/reports/classes/class-names.ts';
import { gymView } from '../../../support/gym-view.ts';
import { classAt } from '../../../support/timetable.ts';

const NAMES = ['Spin', 'Spin & Core', 'Hot-Yoga (60)', 'Vinyasa Yoga', 'Reformer Pilates', 'Été'];
const view = gymView({
  sessions: [
    classAt('2026-11-01T10:00', { name: 'VINYASA YOGA' }),
    ...NAMES.map((name, n) => classAt(`2026-11-1${n}T10:00`, { name })),
    classAt('2026-11-22T10:00', { name: 'Only tomorrow', attendance: null }),
  ],
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
  expect(classNames(gymView())).toEqual([]);
});
