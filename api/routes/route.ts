/** What a route is: the one description that serving, documents and clients are derived from. */

import type { Static, TSchema } from 'typebox';

/** What a handler is told about a request. */
export interface ApiRequest {
  /** Upper case; HEAD comes as GET. */
  readonly method: string;
  /** Decoded, without the query. */
  readonly path: string;
  readonly rawQuery: string | null;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly ip: string;
  readonly requestId: string;
  /** Empty where none was sent. */
  readonly body: Buffer;
}

/** What is answered. The same `value` object again means the same bytes: it is serialised once. */
export interface Answer<Value = unknown> {
  readonly status: number;
  /** JSON values only. Must not change once it was given. */
  readonly value: Value & object;
  readonly headers?: readonly (readonly [name: string, value: string])[];
}

export interface Route {
  readonly method: 'GET' | 'POST';
  /** Literal path; compared after percent-decoding. */
  readonly path: string;
  /** One sentence for documents. */
  readonly summary: string;
  /** Schema of the 200 body. */
  readonly response: TSchema;
  readonly answer: (request: ApiRequest) => Answer | Promise<Answer>;
}

interface RouteDefinition<Schema extends TSchema> extends Omit<Route, 'response' | 'answer'> {
  readonly response: Schema;
  readonly answer: (
    request: ApiRequest,
  ) => Answer<Static<Schema>> | Promise<Answer<Static<Schema>>>;
}

/** Declares a route whose handler must give what its schema says. */
export function defineRoute<Schema extends TSchema>(definition: RouteDefinition<Schema>): Route {
  return definition;
}
