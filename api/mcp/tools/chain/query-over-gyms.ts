/** `query_figures` at a head office: with `gym` among its dimensions or filters, the figures are over the gyms of the key. */

import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { RowFigures } from '../../../../gym/figures/answer.ts';
import { DIMENSION_NAMES } from '../../../../gym/figures/dimensions.ts';
import type { Log } from '../../../../runtime/log/log.ts';
import {
  CHAIN_QUERY,
  type ChainAnswer,
  type ChainFigures,
  type ChainQuery,
  isOverGyms,
} from '../../../../service/figures/chain-figures.ts';
import { faultOf } from '../../charged.ts';
import type { McpTurn } from '../../server/turn.ts';
import { type Arguments, argumentsReader } from '../arguments.ts';
import type { Tool, ToolOutcome } from '../tool.ts';

/** As of one gym. */
const USUAL_ROWS = 30;
const readChainQuery = argumentsReader(CHAIN_QUERY);

const DESCRIPTION =
  'With gym in `by`, or gym or group in `where`, and without gym_id: over all gyms of the key, by gym, day, week and month.';

/** @param tool that of one gym, which takes `gym_id`. */
export function overGyms(tool: Tool, chain: ChainFigures, log: Log): Tool {
  return {
    ...tool,
    get output() {
      return tool.output;
    },
    description: `${tool.description} ${DESCRIPTION}`,
    input: withGyms(tool.input),
    read: (input) => {
      if (!isOverGyms(input)) return (tool.read ?? argumentsReader(tool.input))(input);
      if (Object.hasOwn(input as object, 'gym_id')) {
        return { isOk: false, message: 'gym_id: must be left out of a query over gyms.' };
      }
      return readChainQuery(input);
    },
    call: (given, turn) =>
      isOverGyms(given) ? answered(given, { turn, chain, log }) : tool.call(given, turn),
  };
}

interface Asked {
  readonly turn: McpTurn;
  readonly chain: ChainFigures;
  readonly log: Log;
}

async function answered(given: Arguments, { turn, chain, log }: Asked): Promise<ToolOutcome> {
  try {
    const visitor = await turn.visitor();
    const scope = visitor.principal?.key.scope;
    if (scope === undefined) return { isOk: false, problem: ONE_GYM };
    const refused = await visitor.spend();
    if (refused !== null) return { isOk: false, problem: refused };
    try {
      const query = given as unknown as ChainQuery;
      const answer = await chain.answer({ ...query, limit: query.limit ?? USUAL_ROWS }, scope);
      turn.signal.throwIfAborted();
      return { isOk: true, body: compact(answer), pictures: [] };
    } catch (error) {
      visitor.giveBack();
      throw error;
    }
  } catch (error) {
    return { isOk: false, problem: faultOf(error, turn, log) };
  }
}

const ONE_GYM = {
  detail: 'This key sees one gym: leave gym and group out.',
  code: 'forbidden',
} as const;

/** Rows as lists, as of one gym. */
function compact({ gyms, currency, query, rows, total, row_count, notes }: ChainAnswer) {
  const { by, measures } = query;
  const keys = by.flatMap((name) => (name === 'gym' ? (['gym', 'gym_name'] as const) : [name]));
  const figures = (row: RowFigures) => [...measures.map((name) => row[name] ?? null), row.of];
  return {
    gyms,
    currency,
    query,
    columns: [...keys, ...measures, 'of'],
    rows: rows.map((row) => [...keys.map((name) => row[name] ?? null), ...figures(row)]),
    total: [...keys.map(() => null), ...figures(total)],
    row_count,
    notes,
  };
}

/** Dimensions of a chain stand where those of a gym do. */
function withGyms(input: TSchema): TSchema {
  return JSON.parse(
    JSON.stringify(input, (_, value: unknown) =>
      Array.isArray(value) && Value.Equal(value, DIMENSION_NAMES)
        ? [...value, 'gym', 'group']
        : value,
    ),
  ) as TSchema;
}
