/** The API, drawn from its description: each route with its parameters, then the objects that answers are made of. */

import type { JSX } from 'preact';

interface ApiSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly anyOf?: readonly ApiSchema[];
  readonly items?: ApiSchema;
  readonly properties?: Readonly<Record<string, ApiSchema>>;
  readonly patternProperties?: Readonly<Record<string, ApiSchema>>;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: ApiSchema }>>;
}

interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema: ApiSchema;
  }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

/** What of an OpenAPI 3.1 document is drawn. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, ApiSchema>> };
}

/** @param document As `/openapi.json` serves it. */
export function apiDocsPage(document: ApiDocument) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
  const objects = Object.entries(document.components.schemas);
  return (
    <main class="plain api-docs" id="content">
      <h1>The HTTP API</h1>
      <p class="context">
        For programs: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1). Send{' '}
        <code>X-Sandbox: true</code> to try any route with sample data;{' '}
        <a href="/get-key">a free key</a> opens the demo gym.
      </p>
      <h2>Routes</h2>
      {operations.map(({ name, operation }) => (
        <Route key={name} name={name} operation={operation} />
      ))}
      <h2>Objects</h2>
      {objects.map(([name, schema]) => (
        <Disclosed key={name} id={name} name={name} text={schema.description ?? ''}>
          <Fields schema={schema} />
        </Disclosed>
      ))}
    </main>
  );
}

function Route({ name, operation }: { readonly name: string; readonly operation: Operation }) {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const body = schemaOf(requestBody);
  const answer = schemaOf(responses[200] ?? responses[201]);
  return (
    <Disclosed id={name.replaceAll(/[^a-z0-9]+/gi, '-')} name={name} text={summary}>
      <p>{marked(description)}</p>
      {parameters.length > 0 && (
        <List
          rows={parameters.map(({ name: key, in: place, schema }) => ({
            name: key,
            kind: (
              <>
                {kindOf(schema)} ({place})
              </>
            ),
            text: textOf(schema),
          }))}
        />
      )}
      {body && <p>Takes {kindOf(body)}.</p>}
      {answer && <p>Answers with {kindOf(answer)}.</p>}
      <p class="note">Statuses: {Object.keys(responses).join(', ')}</p>
    </Disclosed>
  );
}

function Disclosed(props: {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly children: JSX.Element | readonly (JSX.Element | string | false | null | undefined)[];
}) {
  return (
    <details id={props.id}>
      <summary>
        <code>{props.name}</code> {marked(props.text)}
      </summary>
      {props.children}
    </details>
  );
}

function Fields({ schema }: { readonly schema: ApiSchema }) {
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return <p>{kindOf(schema)}</p>;
  return (
    <List rows={fields.map(([name, node]) => ({ name, kind: kindOf(node), text: textOf(node) }))} />
  );
}

interface Row {
  readonly name: string;
  readonly kind: JSX.Element;
  readonly text: string;
}

function List({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <dl>
      {rows.map(({ name, kind, text }) => (
        <>
          <dt>
            <code>{name}</code> <span class="note">{kind}</span>
          </dt>
          <dd>{marked(text)}</dd>
        </>
      ))}
    </dl>
  );
}

function schemaOf(place: Content | undefined): ApiSchema | undefined {
  return place?.content?.['application/json']?.schema;
}

/** The description of a schema, or of what it is beside null. */
function textOf(node: ApiSchema): string {
  return node.description ?? node.anyOf?.map(textOf).find((text) => text !== '') ?? '';
}

/** A schema in a few words: `integer 1..100`, `list of at most 3 ClassSession`, `string or null`. */
function kindOf(node: ApiSchema): JSX.Element {
  if (node.$ref !== undefined) {
    const name = node.$ref.split('/').at(-1) ?? '';
    return <a href={`#${name}`}>{name}</a>;
  }
  if (node.anyOf !== undefined) {
    return (
      <>
        {node.anyOf.map((one, at) => (
          <>
            {at > 0 && ' or '}
            {kindOf(one)}
          </>
        ))}
      </>
    );
  }
  if (node.items !== undefined) {
    const most = node.maxItems === undefined ? '' : `at most ${node.maxItems} `;
    return (
      <>
        list of {most}
        {kindOf(node.items)}
      </>
    );
  }
  const [values] = Object.values(node.patternProperties ?? {});
  if (values !== undefined) return <>object of {kindOf(values)}</>;
  if (node.enum !== undefined) return <>{node.enum.join(', ')}</>;
  if (node.const !== undefined) return <>{String(node.const)}</>;
  return <>{`${node.type ?? 'anything'}${boundsOf(node)}`}</>;
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
