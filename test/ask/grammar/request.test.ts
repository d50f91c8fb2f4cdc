import { expect, it } from 'vitest';
import { nearestNames } from '../../../ask/grammar/request.ts';
import { ask, queryOf, surroundings } from './asking.ts';

it('takes “my” for the gym’s where no trainer asks', async () => {
  expect(await queryOf('which of my classes should I cut')).toMatchObject({
    report: 'dead_classes',
  });
  expect(await queryOf('how much did I make yesterday')).toMatchObject({ report: 'revenue' });
});

it('does not know who “I” is where no trainer asks', async () => {
  expect(await ask('how am I doing')).toMatchObject({ reason: 'unknown_name' });
});

it('takes “I” for the trainer who asks', async () => {
  expect(await queryOf('how am I doing', { self: 'ben-carter' })).toMatchObject({
    trainer: 'ben-carter',
  });
});

it('knows what is nearest to a name', () => {
  expect(nearestNames('Hatta Yogi', surroundings())[0]).toBe('Hatha Yoga');
});
