/** Reference of the API: each route with its parameters, its fields, and an example of the sandbox. */

import { publishedDocument } from '../../api/published-document.ts';
import { performanceReport } from '../../gym/reports/classes/performance.ts';
import { revenueReport } from '../../gym/reports/money/revenue.ts';
import { summaryReport } from '../../gym/reports/summary.ts';
import { trainerReport } from '../../gym/reports/trainers/trainer.ts';
import { sandboxView } from '../../service/demo/sandbox.ts';
import { API_INTRODUCTION } from './api-intro.ts';
import { GENERATED_NOTE, table } from './table.ts';

interface Node {
  readonly $ref?: string;
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly anyOf?: readonly Node[];
  readonly items?: Node;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly patternProperties?: Readonly<Record<string, Node>>;
}

interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly description?: string;
    readonly schema: Node;
  }[];
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { schema: Node }>> }>
  >;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Node>> };
}

/** A Saturday in summer, so that the offset shows. */
const EXAMPLE_DAY_UTC_MS = Date.UTC(2026, 6, 4, 12);

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** `docs/api.md`. */
export function apiPage(): string {
  const document = JSON.parse(JSON.stringify(publishedDocument())) as Document;
  const examples = exampleBodies();
  const routes = Object.entries(document.paths).flatMap(([path, operations]) =>
    METHODS.flatMap((method) => {
      const operation = operations[method];
      // The catch-all is told once.
      const isTold = operation !== undefined && (path !== '/{path}' || method === 'get');
      const example = method === 'get' ? examples[path] : undefined;
      return isTold ? [routeSection(`${method.toUpperCase()} ${path}`, operation, example)] : [];
    }),
  );
  const objects = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
    schema.properties === undefined ? [] : [`### ${name}`, words(schema), fieldTable(schema)],
  );
  const parts = [GENERATED_NOTE, API_INTRODUCTION.trimEnd(), '## Routes', ...routes];
  return `${[...parts, '## Objects', ...objects].filter((part) => part !== '').join('\n\n')}\n`;
}

/** @param name Method and path. */
function routeSection(name: string, operation: Operation, example?: object): string {
  const { 200: ok, 201: created } = operation.responses;
  const schema = (ok ?? created)?.content?.['application/json']?.schema ?? {};
  const parameters = operation.parameters ?? [];
  const parts = [
    `### ${name}`,
    `${operation.summary} ${operation.description}`,
    parameters.length === 0 ? '' : parameterTable(parameters),
    schema.$ref === undefined ? '' : `Answers with ${kindOf(schema)}.`,
    example === undefined ? '' : exampleBlock(example),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function parameterTable(parameters: NonNullable<Operation['parameters']>): string {
  const rows = parameters.map(({ name, in: place, schema, description = '' }) => {
    const fallback = schema.default === undefined ? '' : `\`${schema.default}\``;
    return [`\`${name}\``, place, kindOf(schema), fallback, description];
  });
  return table(['Parameter', 'In', 'Type', 'Default', 'Meaning'], rows);
}

function fieldTable({ properties = {} }: Node): string {
  const rows = Object.entries(properties).map(([name, node]) => [
    `\`${name}\``,
    kindOf(node),
    words(node),
  ]);
  return table(['Field', 'Type', 'Meaning'], rows);
}

/** The description of a schema, or of what it is beside null. */
function words(node: Node): string {
  return node.description ?? node.anyOf?.map(words).find((text) => text !== '') ?? '';
}

/** A schema in a few words: `integer 1..100`, `list of at most 3 [ClassSession](#classsession)`, `string or null`. */
function kindOf(node: Node): string {
  if (node.$ref !== undefined) {
    const name = node.$ref.split('/').at(-1) ?? '';
    return `[${name}](#${name.toLowerCase()})`;
  }
  if (node.anyOf !== undefined) return node.anyOf.map(kindOf).join(' or ');
  if (node.enum !== undefined) return node.enum.map((word) => `\`${word}\``).join(', ');
  if (node.const !== undefined) return `\`${node.const}\``;
  if (node.items !== undefined) {
    const most = node.maxItems === undefined ? '' : `at most ${node.maxItems} `;
    return `list of ${most}${kindOf(node.items)}`;
  }
  const [values] = Object.values(node.patternProperties ?? {});
  if (values !== undefined) return `object of ${kindOf(values)}`;
  return `${node.type ?? 'any'}${boundsOf(node)}`;
}

function boundsOf({ minimum, maximum, minLength, maxLength }: Node): string {
  if (maximum !== undefined) return ` ${minimum ?? ''}..${maximum}`;
  return maxLength === undefined ? '' : ` of ${minLength ?? 0}..${maxLength} characters`;
}

/** By path, of its GET. */
function exampleBodies(): Readonly<Record<string, object>> {
  const view = sandboxView(EXAMPLE_DAY_UTC_MS);
  const trainer = view.trainers[0]?.id ?? '';
  return {
    '/v1/summary': summaryReport(view),
    '/v1/trainers/{trainer}': trainerReport(view, trainer, 'week'),
    '/v1/classes/performance': performanceReport(view, 8),
    '/v1/revenue': revenueReport(view),
  };
}

/** The first entry of each list stands for all. */
function exampleBlock(example: object): string {
  const isLong = (value: unknown): value is readonly unknown[] =>
    Array.isArray(value) && value.length > 1;
  const shown = JSON.stringify(
    example,
    (_, value: unknown) => (isLong(value) ? value.slice(0, 1) : value),
    2,
  );
  return `In the sandbox of 4 July 2026, the first entry of each list:\n\n\`\`\`json\n${shown}\n\`\`\``;
}
