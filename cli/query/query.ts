/** `turnout query`: any figure of the own gym, from the history of this computer. */

import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { TurnoutError } from '../../errors.ts';
import type { QueryFault } from '../../gym/figures/ask/faults.ts';
import { readQuery } from '../../gym/figures/ask/read-query.ts';
import { figuresBody, figuresCsv } from '../../gym/figures/body.ts';
import { MEASURE_NAMES, MEASURES } from '../../gym/figures/catalogue.ts';
import { DIMENSION_NAMES, DIMENSIONS } from '../../gym/figures/dimensions.ts';
import type { FiguresQuery } from '../../gym/figures/query.ts';
import { systemClock } from '../../runtime/clock.ts';
import { answerFigures } from '../../service/figures/answer-figures.ts';
import { openLocalGym, sampleLines } from '../ask/local-gym.ts';
import { addRows, type CommandRow, flag, repeated } from '../command.ts';
import type { CliContext } from '../context.ts';
import { GYM_FLAG } from '../own-gym.ts';
import { layoutOf, WIDE_FLAG, type WideFlag } from '../terminal/layout.ts';
import { figuresLines } from './figures-text.ts';
import { type QueryFlags, queryOf } from './flags.ts';

interface Options extends QueryFlags, WideFlag {
  readonly gym?: string;
  readonly file?: string;
  readonly csv?: true;
}

const HELP = `Measures:
${MEASURE_NAMES.map((name) => `  ${name.padEnd(22)}${MEASURES[name].sentence}`).join('\n')}

Dimensions:
${DIMENSION_NAMES.map((name) => `  ${name.padEnd(22)}${DIMENSIONS[name].sentence}`).join('\n')}`;

const QUERY: CommandRow<Options, [readonly string[]]> = {
  words: 'query [measures...]',
  about: 'Any figure, by any dimension: from the history of this computer, without a key',
  given: ['such as attended fill_rate'],
  flags: [
    flag('--by <dimensions>', 'up to three, comma between them: week,room'),
    flag('--from <date>', 'first day; default: 41 days before the last'),
    flag('--to <date>', 'last day; default: today'),
    repeated('--where <filter>', 'such as weekday=monday,friday or room!=hall'),
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
  ],
  help: HELP,
  examples: [
    'turnout query attended fill_rate --by week --where trainer=anna-petrova',
    'turnout query over_capacity --by series --having "over_capacity>0" --order over_capacity:desc',
    'turnout query attended --by weekpart --where class=yoga --share',
    'turnout query sessions --by session --where status=cancelled',
    'turnout query no_shows no_show_rate --by weekday --compare previous --csv',
  ],
  answer: async (world, options, measures) => {
    const asked = await readAsked(measures, options);
    const dataDir = world.dataDir();
    const gym = await openLocalGym({ dataDir, gymId: options.gym ?? null, clock: systemClock });
    const view = await gym.view();
    const caller = { principal: null, view, trainers: view.trainers };
    const isFile = options.csv === true;
    const outcome = await answerFigures(asked, caller, gym, { isFile });
    if (outcome.kind === 'faults') throw faulty(outcome.faults);
    if (outcome.kind === 'refused') {
      const { code, detail } = outcome.refusal;
      const expected = 'a name that is known';
      throw new TurnoutError(code, { where: 'query', expected, got: detail });
    }
    const { answer } = outcome;
    if (isFile) {
      world.stdout.write(figuresCsv(answer));
      return undefined;
    }
    const { currency } = view.gym;
    const lines = figuresLines(answer, currency, layoutOf(world, options));
    return [
      { sample: gym.isSample, ...figuresBody(answer, view) },
      [...sampleLines(gym), ...lines].join('\n'),
    ];
  },
};

export function registerQuery(program: Command, context: CliContext): void {
  addRows(program, context, [QUERY]);
}

async function readAsked(measures: readonly string[], options: Options): Promise<FiguresQuery> {
  const { file } = options;
  const said = file === undefined ? queryOf(measures, options) : await readJson(file);
  const reading = readQuery(said);
  if (!reading.ok) throw faulty(reading.faults);
  return reading.query;
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    const got = error instanceof Error ? error.message : 'something else';
    throw new TurnoutError('usage', { where: '--file', expected: 'a query as JSON', got });
  }
}

function faulty(faults: readonly QueryFault[]): TurnoutError {
  const told = faults.map(({ loc, msg, input }) => {
    const place = loc.slice(1).join('.');
    return `${place === '' ? '' : `${place}: `}${msg}, got ${JSON.stringify(input)}`;
  });
  return new TurnoutError('usage', {
    where: 'query',
    expected: 'a query',
    got: told.join('; '),
    hint: 'turnout query --help lists measures and dimensions',
  });
}
