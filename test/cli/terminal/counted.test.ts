/** Numbers with their nouns. */

import { expect, it } from 'vitest';
import { counted } from '../../../cli/terminal/counted.ts';

it.each([
  [0, '0 classes'],
  [1, '1 class'],
  [2, '2 classes'],
])('%d is "%s"', (number, text) => {
  expect(counted(number, 'class', 'classes')).toBe(text);
});
