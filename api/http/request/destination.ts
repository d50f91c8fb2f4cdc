/** Where a path leads: what the dispatcher knows of a route. Given by the route table. */

import type { Answer, ApiRequest } from '../message.ts';

/** Finds who answers. */
export interface Router {
  /** Where `path` (as sent) leads: every path leads somewhere. */
  find(path: string): Destination;
}

export interface Destination {
  /** Path of the route as it was declared, with its braces: one of a bounded set. */
  readonly path: string;
  /** Decoded texts of its braces. */
  readonly pathTexts: ReadonlyMap<string, string>;
  /** False for the catch-all. */
  readonly isRoute: boolean;
  readonly methods: readonly string[];
  /**
   * Whether the body of a request is worth reading: a large one of someone who may not send it is not. Then the answer is
   * made without it. Left out: always.
   */
  readonly awaitsBody?: (request: ApiRequest) => boolean;
  /** Largest body that it takes, bytes. */
  readonly bodyBytes: number;
  /**
   * Why a request that was sent under this name, or for this page, is refused: asked before anything else looks at it,
   * preflights too. Null where it may come from anywhere.
   */
  readonly origins: ((headers: ApiRequest['headers']) => Answer | null) | null;
  answer(request: ApiRequest): Answer | Promise<Answer>;
}
