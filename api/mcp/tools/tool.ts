/** What a tool is, whatever carries it: over HTTP, over stdio, and on the page about it. */

import type { TSchema } from 'typebox';
import type { GymView } from '../../../gym/sessions/view.ts';
import type { Visitor } from '../../../service/callers/visitor.ts';
import type { Answer } from '../../http/message.ts';
import type { Arguments } from '../../routes/route.ts';
import type { ArgumentsReading } from './arguments.ts';

/** One request to the MCP server: who asks, and whether anybody still waits for the answer. */
export interface McpTurn {
  /** Told to callers where something breaks, and written to the log. */
  readonly requestId: string;
  /** Aborted when no one waits any more. */
  readonly signal: AbortSignal;
  /** Who asks. Over stdio it is asked before each message, so that figures are of now. */
  visitor(): Visitor | Promise<Visitor>;
  /** Whether the client has said in a request before that it shows MCP Apps. */
  readonly takesApps?: boolean;
}

/** Whether someone sees the figures of one trainer only. */
export function isTrainerOnly({ principal }: Visitor): boolean {
  return principal?.key.role === 'trainer';
}

export interface Tool {
  /** 1..64 of letters, digits and underscores; the name of the route that it comes from. */
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** For models: what the figures mean, their window, units and zone. */
  readonly description: string;
  /** Object at the root. */
  readonly input: TSchema;
  readonly output: TSchema;
  /** Whether a result costs a lookup. */
  readonly isCharged: boolean;
  /** Whether a key that sees one trainer only can do anything with it. */
  readonly isForTrainers: boolean;
  /** Whether clients that show MCP Apps draw the week next to its result. */
  readonly drawsWeek?: boolean;
  /** Reads the arguments where the schema alone would not say what is wrong in words that help. */
  readonly read?: (input: unknown) => ArgumentsReading;
  /** Anything but a 200 is a problem. `given` is what the input schema says. */
  call(given: Arguments, turn: McpTurn): Promise<ToolAnswer>;
}

/** What the output schema says, unless an argument asks for another form. */
export interface ToolAnswer extends Answer {
  /** Charts as PNG. */
  readonly pictures?: readonly Uint8Array[];
  /** The gym of a tool that draws the week. */
  readonly view?: GymView;
}
