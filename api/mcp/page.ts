/** `/mcp.md`: how to connect, and what there is. Made from what is served, so that it cannot say anything else. */

import type { Registry } from './registry.ts';
import { setUpText } from './set-up.ts';
import { type JsonSchema, plainSchema } from './tools/json-schema.ts';
import type { Tool } from './tools/tool.ts';

/** Markdown. @param base Public address of the service, without a slash at its end. */
export function mcpPage(registry: Registry, base: string): string {
  const { tools, resources, prompts } = registry;
  return [
    '# Turnout for agents (MCP)',
    `Turnout counts the people in a gym’s rooms with its existing cameras. Agents reach its figures at \`${base}/mcp\` with the Model Context Protocol: Streamable HTTP, without sessions, revisions 2024-11-05 to 2026-07-28 on one address. Everything is read only.`,
    setUpText(base),
    '## What it costs',
    'One lookup for each tool result with figures, each answer of `ask` with figures and each resource that is read. Lists, prompts, completions, `list_trainers`, errors, questions back and everything in the sandbox are free. Free keys have 100 lookups of the sample gym; keys of a gym have no limit unless its operator set one. A key of role `trainer` is offered only what is about its own trainer.',
    '## Tools',
    'Results are JSON (`structuredContent`, and the same as text); some also have a chart as PNG. Errors are results with `isError` and a sentence that names the next step. `null` means unknown, never zero.',
    ...tools.map(toolText),
    '## Resources',
    'JSON, for clients that attach figures to a conversation.',
    list(resources.map(({ uri, title, description }) => `\`${uri}\` (${title}): ${description}`)),
    '## Prompts',
    list(
      prompts.map(({ name, title, description, argument }) => {
        const takes =
          argument === null ? '' : ` Takes \`${argument.name}\`: ${argument.description}`;
        return `\`${name}\` (${title}): ${description}${takes}`;
      }),
    ),
    '## Without MCP',
    `The same figures are at \`${base}/openapi.json\` as plain HTTP, and \`${base}/ask\` takes questions in plain words.`,
    '',
  ].join('\n\n');
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

function toolText({ name, title, description, input, output, isCharged }: Tool): string {
  const { properties, required } = plainSchema(input) as ObjectSchema;
  const inputs = Object.entries(properties).map(
    ([key, schema]) =>
      `\`${key}\` (${kindOf(schema)}${required?.includes(key) ? ', needed' : ''}): ${textOf(schema)}`,
  );
  const outputs = Object.entries((plainSchema(output) as ObjectSchema).properties ?? {}).map(
    ([key, schema]) => `\`${key}\` (${kindOf(schema)})${colon(textOf(schema))}`,
  );
  return [
    `### ${name}`,
    `${title}. ${isCharged ? 'One lookup.' : 'Free.'} ${description}`,
    inputs.length === 0 ? 'Takes nothing.' : `Takes:\n\n${list(inputs)}`,
    ...(outputs.length === 0 ? [] : [`Gives:\n\n${list(outputs)}`]),
  ].join('\n\n');
}

interface ObjectSchema extends JsonSchema {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

function colon(text: string): string {
  return text === '' ? '' : `: ${text}`;
}

/** Its own words, else those of the only kind next to null that it may be. */
function textOf(schema: JsonSchema): string {
  const { description, default: preset } = schema;
  const own = typeof description === 'string' ? description : '';
  const inner = own === '' ? kindsOf(schema).map(textOf).join(' ').trim() : own;
  return preset === undefined ? inner : `${inner} Left out: \`${String(preset)}\`.`.trim();
}

/** `integer 1..100`, `day or week`, `list of ClassSession`, `text or null`. */
function kindOf(schema: JsonSchema): string {
  const kinds = schema['anyOf'] as readonly JsonSchema[] | undefined;
  if (kinds !== undefined) return kinds.map(kindOf).join(' or ');
  const { type, title, items, minimum, maximum } = schema;
  const words = schema['enum'] as readonly string[] | undefined;
  if (words !== undefined) return words.map((word) => `\`${word}\``).join(' or ');
  if (type === 'array') return `list of ${kindOf((items ?? {}) as JsonSchema)}`;
  if (type === 'object') return typeof title === 'string' ? title : 'object';
  if (type === 'string') return 'text';
  const range = minimum === undefined || maximum === undefined ? '' : ` ${minimum}..${maximum}`;
  return `${String(type ?? schema['const'] ?? 'anything')}${range}`;
}

function kindsOf(schema: JsonSchema): readonly JsonSchema[] {
  const kinds = (schema['anyOf'] ?? []) as readonly JsonSchema[];
  return kinds.filter(({ type }) => type !== 'null');
}
