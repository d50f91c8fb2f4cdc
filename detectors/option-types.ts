/** What a schema of options, written as plain JSON Schema or with typebox, says of the options' types. Types only. */

/**
 * JSON Schema of all options of a detector: an object whose properties each have a `default`, or may be left out.
 * Options that are not in it are refused.
 */
export interface OptionsSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[] | undefined;
  readonly additionalProperties?: boolean;
}

/**
 * The options as `create` gets them. Where the schema is written in place, their types are read from it; else, as under
 * `@type {DetectorDefinition}`, they are whatever the plugin takes them for: they have been checked against the schema.
 */
export type OptionsOf<Schema extends OptionsSchema> = string extends keyof Schema['properties']
  ? // biome-ignore lint/suspicious/noExplicitAny: checked against the schema, which the types do not know
    Readonly<Record<string, any>>
  : {
      readonly [Name in PresentIn<Schema>]: ValueOf<Schema['properties'][Name]>;
    } & {
      readonly [Name in Exclude<keyof Schema['properties'], PresentIn<Schema>>]?: ValueOf<
        Schema['properties'][Name]
      >;
    };

/** Names of the options that are there even where nothing is configured. */
export type PresentIn<Schema extends OptionsSchema> = {
  [Name in keyof Schema['properties']]: Schema['properties'][Name] extends { default: unknown }
    ? Name
    : Name extends RequiredIn<Schema>
      ? Name
      : never;
}[keyof Schema['properties']];

export type RequiredIn<Schema> = Schema extends { required: readonly (infer Name)[] }
  ? Name
  : never;

export type ValueOf<Schema> = Schema extends { const: infer Value }
  ? Value
  : Schema extends { enum: readonly (infer Value)[] }
    ? Value
    : Schema extends { anyOf: readonly (infer Choice)[] }
      ? ValueOf<Choice>
      : Schema extends { type: 'string' }
        ? string
        : Schema extends { type: 'number' | 'integer' }
          ? number
          : Schema extends { type: 'boolean' }
            ? boolean
            : Schema extends { type: 'array'; items: infer Item }
              ? readonly ValueOf<Item>[]
              : Schema extends OptionsSchema
                ? OptionsOf<Schema>
                : unknown;
/** What a schema of options, written as plain JSON Schema or with typebox, says of the options' types. Types only. */
