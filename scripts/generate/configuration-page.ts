/** Reference of the configuration file, from the schemas of its sections. */

import { expectation, type SchemaNode, schemaNode } from '../../config/forms.ts';
import { CONFIG_FILE } from '../../config/schema/file.ts';
import { INTRODUCTION } from './configuration-intro.ts';
import { GENERATED_NOTE } from './table.ts';

/** `docs/configuration.md`. */
export function configurationPage(): string {
  const parts = sections('', schemaNode(CONFIG_FILE)).filter(({ path }) => path !== '');
  const told = new Set<string>();
  return `${GENERATED_NOTE}\n\n${INTRODUCTION}\n${parts.map((part) => chapter(part, told)).join('\n\n')}\n`;
}

interface Section {
  readonly path: string;
  readonly node: SchemaNode;
}

/** Every part of the file that has named keys, in the order of the file. */
function sections(path: string, node: SchemaNode): readonly Section[] {
  if (node.type === 'array') return sections(`${path}[]`, itemOf(node));
  if (!node.properties) return [];
  const below = Object.entries(node.properties).flatMap(([key, field]) =>
    sections(path === '' ? key : `${path}.${key}`, field),
  );
  return [{ path, node }, ...below];
}

function itemOf(node: SchemaNode): SchemaNode {
  return Array.isArray(node.items) ? {} : ((node.items as SchemaNode | undefined) ?? {});
}

/** @param told Lines that stand further up: a key that has one again is only named. */
function chapter({ path, node }: Section, told: Set<string>): string {
  const keys = Object.entries(node.properties ?? {}).filter(([, field]) => !hasChapter(field));
  const lines: string[] = [];
  const again: string[] = [];
  for (const [key, field] of keys) {
    const values = [typeOf(field), ...defaultOf(field, node.required?.includes(key) ?? false)];
    const line = `- \`${key}\`: ${values.filter((value) => value !== '').join('; ')}. ${meaningOf(field)}`;
    if (told.has(line)) again.push(`\`${key}\``);
    else lines.push(line);
    told.add(line);
  }
  if (again.length > 0) lines.push(`- ${again.join(', ')}: as above.`);
  return [`## \`${path}\``, '', node.description, ...(lines.length > 0 ? [''] : []), ...lines].join(
    '\n',
  );
}

/** A section, or a list of sections, stands below under its own heading. */
function hasChapter(field: SchemaNode): boolean {
  return (field.type === 'array' ? itemOf(field) : field).properties !== undefined;
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

function defaultOf(field: SchemaNode, isRequired: boolean): readonly string[] {
  if (isRequired) return ['**required**'];
  if (field.default === undefined || JSON.stringify(field.default) === '{}') return [];
  return [`default \`${JSON.stringify(field.default).replaceAll('"', '')}\``];
}

function meaningOf(field: SchemaNode): string {
  const examples = (field.examples ?? [])
    .slice(0, 1)
    .map((example) =>
      typeof example === 'string' ? `\`${example}\`` : `\`${JSON.stringify(example)}\``,
    );
  // The introduction says it once.
  const own = field.description?.replace(/ Never shown in logs, errors(, pages)? or answers\./, '');
  return [own, ...(examples.length > 0 ? [`Example: ${examples[0]}.`] : [])].join(' ');
}
