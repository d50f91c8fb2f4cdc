import { expect, it } from 'vitest';
import { claimCommand, headOf, isOrderToChange } from '../../../../ask/grammar/text/command.ts';
import { Sentence } from '../../../../ask/grammar/text/sentence.ts';

function left(text: string): string {
  const sentence = new Sentence(text);
  claimCommand(sentence);
  return sentence
    .free()
    .map(({ token }) => token.word)
    .join(' ');
}

it.each([
  ['fetch attendance', 'attendance'],
  ['please run me the revenue', 'please the revenue'],
  ['trainer = anna', 'anna'],
])('%s: leaves “%s”', (text, rest) => {
  expect(left(text)).toBe(rest);
});

it.each(['zumba attendance', 'compare the revenue', 'anna the attendance', 'draw crowds'])(
  '%s stays whole',
  (text) => {
    expect(left(text)).toBe(text);
  },
);

it('knows an order to change something by what stands after it', () => {
  const order = new Sentence('can you move the spin class');
  expect(headOf(order)).toBe(2);
  expect(isOrderToChange(order, new Set([4]))).toBe(true);
  expect(isOrderToChange(order, new Set())).toBe(false);
  expect(isOrderToChange(new Sentence('cancel the 6pm class'), new Set())).toBe(true);
  expect(isOrderToChange(new Sentence('should i cancel spin'), new Set([3]))).toBe(false);
});
