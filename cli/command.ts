/** A command as a row: its words and flags, what it asks of the owner of the data, and what it prints. */

import { type Command, Option } from 'commander';
import { askOwner } from '../service/commands/ask-owner.ts';
import type { ArgsOf, OperationName, ResultOf } from '../service/commands/operations.ts';
import type { CliContext } from './context.ts';
import { asker } from './terminal/asker.ts';

/** Asks the process that owns the data, or performs it here where there is none. */
export type Ask = <Name extends OperationName>(
  operation: Name,
  args: ArgsOf<Name>,
) => Promise<ResultOf<Name>>;

/** The one answer: for programs, and for a person. */
export type Printed = readonly [json: object, text: string];

export interface CommandRow<Flags> {
  /** Its name behind that of its group, and its argument: `revoke <key>`. */
  readonly words: string;
  readonly about: string;
  /** What the argument is. */
  readonly argument?: string;
  readonly flags?: readonly Option[];
  readonly help: string;
  /** @param given the argument; empty where it is left out. */
  readonly answer: (ask: Ask, flags: Flags, given: string) => Promise<Printed>;
}

/** @param read makes a value of the text. */
export function flag(
  words: string,
  about: string,
  read?: (text: string) => unknown,
  fallback?: unknown,
): Option {
  const option = new Option(words, about);
  if (read !== undefined) option.argParser(read);
  return fallback === undefined ? option : option.default(fallback);
}

// biome-ignore lint/suspicious/noExplicitAny: each row has flags of its own
type AnyRow = CommandRow<any>;

/** Adds the commands of the rows to `group`. */
export function addRows(group: Command, context: CliContext, rows: readonly AnyRow[]): void {
  const ask: Ask = (operation, args) => askOwner({ ...asker(context), operation, args });
  for (const { words, about, argument, flags = [], help, answer } of rows) {
    const [name = '', place] = words.split(' ');
    const command = group.command(name).description(about).addHelpText('after', help);
    if (place !== undefined) command.argument(place, argument);
    for (const option of flags) command.addOption(option);
    command.action(async (...given: readonly unknown[]) => {
      const [text, options] = place === undefined ? ['', given[0]] : given;
      const [json, lines] = await answer(ask, options, (text as string | undefined) ?? '');
      context.print(json, lines);
    });
  }
}
