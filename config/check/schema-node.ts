/** A typebox schema as the reader and the generated reference walk it: only the keywords that our sections use. */

import type { TSchema } from 'typebox';
import type { FieldWords } from '../sections/field.ts';

export interface SchemaNode extends FieldWords {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  /** Objects with named keys. */
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  /** Records: any key. */
  readonly patternProperties?: Readonly<Record<string, SchemaNode>>;
  /** Lists, or tuples where it is a list itself. */
  readonly items?: SchemaNode | readonly SchemaNode[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly anyOf?: readonly SchemaNode[];
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** The same schema, seen as a tree. */
export function schemaNode(schema: TSchema): SchemaNode {
  return schema as SchemaNode;
}
