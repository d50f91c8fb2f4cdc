/** Tools at a head office: each takes the gym that it is about, since a key may see several. */

import { type TObject, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { ChainWorld } from '../../ask/chain/ask-chain.ts';
import type { ProblemBody } from '../../errors.ts';
import { DIMENSION_NAMES } from '../../gym/figures/dimensions.ts';
import { count, fields, nullable, object, text } from '../../gym/reports/field.ts';
import { seeing, type Visitor } from '../../service/callers/visitor.ts';
import {
  CHAIN_QUERY,
  type ChainAnswer,
  type ChainFigures,
  type ChainQuery,
  isOverGyms,
  SILENT_MS,
} from '../../service/figures/chain-figures.ts';
import { chargedOnce } from '../auth/guard.ts';
import { problem } from '../http/message.ts';
import type { Arguments } from '../routes/route.ts';
import { type Cell, limited, notesOf, rowLists } from './questions.ts';
import {
  argumentsReader,
  type McpExchange,
  membersOf,
  type Tool,
  type ToolAnswer,
} from './tools.ts';

const GYM_ID = Type.Optional(
  Type.String({ minLength: 1, maxLength: 64, description: 'Which gym; see list_gyms.' }),
);
const readGym = argumentsReader(Type.Object({ gym_id: GYM_ID }));

/** The tools of a gym for several, and one that lists the gyms. */
export function chainTools(tools: readonly Tool[], parts: ChainWorld): Tool[] {
  const named = tools.map((tool) => ofNamedGym(tool, parts.prepare));
  return [
    listGymsTool(parts),
    ...named.map((tool) => (tool.name === 'query_figures' ? overGyms(tool, parts.figures) : tool)),
  ];
}

/** The same tool with `gym_id`. @param prepare loads a gym: nothing of it is shown to who may not see it. */
function ofNamedGym(tool: Tool, prepare: ChainWorld['prepare']): Tool {
  const { properties, ...input } = tool.input as TObject;
  return {
    ...tool,
    input: { ...input, properties: { ...properties, gym_id: GYM_ID } } as TSchema,
    read: (input) => {
      const { gym_id, ...rest } = membersOf(input);
      const named = readGym(gym_id === undefined ? {} : { gym_id });
      const reading = tool.read(rest);
      if (typeof named === 'string') return named;
      return typeof reading === 'string' ? reading : { ...reading, ...named };
    },
    call: async ({ gym_id, ...given }, exchange) => {
      const gymId = gym_id as string | undefined;
      if (gymId !== undefined) await prepare(gymId);
      return tool.call(given, { ...exchange, visitor: atGym(exchange, gymId) });
    },
  };
}

const MISSING: ProblemBody = {
  detail: 'This key may see several gyms: say which with gym_id; list_gyms has the ids.',
  code: 'gym_missing',
};

/** The visitor of a call at one gym; without a gym, the words of what is missing are those of a tool. */
function atGym(exchange: McpExchange, gymId?: string) {
  return async (): Promise<Visitor> => {
    const visitor = await exchange.visitor();
    return seeing(visitor, (subject) => {
      const seen = visitor.see(gymId === undefined ? subject : { ...subject, gymId });
      return 'code' in seen && seen.code === 'gym_missing' ? MISSING : seen;
    });
  };
}

const readChainQuery = argumentsReader(CHAIN_QUERY);

const DESCRIPTION =
  'With gym in `by`, or gym or group in `where`, and without gym_id: over all gyms of the key, by gym, day, week and month.';

/**
 * `query_figures` with `gym` among its dimensions or filters: over the gyms of the key.
 *
 * @param tool that of one gym, which takes `gym_id`.
 */
function overGyms(tool: Tool, chain: ChainFigures): Tool {
  return {
    ...tool,
    description: `${tool.description} ${DESCRIPTION}`,
    input: withGyms(tool.input),
    read: (input) => {
      if (!isOverGyms(input)) return tool.read(input);
      if (Object.hasOwn(input as object, 'gym_id')) {
        return 'gym_id: must be left out of a query over gyms.';
      }
      return readChainQuery(input);
    },
    call: (given, exchange) =>
      isOverGyms(given) ? answered(given, exchange, chain) : tool.call(given, exchange),
  };
}

async function answered(
  given: Arguments,
  exchange: McpExchange,
  chain: ChainFigures,
): Promise<ToolAnswer> {
  const visitor = await exchange.visitor();
  const scope = visitor.principal?.key.scope;
  if (scope === undefined) return ONE_GYM;
  return chargedOnce(visitor, exchange.signal, async () => {
    const query = given as unknown as ChainQuery;
    const answer = await chain.answer(limited(query), scope);
    return { status: 200, value: compact(query, answer) };
  });
}

const ONE_GYM = problem('forbidden', 'This key sees one gym: leave gym and group out.');

function compact(request: ChainQuery, answer: ChainAnswer) {
  const { gyms, currency, query, row_count } = answer;
  const { by, measures } = query;
  const keys = by.flatMap((name) => (name === 'gym' ? (['gym', 'gym_name'] as const) : [name]));
  const cells = measures.map((name): Cell => [name, (row) => row[name]]);
  const own = answer.rows[0]?.currency === undefined ? [] : (['currency'] as const);
  const lists = rowLists([...keys, ...own], [...cells, ['of', ({ of }) => of]], answer);
  return { gyms, currency, query, ...lists, row_count, notes: notesOf(request, answer) };
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

/** Chosen here: what a model can hold. */
const MAX_GYMS = 500;

const GYM = fields({
  id: text('For `gym_id`.'),
  name: Type.String(),
  groups: Type.Array(Type.String()),
  state: Type.Enum(['online', 'silent', 'never_heard'], {
    description: '`silent`: its box has sent nothing for 15 minutes.',
  }),
  last_heard_at: nullable(Type.String({ format: 'date-time' })),
});
const OUTPUT = object('Gyms', 'Gyms that may be asked about.', {
  total: count('Gyms of the key, also where more than 500 are.'),
  gyms: Type.Array(GYM, { maxItems: MAX_GYMS, description: 'By id.' }),
});

const INPUT = fields({
  group: Type.Optional(Type.String({ maxLength: 64, description: 'Only gyms of this group.' })),
});

/** The gyms that a key may see: ids to ask about. Free. */
function listGymsTool({ figures, clock }: ChainWorld): Tool {
  return {
    name: 'list_gyms',
    title: 'List gyms',
    description:
      'Ids, names and groups of the gyms that this key may see, and whether their boxes send. The ids are for gym_id of the other tools. Costs nothing.',
    input: INPUT,
    read: argumentsReader(INPUT),
    output: OUTPUT,
    isCharged: false,
    isForTrainers: false,
    call: async ({ group }, exchange) => {
      const key = (await exchange.visitor()).principal?.key;
      const scope = key?.scope ?? ({ kind: 'gyms', gyms: key ? [key.gymId] : [] } as const);
      const gyms = figures
        .gyms(scope)
        .filter(({ groups }) => typeof group !== 'string' || groups.includes(group));
      const lines = await figures.lines();
      const nowUtcMs = clock.nowUtcMs();
      const listed = gyms.slice(0, MAX_GYMS).map(({ id, name, groups }) => {
        const atUtcMs = lines.get(id)?.heardUtcMs ?? null;
        const isSilent = atUtcMs !== null && nowUtcMs - atUtcMs >= SILENT_MS;
        const state = atUtcMs === null ? 'never_heard' : isSilent ? 'silent' : 'online';
        const last_heard_at = atUtcMs === null ? null : new Date(atUtcMs).toISOString();
        return { id, name, groups, state, last_heard_at };
      });
      return { status: 200, value: { total: gyms.length, gyms: listed } };
    },
  };
}
