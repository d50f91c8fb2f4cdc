/** Takes named schemas out of where they stand: an object with a title becomes a component of that name. */

type Json = Readonly<Record<string, unknown>>;

/** Components by name. Two different schemas of one name are a fault of anyone who wrote them. */
export class Components {
  readonly #schemas = new Map<string, Json>();

  /** Adds a schema as it is. */
  add(name: string, schema: Json): void {
    const known = this.#schemas.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`two schemas are called ${name}`);
    }
    this.#schemas.set(name, schema);
  }

  /** The schema as plain JSON, with references in place of everything in it that has a name. */
  refer(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((part) => this.refer(part));
    if (typeof schema !== 'object' || schema === null) return schema;
    const inner = Object.fromEntries(
      Object.entries(schema).map(([key, value]) => [key, this.refer(value)]),
    );
    const { title, type, items, additionalItems: _, ...rest } = inner;
    // A list of single places, as JSON Schema 2020-12 has it.
    if (type === 'array' && Array.isArray(items)) {
      return { ...rest, type, prefixItems: items, maxItems: items.length };
    }
    if (typeof title !== 'string' || type !== 'object') return inner;
    this.add(title, inner);
    return reference(title);
  }

  /** All of them by name. */
  schemas(): Json {
    const entries = [...this.#schemas].sort(([one], [other]) => (one < other ? -1 : 1));
    return Object.fromEntries(entries);
  }
}

export function reference(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}
