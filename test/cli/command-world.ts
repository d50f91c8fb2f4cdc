/** A command's world for tests: its own data folder, and what was printed. */

import { PassThrough } from 'node:stream';
import { Command } from 'commander';
import type { CliContext } from '../../cli/command.ts';
import { addEntry, type Entry } from '../../cli/program.ts';

export interface Printed {
  readonly value: unknown;
  readonly text: string;
}

export interface CommandWorld {
  readonly context: CliContext;
  readonly printed: Printed[];
  /** Runs the program with these words, as after `turnout`. Rejects with what the command throws. */
  run(...words: string[]): Promise<void>;
}

export function commandWorld(dataDir: string, entry: Entry): CommandWorld {
  const printed: Printed[] = [];
  const context: CliContext = {
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    isTerminal: false,
    isAnswerRead: false,
    isColoured: false,
    width: 80,
    dataDir: () => dataDir,
    print: (value, text) => printed.push({ value, text }),
  };
  const program = new Command('turnout').exitOverride();
  addEntry(program, context, entry);
  return {
    context,
    printed,
    run: async (...words) => {
      await program.parseAsync(words, { from: 'user' });
    },
  };
}
