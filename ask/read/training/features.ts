/**
 * Prints what `train.py` learns from, a question a line: its words and marks, and the shapes of the queries that it can
 * mean. Reads the questions of this folder and those of `test/ask/questions`.
 *
 *   npx tsx ask/read/training/features.ts [SKIPPED ...] > features.jsonl
 *
 * Of files whose name has one of SKIPPED in it nothing is printed: they can be asked afterwards.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { sandboxView } from '../../../service/demo/sandbox.ts';
import { contextOf } from '../../answers/ask-question.ts';
import type { AskContext } from '../../reader.ts';
import { type Filter, marksOf } from '../mark.ts';
import { findMarks, type Marked } from '../marks.ts';
import { BEFORE, featuresOf } from '../opinion.ts';
import { type Draft, phraseOf } from '../phrase.ts';
import { figuresShape, filtersShape, type Has, hasOf, type Shape } from '../shape.ts';
import { Sentence } from '../words.ts';

/** A query as the questions are labelled, with `range` in place of its days in the files of this folder. */
type Label = Partial<Omit<Draft, 'where'>> & {
  readonly where?: readonly Filter[];
  readonly refuse?: true;
  readonly covered?: true;
  readonly of_one?: true;
  readonly live?: unknown;
  readonly timetable?: true;
  readonly report?: string;
  readonly range?: true;
};

const RANGES = [
  { from: '2026-12-07', to: '2026-12-07' },
  { from: '2026-10-12', to: '2026-11-22' },
  { from: '2026-11-30', to: '2026-12-06' },
  { from: '2026-11-01', to: '2026-11-30' },
];
const TIMES = [
  ...['yesterday', 'last week', 'in November', 'last month', 'this year', 'since October'],
  ...['over the last 30 days', 'in 2025', 'this month'],
];
const EARLIER = { from: '2026-08-31', to: '2026-10-11' };
const view = sandboxView(Date.parse('2026-12-08T08:30Z'));
const ONE = contextOf({ principal: null, view, trainers: view.trainers }, null);
const GYMS: AskContext = {
  ...ONE,
  trainers: [],
  classNames: [],
  families: [],
  rooms: [],
  gyms: ['Riverside', 'Harbour', 'Old Mill', 'Northgate', 'Kings Cross'].map((name) => ({
    id: name.toLowerCase().replace(' ', '-'),
    name,
  })),
  groups: ['south', 'north', 'franchise', 'own'],
};
/** Of so many questions one is also asked with a name that is not known. */
const STRANGER = 4;
const NO_WORD = 'word-that-is-nowhere-';
/** How often a file is seen: what was once answered wrongly or is documented, and what nobody wrote for the training. */
const TIMES_SEEN = [
  [/mended|documented|gyms|hurried/, 4],
  [/blind|talks/, 2],
] as const;
/** Of so many questions one is also asked in Turnout's own words, as an answer repeats it. */
const REPEATED_EACH = 4;
const root = new URL('../../../', import.meta.url);

interface Row {
  readonly file: string;
  readonly text: string;
  readonly words: readonly string[];
  readonly tags: readonly string[];
  readonly shapes: readonly Shape[];
}

let printed = 0;
function print(row: Row): void {
  process.stdout.write(`${JSON.stringify(row)}\n`);
  printed += 1;
  if (printed % STRANGER !== 0) return;
  const other = withStranger(row);
  if (other !== null) process.stdout.write(`${JSON.stringify(other)}\n`);
}

/** The same question with a name that no gym has: where it was asked about, nothing is known. */
function withStranger(row: Row): Row | null {
  const { words, tags, shapes } = row;
  const kind = (['class', 'trainer'] as const).find((one) => tags.includes(`name ${one}`));
  const [{ kind: is, [kind ?? 'class']: way = '' } = { kind: 'refuse' }] = shapes;
  if (kind === undefined || is === 'refuse' || tags.includes('stranger')) return null;
  const at = tags.indexOf(`name ${kind}`);
  const isOnly = !tags.includes(`name ${kind}`, at + 1) && !words.includes(BEFORE);
  if (!isOnly || (way !== '' && way !== 'on')) return null;
  const end = tags.findIndex((tag, i) => i > at && tag !== `name ${kind} …`);
  const replaced = (list: readonly string[], one: string): string[] => [
    ...list.slice(0, at),
    one,
    ...(end < 0 ? [] : list.slice(end)),
  ];
  return {
    ...row,
    words: replaced(words, `${NO_WORD}${printed}`),
    tags: replaced(tags, printed % (2 * STRANGER) === 0 || way === '' ? 'stranger' : ''),
    shapes: way === '' ? shapes : [{ kind: 'unknown_name' }],
  };
}

function shapesOf(label: Label, marked: Marked, before: Marked | null): Shape[] {
  const { refuse, covered, of_one, live, timetable, report, range, ...query } = label;
  const refusal: Shape[] = marked.strangers.size > 0 ? [{ kind: 'unknown_name' }] : [];
  if (refuse === true || covered === true) return [{ kind: 'refuse' }, ...refusal];
  if (of_one === true) return [{ kind: 'one_gym' }];
  const { twoTimes } = hasOf(marked.marks);
  const has = { ...hasOf([...marked.marks, ...(before?.marks ?? [])]), twoTimes };
  const where = filtersOf(label, marked, has);
  if (live !== undefined || report === 'occupancy') return [{ ...where, kind: 'now' }];
  const days = range === true ? RANGES[0] : {};
  const figures = figuresShape({ measures: [], ...query, ...days }, has);
  // A time that was said and not found leaves the reader unsure.
  const rangePart = range === true ? { range: 'range' } : {};
  const shape: Shape = { ...figures, ...where, ...rangePart, kind: 'figures' };
  const listed: Shape = { ...where, kind: 'timetable', range: shape.range ?? '' };
  if (timetable === true || report === 'timetable') return [listed];
  const isList = query.by?.join() === 'session' && query.measures?.join() === 'sessions';
  return isList && query.having === undefined ? [shape, listed] : [shape];
}

/** Of who is there now the labels of this folder say no room, and of "tonight" the day alone. */
function filtersOf({ where = [], live, range }: Label, { marks }: Marked, has: Has) {
  const filters = filtersShape(where, has);
  const isOfRoom = marksOf(marks, 'name').some((mark) => mark.candidates[0]?.kind === 'room');
  if (live !== undefined && isOfRoom) return { ...filters, room: 'on' };
  const part = marksOf(marks, 'time').find(({ time }) => time.part !== undefined)?.time.part;
  const isCut = [filters.part_of_day, filters.class, filters.time].join('') !== '';
  const isLost = range === true && part !== undefined && !isCut;
  return isLost ? { ...filters, part_of_day: `on ${part}` } : filters;
}

const skipped = process.argv.slice(2);
const files = ['ask/read/training', 'test/ask/questions'].flatMap((folder) =>
  readdirSync(new URL(folder, root))
    .filter((name) => name.endsWith('.txt') && !skipped.some((one) => name.includes(one)))
    .sort()
    .map((name) => ({
      folder,
      name,
      text: readFileSync(new URL(`${folder}/${name}`, root), 'utf8'),
    })),
);
/** Seen this often, a word is no typing error. As in `train.py`. */
const LEAST_COMMON = 15;
const seen = new Map<string, number>();
for (const line of files.flatMap(({ text }) => text.split('\n')))
  for (const { word } of new Sentence(line.split('\t')[0] ?? '').tokens)
    seen.set(word, (seen.get(word) ?? 0) + 1);
const common = new Set([...seen].flatMap(([word, count]) => (count < LEAST_COMMON ? [] : [word])));

for (const { folder, name, text: all } of files) {
  const isOverGyms = name.startsWith('gyms');
  const times = TIMES_SEEN.find(([of]) => of.test(name))?.[1] ?? 1;
  const context = isOverGyms ? GYMS : ONE;
  for (const line of all.split('\n')) {
    const [question = '', ...labels] = line.split('\t');
    if (labels.length === 0 || question.startsWith('#')) continue;
    const [text = '', ...prev] = question.split(' » ').reverse();
    const [marked, before] = [text, prev[0]].map((one) =>
      one === undefined ? null : findMarks(one, context, common),
    );
    if (marked == null) continue;
    const queries = labels.map((one) => JSON.parse(one) as Label);
    const shapes = queries.flatMap((label) => shapesOf(label, marked, before ?? null));
    const features = featuresOf({ marked, before: before ?? null, isOverGyms });
    const row = { file: name, text: question, ...features, shapes };
    for (let time = 0; time < times; time += 1) print(row);
    const own = ownWords(queries[0], context);
    const isFew = isOverGyms || (folder === 'test/ask/questions' && !name.startsWith('blind'));
    if (own === null || (!isFew && printed % REPEATED_EACH > 0)) continue;
    const again = findMarks(own, context, common);
    const same = shapesOf(queries[0] ?? {}, again, null);
    const words = featuresOf({ marked: again, before: null, isOverGyms });
    print({ file: name, text: own, ...words, shapes: same });
  }
}

/** What an answer says that it was asked, and half of the time the same as people type it. */
function ownWords(label: Label | undefined, context: AskContext): string | null {
  const { measures, compare, range } = label ?? {};
  const isHeld = (compare as unknown) === 'range';
  if (measures === undefined || (compare && !isHeld)) return null;
  const round = Math.floor(printed / REPEATED_EACH);
  const days = range === true ? RANGES[round % RANGES.length] : {};
  const against = isHeld ? { compare: EARLIER } : {};
  const own = phraseOf({ ...label, measures, ...days, ...against }, context);
  if (round % 2 === 0 || isHeld) return own;
  const time = ` ${TIMES[round % TIMES.length]}`;
  const typed = own.replace(/ (?:from \d.*?|on )\d+ \w+ 2026/, time).replace('?', '');
  const isHere = context.gyms === undefined && round % 6 === 1;
  return `${typed.toLowerCase()}${isHere ? ' at the gym' : ''}`;
}
