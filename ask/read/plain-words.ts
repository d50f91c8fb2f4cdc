/** What the words of a question say plainly, whatever the model made of them. */

import { type Lack, lack } from './calendar.ts';
import type { Part, Shape } from './shape.ts';

const [MOST, LEAST] = [
  'highest|best|most|top|busiest|fullest|strongest|biggest|largest',
  'lowest|worst|least|fewest|bottom|quietest|emptiest|weakest|smallest',
].map((words) => `\\b(?:${words})\\b`);
const UPWARDS = new RegExp(`${LEAST}.{0,25} to .{0,15}${MOST}`, 'i');
const BOTH_ENDS = new RegExp(`${MOST}.*${LEAST}|${LEAST}.*${MOST}`, 'i');
const FURTHEST = /\b(most|biggest|worst)\b/i;

/** When words say it, and what the shape is then. The first row that fits holds. */
const ROWS: readonly {
  readonly words: RegExp;
  readonly of: (shape: Readonly<Record<Part, string>>, text: string) => boolean;
  readonly is: Partial<Shape>;
}[] = [
  // "From the emptiest to the fullest" is an order.
  { words: UPWARDS, of: ({ by }) => by !== '', is: { limit: '', order: 'asc' } },
  // "Who has the most, and who the fewest?" is answered by all rows.
  { words: BOTH_ENDS, of: ({ limit }) => limit !== '', is: { limit: '', order: 'desc' } },
  // "Which class loses money" can be none.
  {
    words: /\b(los(e|es|ing)|making a loss)\b/i,
    of: ({ measures, bound, limit }, text) =>
      measures === 'profit' && bound === '' && limit === 'one' && !FURTHEST.test(text),
    is: { limit: '', order: '', bound: 'profit < 0' },
  },
  {
    words: /\b(no|zero|without( any)?) no[- ]?shows?\b/i,
    of: ({ by, measures, bound }) => by !== '' && bound === '' && /^no_show\w+$/.test(measures),
    is: { limit: '', order: '', bound: 'no_shows <= 0' },
  },
  {
    words:
      /\b(spots?|places?|spaces?|seats?|room) (are |is )?(still )?left\b(?! (empty|unfilled|unsold|unused|over))/i,
    of: ({ measures }) => measures.includes('empty_seats'),
    is: { measures: 'booked,capacity' },
  },
  // Of people, those who cancelled late are known; classes are cancelled too.
  {
    words: /\b(people|members|clients) (who )?(had )?cancel/i,
    of: ({ measures }) => measures === 'cancelled',
    is: { measures: 'late_cancels' },
  },
  {
    words: /\bmargins?\b/i,
    of: ({ measures }) => measures === 'profit',
    is: { measures: 'profit,revenue' },
  },
  // "How many classes are dead" is of the rows, not of the dates in them.
  {
    words: /\bhow many\b/i,
    of: ({ verdict, by, measures }) =>
      verdict !== '' && by === 'series' && /^(held|sessions)$/.test(measures),
    is: { measures: 'fill_rate' },
  },
  // The latest class is the one that was held last.
  {
    words: /\b(latest|most recent|last time)\b/i,
    of: (shape) => shape.class === 'on' && `${shape.range}${shape.compare}` === '',
    is: { by: 'session', limit: 'one', order: 'newest' },
  },
];

export function inPlainWords(shape: Shape, text: string): Shape {
  if (shape.kind !== 'figures') return shape;
  const whole = shape as Readonly<Record<Part, string>>;
  const row = ROWS.find(({ words, of }) => words.test(text) && of(whole, text));
  const plain = { ...shape, ...row?.is };
  // A class of one day may lose what that of another earns.
  return plain.bound === 'profit < 0' && plain.by === 'class' ? { ...plain, by: 'series' } : plain;
}

/** Figures that there are not, whatever the model takes them for. */
const OTHERS: readonly RegExp[] = [
  /\b(starts?|started|beg[ai]ns?|arriv\w+|came|come|turn(ed)? up|runs?|ran) late\b(?! (in|at|on)\b)/i,
  /\b(while|when) .{2,30} (was|is|were) (off|away|ill|sick|absent|on (holiday|leave))\b/i,
  /\b(some|any)(one|body) else (to )?cover\w* for\b/i,
  /\bper ((trainer|instructor|coach|staff|paid|teaching)['’]?s? hour|hour (worked|taught|paid))\b/i,
  /\bhow many hours (was|were|is|did|do|does)\b|\bhow (fast|quickly|soon)\b/i,
  /\b\d+[- ]?min(ute)?s? (class|session)(es|s)?\b/i,
  /\bthe (class|session) (right |just )?(before|after) (?!\d|noon|midday|lunch|work|school|christmas|easter|new year|the holidays|\w+day\b)/i,
  /\b(first|second|third|fourth|1st|2nd|3rd|4th|last) \w+days? (of|in) (each|every) month\b/i,
  /\bbookings? (were |was |got |have been )?made\b(?! for\b)/i,
];

/** The same, by the figure that the model takes them for: for another one they are words of something else. */
const TAKEN_FOR: Readonly<Record<string, RegExp>> = {
  revenue_per_visit:
    /\bcosts? (per|a|for (each|every)) (visit|visitor|head|person|member)\b|\b(revenue|takings|income|sales) per (class|session)\b/i,
  waitlisted: /\b(longest|shortest) (class|session)/i,
};

export function otherFigure({ measures = '' }: Shape, text: string): Lack | null {
  const found = [...OTHERS, TAKEN_FOR[measures]].find((words) => words?.test(text));
  const [words] = found?.exec(text) ?? [];
  if (words === undefined) return null;
  const known = 'people, fill, bookings, no-shows, revenue, revenue per visit, cost, pay or profit';
  return lack(
    `Turnout has no figure “${words.toLowerCase()}”: ask for ${known}.`,
    'not_known_here',
  );
}
