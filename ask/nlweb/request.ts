/** What somebody asks of `/ask`, whichever of the two dialects of NLWeb they speak. */

/** What is spoken here. Source: nlweb.ai, specification 0.55; older revisions are understood. */
export const NLWEB_VERSION = '0.55';

/**
 * `legacy`: `query` is a text, as in the query of an address. `structured`: `query` is an object, 0.54 and later. Nothing
 * else tells them apart.
 */
export type Dialect = 'legacy' | 'structured';

/** `list`: what was found. `summarize`: the answer and a few of it. `generate`: the answer in prose and what it cites. */
export const MODES = ['list', 'summarize', 'generate'] as const;
export type Mode = (typeof MODES)[number];

export const FORMATS = ['conversational_search', 'chatgpt_app'] as const;
export type Format = (typeof FORMATS)[number];

/** Bounds of a question; chosen here: the longest that people type in one go, and a long conversation. */
export const MAX_TEXT = 500;
export const MAX_PREV = 10;

export interface AskRequest {
  readonly dialect: Dialect;
  /** Trimmed, 1..500 characters. */
  readonly text: string;
  /** Questions before, oldest first; the newest ten, each as `text`. None where the client has put the question into words that need none. */
  readonly prev: readonly string[];
  /** The first of those that were named. */
  readonly mode: Mode;
  /** Whether one of the modes has the answer in words: `list, summarize` has both. */
  readonly isTold: boolean;
  readonly isStreamed: boolean;
  /** Most results, 1..50; null is as many as the mode has. */
  readonly most: number | null;
  readonly format: Format;
  /** Ids of gyms, or `all`; empty is all. */
  readonly sites: readonly string[];
  /** Given back as they came. */
  readonly conversationId: string | null;
  readonly stateToken: string | null;
  readonly queryId: string | null;
}

/** What is wrong with a request: of the codes that NLWeb's servers use. */
export interface AskFault {
  readonly code: 'MISSING_FIELD' | 'INVALID_PARAMETER' | 'INVALID_REQUEST';
  /** One sentence. */
  readonly message: string;
}

export type AskReading =
  | { readonly kind: 'request'; readonly request: AskRequest }
  /** Nothing was asked. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'fault'; readonly dialect: Dialect; readonly fault: AskFault };
