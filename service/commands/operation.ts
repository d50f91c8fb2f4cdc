/** One operation on the data: what it takes, checked, and what it does. Anyone who owns the data folder performs it. */

import { type Static, type TSchema, Type } from 'typebox';
import type { Config } from '../../config/config.ts';
import { TurnoutError } from '../../errors.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Access } from '../../store/access/access.ts';
import type { History } from '../../store/history/history.ts';

/** Null means the only gym, or all. */
export const GYM = Type.Union([Type.String({ minLength: 1, maxLength: 64 }), Type.Null()]);
/** Who changes something through these operations. */
export const BY = 'command line';

/** The part of the running server that sends. */
export interface Notifications {
  /** Sends a test message now. @returns what went wrong, in a sentence; null for nothing. Rejects with `unknown_name`. */
  test(gymId: string, channel: string): Promise<{ readonly fault: string | null }>;
  /** Whether the receiver has asked for nothing more. */
  isOff(gymId: string, channel: string): Promise<boolean>;
}

/** What operations work with. */
export interface OperationWorld {
  readonly history: Pick<
    History,
    'dir' | 'classes' | 'access' | 'emptyRooms' | 'outbox' | 'deliveries'
  >;
  readonly access: Pick<
    Access,
    'keys' | 'createKey' | 'revokeKey' | 'signIns' | 'setUpCodes' | 'pairings'
  >;
  /** The configuration as it is now. */
  readonly config: () => Config;
  readonly clock: Clock;
  /** Aborts when the program stops. Left out where a command performs the operation itself. */
  readonly stopping?: AbortSignal;
  /** The whole condition of the running server, in the form of `/v1/status`. Null where none runs. */
  readonly status: (() => object) | null;
  /** Of the running server. Null where none runs. */
  readonly notifications: Notifications | null;
}

export interface Operation<Args extends TSchema, Result> {
  readonly args: Args;
  /** Performs it with arguments that may be anything. Rejects with `usage` where they are not those of the schema. */
  perform(args: unknown, bytes: Uint8Array): Promise<Result>;
}

/** What may stand in a table of operations. */
export type AnyOperation = Operation<TSchema, unknown>;

/**
 * @param run gets checked arguments, and the file that came along; empty where none did. Its result must survive JSON.
 */
export function operation<Args extends TSchema, Result>(
  args: Args,
  run: (args: Static<Args>, bytes: Uint8Array) => Promise<Result>,
): Operation<Args, Result> {
  return {
    args,
    perform: async (given, bytes) => {
      // Three hundred files, read for the first command: the server starts without them.
      const { Check, Errors } = await import('typebox/schema');
      if (Check(args, given)) return run(given, bytes);
      const [, [error]] = Errors(args, given);
      throw new TurnoutError('usage', {
        where: `argument ${error?.instancePath.slice(1) ?? ''}`.trim(),
        expected: `a value that ${error?.message ?? 'fits'}`,
        got: 'another one',
        hint: 'see the help of the command',
      });
    },
  };
}

/** The operation of a name. Throws `operation_unknown`. */
export function operationOf(
  operations: Readonly<Record<string, AnyOperation>>,
  name: string,
): AnyOperation {
  const found = Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (found !== undefined) return found;
  throw new TurnoutError('operation_unknown', {
    where: 'operation',
    expected: `one of ${Object.keys(operations).join(', ')}`,
    got: name,
    hint: 'the server may be of another version: start it again',
  });
}
