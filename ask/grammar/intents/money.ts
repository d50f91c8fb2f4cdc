/** Money as it is not told. */

import type { Request, Stop } from '../request.ts';

/** Money that is not told: by trainer, and per person or class. */
export function moneyStop({ has }: Request): Stop | null {
  const message = has('trainerNoun', 'trainerNouns', 'who')
    ? 'Money cannot be shown by trainer: ask for the gym’s, or for that of a class.'
    : 'Money is shown in totals, not per class or person.';
  if (has('trainerNoun', 'trainerNouns', 'who', 'average'))
    return { stop: 'not_known_here', message };
  if (!has('losing') || !has('least', 'best', 'smallest')) return null;
  return {
    stop: 'not_understood',
    message:
      'Which order was meant was not understood: ask for the classes that make or lose most.',
    suggestions: ['Which classes lose money?', 'Which classes are most profitable?'],
  };
}
