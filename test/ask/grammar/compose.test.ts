import { expect, it } from 'vitest';
import { ask } from './asking.ts';

it('asks which weekday is meant, with whole questions', async () => {
  expect(await ask('how many people on saturdays and sundays')).toEqual({
    kind: 'choice',
    text: 'Only one weekday at a time can be used. Which?',
    options: [
      'How many people came on Saturdays from 8 October 2026 to 18 November 2026?',
      'How many people came on Sundays from 8 October 2026 to 18 November 2026?',
    ],
  });
});

it('asks about classes, not rooms, where the timetable is asked for', async () => {
  const reading = await ask('is there yoga tomorrow');
  expect(reading).toMatchObject({ kind: 'choice' });
  expect(JSON.stringify(reading)).not.toContain('Yoga Loft');
});

it('takes the room where it asks who is in there', async () => {
  expect(await ask('how many people are in yoga right now')).toMatchObject({
    query: { report: 'occupancy', room: 'Yoga Loft' },
  });
});

it('says what was not understood in the words of the question', async () => {
  expect(await ask('attendance for pensioners')).toMatchObject({
    message: '“pensioners” was not understood.',
  });
});
