/** What a tool is, whatever carries it: over HTTP, over stdio, and on the page about it. */

import type { TSchema } from 'typebox';
import type { ProblemBody } from '../../../errors.ts';
import type { McpTurn } from '../server/turn.ts';
import type { Arguments, ArgumentsReading } from './arguments.ts';
import type { JsonSchema } from './json-schema.ts';

export interface Tool {
  /** 1..64 of letters, digits and underscores; the name of the route that it comes from. */
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** For models: what the figures mean, their window, units and zone. */
  readonly description: string;
  /** Object at the root. */
  readonly input: TSchema;
  readonly output: JsonSchema;
  /** Whether a result costs a lookup. */
  readonly isCharged: boolean;
  /** Whether a key that sees one trainer only can do anything with it. */
  readonly isForTrainers: boolean;
  /** Reads the arguments where the schema alone would not say what is wrong in words that help. */
  readonly read?: (input: unknown) => ArgumentsReading;
  /** `arguments` are what the input schema says. Never rejects. */
  call(given: Arguments, turn: McpTurn): Promise<ToolOutcome>;
}

export type ToolOutcome =
  | {
      readonly isOk: true;
      /** What the output schema says. */
      readonly body: object;
      readonly pictures: readonly Picture[];
    }
  | { readonly isOk: false; readonly problem: ProblemBody };

/** A chart as PNG. */
export interface Picture {
  readonly png: Uint8Array;
}
