/** The API, drawn from its description: each route with its parameters, then the objects that answers are made of. */

import type { ComponentChildren, JSX } from 'preact';

export interface ApiSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly anyOf?: readonly ApiSchema[];
  readonly items?: ApiSchema;
  readonly prefixItems?: readonly ApiSchema[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, ApiSchema>>;
  readonly patternProperties?: Readonly<Record<string, ApiSchema>>;
}

type Content = { readonly content?: Readonly<Record<string, { readonly schema: ApiSchema }>> };

type Responses = Readonly<Record<string, Content & { readonly description?: string }>>;

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly (Pick<ApiSchema, 'description'> & {
    readonly name: string;
    readonly in: string;
    readonly schema: ApiSchema;
  })[];
  readonly requestBody?: Content;
  readonly responses: Responses;
}

/** What of an OpenAPI 3.1 document is drawn, and made into types of the clients. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, ApiSchema>>;
    /** Some are told once, and referred to. */
    readonly responses: Responses;
  };
}

/** @param document As `/openapi.json` serves it. */
export function apiDocsPage({ paths, components }: ApiDocument) {
  return (
    <main class="plain" id="content">
      <h1>The HTTP API</h1>
      <p class="context">
        For programs: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1). Send{' '}
        <code>X-Sandbox: true</code> to try any route with sample data;{' '}
        <a href="/get-key">a free key</a> opens the demo gym.
      </p>
      <h2>Routes</h2>
      {Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) =>
          routeOf(`${method.toUpperCase()} ${path}`, operation),
        ),
      )}
      <h2>Objects</h2>
      {Object.entries(components.schemas).map(([name, schema]) =>
        disclosed(
          name,
          schema.description ?? '',
          schema.properties === undefined && <p>{kindOf(schema)}</p>,
          <dl>
            {Object.entries(schema.properties ?? {}).map(([field, node]) => described(field, node))}
          </dl>,
        ),
      )}
    </main>
  );
}

function routeOf(name: string, operation: Operation) {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const body = schemaOf(requestBody);
  const answer = schemaOf(responses[200] ?? responses[201]);
  return disclosed(
    name,
    summary,
    <p>{marked(description)}</p>,
    parameters.length > 0 && (
      <dl>
        {parameters.map(({ name: key, in: place, schema }) =>
          described(key, schema, ` (${place})`),
        )}
      </dl>
    ),
    body && <p>Takes {kindOf(body)}.</p>,
    answer && <p>Answers with {kindOf(answer)}.</p>,
    <p class="note">Statuses: {Object.keys(responses).join(', ')}</p>,
  );
}

function disclosed(name: string, text: string, ...children: ComponentChildren[]) {
  return (
    <details id={name.replaceAll(/[^a-z0-9]+/gi, '-')}>
      <summary>
        <code>{name}</code> {marked(text)}
      </summary>
      {children}
    </details>
  );
}

/** A field or a parameter: its kind, and its description or that of what it is beside null. */
function described(name: string, node: ApiSchema, place?: string) {
  const textOf = ({ description, anyOf = [] }: ApiSchema): string =>
    description ?? anyOf.map(textOf).find((text) => text !== '') ?? '';
  return (
    <>
      <dt>
        <code>{name}</code>{' '}
        <span class="note">
          {kindOf(node)}
          {place}
        </span>
      </dt>
      <dd>{marked(textOf(node))}</dd>
    </>
  );
}

function schemaOf(place: Content | undefined): ApiSchema | undefined {
  return place?.content?.['application/json']?.schema;
}

/** A schema in a few words: `integer 1..100`, `list of at most 3 ClassSession`, `string or null`. */
function kindOf(node: ApiSchema): ComponentChildren {
  if (node.$ref !== undefined) {
    const name = node.$ref.split('/').at(-1) ?? '';
    return <a href={`#${name}`}>{name}</a>;
  }
  if (node.anyOf !== undefined) {
    return node.anyOf.map((one, at) => [at > 0 && ' or ', kindOf(one)]);
  }
  if (node.items !== undefined) {
    const most = node.maxItems === undefined ? '' : `at most ${node.maxItems} `;
    return [`list of ${most}`, kindOf(node.items)];
  }
  const [values] = Object.values(node.patternProperties ?? {});
  if (values !== undefined) return ['object of ', kindOf(values)];
  if (node.enum !== undefined) return node.enum.join(', ');
  if (node.const !== undefined) return String(node.const);
  return `${node.type ?? 'anything'}${boundsOf(node)}`;
}

function boundsOf({ minimum, maximum, minLength, maxLength }: ApiSchema): string {
  if (maximum !== undefined) return ` ${minimum ?? ''}..${maximum}`;
  return maxLength === undefined ? '' : ` of ${minLength ?? 0}..${maxLength} characters`;
}

/** Words between backticks as code, as the descriptions are written. */
function marked(text: string): (JSX.Element | string)[] {
  return text
    .split('`')
    .map((part, at) => (at % 2 === 1 ? <code key={String(at)}>{part}</code> : part));
}
