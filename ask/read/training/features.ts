/**
 * Prints what `train.py` learns from, a question a line: its words and marks, and the shapes of the queries that it can
 * mean. Reads the questions of this folder, the blind sets and the tables of `test/ask`.
 *
 *   npx tsx ask/read/training/features.ts [SKIPPED ...] > features.jsonl
 *
 * Of files whose name has one of SKIPPED in it nothing is printed: they can be asked afterwards.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { sandboxView } from '../../../service/demo/sandbox.ts';
import { surroundingsOf } from '../../answers/ask-question.ts';
import type { Surroundings } from '../../reader.ts';
import type { Filter } from '../mark.ts';
import { findMarks } from '../marks.ts';
import { featuresOf } from '../opinion.ts';
import { type Asked, phraseOf } from '../phrase.ts';
import { figuresShape, filtersShape, type Has, hasOf, type Shape } from '../shape.ts';
import { Sentence } from '../words.ts';
import { madeQuestions } from './synthetic.ts';

/** A query as the questions are labelled, with `range` in place of its days in the files of this folder. */
type Label = Partial<Omit<Asked, 'where'>> & {
  readonly where?: readonly Filter[];
  readonly refuse?: true;
  readonly covered?: true;
  readonly of_one?: true;
  readonly live?: unknown;
  readonly timetable?: true;
  readonly report?: string;
  readonly range?: true;
};

const DAY = { from: '2026-12-08', to: '2026-12-08' };
const view = sandboxView(Date.parse('2026-12-08T08:30Z'));
const ONE = surroundingsOf({ principal: null, view, trainers: view.trainers }, null);
const GYMS: Surroundings = {
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
/** How often what was once answered wrongly is seen in place of once. */
const MENDED = 4;
/** Of each of both, of one gym and of several. */
const MADE = [4_000, 2_000] as const;
const root = new URL('../../../', import.meta.url);

const print = (row: object): void => {
  process.stdout.write(`${JSON.stringify(row)}\n`);
};

function shapesOf(label: Label, has: Has): Shape[] {
  const { refuse, covered, of_one, live, timetable, report, range, ...query } = label;
  if (refuse === true || covered === true) return [{ kind: 'refuse' }];
  if (of_one === true) return [{ kind: 'one_gym' }];
  const where = filtersShape(query.where ?? [], has);
  if (live !== undefined || report === 'occupancy') return [{ ...where, kind: 'now' }];
  const time = has.time && (range === true || query.from !== undefined) ? 'range' : '';
  const listed: Shape = { ...where, kind: 'timetable', range: time };
  if (timetable === true || report === 'timetable') return [listed];
  const { measures = [] } = query;
  const shape = figuresShape({ ...query, measures, ...(range === true ? DAY : {}) }, has);
  const isList = query.by?.join() === 'session' && measures.join() === 'sessions';
  return isList && query.having === undefined ? [shape, listed] : [shape];
}

const FOLDERS = ['ask/read/training', 'test/ask', 'test/ask/questions'];
const textsIn = (folder: string): string[] =>
  readdirSync(new URL(folder, root))
    .filter((name) => name.endsWith('.txt'))
    .map((name) => readFileSync(new URL(`${folder}/${name}`, root), 'utf8'));
/** Seen this often, a word is no typing error. As in `train.py`. */
const LEAST_COMMON = 8;
const seen = new Map<string, number>();
for (const line of FOLDERS.flatMap(textsIn).flatMap((text) => text.split('\n')))
  for (const { word } of new Sentence(line.split('\t')[0] ?? '').tokens)
    seen.set(word, (seen.get(word) ?? 0) + 1);
const common = new Set([...seen].flatMap(([word, count]) => (count < LEAST_COMMON ? [] : [word])));

for (const folder of FOLDERS) {
  for (const name of readdirSync(new URL(folder, root)).sort()) {
    if (!name.endsWith('.txt') || process.argv.slice(2).some((one) => name.includes(one))) continue;
    const isOverGyms = name.startsWith('gyms');
    const surroundings = isOverGyms ? GYMS : ONE;
    for (const line of readFileSync(new URL(`${folder}/${name}`, root), 'utf8').split('\n')) {
      const [asked = '', ...labels] = line.split('\t');
      if (labels.length === 0 || asked.startsWith('#')) continue;
      const [text = '', ...prev] = asked.split(' » ').reverse();
      const [marked, before] = [text, prev[0]].map((one) =>
        one === undefined ? null : findMarks(one, surroundings, common),
      );
      if (marked == null) continue;
      const has = hasOf([...marked.marks, ...(before?.marks ?? [])]);
      const shapes = labels.flatMap((label) => shapesOf(JSON.parse(label) as Label, has));
      const features = featuresOf({ marked, before: before ?? null, isOverGyms });
      const row = { file: name, text: asked, ...features, shapes };
      for (let times = name.includes('mended') ? MENDED : 1; times > 0; times -= 1) print(row);
      // What an answer says that it was asked is understood as well.
      const [label] = labels.map((one) => JSON.parse(one) as Label);
      if (folder !== 'test/ask/questions' || !label?.measures) continue;
      const said = phraseOf({ ...label, measures: label.measures }, ONE);
      const again = findMarks(said, ONE, common);
      const same = shapesOf(label, hasOf(again.marks)).slice(0, 1);
      const words = featuresOf({ marked: again, before: null, isOverGyms });
      print({ file: name, text: said, ...words, shapes: same });
    }
  }
}

for (const [at, surroundings] of [ONE, GYMS].entries())
  for (const { text, query } of madeQuestions(surroundings, MADE[at] ?? 0)) {
    const marked = findMarks(text, surroundings, common);
    const features = featuresOf({ marked, before: null, isOverGyms: surroundings === GYMS });
    const shape = figuresShape(query, hasOf(marked.marks));
    print({ file: 'synthetic', text, ...features, shapes: [shape] });
  }
