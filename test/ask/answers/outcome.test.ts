import { expect, it } from 'vitest';
import { type Outcome, ofSampleGym } from '../../../ask/answers/outcome.ts';

/** Whose figures an answer without a key has. */

const gym = { gymId: 'demo', isSample: true, today: '2026-11-20' };

it('is said in the first sentence, with how to see the own ones', () => {
  const unclear: Outcome = {
    kind: 'unclear',
    gym,
    reason: 'unknown_name',
    message: 'No trainer is called “Lena”.',
    suggestions: ['How full was Spin?'],
  };
  expect(ofSampleGym(unclear)).toMatchObject({
    message: expect.stringMatching(
      /^This is the sample gym, not yours: No trainer is called “Lena”\. To see your own gym/,
    ),
  });
  const choice: Outcome = { kind: 'choice', gym, text: 'Which Anna?', options: ['a', 'b'] };
  expect(ofSampleGym(choice)).toMatchObject({
    text: 'This is the sample gym, not yours: Which Anna?',
  });
});
