/** Questions over gyms in words of the grammar: gyms stand where rooms stand, and names stand as they are. */

import type { NamedGyms } from './gym-names.ts';

const ONE = 'gym|club|site|location|branch';
const MANY = 'gyms|clubs|sites|locations|branches';
/** In place of a name while words are changed around it. */
const FIRST = 0xe000;
const NAME = '[\\ue000-\\uefff]';

const pattern = (source: string): RegExp => new RegExp(source, 'giu');

/** Behind a name it says only what is named: "the Riverside gym". */
const AFTER_NAME = pattern(`(${NAME})\\s+(?:${ONE})\\b`);
/** "in all gyms": of all of them together. */
const TOGETHER = pattern(
  `\\b(?:in|at|of|for|from|to|over|across)\\s+all(?:\\s+of)?(?:\\s+(?:the|my|our))?\\s+(?:${MANY})\\b(?:\\s+together)?|\\b(?:over|across)\\s+(?:the|my|our)\\s+(?:(?:${MANY})|(?:whole\\s+)?chain)\\b`,
);
/** "how are my gyms": each of them. */
const ALL_OF = pattern(`\\b(?:all\\s+(?:of\\s+)?)?(?:the|my|our|these|all)\\s+(?:${MANY})\\b`);
/** "the gym" says nothing; "the gym with the most …" is one of several. */
const THE_GYM = pattern(
  `\\b(the|my|our|this)\\s+(?:${ONE})\\b(?!\\s+(?:with|that|which|where)\\b)`,
);
const EACH = pattern(`\\b(?:(${MANY})|(?:${ONE}))\\b`);
const ROOMS = /\b(?:rooms?|studios?|areas?)\b/i;

/** The question with a sign in place of each name. */
export function masked({ text, named }: Pick<NamedGyms, 'text' | 'named'>): string {
  let made = '';
  let from = 0;
  for (const [at, { start, end }] of named.entries()) {
    made += text.slice(from, start) + String.fromCharCode(FIRST + at);
    from = end;
  }
  return (made + text.slice(from)).replace(AFTER_NAME, '$1');
}

/** @param nameOf what stands for the name at its place in `named`; left out: the name as it was typed. */
export function unmasked(
  made: string,
  { text, named }: Pick<NamedGyms, 'text' | 'named'>,
  nameOf = (at: number) => text.slice(named[at]?.start, named[at]?.end),
): string {
  const whole = made.replace(pattern(NAME), (sign) => nameOf(sign.charCodeAt(0) - FIRST));
  return whole
    .replace(/\s+/g, ' ')
    .replace(/\s+([?.!,])/g, '$1')
    .trim();
}

/** Whether gyms are spoken of as several: "which gym", "by club". */
export function speaksOfGyms(made: string): boolean {
  return made.replace(THE_GYM, '').search(EACH) >= 0;
}

/** Whether it speaks of one gym's rooms. */
export function speaksOfRooms(made: string): boolean {
  return ROOMS.test(made);
}

/** In words of the grammar: the first that it understands is meant. */
export function asRooms(made: string): readonly string[] {
  const together = made.replace(TOGETHER, '');
  const each = together.replace(ALL_OF, 'each gym');
  return [...new Set([together, each])].map((one) =>
    one
      .replace(THE_GYM, '$1 \0')
      .replace(EACH, (_, many: string | undefined) => (many === undefined ? 'room' : 'rooms'))
      .replaceAll('\0', 'gym'),
  );
}

/** What the grammar says of rooms, said of gyms. */
export function asGyms(text: string): string {
  return text
    .replace(
      /\b(r)oom(s?)\b/gi,
      (_, letter: string, s: string) => `${letter === 'R' ? 'G' : 'g'}ym${s}`,
    )
    .replace('trainer, class or gym is called', 'gym is called')
    .replace('classes, trainers, gyms, weekdays or hours', 'gyms, days, weeks or months');
}
