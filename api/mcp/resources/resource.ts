/** What a resource is: figures under an address, for clients that attach them to a conversation. */

import type { Reading } from '../charged.ts';
import type { McpTurn } from '../server/turn.ts';

export interface Resource {
  readonly uri: string;
  readonly name: string;
  /** For people. */
  readonly title: string;
  readonly description: string;
  /** Costs a lookup where it succeeds. Never rejects. */
  read(turn: McpTurn): Promise<Reading>;
}

/** Many resources of one kind. */
export interface ResourceFamily {
  /** RFC 6570, with one variable. */
  readonly template: string;
  readonly variable: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** In an order that does not change with the figures; bounded. Free. */
  list(turn: McpTurn): Promise<readonly Listed[]>;
  /** Null where there is no such thing: nothing is charged. Never rejects. */
  read(value: string, turn: McpTurn): Promise<Reading | null>;
  /** Values that begin with `text`; at most 100. Free. */
  complete(text: string, turn: McpTurn): Promise<readonly string[]>;
}

export interface Listed {
  readonly value: string;
  readonly title: string;
}
