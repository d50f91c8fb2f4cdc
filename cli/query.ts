/** `turnout query`: any figure of the own gym, from the history of this computer. */

import { readFile } from 'node:fs/promises';
import type { TurnoutError } from '../errors.ts';
import type { QueryFault } from '../gym/figures/ask/faults.ts';
import { readQuery } from '../gym/figures/ask/read-query.ts';
import { figuresBody, figuresCsv } from '../gym/figures/body.ts';
import { MEASURE_NAMES, MEASURES, type MeasureName } from '../gym/figures/catalogue.ts';
import {
  DIMENSION_NAMES,
  DIMENSIONS,
  type Dimension,
  type DimensionName,
  isDimension,
} from '../gym/figures/dimensions.ts';
import type { RowFigures } from '../gym/figures/measures.ts';
import type { FiguresAnswer, FiguresRow } from '../gym/figures/query.ts';
import { inSlices } from '../runtime/timers.ts';
import { answerFigures } from '../service/figures/answer-figures.ts';
import { UNKNOWN } from '../web/words/format.ts';
import { command, flag, GYM_FLAG, repeated, usageFault, type Values } from './command.ts';
import { openLocalGym, sampleLines } from './own-gym.ts';
import { inWords } from './owner.ts';
import { type Column, type Layout, layoutOf, table, WIDE_FLAG, wrapped } from './terminal/table.ts';

const HELP = `Measures:
${MEASURE_NAMES.map((name) => `  ${name.padEnd(22)}${MEASURES[name].sentence}`).join('\n')}

Dimensions:
${DIMENSION_NAMES.map((name) => `  ${name.padEnd(22)}${DIMENSIONS[name].sentence}`).join('\n')}`;

const FLAGS = [
  flag('--by <dimensions>', 'up to three, comma between them: week,room'),
  flag('--from <date>', 'first day; default: 41 days before the last'),
  flag('--to <date>', 'last day; default: today'),
  repeated(
    '--where <filter>',
    'such as weekday=monday,friday or room!=hall; trainer= means without a trainer',
  ),
  repeated('--having <bound>', 'such as "fill_rate<0.3"'),
  repeated('--order <name>', 'such as fill_rate:desc'),
  flag('--limit <rows>', '1 to 1000; default: 100'),
  flag('--offset <rows>', 'rows to leave out first'),
  flag('--fill <how>', 'gaps: dates without classes too'),
  flag('--share', 'the share of the total, of measures that add up'),
  flag('--compare <range>', 'previous, last_year, or 2026-08-31..2026-10-11'),
  flag('--file <path>', 'a query as JSON, as POST /v1/query takes it'),
  flag('--csv', 'rows as CSV'),
  WIDE_FLAG,
  GYM_FLAG,
] as const;

export const QUERY = command({
  words: 'query [measures...]',
  about: 'Any figure, by any dimension: from the history of this computer, without a key',
  given: ['such as attended fill_rate'],
  flags: FLAGS,
  help: HELP,
  examples: [
    'turnout query attended fill_rate --by week --where trainer=anna-petrova',
    'turnout query over_capacity --by series --having "over_capacity>0" --order over_capacity:desc',
    'turnout query attended --by weekpart --where class=yoga --share',
    'turnout query sessions --by session --where status=cancelled',
    'turnout query no_shows no_show_rate --by weekday --compare previous --csv',
  ],
  answer: async (world, options, measures) => {
    const { file } = options;
    const given = file === undefined ? queryOf(measures, options) : await readJson(file);
    const reading = readQuery(given);
    if (!reading.ok) throw faulty(reading.faults, file !== undefined);
    const gym = await openLocalGym(world.dataDir(), options.gym);
    const view = await gym.view();
    const caller = { principal: null, view, trainers: view.trainers };
    const isFile = options.csv === true;
    const outcome = await answerFigures(reading.query, caller, gym, { isFile });
    if (outcome.kind === 'faults') throw faulty(outcome.faults, file !== undefined);
    if (outcome.kind === 'refused') {
      const { code, detail } = outcome.refusal;
      throw inWords(code, detail);
    }
    const { answer } = outcome;
    if (isFile) {
      world.stdout.write(await inSlices(figuresCsv(answer)));
      world.stderr.write(
        [...sampleLines(gym), ...cutLines(answer)].map((one) => `${one}\n`).join(''),
      );
      return undefined;
    }
    const { currency } = view.gym;
    const lines = figuresLines(answer, currency, layoutOf(world, options));
    return [
      { sample: gym.isSample, ...figuresBody(answer, view) },
      [...sampleLines(gym), ...lines].join('\n'),
    ];
  },
});

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    const got = error instanceof Error ? error.message : 'something else';
    throw usageFault('--file', 'a query as JSON', got);
  }
}

/** The first of them, at its flag; of a file of a query, at its place. */
function faulty([fault]: readonly QueryFault[], isFile: boolean): TurnoutError {
  const { loc, msg, input } = fault as QueryFault;
  const [name, ...inside] = loc.slice(1);
  const flag = name === undefined || name === 'measures' ? 'query' : `--${name}`;
  const where = isFile && name !== undefined ? [name, ...inside].join('.') : flag;
  const expected = msg
    .replace(/^(?:Input should be |Value error, |List should have )/, '')
    .replace(/^(\w+) should be a known one/, (_, what: string) => `a known ${what.toLowerCase()}`)
    .replace(/^(?=greater|less)/, 'a number ')
    .replace(' after validation', '');
  const hint = 'turnout query --help lists measures and dimensions';
  return usageFault(where, expected, JSON.stringify(input), hint);
}

/** Throws `usage` for a flag that cannot be read. */
export function queryOf(
  measures: readonly string[],
  flags: Omit<Values<typeof FLAGS>, 'file' | 'csv'>,
): object {
  const { by, from, to, where, having, order, limit, offset, share, fill, compare } = flags;
  return {
    measures: measures.flatMap((text) => text.split(',')).filter((name) => name !== ''),
    by: by?.split(','),
    from,
    to,
    share,
    fill,
    where: where.length === 0 ? undefined : where.map(filterOf),
    having: having.length === 0 ? undefined : having.map(boundOf),
    order: order.length === 0 ? undefined : order.map(orderOf),
    limit: limit && numberOf(limit),
    offset: offset && numberOf(offset),
    compare: compare && rangeOf(compare),
  };
}

/** `trainer=anna,ben`, `weekday!=sunday`, `start_time=17:00..21:00`; nothing behind the sign is "none". */
function filterOf(text: string): readonly unknown[] {
  const [, name = '', sign, values = ''] =
    /^([a-z_]+)(!?=)(.*)$/s.exec(text) ?? refused('where', 'trainer=anna-petrova', text);
  const value = (one: string) => cellOf(name, one);
  const ends = values.split('..');
  if (sign === '=' && ends.length === 2) return [name, 'between', ends.map(value)];
  return [name, sign === '=' ? 'is' : 'is_not', values.split(',').map(value)];
}

function cellOf(name: string, text: string): string | number | boolean | null {
  if (text === '') return null;
  const dimension: Dimension | null = isDimension(name) ? DIMENSIONS[name] : null;
  if (dimension?.values === 'hour') return numberOf(text);
  if (dimension?.values === 'boolean' && /^(?:true|false)$/.test(text)) return text === 'true';
  return text;
}

function boundOf(text: string): readonly unknown[] {
  const [, name, operator, bound = ''] =
    /^([a-z_]+)\s*(<=|>=|<|>)\s*(\S+)$/.exec(text) ?? refused('having', '"fill_rate<0.3"', text);
  return [name, operator, numberOf(bound)];
}

function orderOf(text: string): readonly string[] {
  const [name = '', direction = 'asc'] = text.split(':');
  return [name, direction];
}

function rangeOf(text: string): unknown {
  const [from, to] = text.split('..');
  return to === undefined ? text : { from, to };
}

/** A text that is no number stays one, and is complained of as such. */
function numberOf(text: string): number | string {
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

function refused(flag: string, example: string, got: string): never {
  throw usageFault(`--${flag}`, `such as ${example}`, got);
}

type Line = FiguresRow | RowFigures;

function figuresLines(answer: FiguresAnswer, currency: string | null, layout: Layout): string[] {
  const { query, rows, total, notes } = answer;
  const columns: readonly Column<Line>[] = [
    ...query.by.flatMap(readable).map((name, at) => ({
      head: headOf(name),
      cell: (line: Line) => (line === total ? (at === 0 ? 'all' : '') : keyText(line, name)),
    })),
    ...query.measures.flatMap((name) => [
      { head: headOf(name), cell: (line: Line) => text(name, line[name]) },
      ...(query.share
        ? [{ head: 'SHARE', cell: ({ share }: Line) => percent(share?.[name]) }]
        : []),
      ...(query.compare === null
        ? []
        : [{ head: 'CHANGE', cell: ({ change }: Line) => text(name, change?.[name]) }]),
    ]),
    { head: 'CLASSES', cell: ({ of }: Line) => String(of) },
  ];
  const lines: readonly Line[] = query.by.length === 0 ? [total] : [...rows, total];
  const money = query.measures.some((name) => MEASURES[name].unit === 'money');
  return [
    `${query.from} to ${query.to}${money && currency !== null ? `, in ${currency}` : ''}`,
    ...table(columns, lines, layout),
    ...cutLines(answer),
    ...notes.flatMap((note) => wrapped(`Note: ${note}`, layout.width)),
  ];
}

function cutLines({ rows, row_count }: FiguresAnswer): string[] {
  return row_count > rows.length ? [`${rows.length} of ${row_count} rows.`] : [];
}

/** Its words, so that a wide table breaks between them. */
function headOf(name: string): string {
  return name.toUpperCase().replaceAll('_', ' ');
}

/** The name of a session has its class, day, start and room. */
function readable(name: DimensionName): readonly DimensionName[] {
  return name === 'session' ? ['session', 'trainer', 'substitute', 'status'] : [name];
}

function keyText(row: FiguresRow, name: DimensionName): string {
  const { label } = DIMENSIONS[name];
  return (label === null ? null : row[label]) ?? String(row[name] ?? UNKNOWN);
}

function text(name: MeasureName, value: number | null | undefined): string {
  if (value === null || value === undefined) return UNKNOWN;
  if (name === 'trend') return `${(value * 100).toFixed(1)} points`;
  return MEASURES[name].unit === 'rate' ? percent(value) : String(value);
}

function percent(value: number | null | undefined): string {
  return value === null || value === undefined ? UNKNOWN : `${(value * 100).toFixed(1)}%`;
}
