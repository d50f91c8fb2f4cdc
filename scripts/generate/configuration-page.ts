/** Reference of the configuration file, from the schemas of its sections. */

import { expectation, type SchemaNode, schemaNode } from '../../config/forms.ts';
import { CONFIG_FILE } from '../../config/schema/file.ts';
import { INTRODUCTION } from './configuration-intro.ts';
import { GENERATED_NOTE, table } from './table.ts';

/** `docs/configuration.md`. */
export function configurationPage(): string {
  const root = schemaNode(CONFIG_FILE);
  const parts = sections('', root).filter(({ path }) => path !== '');
  const chapters = parts.map(({ path, node }) => chapter(path, node));
  return `${GENERATED_NOTE}\n\n${INTRODUCTION}\n## Sections\n\n${keys(root)}\n\n${chapters.join('\n\n')}\n`;
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

function chapter(path: string, node: SchemaNode): string {
  return `## \`${path}\`\n\n${node.description}\n\n${keys(node)}`;
}

function keys(node: SchemaNode): string {
  const rows = Object.entries(node.properties ?? {}).map(([key, field]) => [
    `\`${key}\``,
    typeOf(field),
    defaultOf(field, node.required?.includes(key) ?? false),
    meaningOf(field),
  ]);
  return table(['Key', 'Value', 'Default', 'Meaning'], rows);
}

function typeOf(field: SchemaNode): string {
  if (field.patternProperties) return 'lines of "name: value"';
  return expectation(field);
}

function defaultOf(field: SchemaNode, isRequired: boolean): string {
  if (isRequired) return '**required**';
  if (field.default === undefined) return 'none';
  return field.properties
    ? 'its defaults'
    : `\`${JSON.stringify(field.default).replaceAll('"', '')}\``;
}

function meaningOf(field: SchemaNode): string {
  const examples = (field.examples ?? []).map((example) =>
    typeof example === 'string' ? `\`${example}\`` : `\`${JSON.stringify(example)}\``,
  );
  return [
    field.description,
    ...(examples.length > 0 ? [`Example: ${examples.join(', ')}.`] : []),
  ].join(' ');
}
