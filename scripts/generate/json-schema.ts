/** JSON Schema of the configuration file for editors: the sections' own schemas, with their extra words told in words. */

import { expectation, type SchemaNode, schemaNode } from '../../config/forms.ts';
import { CONFIG_FILE } from '../../config/schema/file.ts';

type Json = Readonly<Record<string, unknown>>;

/** Draft 7: what editors' YAML support knows best. */
export function configSchema(): Json {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'urn:turnout:configuration',
    title: 'turnout.yaml',
    ...forEditors(schemaNode(CONFIG_FILE)),
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
  const plain = Object.entries(node).flatMap(([key, value]) =>
    key.startsWith('x-') ? [] : [[key, inner(key, value)]],
  );
  const schema: Json = Object.fromEntries(plain);
  const unit = node['x-unit'];
  const described = unit
    ? { description: `${node.description} ${sentence(expectation(node))}` }
    : {};
  return withVariable(node, { ...schema, ...described });
}

function inner(key: string, value: unknown): unknown {
  if (key === 'properties' || key === 'patternProperties') {
    const fields = Object.entries(value as Readonly<Record<string, SchemaNode>>);
    return Object.fromEntries(fields.map(([name, field]) => [name, forEditors(field)]));
  }
  if (key === 'anyOf') return (value as readonly SchemaNode[]).map(forEditors);
  if (key !== 'items') return value;
  return Array.isArray(value) ? value.map(forEditors) : forEditors(value as SchemaNode);
}

/** Any text may come from the environment, whatever it must look like in the end. */
function withVariable(node: SchemaNode, schema: Json): Json {
  const isLimited = node.type === 'string' && (node.pattern ?? node.enum) !== undefined;
  if (!isLimited) return schema;
  const { type, pattern, enum: words, ...about } = schema;
  const limits = words === undefined ? { type, pattern } : { type, enum: words };
  return { ...about, anyOf: [limits, { $ref: '#/definitions/variable' }] };
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
