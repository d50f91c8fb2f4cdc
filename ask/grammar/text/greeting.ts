/** "Good morning, how many came?": said to whoever answers, and no time of the day that is asked about. */

import type { Sentence } from './sentence.ts';

const HELLO = new Set(['hi', 'hello', 'hey', 'dear']);
const TIMES = new Set(['morning', 'afternoon', 'evening', 'night', 'day']);

/** Claims a greeting at the head. Without "good" before it or a sign behind it "Morning classes" asks about mornings. */
export function claimGreeting(sentence: Sentence): void {
  let at = 0;
  while (HELLO.has(sentence.word(at))) at++;
  const isGood = sentence.word(at) === 'good';
  const time = isGood ? at + 1 : at;
  const end = sentence.tokens[time]?.end;
  if (end === undefined || !TIMES.has(sentence.word(time))) return;
  if (isGood || /^\s*[!,.]\s*\S/.test(sentence.text.slice(end))) sentence.claim(0, time + 1);
}
