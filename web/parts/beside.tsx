/** The goal of some figures, and the same days of last year. */

import type { Beside as BesideData } from '../data.ts';
import { besideWords } from '../words/sentences.ts';

export function Beside(data: BesideData) {
  const words = besideWords(data);
  return words === null ? null : <p class="context">{words}</p>;
}
