/** The parts of pages that the source tells: what follows the mark in each; what stands before it is written by hand. */

import type { Row } from '../../api/routes/owner/row.ts';
import { OWNER_TABLE, PREFIX } from '../../api/routes/owner/table.ts';
import { expectation, type SchemaNode, schemaNode } from '../../config/forms.ts';
import { CONFIG_FILE } from '../../config/schema/file.ts';
import { MAKERS } from '../../engine/cameras/makers.ts';
import { ERRORS } from '../../errors.ts';
import { MEASURE_NAMES, MEASURES } from '../../gym/figures/catalogue.ts';
import { DIMENSION_NAMES, DIMENSIONS } from '../../gym/figures/dimensions.ts';
import { NULL_REASONS } from '../../gym/figures/measures.ts';
import { QUERY_LIMITS } from '../../gym/figures/query.ts';

/** Rows under a head; `|` and line feeds in cells are made harmless. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Of `docs/errors.md`. */
export function errorList(): string {
  return Object.entries(ERRORS)
    .map(([code, { meaning, status }]) => `- ${status} \`${code}\`: ${meaning}`)
    .join('\n');
}

/** Of `docs/camera-makers.md`. */
export function makerTables(): string {
  const code = (path: string | undefined) => (path === undefined ? '–' : `\`${path}\``);
  const paths = MAKERS.map(({ name, alsoSoldAs = [], main, sub, recorder }) => [
    [name, ...alsoSoldAs].join(', '),
    code(sub),
    code(main),
    recorder ?? '–',
  ]);
  const menus = MAKERS.map(({ name, keyframes, note }) => [name, keyframes, note ?? '–']);
  return `## Paths

${table(['Maker, also sold as', 'Sub-stream: use this one', 'Main stream', 'Recorder'], paths)}

## Keyframes by maker

${table(['Maker', 'Where to set it', 'Also'], menus)}`;
}

/** Of `docs/figures.md`: measures, dimensions, reasons and limits, as the catalogue has them. */
export function figureTables(): string {
  const measures = MEASURE_NAMES.map((name) => {
    const { unit, formula, source } = MEASURES[name];
    const [, anchor = ''] = source.split('#');
    return [`\`${name}\``, unit, `[${formula}](method.md#${anchor})`];
  });
  const dimensions = DIMENSION_NAMES.map((name) => {
    const { sentence, label, order } = DIMENSIONS[name];
    const named = label === null ? '' : ` Its name is \`${label}\`.`;
    return [`\`${name}\``, `${sentence}${named}`, order === 'none' ? '' : 'yes'];
  });
  const reasons = Object.entries(NULL_REASONS).map(([code, text]) => [`\`${code}\``, text]);
  const { measures: ofMeasures, dimensions: ofDimensions, days, filters, rows } = QUERY_LIMITS;
  return [
    '## Limits',
    `At most ${ofMeasures} measures, ${ofDimensions} dimensions, ${days} days, ${filters} filters in \`where\` and \`having\` together, and ${rows} rows, ${QUERY_LIMITS.usualRows} without a \`limit\`.`,
    '## Measures',
    table(['Measure', 'Unit', 'Formula'], measures),
    '## Dimensions',
    table(['Dimension', 'Meaning', 'between'], dimensions),
    '## Why a measure or a share is null',
    table(['Reason', 'Meaning'], reasons),
  ].join('\n\n');
}

/** Of `docs/owner-api.md`: a line for each row of its table. */
export function ownerRows(): string {
  const shown = new Set<string>();
  const rows = (OWNER_TABLE as readonly Row[]).map(({ name, needs, words }) => {
    let taken = takenBy(needs);
    for (const part of shown) taken = taken.replaceAll(part, ' …');
    const parts = Object.values((needs.body as SchemaNode | undefined)?.properties ?? {});
    for (const part of parts.map(insideOf)) if (part.length > 25) shown.add(part);
    const wanted = [
      ...(needs.revision ? ['`If-Match`'] : []),
      ...(needs.hand ? ['For the command line alone'] : []),
      ...(needs.signedIn ? [`A sign-in of ${SIGNED_IN[needs.signedIn]}`] : []),
    ];
    const line = [words, taken && `Takes ${taken}.`, ...wanted.map((one) => `${one}.`)];
    return `- \`${name}\`: ${line.filter((part) => part !== '').join(' ')}`;
  });
  return `Paths are below \`${PREFIX}\`; \`?\` may be left out; \`…\` is as in a row above.\n\n${rows.join('\n')}`;
}

const SIGNED_IN = { lately: '12 hours', just: '30 minutes' };

function takenBy({ query = {}, body, file }: Row['needs']): string {
  const names = Object.entries(query as Readonly<Record<string, SchemaNode>>).map(
    ([name, { default: fallback }]) =>
      fallback === undefined ? name : `${name} (${String(fallback)})`,
  );
  const inQuery = names.length === 0 ? [] : [`?${names.join('&')}`];
  const sent = body ? [shape(body as SchemaNode)] : [];
  return [...inQuery, ...(file ? ['the file'] : []), ...sent].join(', ');
}

/** What a body holds, in a few words: `id, room, address {url?, found?}`. */
function shape({ properties = {}, required = [] }: SchemaNode): string {
  return Object.entries(properties)
    .map(([name, inner]) => `${name}${required.includes(name) ? '' : '?'}${insideOf(inner)}`)
    .join(', ');
}

function insideOf(node: SchemaNode): string {
  if (node.enum !== undefined) return ` (${node.enum.join(', ')})`;
  if (node.items?.properties !== undefined) return ` [${shape(node.items)}]`;
  if (node.properties !== undefined) return ` {${shape(node)}}`;
  return node.anyOf?.map(insideOf).find((text) => text !== '') ?? '';
}

/** Of `docs/configuration.md`, from the schemas of the sections. */
export function configurationSections(): string {
  const described = new Set<string>();
  return [...sections('', schemaNode(CONFIG_FILE))]
    .map(([path, node]) => chapter(path, node, described))
    .join('\n\n');
}

/** Every part of the file that has named keys, with its path, in the order of the file. */
function* sections(path: string, node: SchemaNode): Generator<readonly [string, SchemaNode]> {
  if (node.items) yield* sections(`${path}[]`, node.items);
  if (node.properties && path !== '') yield [path, node];
  for (const [key, field] of Object.entries(node.properties ?? {})) {
    yield* sections(path === '' ? key : `${path}.${key}`, field);
  }
}

/** @param described Lines that stand further up: a key that has one again is only named. */
function chapter(path: string, node: SchemaNode, described: Set<string>): string {
  const lines: string[] = [];
  const again: string[] = [];
  for (const [key, field] of Object.entries(node.properties ?? {})) {
    // A section, or a list of sections, stands below under its own heading.
    if ((field.items ?? field).properties !== undefined) continue;
    const values = [typeOf(field), defaultOf(field, node.required?.includes(key) ?? false)];
    const line = `- \`${key}\`: ${values.filter((value) => value !== '').join('; ')}. ${meaningOf(field)}`;
    if (described.has(line)) again.push(`\`${key}\``);
    else lines.push(line);
    described.add(line);
  }
  if (again.length > 0) lines.push(`- ${again.join(', ')}: as above.`);
  const head = [`## \`${path}\``, '', node.description];
  return [...head, ...(lines.length > 0 ? [''] : []), ...lines].join('\n');
}

function typeOf(field: SchemaNode): string {
  if (field.patternProperties) return 'a map';
  if (field.type === 'boolean') return field.default === undefined ? 'true or false' : '';
  return expectation(field)
    .replace(/ with its unit, ([^(]*) \(units: .*\)/, ' $1')
    .replace('lower-case letters, digits and hyphens, 1 to 64', 'an id')
    .replace(/ (?:such as|that starts with) .*/, '')
    .replace(/^a (?:whole )?(?:number|duration|size),? /, '')
    .replace(/^a text, (.*) characters$/, 'text of $1');
}

function defaultOf(field: SchemaNode, isRequired: boolean): string {
  if (isRequired) return '**required**';
  const text = JSON.stringify(field.default);
  return text === undefined || text === '{}' ? '' : `default \`${text.replaceAll('"', '')}\``;
}

function meaningOf({ description, examples = [] }: SchemaNode): string {
  const [example] = examples;
  const text = typeof example === 'string' ? example : JSON.stringify(example);
  // The introduction says it once.
  const own = description?.replace(/ Never shown in logs, errors(, pages)? or answers\./, '');
  return [own, ...(text === undefined ? [] : [`Example: \`${text}\`.`])].join(' ');
}

type Json = Readonly<Record<string, unknown>>;

/** `config/schema.json` for editors: the sections' own schemas, with their extra words told in words. Draft 7: what editors' YAML support knows best. */
export function configSchema(): Json {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'urn:turnout:configuration',
    title: 'turnout.yaml',
    // Every part of it, the innermost first.
    ...JSON.parse(JSON.stringify(schemaNode(CONFIG_FILE)), (_, part) =>
      part?.constructor === Object ? forEditors(part) : part,
    ),
    definitions: {
      variable: {
        type: 'string',
        pattern: '\\$\\{[A-Za-z_][A-Za-z0-9_]*(:-[^}]*)?\\}',
        description: `A text with an environment variable, \${NAME} or \${NAME:-text}.`,
      },
    },
  };
}

function forEditors(node: SchemaNode): Json {
  const own = Object.entries(node).filter(([key]) => !key.startsWith('x-'));
  const schema: Record<string, unknown> = Object.fromEntries(own);
  if (node['x-unit']) {
    const expected = expectation(node);
    const sentence = `${expected.charAt(0).toUpperCase()}${expected.slice(1)}.`;
    schema['description'] = `${node.description} ${sentence}`;
  }
  if (node.type !== 'string' || (node.pattern ?? node.enum) === undefined) return schema;
  // Any text may come from the environment, whatever it must look like in the end.
  const { type, pattern, enum: words, ...about } = schema;
  const limits = words === undefined ? { type, pattern } : { type, enum: words };
  return { ...about, anyOf: [limits, { $ref: '#/definitions/variable' }] };
}
