/** What a failed command says: one sentence for a person, or `{"error":{code,message}}` for a program. */

import { CommanderError } from 'commander';
import { isTurnoutError, messageOf, TurnoutError } from '../errors.ts';
import { redactText } from '../runtime/log/redaction.ts';
import type { CliContext } from './context.ts';

/** Exit codes of every command. */
export const EXIT = { ok: 0, fault: 1, usage: 2 } as const;

export interface Fault {
  readonly code: string;
  /** Without addresses and credentials. */
  readonly message: string;
  readonly exitCode: number;
}

/** Tells what was thrown. `command` is the one that was asked for, such as `turnout camera add`. */
export function faultOf(error: unknown, command: string): Fault {
  if (error instanceof CommanderError) {
    return { code: 'usage', message: usageSentence(error, command), exitCode: EXIT.usage };
  }
  if (error instanceof TurnoutError) {
    const exitCode = error.code === 'usage' ? EXIT.usage : EXIT.fault;
    return { code: error.code, message: redactText(error.message), exitCode };
  }
  return { code: 'internal_error', message: redactText(messageOf(error)), exitCode: EXIT.fault };
}

/** A fault of a source or a frame, told of what the user named: the parts that found it know no names. */
export function namedFault(error: unknown, name: string): unknown {
  const isNameless = isTurnoutError(error) && ['source', 'frame'].includes(error.parts.where);
  return isNameless
    ? new TurnoutError(error.code, { ...error.parts, where: name }, { cause: error })
    : error;
}

/** The fault of a command line that is not understood. */
export function usageFault(where: string, expected: string, got: string, hint = ''): TurnoutError {
  return new TurnoutError('usage', { where, expected, got, ...(hint !== '' && { hint }) });
}

/** With `--json` the error is the answer, on stdout; the sentence is on stderr either way. */
export function tellFault(context: CliContext, fault: Fault, isJson: boolean): void {
  const { code, message } = fault;
  if (isJson) {
    context.stdout.write(`${JSON.stringify({ error: { code, message } })}\n`);
  }
  context.stderr.write(`turnout: ${message}\n`);
}

/** Commander's `error: unknown command 'x'\n(Did you mean y?)` as one sentence. */
function usageSentence({ code, message }: CommanderError, command: string): string {
  const [head = '', ...others] = message.replace(/^error: /, '').split('\n');
  const first = head.replace(/\.$/, '');
  const nearest = /Did you mean (?:one of )?(.+)\?\)/.exec(others.join(' '))?.[1];
  const sentence = code === 'commander.help' ? 'a command is missing' : first;
  const hint = nearest === undefined ? `see: ${command} --help` : `did you mean ${nearest}?`;
  return `${sentence}; ${hint}`;
}
