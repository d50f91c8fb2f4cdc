/** What a tool is, whatever carries it: over HTTP, over stdio, and on the page about it; the tools of routes and of trainers. */

import { type TProperties, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { ProblemBody } from '../../errors.ts';
import type { QueryFault } from '../../gym/figures/ask/faults.ts';
import { count, fields, object, TRAINER, text } from '../../gym/reports/field.ts';
import type { Caller } from '../../service/callers/caller.ts';
import type { Visitor } from '../../service/callers/visitor.ts';
import type { GymSource } from '../../service/gyms/gym-source.ts';
import { admitVisitor, type Guard } from '../auth/guard.ts';
import { refusalOf } from '../auth/refusals.ts';
import { type Answer, type ApiRequest, problem } from '../http/message.ts';
import type { Arguments, Route } from '../routes/route.ts';
import type { Charts } from './charts.ts';

/** One request to the MCP server: who asks, and whether anybody still waits for the answer. */
export interface McpExchange {
  /** Told to callers where something breaks, and written to the log. */
  readonly requestId: string;
  /** Aborted when no one waits any more. */
  readonly signal: AbortSignal;
  /** Who asks. Over stdio it is asked before each message, so that figures are of now. */
  visitor(): Visitor | Promise<Visitor>;
}

/** Whether someone sees the figures of one trainer only. */
export function isTrainerOnly({ principal }: Visitor): boolean {
  return principal?.key.role === 'trainer';
}

export interface Tool {
  /** 1..64 of letters, digits and underscores; the name of the route that it comes from. */
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** For models: what the figures mean, their window, units and zone. */
  readonly description: string;
  /** Object at the root. */
  readonly input: TSchema;
  readonly output: TSchema;
  /** Whether a result costs a lookup. */
  readonly isCharged: boolean;
  /** Whether a key that sees one trainer only can do anything with it. */
  readonly isForTrainers: boolean;
  readonly read: (input: unknown) => ArgumentsReading;
  /** Anything but a 200 is a problem. `given` is what the input schema says. */
  call(given: Arguments, exchange: McpExchange): Promise<ToolAnswer>;
}

/** What the output schema says, unless an argument asks for another form. */
export interface ToolAnswer extends Answer {
  /** Charts as PNG. */
  readonly pictures?: readonly Uint8Array[];
}

/** Arguments that were read, or what is wrong with them in words that help a model. */
export type ArgumentsReading = Arguments | string;

/** Faults that are told at most: more than these help no one. */
const MAX_FAULTS = 8;

/** Chosen here: far more than any call has. */
const MOST = { levels: 16, members: 1_000 } as const;

/** A reader of arguments of `schema`, an object. Defaults are filled in; the input is left as it is. */
export function argumentsReader(schema: TSchema): (input: unknown) => ArgumentsReading {
  return (input) => {
    if (isBeyond(input, MOST)) {
      const most = `${MOST.levels} levels and ${MOST.members} members`;
      return `arguments: must not have more than ${most}.`;
    }
    const value = Value.Default(schema, structuredClone(input ?? {}));
    const faults = Value.Errors(schema, value);
    if (faults.length === 0) return value as Arguments;
    const messages = faults
      .filter(isReported)
      .map((fault) => faultText(fault, faults))
      .filter((text) => text !== null);
    return [...new Set(messages)].slice(0, MAX_FAULTS).join(' ');
  };
}

type Fault = ReturnType<typeof Value.Errors>[number];

/**
 * Whether a fault is one to be told: where one of several kinds was wanted, what is wrong with the kind that was given, or
 * else which kinds there are; never each kind by itself.
 */
function isReported({ keyword, instancePath }: Fault, _: number, all: readonly Fault[]): boolean {
  const isEither = all.some((one) => one.keyword === 'anyOf' && one.instancePath === instancePath);
  if (!isEither || (keyword !== 'type' && keyword !== 'anyOf')) return true;
  return keyword === 'anyOf' && !all.some((one) => isOfKind(one, instancePath));
}

/** Whether a fault says something of a value of one of the kinds that are wanted at `path`. */
function isOfKind({ keyword, instancePath }: Fault, path: string): boolean {
  if (instancePath === path) return keyword !== 'type' && keyword !== 'anyOf';
  return instancePath.startsWith(`${path}/`);
}

/** `limit: must be <= 100.` Null for what another fault tells better. */
function faultText({ keyword, instancePath, params, message }: Fault, all: readonly Fault[]) {
  // `false` as a schema: "additionalProperties" of the object above names the same.
  if (keyword === 'boolean') return null;
  const place = instancePath.slice(1).replaceAll('/', '.');
  const where = place === '' ? 'arguments' : place;
  const [words, names = ''] = LISTED[keyword] ?? [];
  if (words !== undefined) {
    const listed = [(params as Readonly<Record<string, unknown>>)[names]].flat();
    const texts = listed.map((word) => JSON.stringify(word)?.slice(0, 64));
    return `${where}: ${words} ${texts.join(', ')}.`;
  }
  if (keyword !== 'anyOf') return `${where}: ${message}.`;
  const kinds = all.filter((one) => one.keyword === 'type' && one.instancePath === instancePath);
  const types = kinds.map((one) => String((one.params as { type?: unknown }).type));
  // `must be string or object`
  return `${where}: must be ${types.join(' or ')}.`;
}

/** What is said of a fault that lists names, and under which of its facts they are. */
const LISTED: Readonly<Record<string, readonly [words: string, names: string]>> = {
  enum: ['must be one of', 'allowedValues'],
  additionalProperties: ['must not have', 'additionalProperties'],
  required: ['must have', 'requiredProperties'],
};

/** What is wrong with a query: `where.0.2: Value should be a known one, such as monday.` */
export function faultsText(faults: readonly QueryFault[]): string {
  return faults
    .slice(0, MAX_FAULTS)
    .map(({ loc, msg }) => `${loc.slice(1).join('.') || 'arguments'}: ${msg}.`)
    .join(' ');
}

/** The members of what is an object; none of anything else. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

/**
 * Whether JSON of a client is deeper or wider than may be: what is deep ends the stack, and to find fault with what is wide
 * takes seconds. Looks at not much more than is allowed. @param most Levels of lists and objects, members of all together.
 */
export function isBeyond(value: unknown, most: Readonly<Record<'levels' | 'members', number>>) {
  const { levels, members } = most;
  let seen = 0;
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levels) return true;
    const next: unknown[] = [];
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue;
      const inside = Object.values(one);
      seen += inside.length;
      if (seen > members) return true;
      next.push(...inside);
    }
    level = next;
  }
  return false;
}

/** Schemas as tools show them: plain JSON, whole in themselves, with an object at the root. */

export type JsonSchema = { readonly [key: string]: unknown };

/**
 * A copy without the marks of the library, in JSON Schema 2020-12: there a list of single places is `prefixItems`. Words
 * are told as strings: what only enumerates is overlooked by clients.
 */
export function plainSchema(schema: TSchema): JsonSchema {
  return inPlain(JSON.parse(JSON.stringify(schema))) as JsonSchema;
}

/** Parameters of path and query side by side, as a tool takes them. @param more Arguments of the tool alone. */
export function inputSchema(
  { parameters: { path, query } }: Pick<Route, 'parameters'>,
  more: TProperties = {},
): TSchema {
  const entries = Object.entries({ ...path, ...query }).map(([name, schema]) => {
    const { default: preset, ...rest } = schema as TSchema & { default?: unknown };
    // What may be left out means something else than its default then: the gym of the key is not always `demo`.
    const inner = Type.IsOptional(schema) ? rest : schema;
    return [name, preset === undefined ? schema : Type.Optional(inner)];
  });
  return fields({ ...Object.fromEntries(entries), ...more });
}

function inPlain(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(inPlain);
  if (typeof node !== 'object' || node === null) return node;
  const copy: Readonly<Record<string, unknown>> = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, inPlain(value)]),
  );
  const { items, additionalItems: _, ...rest } = copy;
  if (rest['type'] === 'array' && Array.isArray(items)) {
    // No places after them is told by their number: some clients refuse a bare `false` where a schema is expected.
    return { ...rest, prefixItems: items, maxItems: items.length };
  }
  const words = rest['enum'];
  const isWords = Array.isArray(words) && words.every((word) => typeof word === 'string');
  return isWords && rest['type'] === undefined ? { type: 'string', ...copy } : copy;
}

/** Levels of members that are named: those of the answer. */
const LEVELS = 1;

/**
 * Output schemas as `tools/list` has them: names and types, without words and without what lies deeper. Clients hand the
 * list to the model at every turn, and a result says the rest itself; the whole schemas are in `/openapi.json` and on the
 * page `/mcp.md`. An outline accepts whatever its schema accepts.
 */
export function outlineOf(schema: JsonSchema, levels = LEVELS): JsonSchema {
  const kinds = schema['anyOf'];
  if (Array.isArray(kinds)) return eitherOf(kinds.map((kind: JsonSchema) => outlineOf(kind, 0)));
  const { type, properties } = schema;
  if (levels === 0 || typeof properties !== 'object' || properties === null) {
    return type === undefined ? {} : { type };
  }
  const members = Object.entries(properties as Readonly<Record<string, JsonSchema>>);
  return {
    type,
    properties: Object.fromEntries(
      members.map(([name, member]) => [name, outlineOf(member, levels - 1)]),
    ),
  };
}

function eitherOf(kinds: readonly JsonSchema[]): JsonSchema {
  const types = [...new Set(kinds.map(({ type }) => type))];
  if (types.some((type) => typeof type !== 'string')) return {};
  return { type: types.length === 1 ? types[0] : types };
}

/** What holds for every answer with figures. */
const COMMON =
  'Rates are fractions: 1 is 100 %. `null` means unknown, never zero. One result costs one lookup.';

/** The tool of a route; null where it is none. */
export function toolOf(route: Route, charts: Charts, asOf: GymSource['asOf']): Tool | null {
  const { operationId: name, summary, description, response, tool } = route;
  if (tool === undefined) return null;
  const input = inputSchema(route, tool.input);
  const read = argumentsReader(input);
  return {
    name,
    // `rank_classes` is `Rank classes`.
    title: name.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase()),
    description: [summary, tool.when, description, COMMON].join(' '),
    input,
    output: tool.output ?? response,
    isCharged: true,
    isForTrainers: 'trainer' in route.parameters.path,
    read: (given) => {
      const reading = read(given);
      return typeof reading === 'string' ? reading : (tool.fault?.(reading) ?? reading);
    },
    call: (given, exchange) =>
      callRoute(route, given, exchange, async (answer, { view, ...caller }) => {
        if (answer.status !== 200) return answer;
        const shaped = await tool.shape?.(answer.value, given, { ...caller, view }, asOf);
        if (typeof shaped === 'string') return problem('invalid_question', shaped);
        const pictures =
          given['chart'] === true ? await charts.ofWeek(view, exchange.requestId) : [];
        return { status: 200, value: shaped ?? answer.value, pictures };
      }),
  };
}

const NOTHING_SENT = {
  headers: new Map(),
  ip: '',
  body: Buffer.alloc(0),
  onAnswer: null,
  rates: null,
};

/**
 * A call is a request to its route, by who was let in already: arguments stand where the route has its parameters.
 *
 * @param shape Makes what goes out of what the route answers.
 */
export async function callRoute(
  { method, path, parameters, answer }: Route,
  given: Arguments,
  { requestId, signal, visitor }: McpExchange,
  shape: (made: Answer, caller: Caller) => ToolAnswer | Promise<ToolAnswer> = (made) => made,
): Promise<ToolAnswer> {
  const texts = (schemas: TProperties) =>
    Object.keys(schemas).flatMap((name): [string, string][] =>
      given[name] === undefined ? [] : [[name, String(given[name])]],
    );
  const request: ApiRequest = {
    ...NOTHING_SENT,
    method,
    path,
    pathTexts: new Map(texts(parameters.path)),
    rawQuery: String(new URLSearchParams(texts(parameters.query))),
    requestId,
    signal,
  };
  const admitted = await visitor();
  const admit: Guard['admit'] = (_, subject, handle) =>
    admitVisitor(admitted, subject, signal, async (caller) => shape(await handle(caller), caller));
  const made = await answer(request, { admit } as Guard);
  const { detail } = made.value as { readonly detail?: readonly QueryFault[] | string };
  // Of a key of several gyms that names none it is a sentence.
  return made.status === 422 && typeof detail === 'object'
    ? problem('invalid_question', faultsText(detail))
    : made;
}

/** Chosen here: more than any gym has, and what a model can hold. */
const MAX_TRAINERS = 500;

const OUTPUT = object('Trainers', 'Trainers that may be asked about.', {
  gym_id: text('Whose trainers these are.'),
  total: count('Trainers that may be asked about, also where more than 500 are.'),
  trainers: Type.Array(TRAINER, { maxItems: MAX_TRAINERS, description: 'By name.' }),
});

const NOTHING = fields({});

/** Who teaches: names and ids to ask about. */
export const LIST_TRAINERS: Tool = {
  name: 'list_trainers',
  title: 'List trainers',
  description:
    'Names and ids of the trainers whose figures may be asked for. Use it to find whom a question is about; get_trainer takes the id or the name. Costs nothing.',
  input: NOTHING,
  read: argumentsReader(NOTHING),
  output: OUTPUT,
  isCharged: false,
  isForTrainers: true,
  call: async (_, exchange) => {
    const caller = ownTrainers(await exchange.visitor());
    if ('code' in caller) return refusalOf(caller);
    const { view, trainers } = caller;
    const value = {
      gym_id: view.gym.id,
      total: trainers.length,
      trainers: trainers.slice(0, MAX_TRAINERS).map(({ id, name }) => ({ id, name })),
    };
    return { status: 200, value };
  },
};

/** Who sees the trainers that they may ask about. */
export function ownTrainers(visitor: Visitor): Caller | ProblemBody {
  const own = visitor.principal?.key.trainerId ?? undefined;
  return visitor.see(isTrainerOnly(visitor) ? { trainer: own } : {});
}
